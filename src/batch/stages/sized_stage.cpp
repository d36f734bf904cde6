#include "batch/stages/sized_stage.hpp"

#include <array>
#include <string>

#include "base/text/format.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/self_check.hpp"

namespace dokumill::batch {

SizedStage::SizedStage(const records::SizedText& text, FullBoards full_boards)
    : text_(text), full_boards_(full_boards), solver_(text.shape) {
  solver_.set_stop([this] { return batch_->should_stop(); });
}

Next SizedStage::solve(const BatchTask& batch) {
  batch_ = &batch;
  batch.enter(Stage::kSolve);
  const records::RecordBatch& records = batch.records();
  solutions_.resize(records.cells.size());
  counts_.resize(records.capacity());
  outcomes_.resize(records.capacity());
  are_wrong_.resize(records.capacity());
  if (!solver_.solve(records.cells.data(), records.size, 2, solutions_.data(), counts_.data())) {
    return Next::kAbandon;
  }
  sizes::check_solutions(text_.shape, records.cells.data(), solutions_.data(), records.size,
                         are_wrong_.data());
  return Next::kGoOn;
}

void SizedStage::report_unsolvable(const BatchTask& batch, std::size_t record) const {
  Problem problem = batch.make_problem(record, ProblemKind::kUnsolvable);
  const std::uint8_t* const puzzle = batch.cells(record);
  if (const auto conflict = sizes::first_conflict(text_.shape, puzzle)) {
    const int size = text_.shape.size();
    const auto name_of = [size](int cell) {
      return format_text("r{}c{}", cell / size + 1, cell % size + 1);
    };
    const std::string symbol = text_.symbol(puzzle[conflict->first]);
    problem.kind = ProblemKind::kContradiction;
    set_reason(problem,
               {format_text("{} and {} are both {}", name_of(conflict->first),
                            name_of(conflict->second), symbol),
                {"conflict",
                 {{"first", std::to_string(conflict->first)},
                  {"second", std::to_string(conflict->second)},
                  {"digit", symbol}}}},
               "contradiction: ");
  } else {
    set_reason(problem, {"no solution", {"unsolvable", {}}});
  }
  batch.add_problem(std::move(problem));
}

Next SizedStage::fail_check(const BatchTask& batch, std::size_t record,
                            const std::uint8_t* board) const {
  std::array<char, 3 * kMostCells> buffer;
  const auto print = [&](const std::uint8_t* cells) {
    const char* const end = text_.write(cells, text_.empty_cell(), buffer.data());
    return std::string(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  };
  return batch.fail_check(
      record,
      failed_check(format_text("puzzle {}, board {}", print(batch.cells(record)), print(board))));
}

}  // namespace dokumill::batch
