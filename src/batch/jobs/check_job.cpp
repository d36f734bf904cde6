// Implements check(): classifies every record and, on request, finds duplicates.
//
//   read -> solve -> decide, judge the given solution -> minimal puzzles -> keys -> print words
#include <algorithm>
#include <optional>

#include "base/text/format.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/check_part.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/spill/first_records.hpp"
#include "batch/spill/key_file.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/minimal.hpp"
#include "batch/stages/solve_stage.hpp"

namespace dokumill::batch {
namespace {

class CheckWorker final : public Worker {
 public:
  CheckWorker(Solver solver, const Job& job, const CheckOptions& options, const HashKey& hash_key,
              PerChunk<CheckPart>& parts)
      : read_(job.read_plan()),
        parts_(parts),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        writes_each_(options.each),
        counts_minimal_(options.minimal),
        makes_keys_(options.duplicates),
        hash_key_(hash_key),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        return judge(batch, record, outcome);
      });
      if (counts_minimal_ && count_minimal(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      batch.enter(Stage::kPrint);
      if (makes_keys_) make_keys(batch, end.records);
      if (writes_each_) write_words(batch, end.records);
      return end;
    });
  }

 private:
  // Reports a record that has several solutions. If the job reads solutions, judges the solution
  // that the record gives.
  Next judge(const BatchTask& batch, std::size_t record, GridKind outcome) {
    if (batch.records().solutions.empty()) {
      if (outcome == GridKind::kMultiple) report_multiple(batch, record, false);
      return Next::kGoOn;
    }
    const Grid& given = batch.records().solutions[record];
    const bool is_malformed = given.cells[0] == records::kMalformedCell;
    const GivenSolution found = is_malformed
                                    ? GivenSolution::kWrong
                                    : judge_given(given, batch.grid(record), solve_.answer(record));
    if (outcome == GridKind::kMultiple) {
      report_multiple(batch, record, found == GivenSolution::kSecond);
    }
    GivenSolutions& solutions = parts_[batch.result()].solutions;
    switch (found) {
      case GivenSolution::kRight:
        ++solutions.right;
        break;
      case GivenSolution::kSecond:
        ++solutions.second;
        break;
      case GivenSolution::kWrong:
        ++solutions.wrong;
        report_wrong(batch, record, given, is_malformed);
        break;
      case GivenSolution::kDisproof:
        return solve_.fail_check(batch, record, "; the given solution is right: " + to_line(given));
    }
    return Next::kGoOn;
  }

  static void report_multiple(const BatchTask& batch, std::size_t record, bool gives_second) {
    Problem problem = batch.make_problem(record, ProblemKind::kMultiple);
    if (gives_second) {
      set_reason(problem, {"several solutions; the given one is valid, and not the smallest",
                           {"second_solution", {}}});
    } else {
      set_reason(problem, {"several solutions", {"several", {}}});
    }
    batch.add_problem(std::move(problem));
  }

  static void report_wrong(const BatchTask& batch, std::size_t record, const Grid& given,
                           bool is_malformed) {
    constexpr std::string_view kWrong = "wrong solution: ";
    Problem problem;
    if (is_malformed) {
      const std::vector<records::RecordError>& faults = batch.records().solution_faults;
      const auto fault = std::lower_bound(
          faults.begin(), faults.end(), record,
          [](const records::RecordError& one, std::size_t number) { return one.record < number; });
      problem = batch.make_problem(*fault, ProblemKind::kWrongSolution);
      set_reason(problem, explain(*fault), kWrong);
    } else {
      problem = batch.make_problem(record, ProblemKind::kWrongSolution);
      set_reason(problem, explain_wrong(given, batch.grid(record)), kWrong);
    }
    batch.add_problem(std::move(problem));
  }

  Next count_minimal(const BatchTask& batch, std::size_t records) {
    minimal_.clear();
    for (std::uint32_t i = 0; i < records; ++i) {
      if (solve_.outcome(i) == GridKind::kUnique) minimal_.push_back(i);
    }
    if (!sieve_.keep_minimal(solve_.solver(), batch.records().grids, minimal_)) {
      return Next::kAbandon;
    }
    parts_[batch.result()].minimal += minimal_.size();
    return Next::kGoOn;
  }

  void make_keys(const BatchTask& batch, std::size_t records) const {
    RecordKeys& keys = parts_[batch.result()].keys;
    for (std::size_t i = 0; i < records; ++i) {
      if (solve_.outcome(i) == GridKind::kMalformed) continue;
      keys.add(make_key(hash_key_, batch.grid(i)), i);
    }
  }

  void write_words(const BatchTask& batch, std::size_t records) const {
    for (std::size_t i = 0; i < records; ++i) {
      const Field word = kTextColumn(name_of(solve_.outcome(i)));
      rows_.write(batch.result(), {&word, 1});
    }
  }

  ReadStage read_;
  PerChunk<CheckPart>& parts_;
  SolveStage solve_;
  bool writes_each_;
  bool counts_minimal_;
  bool makes_keys_;
  HashKey hash_key_;
  RowWriter rows_;
  MinimalSieve sieve_;
  std::vector<std::uint32_t> minimal_;  // indexes into the batch
};

class CheckFold final : public PartFold<CheckPart> {
 public:
  // `exchange_keys`: writes the keys of the records for an Exchange. If it is nullptr, there is no
  // Exchange, and this fold compares the keys itself.
  CheckFold(const Setup& setup, const HashKey& hash_key, std::uint64_t memory_bytes,
            KeyWriter* exchange_keys)
      : PartFold(setup),
        exchange_keys_(exchange_keys),
        sizes_(FirstRecords::Sizes::of(memory_bytes)),
        spill_(setup.platform, sizes_.block_bytes),
        sieve_(hash_key, spill_, sizes_.table_bytes, sizes_.fan_out) {
    sieve_.set_stop(setup.options.should_stop);
  }

  std::uint64_t minimal() const { return minimal_; }
  GivenSolutions solutions() const { return solutions_; }
  std::uint64_t duplicates() const { return duplicates_; }
  std::vector<DuplicatePair> take_pairs() { return std::move(pairs_.pairs()); }
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }

  // The key file gets its final name first, so every piece that has an output also has a key file.
  Status commit() override {
    if (exchange_keys_ != nullptr) {
      if (Status status = exchange_keys_->commit(); !status.ok()) return status;
    }
    return JobFold::commit();
  }

 private:
  Status take_own(ChunkResult& result, CheckPart& own, std::uint64_t first_record) override {
    minimal_ += own.minimal;
    solutions_.right += own.solutions.right;
    solutions_.second += own.solutions.second;
    solutions_.wrong += own.solutions.wrong;
    const std::vector<RecordKey>& keys = own.keys.keys;
    if (exchange_keys_ != nullptr) {
      for (std::size_t i = 0; i < keys.size(); ++i) {
        Status status =
            exchange_keys_->add(keys[i].packed, records() + result.number(own.keys.records[i]));
        if (!status.ok()) return status;
      }
      return {};
    }
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + kAhead < keys.size()) sieve_.prefetch(keys[i + kAhead]);
      const std::uint64_t record = first_record + result.number(own.keys.records[i]);
      const Result<KeySieve::Answer> answer = sieve_.add(keys[i], record);
      if (!answer.ok()) return answer.status();
      if (answer->verdict == KeySieve::Verdict::kRepeated) take_pair({answer->first, record});
    }
    return {};
  }

  // The second step decides whether the records whose keys were put aside are repetitions.
  bool needs_second_step() const override { return sieve_.has_put_aside(); }
  Work second_step_work() const override {
    return {sieve_.work_done(), sieve_.work_done() + sieve_.work_left()};
  }
  Status second_step(const std::function<bool()>& should_stop) override {
    const auto take = [this](std::uint64_t record, std::uint64_t first) {
      take_pair({first, record});
      return Status();
    };
    return sieve_.finish(take, should_stop);
  }

  void take_pair(DuplicatePair pair) {
    ++duplicates_;
    pairs_.add(pair);
  }

  KeyWriter* exchange_keys_;
  FirstRecords::Sizes sizes_;
  Spill spill_;
  KeySieve sieve_;
  std::uint64_t minimal_ = 0;
  GivenSolutions solutions_;
  std::uint64_t duplicates_ = 0;
  FirstPairs pairs_;
};

// What check() does not do with records of another size.
Status check_sized(const CheckOptions& options, Shape shape, bool is_exchange) {
  if (options.input.solution_column) {
    return {ErrorCode::kUsage, "given solutions are read for 9x9 only", "input.solution_column"};
  }
  return is_exchange ? check_exchange(shape) : Status();
}

}  // namespace

Result<CheckReport> run_unguarded(const CheckOptions& options, const JobHooks& hooks) {
  const Exchange* const exchange = options.duplicates ? hooks.exchange : nullptr;
  if (options.duplicates && exchange == nullptr) {
    Status whole = check_whole(options.job, "duplicates are looked for in all records");
    if (!whole.ok()) return whole;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<Job> job =
      Job::open(options, hooks,
                {.name = OutputPlan::Name::kIsText, .only_9x9 = "", .usual = TextFormat::kLine},
                options.engine);
  if (!job.ok()) return job.status();
  std::optional<SizedKeys> sized_keys;
  if (is_sized(*job)) {
    const Shape shape = job->plan().sized->shape;
    if (Status status = check_sized(options, shape, exchange != nullptr); !status.ok())
      return status;
    sized_keys.emplace(job->platform(), shape);
    if (shape.size() >= 16) job->limit_chunk_records(64);
  }
  if (options.input.solution_column) {
    Status csv = job->require_csv("solution_column", "input.solution_column");
    if (!csv.ok()) return csv;
  }

  const HashKey hash_key = draw_hash_key(job->platform());
  std::optional<KeyWriter> keys;
  if (exchange != nullptr) {
    Result<KeyWriter> opened = KeyWriter::open(job->platform(), *exchange, options.memory_bytes);
    if (!opened.ok()) return opened.status();
    keys.emplace(*std::move(opened));
  }
  CheckFold fold(job->fold_setup(), hash_key, options.memory_bytes, keys ? &*keys : nullptr);
  const auto make_worker = [&](Solver solver) -> std::unique_ptr<Worker> {
    if (sized_keys) {
      return make_sized_check_worker(*job, options, hash_key, *sized_keys, fold.parts());
    }
    return std::make_unique<CheckWorker>(std::move(solver), *job, options, hash_key, fold.parts());
  };
  CheckReport report;
  const auto totals = [&] {
    fold.set_outcomes(
        {&report.malformed, &report.none, &report.multiple, &report.unique, &report.complete});
    if (options.minimal) report.minimal = fold.minimal();
    if (options.input.solution_column) report.solutions = fold.solutions();
    if (options.duplicates && exchange == nullptr) report.duplicates = fold.duplicates();
    report.duplicate_pairs = fold.take_pairs();
    report.spilled_bytes = fold.spilled_bytes();
    return options.each ? std::string() : totals_text(report);
  };
  Status status = job->run(fold, make_worker, report, totals);
  if (!status.ok()) return status;
  if (report.piece) report.piece->is_totals = !options.each;
  return report;
}

}  // namespace dokumill::batch
