// ListWorker: the worker of solve() with the option all_limit. It writes a row for each solution of
// a record: the number of the record and the solution, in increasing order.
//
//   count -> read -> solve -> decide -> list the solutions of the puzzles that have several
//
// Memory: a SolutionLister for each worker.
#pragma once

#include <array>
#include <utility>

#include "batch/frame/job.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/self_check.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

inline constexpr NumberColumn kCountColumn{"count", kInt64};

// What solve() counts, beside the kinds of the records.
struct SolveCounts {
  std::array<std::uint64_t, kCells + 1> clues{};  // of the records, if they are reported
  std::uint64_t written = 0;                      // solutions, if all are listed
  std::uint64_t cut = 0;                          // records with more solutions than were listed

  void count_clues_of(const Grid& puzzle, GridKind outcome) {
    if (outcome != GridKind::kMalformed) ++clues[static_cast<std::size_t>(count_clues(puzzle))];
  }
  SolveCounts& operator+=(const SolveCounts& other) {
    for (std::size_t i = 0; i < clues.size(); ++i) clues[i] += other.clues[i];
    written += other.written;
    cut += other.cut;
    return *this;
  }
};

class ListWorker final : public Worker {
 public:
  ListWorker(Solver solver, const Job& job, const SolveOptions& options, RecordNumbers& numbers,
             PerChunk<SolveCounts>& counts)
      : read_(job.read_plan(), numbers),
        counts_(counts),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreUnique),
        lister_(solve_.solver()),
        limit_(*options.all_limit),
        reports_multiple_(options.unique),
        counts_clues_(static_cast<bool>(options.on_census)),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      return solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (counts_clues_) counts_[batch.result()].count_clues_of(batch.grid(record), outcome);
        if (outcome == GridKind::kUnsolvable) return Next::kGoOn;
        if (outcome == GridKind::kMultiple) {
          if (reports_multiple_) SolveStage::report_multiple(batch, record);
          return list(task, batch, record, number + batch.number(record));
        }
        write(batch, record, number + batch.number(record), solve_.answer(record).solution);
        return Next::kGoOn;
      });
    });
  }

 private:
  Next list(ChunkTask& task, const BatchTask& batch, std::size_t record, std::uint64_t number) {
    const Grid& puzzle = batch.grid(record);
    std::uint64_t written = 0;
    Next next = Next::kGoOn;
    // One solution more than the limit shows that there are more.
    const bool is_done = lister_.list(puzzle, limit_ + 1, [&](std::size_t, const Grid& solution) {
      if (written == limit_) {
        ++counts_[batch.result()].cut;
        return true;
      }
      if (!is_complete(solution) || !keeps_givens(solution, puzzle)) {
        next = batch.fail_check(record, failed_check(to_line(puzzle) + ": " + to_line(solution)));
        return false;
      }
      ++written;
      write(batch, record, number, solution);
      next = NumberedRead::hand_over_if_long(task, Stage::kSolve);
      return next == Next::kGoOn;
    });
    if (next != Next::kGoOn) return next;
    return is_done ? Next::kGoOn : Next::kAbandon;
  }

  void write(const BatchTask& batch, std::size_t record, std::uint64_t number,
             const Grid& solution) {
    ++counts_[batch.result()].written;
    const std::array<Field, 2> fields{kRecordColumn(number), kSolutionColumn(solution)};
    rows_.write(batch.result(), batch.grid(record), batch.row(record), fields);
  }

  NumberedRead read_;
  PerChunk<SolveCounts>& counts_;
  SolveStage solve_;
  SolutionLister lister_;
  std::uint64_t limit_;
  bool reports_multiple_;
  bool counts_clues_;
  RowWriter rows_;
};

}  // namespace dokumill::batch
