// Tests of the rows with steps of an export: mapped traces, and traces that end early.
// tests/numpy/export_test.py compares whole files.
#include "batch/layouts/export_layout.hpp"

#include <gtest/gtest.h>

#include <string>

#include "batch/layouts/trace.hpp"
#include "batch/stages/random_map.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"

namespace dokumill::batch {
namespace {

TEST(MappedTrace, HasTheImagesOfTheBoards) {
  Tracer tracer({});
  Trace trace;
  std::uint64_t number = 0;
  const auto puzzles = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 5, 60);
  for (const Grid& puzzle : *puzzles) {
    RandomStream random(3, ++number, RandomPurpose::kBoard);
    const CanonicalMap map = random_map(random);
    tracer.trace(puzzle, trace);
    const Trace image = mapped(trace, map);
    ASSERT_EQ(image.steps.size(), trace.steps.size());
    Grid board = puzzle;
    Grid image_board = map.apply(puzzle);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      EXPECT_EQ(image.steps[i].technique, trace.steps[i].technique);
      EXPECT_EQ(image.steps[i].score, trace.steps[i].score);
      ASSERT_EQ(image.steps[i].cell == kNoCell, trace.steps[i].cell == kNoCell);
      if (trace.steps[i].cell == kNoCell) continue;
      board.cells[trace.steps[i].cell] = trace.steps[i].digit;
      image_board.cells[image.steps[i].cell] = image.steps[i].digit;
      ASSERT_EQ(image_board, map.apply(board));
    }
    EXPECT_TRUE(is_complete(image_board));
  }
}

// The search for nested chains may reach its limit. The cells that are left come last.
TEST(ExportRows, ATraceMayEndEarly) {
  const Grid puzzle = puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 5, 1)->front();
  const Grid solution = Solver::create()->solve(puzzle).solution;
  Trace trace;
  Tracer tracer({});
  tracer.trace(puzzle, trace);
  trace.steps.resize(2);
  ASSERT_NE(trace.steps[1].cell, kNoCell);
  const ExportItem item{puzzle, solution, &trace, 7, 0};
  EXPECT_EQ(hardest_step(item).score, 95);
  EXPECT_EQ(hardest_step(item).technique, Technique::kNestedForcingChains);
  const std::vector<FilledCell> filled = filled_cells(item);
  EXPECT_EQ(filled.size(), static_cast<std::size_t>(kCells - count_clues(puzzle)));
  EXPECT_EQ(filled[1].technique, trace.steps[1].technique);
  EXPECT_EQ(filled[2].technique, std::nullopt);
  EXPECT_LT(filled[2].cell, filled[3].cell);
  const ChatTemplate chat = *ChatTemplate::parse("");
  std::string row;
  print_trace_row(ExportLayout::kMoves, chat, item, row);
  ASSERT_EQ(row.size(), 650U);
  EXPECT_EQ(row[648], 31);
  row.clear();
  print_trace_row(ExportLayout::kTrajectory, chat, item, row);
  EXPECT_NE(row.find("\"er\":9.5,"), std::string::npos);
  EXPECT_NE(row.find(to_line(solution) + "\"],\"cells\":["), std::string::npos);
  EXPECT_TRUE(row.ends_with(",null]}\n")) << row;
}

// Each technique has a strategy of the table in docs/datasets.md.
TEST(ExportRows, EveryTechniqueIsAStrategy) {
  const Grid puzzle = puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 5, 1)->front();
  const Grid solution = Solver::create()->solve(puzzle).solution;
  const ChatTemplate chat = *ChatTemplate::parse("");
  for (const TechniqueInfo& info : techniques()) {
    Trace trace;
    Grid board = puzzle;
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if (board.cells[cell] != 0) continue;
      trace.steps.push_back({99, info.technique, cell, solution.cells[cell]});
    }
    std::string row;
    print_trace_row(ExportLayout::kMoves, chat, {puzzle, solution, &trace}, row);
    EXPECT_GE(row[648], 2) << info.name;
    EXPECT_LE(row[648], 30) << info.name;
  }
}

}  // namespace
}  // namespace dokumill::batch
