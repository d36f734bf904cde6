#include "batch/layouts/export_item.hpp"

namespace dokumill::batch {

std::vector<FilledCell> filled_cells(const ExportItem& item) {
  std::vector<FilledCell> filled;
  filled.reserve(kCells);
  Grid board = item.puzzle;
  TraceStep hardest;
  for (const TraceStep& step : item.trace->steps) {
    if (step.score > hardest.score) hardest = step;
    if (step.cell == kNoCell) continue;
    filled.push_back({step.cell, hardest.technique});
    board.cells[step.cell] = step.digit;
    hardest = {};
  }
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (board.cells[cell] == 0) filled.push_back({cell, std::nullopt});
  }
  return filled;
}

TraceStep hardest_step(const ExportItem& item) {
  TraceStep hardest;
  int filled = count_clues(item.puzzle);
  for (const TraceStep& step : item.trace->steps) {
    if (step.score > hardest.score) hardest = step;
    if (step.cell != kNoCell) ++filled;
  }
  const TechniqueInfo& nested = info_of(Technique::kNestedForcingChains);
  if (filled < kCells && hardest.score < nested.lowest) {
    hardest.score = static_cast<std::uint16_t>(nested.lowest);
    hardest.technique = nested.technique;
  }
  return hardest;
}

}  // namespace dokumill::batch
