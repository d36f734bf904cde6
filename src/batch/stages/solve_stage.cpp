#include "batch/stages/solve_stage.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/self_check.hpp"

namespace dokumill::batch {

SolveStage::SolveStage(Solver solver, std::size_t batch_records, FullBoards full_boards,
                       std::optional<std::uint64_t> count_limit)
    : solver_(std::move(solver)),
      full_boards_(full_boards),
      count_limit_(count_limit),
      answers_(batch_records),
      counts_(count_limit ? batch_records : 0),
      outcomes_(batch_records) {
  solver_.set_stop([this] { return batch_->should_stop(); });
}

Next SolveStage::solve(const BatchTask& batch) {
  batch_ = &batch;
  batch.enter(Stage::kSolve);
  // At the end of each call, some lanes of an engine are idle. So one call solves the whole batch.
  const std::span<const Grid> puzzles = well_formed(batch.records());
  const bool is_done = count_limit_ ? count_solutions(puzzles)
                                    : solver_.solve(puzzles, {answers_.data(), puzzles.size()});
  if (!is_done) return Next::kAbandon;
  if (!batch.records().faults.empty()) spread_answers(batch.records());
  return Next::kGoOn;
}

std::span<const Grid> SolveStage::well_formed(const records::RecordBatch& records) {
  if (records.faults.empty()) return {records.grids.data(), records.size};
  puzzles_.clear();
  auto begin = records.grids.begin();
  for (const records::RecordError& fault : records.faults) {
    const auto end = records.grids.begin() + static_cast<std::ptrdiff_t>(fault.record);
    puzzles_.insert(puzzles_.end(), begin, end);
    begin = end + 1;
  }
  puzzles_.insert(puzzles_.end(), begin,
                  records.grids.begin() + static_cast<std::ptrdiff_t>(records.size));
  return puzzles_;
}

bool SolveStage::count_solutions(std::span<const Grid> puzzles) {
  // The outcome of a record distinguishes one solution from several, so the limit is at least 2.
  const std::uint64_t limit = std::max<std::uint64_t>(*count_limit_, 2);
  const bool is_done = solver_.count(puzzles, {counts_.data(), puzzles.size()}, limit);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    answers_[i].solutions = counts_[i] == 0   ? GridKind::kUnsolvable
                            : counts_[i] == 1 ? GridKind::kUnique
                                              : GridKind::kMultiple;
    counts_[i] = std::min(counts_[i], *count_limit_);
  }
  return is_done;
}

void SolveStage::spread_answers(const records::RecordBatch& records) {
  // Goes from the last record to the first, so that no answer is overwritten before it has moved.
  std::size_t fault = records.faults.size();
  for (std::size_t record = records.size; record-- > 0;) {
    if (fault != 0 && records.faults[fault - 1].record == record) {
      --fault;
      answers_[record] = {records.grids[record], GridKind::kUnsolvable};
      if (count_limit_) counts_[record] = 0;
    } else if (fault != 0) {  // `fault` malformed records come before this one
      answers_[record] = answers_[record - fault];
      if (count_limit_) counts_[record] = counts_[record - fault];
    } else {
      return;
    }
  }
}

void SolveStage::report_multiple(const BatchTask& batch, std::size_t record) {
  Problem problem = batch.make_problem(record, ProblemKind::kMultiple);
  set_reason(problem, {"several solutions", {"several", {}}});
  batch.add_problem(std::move(problem));
}

void SolveStage::report_unsolvable(const BatchTask& batch, std::size_t record) {
  Problem problem = batch.make_problem(record, ProblemKind::kUnsolvable);
  if (std::optional<Explanation> conflict = explain_conflict(batch.grid(record))) {
    problem.kind = ProblemKind::kContradiction;
    set_reason(problem, *std::move(conflict), "contradiction: ");
  } else {
    set_reason(problem, {"no solution", {"unsolvable", {}}});
  }
  batch.add_problem(std::move(problem));
}

Next SolveStage::fail_check(const BatchTask& batch, std::size_t record,
                            std::string_view more) const {
  return batch.fail_check(
      record,
      failed_check(format_text("puzzle {}, board {}{}", cells_of(to_line(batch.grid(record))),
                               cells_of(to_line(answers_[record].solution)), more)));
}

}  // namespace dokumill::batch
