// SolveStage: solves the records of a batch, or counts their solutions, and decides the outcome of
// each record. Used by the jobs solve(), check(), rate(), steps(), book() and export_dataset().
//
// Malformed records are not solved. Their answer is the malformed grid itself, so every record has
// a board to print.
//
// Memory: an answer for each record of a batch. If a batch had malformed records, also a copy of
// its well-formed puzzles.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/right_pair.hpp"
#include "batch/stages/record_stages.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

// The outcome of a valid full board: kUnique like any other record with one solution, or kComplete.
enum class FullBoards : std::uint8_t { kAreUnique, kAreComplete };

class SolveStage {
 public:
  // If count_limit is set, solve() counts solutions instead of solving.
  SolveStage(Solver solver, std::size_t batch_records, FullBoards full_boards,
             std::optional<std::uint64_t> count_limit = {});
  // No copies, because the stop callback of the solver has the address of this object.
  SolveStage(const SolveStage&) = delete;
  SolveStage& operator=(const SolveStage&) = delete;

  // Solves the records. Returns kGoOn, or kAbandon if the job is ending.
  Next solve(const BatchTask& batch);

  // Verifies the answers and decides the outcome of each record, in order. Counts the outcomes, and
  // reports malformed records and records without a solution. After each decision about a record
  // that is not malformed, calls on_decided(record, outcome), which returns a Next. Stops at a
  // record if this Next is not kGoOn. REQUIRES: solve() returned kGoOn.
  template <class OnDecided>
  BatchEnd decide(const BatchTask& batch, const OnDecided& on_decided) {
    right_end_ = 0;
    return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
      if (fault != nullptr) {
        outcomes_[record] = GridKind::kMalformed;
        return batch.report_malformed(*fault);
      }
      const Grid& puzzle = batch.grid(record);
      const SolveResult& answer = answers_[record];
      if (!count_limit_ && !is_right(batch, record)) return fail_check(batch, record);
      const GridKind outcome = outcome_of(answer, puzzle);
      outcomes_[record] = outcome;
      batch.result().count(outcome);
      if (outcome == GridKind::kUnsolvable) report_unsolvable(batch, record);
      return on_decided(record, outcome);
    });
  }

  // The same, and reports the records with several solutions.
  BatchEnd decide_reporting_multiple(const BatchTask& batch) {
    return decide(batch, [&batch](std::size_t record, GridKind outcome) {
      if (outcome == GridKind::kMultiple) report_multiple(batch, record);
      return Next::kGoOn;
    });
  }

  const SolveResult& answer(std::size_t record) const { return answers_[record]; }
  // The number of solutions, at most the limit; 0 for a malformed record. REQUIRES: count_limit is
  // set. With a count_limit, answer() has no solution grid for well-formed records.
  std::uint64_t count(std::size_t record) const { return counts_[record]; }
  GridKind outcome(std::size_t record) const { return outcomes_[record]; }

  // Ends the job because the answer is wrong. The message has the puzzle, the board and the text
  // `more`.
  Next fail_check(const BatchTask& batch, std::size_t record, std::string_view more = {}) const;

  // Reports a puzzle with several solutions as a problem.
  static void report_multiple(const BatchTask& batch, std::size_t record);

  // The solver, for further searches in the batch that was passed to solve().
  Solver& solver() { return solver_; }

 private:
  // The self-check: an answer is a complete board that keeps the givens, or the puzzle itself if
  // there is no solution. If the answer to the next record is a board, too, both boards are checked
  // at once, because this is faster. Inlined by order: a call costs 25 instructions per record, and
  // whether the compiler inlines depends on what else is in the same compilation.
  [[gnu::always_inline]] bool is_right(const BatchTask& batch, std::size_t record) {
    const SolveResult& answer = answers_[record];
    const Grid& puzzle = batch.grid(record);
    if (answer.solutions == GridKind::kUnsolvable) return answer.solution == puzzle;
    if (record < right_end_) return true;
    const std::size_t next = record + 1;
    if (next < batch.records().size && answers_[next].solutions != GridKind::kUnsolvable &&
        are_both_right({answer.solution, puzzle}, {answers_[next].solution, batch.grid(next)})) {
      right_end_ = next + 1;
      return true;
    }
    return is_complete(answer.solution) && keeps_givens(answer.solution, puzzle);
  }
  GridKind outcome_of(const SolveResult& answer, const Grid& puzzle) const {
    const bool is_complete = full_boards_ == FullBoards::kAreComplete &&
                             answer.solutions == GridKind::kUnique && answer.solution == puzzle;
    return is_complete ? GridKind::kComplete : answer.solutions;
  }

  // The puzzles of the batch without the malformed records.
  std::span<const Grid> well_formed(const records::RecordBatch& records);
  bool count_solutions(std::span<const Grid> puzzles);
  // The solver has written the answers of the well-formed records one after another. Moves each
  // answer to the index of its record, and sets the answers of malformed records.
  void spread_answers(const records::RecordBatch& records);
  static void report_unsolvable(const BatchTask& batch, std::size_t record);

  Solver solver_;
  FullBoards full_boards_;
  std::optional<std::uint64_t> count_limit_;
  std::vector<SolveResult> answers_;
  std::vector<std::uint64_t> counts_;  // empty if count_limit is not set
  std::vector<GridKind> outcomes_;
  std::vector<Grid> puzzles_;         // well_formed() of a batch with malformed records
  const BatchTask* batch_ = nullptr;  // the batch that was passed to solve()
  std::size_t right_end_ = 0;  // in decide(): the boards before this record have been checked
};

}  // namespace dokumill::batch
