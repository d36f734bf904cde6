// SizedStage: solves the records of a batch of another size than 9x9, and decides the outcome of
// each record, as SolveStage does for those of 9x9.
//
// Memory: a board and a count for each record of a batch.
#pragma once

#include <string_view>
#include <vector>

#include "batch/stages/record_stages.hpp"
#include "batch/stages/solve_stage.hpp"
#include "engine/sizes/sized_solver.hpp"
#include "formats/sizes/sized_text.hpp"

namespace dokumill::batch {

class SizedStage {
 public:
  SizedStage(const records::SizedText& text, FullBoards full_boards);
  // No copies, because the stop callback of the solver has the address of this object.
  SizedStage(const SizedStage&) = delete;
  SizedStage& operator=(const SizedStage&) = delete;

  // Solves the records, and verifies the boards. Returns kGoOn, or kAbandon if the job is ending.
  Next solve(const BatchTask& batch);

  // Decides the outcome of each record, in order, as SolveStage::decide()
  // does. REQUIRES: solve() returned kGoOn.
  template <class OnDecided>
  BatchEnd decide(const BatchTask& batch, const OnDecided& on_decided) {
    return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
      if (fault != nullptr) {
        outcomes_[record] = GridKind::kMalformed;
        return batch.report_malformed(*fault);
      }
      const std::uint8_t* const puzzle = batch.cells(record);
      const GridKind outcome = outcome_of(record, puzzle);
      outcomes_[record] = outcome;
      if (outcome != GridKind::kUnsolvable && are_wrong_[record] != 0) {
        return fail_check(batch, record, solution(record));
      }
      batch.result().count(outcome);
      if (outcome == GridKind::kUnsolvable) report_unsolvable(batch, record);
      return on_decided(record, outcome);
    });
  }

  GridKind outcome(std::size_t record) const { return outcomes_[record]; }
  // The smallest solution. REQUIRES: the record has one.
  const std::uint8_t* solution(std::size_t record) const {
    return solutions_.data() + record * static_cast<std::size_t>(text_.shape.cells());
  }
  // What the job writes for a record: its solution, the puzzle itself if it has none, or nullptr if
  // it is malformed.
  const std::uint8_t* answer(const BatchTask& batch, std::size_t record) const {
    if (outcomes_[record] == GridKind::kMalformed) return nullptr;
    return outcomes_[record] == GridKind::kUnsolvable ? batch.cells(record) : solution(record);
  }

  // Ends the job because a board is no solution.
  Next fail_check(const BatchTask& batch, std::size_t record, const std::uint8_t* board) const;

  // The solver, for further searches in the batch that was passed to solve().
  sizes::SizedSolver& solver() { return solver_; }

 private:
  GridKind outcome_of(std::size_t record, const std::uint8_t* puzzle) const {
    if (counts_[record] == 0) return GridKind::kUnsolvable;
    if (counts_[record] > 1) return GridKind::kMultiple;
    const auto cells = static_cast<std::size_t>(text_.shape.cells());
    const bool is_complete = full_boards_ == FullBoards::kAreComplete &&
                             std::equal(puzzle, puzzle + cells, solution(record));
    return is_complete ? GridKind::kComplete : GridKind::kUnique;
  }
  void report_unsolvable(const BatchTask& batch, std::size_t record) const;

  records::SizedText text_;
  FullBoards full_boards_;
  sizes::SizedSolver solver_;
  std::vector<std::uint8_t> solutions_;
  std::vector<std::uint8_t> counts_;
  std::vector<std::uint8_t> are_wrong_;  // check_solutions()
  std::vector<GridKind> outcomes_;
  const BatchTask* batch_ = nullptr;  // the batch that was passed to solve()
};

}  // namespace dokumill::batch
