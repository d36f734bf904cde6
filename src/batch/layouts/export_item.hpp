// ExportItem: what a row of an exported data set is printed from, and the order in which its cells
// are filled.
#pragma once

#include <optional>
#include <vector>

#include "dokumill/many.hpp"

namespace dokumill::batch {

struct ExportItem {
  const Grid& puzzle;
  const Grid& solution;
  const Trace* trace = nullptr;  // nullptr if the layout needs none
  std::uint64_t record = 0;      // the number of the record, from 1
  std::uint64_t image = 0;       // the number of the image, from 1; 0: the puzzle itself
};

// A cell that is filled. Its technique is the hardest one since the cell before it, for example a
// naked pair that made the cell a naked single. nullopt: the trace does not fill the cell.
struct FilledCell {
  std::uint8_t cell;
  std::optional<Technique> technique;
};

// The empty cells of the puzzle in the order of the trace. Cells that it does not fill come last.
// REQUIRES: item.trace is set.
std::vector<FilledCell> filled_cells(const ExportItem& item);

// The highest score of the steps, in tenths, and the technique of the first step that has it; 0 and
// kFullHouse for a full board. If the trace does not fill all cells, at least that of nested
// forcing chains, as for a Rating. REQUIRES: item.trace is set.
TraceStep hardest_step(const ExportItem& item);

}  // namespace dokumill::batch
