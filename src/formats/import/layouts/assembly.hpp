// assemble(): finds the boards in the lines of a sheet.
//
//   lines      text, blank lines, frames, rows, boards of one line
//   stretches  what stands between two texts or boards of one line
//   blocks     what stands between two blank lines of a stretch
//
// Nine rows of a block are a board. If a block has other numbers of rows, the rules of the game
// decide: a title of nine digits is no row of a board. What remains unclear is a malformed record,
// and never a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/import/import_watch.hpp"
#include "formats/import/layouts/sheet.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

struct FoundBoard {
  std::uint32_t line = 0;            // its first line
  std::uint32_t cells = 0;           // where its cells begin in `Assembly::cells`
  std::uint32_t item = UINT32_MAX;   // of a board of one line: its item in the sheet
  std::optional<RecordError> fault;  // the record is malformed
};

struct Assembly {
  std::string cells;  // 81 for each board that is not malformed
  std::vector<FoundBoard> boards;
  std::uint64_t whole = 0;  // boards that are not malformed
  std::uint64_t wrong = 0;  // boards that break the rules
  bool has_rows = false;    // a board stands in nine lines
  // Lines that were skipped because they belong to no board: texts, numbers and headings. Comments
  // are not counted.
  std::uint64_t skipped = 0;
  std::uint32_t first_skipped = 0;
};

// Boards that break the rules are malformed if `must_obey_rules` is set. `watch` may be nullptr.
Assembly assemble(const Sheet& sheet, bool must_obey_rules, ImportWatch* watch);

// True if no digit occurs twice in a house of the 81 cells.
bool obeys_rules(const char* cells);

}  // namespace dokumill::records
