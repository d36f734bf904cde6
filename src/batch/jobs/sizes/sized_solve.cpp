// The worker of solve() for records of another size than 9x9: writes the solution of every record,
// the number of its solutions, or all of them.
#include <algorithm>
#include <array>
#include <vector>

#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/sized_stage.hpp"

namespace dokumill::batch {
namespace {

class SizedSolveWorker final : public Worker {
 public:
  SizedSolveWorker(const Job& job, const SolveOptions& options, RecordNumbers& numbers,
                   PerChunk<SolveCounts>& counts)
      : read_(job.read_plan()),
        numbered_read_(job.read_plan(), numbers),
        counts_(counts),
        solve_(*job.plan().sized, FullBoards::kAreUnique),
        options_(options),
        solution_(job.plan()),
        is_table_(records::format_traits(job.plan().format).has_header),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    if (options_.all_limit) {
      return numbered_read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
        return solve(batch, [&](std::size_t record, GridKind outcome) {
          return list(task, batch, record, number + batch.number(record), outcome);
        });
      });
    }
    read_.each_batch(task, [this](const BatchTask& batch) {
      const BatchEnd end = solve(batch, [](std::size_t, GridKind) { return Next::kGoOn; });
      batch.enter(Stage::kPrint);
      if (!options_.count_limit && !is_table_) {
        answers_.clear();
        for (std::size_t record = 0; record < end.records; ++record) {
          answers_.push_back(solve_.answer(batch, record));
        }
        rows_.write_cells(batch.result(), answers_);
        return end;
      }
      for (std::size_t record = 0; record < end.records; ++record) {
        if (write(batch, record) != Next::kGoOn) return kAbandonBatch;
      }
      return end;
    });
  }

 private:
  template <class OnDecided>
  BatchEnd solve(const BatchTask& batch, const OnDecided& on_decided) {
    if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
    return solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
      if (options_.unique && outcome == GridKind::kMultiple) {
        SolveStage::report_multiple(batch, record);
      }
      return on_decided(record, outcome);
    });
  }

  Next write(const BatchTask& batch, std::size_t record) {
    if (options_.count_limit) return write_count(batch, record);
    write_row(batch, record, std::array{solution_(solve_.answer(batch, record))});
    return Next::kGoOn;
  }

  Next write_count(const BatchTask& batch, std::size_t record) {
    const GridKind outcome = solve_.outcome(record);
    std::uint64_t count = outcome == GridKind::kUnsolvable ? 0 : 1;
    if (outcome == GridKind::kMultiple &&
        !solve_.solver().count(batch.cells(record), *options_.count_limit, count)) {
      return Next::kAbandon;
    }
    const bool is_malformed = outcome == GridKind::kMalformed;
    write_row(batch, record,
              std::array{is_malformed ? kCountColumn.unknown() : kCountColumn(count)});
    return Next::kGoOn;
  }

  Next list(ChunkTask& task, const BatchTask& batch, std::size_t record, std::uint64_t number,
            GridKind outcome) {
    if (outcome == GridKind::kUnsolvable) return Next::kGoOn;
    const std::uint8_t* const puzzle = batch.cells(record);
    std::uint64_t written = 0;
    Next next = Next::kGoOn;
    const bool is_done = solve_.solver().each_solution(puzzle, [&](const std::uint8_t* board) {
      SolveCounts& counts = counts_[batch.result()];
      // One solution more than the limit shows that there are more.
      if (written == *options_.all_limit) {
        ++counts.cut;
        return false;
      }
      ++written;
      ++counts.written;
      if (!sizes::is_solution(solution_.text().shape, board, puzzle)) {
        next = solve_.fail_check(batch, record, board);
        return false;
      }
      write_row(batch, record, std::array{kRecordColumn(number), solution_(board)});
      next = NumberedRead::hand_over_if_long(task, Stage::kSolve);
      return next == Next::kGoOn;
    });
    if (next != Next::kGoOn) return next;
    return is_done || written == *options_.all_limit ? Next::kGoOn : Next::kAbandon;
  }

  template <std::size_t kFields>
  void write_row(const BatchTask& batch, std::size_t record,
                 const std::array<Field, kFields>& fields) {
    const bool is_malformed = solve_.outcome(record) == GridKind::kMalformed;
    rows_.write_sized(batch.result(), is_malformed ? nullptr : batch.cells(record),
                      batch.row(record), fields);
  }

  ReadStage read_;
  NumberedRead numbered_read_;
  PerChunk<SolveCounts>& counts_;
  SizedStage solve_;
  const SolveOptions& options_;
  SizedField solution_;
  bool is_table_;
  std::vector<const std::uint8_t*> answers_;  // of a batch
  RowWriter rows_;
};

}  // namespace

std::unique_ptr<Worker> make_sized_solve_worker(const Job& job, const SolveOptions& options,
                                                RecordNumbers& numbers,
                                                PerChunk<SolveCounts>& counts) {
  return std::make_unique<SizedSolveWorker>(job, options, numbers, counts);
}

}  // namespace dokumill::batch
