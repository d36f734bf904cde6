#include "batch/record_worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "batch/cell_names.hpp"
#include "batch/self_check.hpp"

namespace dokumill::batch {
namespace {

// The self-check: an answer is a complete board that keeps the givens, or the puzzle itself if
// there is no solution.
bool is_right(const SolveResult& result, const Grid& puzzle) {
  if (result.solutions == Solutions::kUnsolvable) return result.solution == puzzle;
  return is_complete(result.solution) && keeps_givens(result.solution, puzzle);
}

}  // namespace

RecordWorker::RecordWorker(Solver solver, const records::ReadOptions& read,
                           std::size_t batch_records, Several several, Malformed malformed,
                           std::optional<std::uint64_t> count_limit)
    : TextWorker(read, batch_records, malformed),
      solver_(std::move(solver)),
      results_(batch_records),
      counts_(count_limit ? batch_records : 0),
      outcomes_(batch_records),
      several_(several),
      count_limit_(count_limit) {
  solver_.set_stop([this] { return sink().should_stop(); });
}

bool RecordWorker::work_batch(Part& part) {
  sink().stopwatch().enter(Stage::kSolve);
  if (!solve_batch()) return false;
  const bool goes_on = judge_batch(part);
  if (!examine_batch(part)) return false;
  sink().stopwatch().enter(Stage::kPrint);
  if (!finish_batch(part)) return false;
  part.records += batch_.size;
  return goes_on;
}

bool RecordWorker::solve_batch() {
  // At the end of each call an engine has idle lanes, so a batch is one call. Malformed records are
  // included as grids with contradictory givens, which cost no search.
  for (const records::RecordError& fault : batch_.faults) {
    batch_.grids[static_cast<std::size_t>(fault.record)].cells.fill(1);
  }
  const bool is_done = count_limit_ ? count_solutions()
                                    : solver_.solve({batch_.grids.data(), batch_.size},
                                                    {results_.data(), batch_.size});
  for (const records::RecordError& fault : batch_.faults) {
    batch_.grids[static_cast<std::size_t>(fault.record)].cells.fill(records::kMalformedCell);
  }
  return is_done;
}

bool RecordWorker::count_solutions() {
  // The outcome of a record distinguishes one solution from several, so the limit is at least 2.
  const std::uint64_t limit = std::max<std::uint64_t>(*count_limit_, 2);
  const bool is_done =
      solver_.count({batch_.grids.data(), batch_.size}, {counts_.data(), batch_.size}, limit);
  for (std::size_t i = 0; i < batch_.size; ++i) {
    results_[i].solutions = counts_[i] == 0   ? Solutions::kUnsolvable
                            : counts_[i] == 1 ? Solutions::kUnique
                                              : Solutions::kMultiple;
    counts_[i] = std::min(counts_[i], *count_limit_);
  }
  return is_done;
}

bool RecordWorker::judge_batch(Part& part) {
  std::size_t fault = 0;
  for (std::size_t i = 0; i < batch_.size; ++i) {
    const Grid& puzzle = batch_.grids[i];
    SolveResult& result = results_[i];
    if (fault < batch_.faults.size() && batch_.faults[fault].record == i) {
      result = {puzzle, Solutions::kUnsolvable};
      outcomes_[i] = Outcome::kMalformed;
      if (!take_fault(part, batch_.faults[fault++])) return false;
      continue;
    } else if (!count_limit_ && !is_right(result, puzzle)) {
      fail_check(part, i);
      batch_.size = i;
      return false;
    } else if (result.solutions == Solutions::kUnsolvable) {
      outcomes_[i] = Outcome::kUnsolvable;
      add_problem(part, unsolvable_problem(part, i));
    } else if (result.solutions == Solutions::kMultiple) {
      outcomes_[i] = Outcome::kMultiple;
      if (several_ == Several::kAProblem) {
        Problem problem = make_problem(part, i, ProblemKind::kMultiple);
        problem.message = several_words(i);
        add_problem(part, std::move(problem));
      }
    } else {
      outcomes_[i] = Outcome::kUnique;
    }
    ++part.outcomes[static_cast<std::size_t>(outcomes_[i])];
    if (!batch_.solutions.empty() && !judge_solution(part, i)) {
      batch_.size = i;
      return false;
    }
  }
  return true;
}

bool RecordWorker::examine_batch(Part&) {
  return true;
}

bool RecordWorker::judge_solution(Part&, std::size_t) {
  return true;
}

std::string RecordWorker::several_words(std::size_t) const {
  return "several solutions";
}

void RecordWorker::fail_check(Part& part, std::size_t record, std::string_view more) const {
  part.last_problem = make_problem(part, record, ProblemKind::kMalformed);
  part.failure =
      failed_check(fmt::format("puzzle {}, board {}{}", cells_of(to_line(batch_.grids[record])),
                               cells_of(to_line(results_[record].solution)), more));
  part.last_problem.message = part.failure.message();
}

Problem RecordWorker::unsolvable_problem(const Part& part, std::size_t record) const {
  Problem problem = make_problem(part, record, ProblemKind::kUnsolvable);
  const std::string conflict = words_of_conflict(batch_.grids[record]);
  if (!conflict.empty()) problem.kind = ProblemKind::kContradiction;
  problem.message = conflict.empty() ? "no solution" : "contradiction: " + conflict;
  return problem;
}

}  // namespace dokumill::batch
