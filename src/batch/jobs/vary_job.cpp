// Implements vary(): writes puzzles that are near the records, or inside of them.
//
//   count -> read -> solve -> decide -> find variations -> form -> key -> print;
//   the fold drops puzzles that are equivalent to an earlier one
//
// The key of a record comes before the keys of its variations, with an empty text. So puzzles that
// are equivalent to a record that was read before them are dropped, too.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/text/format.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/first_fold.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/spill/bucket.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/rating.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

// A record can take seconds.
constexpr std::size_t kRecordsPerChunk = 4;

struct VaryCounts {
  std::uint64_t found = 0;
  std::uint64_t cut = 0;
};

class VaryFold final : public FirstFold {
 public:
  VaryFold(const Setup& setup, const HashKey& hash_key, const VaryOptions& options)
      : FirstFold(setup, hash_key, options.memory_bytes), drops_(!options.repeats) {}

  void begin(std::size_t slots) override {
    FirstFold::begin(slots);
    counts_.resize(slots);
  }
  PerChunk<VaryCounts>& counts() { return counts_; }

  void report_into(VaryReport& report) const {
    set_outcomes({&report.malformed, &report.unsolvable, &report.multiple, &report.unique});
    report.found = all_.found;
    report.cut = all_.cut;
    report.written = drops_ ? written() : all_.found;
    report.duplicates = all_.found - report.written;
    report.spilled_bytes = spilled_bytes();
  }

 private:
  Status take_own(ChunkResult& result, KeyedRows& rows, std::uint64_t first_record) override {
    VaryCounts& own = counts_[result];
    all_.found += own.found;
    all_.cut += own.cut;
    own = {};
    return drops_ ? FirstFold::take_own(result, rows, first_record) : Status();
  }

  bool drops_;
  PerChunk<VaryCounts> counts_;
  VaryCounts all_;
};

class VaryWorker final : public Worker {
 public:
  VaryWorker(Solver solver, const Job& job, const VaryOptions& options, const HashKey& hash_key,
             RecordNumbers& numbers, VaryFold& fold)
      : read_(job.read_plan(), numbers),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreUnique),
        options_(options),
        fold_(fold),
        hash_key_(hash_key),
        is_table_(records::format_traits(job.plan().format).has_header),
        variations_(solve_.solver()),
        rows_(job.plan()) {
    const auto should_stop = [this] { return task_->should_stop(); };
    variations_.set_stop(should_stop);
    canonizer_.set_stop(should_stop);
    rater_.set_stop(should_stop);
  }

  void work(ChunkTask& task) override {
    task_ = &task;
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      return solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (batch.should_stop()) return Next::kAbandon;
        if (outcome == GridKind::kUnsolvable) return Next::kGoOn;
        if (outcome == GridKind::kMultiple && needs_solution()) {
          SolveStage::report_multiple(batch, record);
          return Next::kGoOn;
        }
        return vary(batch.grid(record), solve_.answer(record).solution,
                    number + batch.number(record));
      });
    });
  }

 private:
  bool needs_solution() const { return options_.minimals || options_.walk_steps; }

  Next vary(const Grid& puzzle, const Grid& solution, std::uint64_t number) {
    number_ = number;
    written_ = 0;
    next_ = Next::kGoOn;
    if (!options_.repeats && !add_key(puzzle)) return Next::kAbandon;
    const auto visit = [this](const Grid& found) {
      next_ = write(found);
      return next_ == Next::kGoOn;
    };
    const bool is_done = find(puzzle, solution, visit);
    // The end of a record at its limit is no end of the job.
    if (next_ == Next::kEnd) return Next::kGoOn;
    return is_done ? Next::kGoOn : Next::kAbandon;
  }

  // Returns false if `visit` did, or if the job is ending.
  bool find(const Grid& puzzle, const Grid& solution, const Variations::Visit& visit) {
    if (options_.minimals) return variations_.each_minimal(puzzle, solution, visit);
    if (options_.walk_steps) return walk(puzzle, visit);
    if (!options_.draws) return variations_.each_near(puzzle, options_.distance, visit);
    for (std::uint64_t i = 0; i < *options_.draws; ++i) {
      const auto found = draw(puzzle, i);
      if (task_->should_stop() || (found && !visit(*found))) return false;
    }
    return true;
  }

  std::optional<Grid> draw(const Grid& puzzle, std::uint64_t number) {
    return variations_.draw(puzzle, options_.distance, options_.seed, number_,
                            static_cast<std::uint32_t>(number));
  }

  // Goes from puzzle to puzzle. A step that would lead away from the wanted score is not taken.
  bool walk(const Grid& puzzle, const Variations::Visit& visit) {
    const auto gap_of = [this](const Grid& grid) {
      return std::abs(rater_.rate(grid).score - options_.towards);
    };
    Grid current = puzzle;
    int gap = gap_of(puzzle);
    for (std::uint64_t step = 0; step < *options_.walk_steps && gap != 0; ++step) {
      const auto next = draw(current, step);
      if (task_->should_stop()) return false;
      if (!next) continue;
      const int next_gap = gap_of(*next);
      if (next_gap > gap) continue;
      current = *next;
      gap = next_gap;
    }
    if (task_->should_stop()) return false;
    return current == puzzle || visit(current);
  }

  // Returns kEnd if the record has the most rows that it may have.
  Next write(const Grid& puzzle) {
    if (task_->should_stop()) return Next::kAbandon;
    VaryCounts& own = fold_.counts()[task_->result()];
    if (options_.limit && written_ == *options_.limit) {
      ++own.cut;
      return Next::kEnd;
    }
    ++own.found;
    ++written_;
    if (is_table_) {
      const std::array<Field, 2> fields{kRecordColumn(number_), kPuzzleColumn(puzzle)};
      rows_.write(task_->result(), fields);
    } else {
      rows_.write_grid(task_->result(), puzzle);
    }
    if (!options_.repeats && !add_key(puzzle)) return Next::kAbandon;
    return NumberedRead::hand_over_if_long(*task_, Stage::kSolve);
  }

  // Ends a row, and gives it the key of the puzzle. Returns false if the job is ending.
  bool add_key(const Grid& puzzle) {
    const Canonical found = canonizer_.canonize(puzzle);
    if (canonizer_.is_stopped()) return false;
    KeyedRows& own = fold_.parts()[task_->result()];
    own.keys.add(make_key(hash_key_, found.form), own.texts.ends.size());
    own.texts.add(task_->result());
    return true;
  }

  NumberedRead read_;
  SolveStage solve_;
  const VaryOptions& options_;
  VaryFold& fold_;
  HashKey hash_key_;
  bool is_table_;
  Variations variations_;
  Canonizer canonizer_;
  Rater rater_;
  RowWriter rows_;
  ChunkTask* task_ = nullptr;
  std::uint64_t number_ = 0;   // of the record
  std::uint64_t written_ = 0;  // rows of the record
  Next next_ = Next::kGoOn;
};

Status check_options(const VaryOptions& options) {
  const auto usage = [](std::string message, std::string_view option) {
    return Status(ErrorCode::kUsage, std::move(message), option);
  };
  const Distance& distance = options.distance;
  if (distance.remove < 0 || distance.remove > kCells) {
    return usage("distance.remove: expected 0 to 81", "distance.remove");
  }
  if (distance.add < 0 || distance.add > kCells) {
    return usage("distance.add: expected 0 to 81", "distance.add");
  }
  if (distance.remove + distance.add == 0 && !options.minimals) {
    return usage("a distance of 0 gives the puzzle itself", "distance.add");
  }
  if (options.minimals + options.draws.has_value() + options.walk_steps.has_value() > 1) {
    return usage("only one of minimals, draws and walk_steps can be set", "minimals");
  }
  const auto check_count = [&](const auto& count, std::string_view option) {
    if (!count || (*count >= 1 && *count <= kMostImages)) return Status();
    return usage(format_text("{}: expected 1 to {}, got {}", option, kMostImages, *count), option);
  };
  if (Status status = check_count(options.draws, "draws"); !status.ok()) return status;
  if (Status status = check_count(options.walk_steps, "walk_steps"); !status.ok()) return status;
  if (options.limit == 0) return usage("limit must be at least 1", "limit");
  if (options.towards < kLeastAtMost || options.towards > kMostScore) {
    return usage(format_text("towards: expected {} to {} tenths", kLeastAtMost, kMostScore),
                 "towards");
  }
  if (options.repeats) return {};
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  return check_whole(options.job, "vary compares all puzzles, unless repeats is set");
}

}  // namespace

Result<VaryReport> run_unguarded(const VaryOptions& options, const JobHooks& hooks) {
  if (Status status = check_options(options); !status.ok()) return status;
  OutputPlan output = OutputPlan::for_made(options.output_format, TextFormat::kLine,
                                           {kRecordColumn, kPuzzleColumn});
  Result<Job> job = Job::open(options, hooks, std::move(output), options.engine);
  if (!job.ok()) return job.status();
  job->limit_chunk_records(kRecordsPerChunk);
  const HashKey hash_key = draw_hash_key(job->platform());
  VaryFold fold(job->fold_setup(), hash_key, options);
  RecordNumbers numbers;
  if (Status status = fold.start(numbers); !status.ok()) return status;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<VaryWorker>(std::move(solver), *job, options, hash_key, numbers, fold);
  };
  VaryReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.report_into(report);
  return report;
}

}  // namespace dokumill::batch
