// Implements check(): classifies every record and, on request, finds duplicates.
#include <algorithm>
#include <cstring>
#include <optional>

#include "batch/first_records.hpp"
#include "batch/given_solution.hpp"
#include "batch/minimal.hpp"
#include "batch/output_name.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"

namespace dokumill {
namespace batch {
namespace {

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kComplete:
      return "complete\n";
    case Outcome::kUnique:
      return "unique\n";
    case Outcome::kMultiple:
      return "multiple\n";
    case Outcome::kUnsolvable:
      return "none\n";
    case Outcome::kMalformed:
      break;
  }
  return "malformed\n";
}

class CheckWorker final : public RecordWorker {
 public:
  CheckWorker(Solver solver, const records::ReadOptions& read, std::size_t batch_records,
              const CheckOptions& options, const HashKey& hash_key)
      : RecordWorker(std::move(solver), read, batch_records, Several::kAProblem,
                     options.strict ? Malformed::kStop : Malformed::kStepOver),
        writes_each_(options.each),
        counts_minimal_(options.minimal),
        makes_keys_(options.duplicates),
        hash_key_(hash_key) {}

 private:
  // True for a finished board: its one solution is the record itself.
  bool is_finished(std::size_t i) const {
    return outcome(i) == Outcome::kUnique && result(i).solution == batch().grids[i];
  }

  bool examine_batch(Part& part) override {
    if (!counts_minimal_) return true;
    minimal_.clear();
    for (std::uint32_t i = 0; i < batch().size; ++i) {
      if (outcome(i) == Outcome::kUnique && !is_finished(i)) minimal_.push_back(i);
    }
    if (!sieve_.keep_minimal(solver(), batch().grids, minimal_)) return false;
    part.minimal += minimal_.size();
    return true;
  }

  bool judge_solution(Part& part, std::size_t i) override {
    const Grid& given = batch().solutions[i];
    GivenSolution found = GivenSolution::kWrong;
    Problem problem;
    if (given.cells[0] == records::kMalformedCell) {
      const std::vector<records::RecordError>& faults = batch().solution_faults;
      const auto fault = std::lower_bound(
          faults.begin(), faults.end(), i,
          [](const records::RecordError& one, std::size_t record) { return one.record < record; });
      problem = make_problem(part, *fault, ProblemKind::kWrongSolution);
      problem.message = "wrong solution: " + records::describe(*fault);
    } else {
      found = judge_given(given, batch().grids[i], result(i));
      if (found == GivenSolution::kWrong) {
        problem = make_problem(part, i, ProblemKind::kWrongSolution);
        problem.message = "wrong solution: " + words_of_wrong(given, batch().grids[i]);
      }
    }
    if (found == GivenSolution::kDisproof) {
      fail_check(part, i, "; the given solution is right: " + to_line(given));
      return false;
    }
    if (found == GivenSolution::kWrong) add_problem(part, std::move(problem));
    ++part.given_solutions[static_cast<std::size_t>(found)];
    return true;
  }

  std::string several_words(std::size_t i) const override {
    const bool is_second =
        !batch().solutions.empty() && batch().solutions[i].cells[0] != records::kMalformedCell &&
        judge_given(batch().solutions[i], batch().grids[i], result(i)) == GivenSolution::kSecond;
    return is_second ? "several solutions; the given one is valid, and not the smallest"
                     : "several solutions";
  }

  bool finish_batch(Part& part) override {
    constexpr std::size_t kLongestWord = 10;
    char* const begin = part.reserve(writes_each_ ? batch().size * kLongestWord : 0);
    char* out = begin;
    for (std::size_t i = 0; i < batch().size; ++i) {
      Outcome found = outcome(i);
      const Grid& grid = batch().grids[i];
      if (is_finished(i)) {
        --part.outcomes[static_cast<std::size_t>(Outcome::kUnique)];
        ++part.outcomes[static_cast<std::size_t>(Outcome::kComplete)];
        found = Outcome::kComplete;
      }
      if (writes_each_) {
        const std::string_view word = word_of(found);
        std::memcpy(out, word.data(), word.size());
        out += word.size();
      }
      if (makes_keys_ && found != Outcome::kMalformed) {
        part.keys.push_back(make_key(hash_key_, grid));
        part.key_records.push_back(static_cast<std::uint32_t>(part.records + i));
      }
    }
    part.text_bytes += static_cast<std::size_t>(out - begin);
    return true;
  }

  bool writes_each_;
  bool counts_minimal_;
  bool makes_keys_;
  HashKey hash_key_;
  MinimalSieve sieve_;
  std::vector<std::uint32_t> minimal_;  // indexes into the batch
};

class CheckFold final : public JobFold {
 public:
  CheckFold(Platform& platform, const HashKey& hash_key, const CheckOptions& options, Place place,
            OutputFile& output)
      : JobFold(platform, options, std::move(place), output, false),
        platform_(platform),
        sizes_(FirstRecords::Sizes::of(options.memory_bytes)),
        spill_(platform, sizes_.block_bytes),
        sieve_(hash_key, spill_, sizes_.table_bytes, sizes_.fan_out) {}

  std::uint64_t minimal() const { return minimal_; }
  GivenSolutions solutions() const { return solutions_; }
  std::uint64_t duplicates() const { return duplicates_; }
  std::vector<DuplicatePair> pairs() && { return std::move(pairs_); }
  std::uint64_t spilled_bytes() const { return spill_.file_bytes(); }
  // The time that settle() took.
  double settle_seconds() const { return settle_seconds_; }

  Status settle() override {
    const std::uint64_t begin = platform_.now_ns();
    settling_since_ = seconds();
    constexpr int kShowEvery = 64;
    int looks = 0;
    const auto look = [&] {
      if (looks++ % kShowEvery == 0) show_progress();
      return is_stop_wanted();
    };
    const auto take = [this](std::uint64_t record, std::uint64_t first) {
      take_pair({first, record});
      return Status();
    };
    Status status = sieve_.finish(take, look);
    settle_seconds_ = static_cast<double>(platform_.now_ns() - begin) * 1e-9;
    return status.code() == ErrorCode::kInterrupted ? interrupted() : status;
  }

 private:
  Status take_more(Part& part, std::uint64_t first_record) override {
    const auto given = [&](GivenSolution kind) {
      return part.given_solutions[static_cast<std::size_t>(kind)];
    };
    minimal_ += part.minimal;
    solutions_.right += given(GivenSolution::kRight);
    solutions_.second += given(GivenSolution::kSecond);
    solutions_.wrong += given(GivenSolution::kWrong);
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < part.keys.size(); ++i) {
      if (i + kAhead < part.keys.size()) sieve_.prefetch(part.keys[i + kAhead]);
      const std::uint64_t record = first_record + part.key_records[i];
      const Result<KeySieve::Answer> answer = sieve_.add(part.keys[i], record);
      if (!answer.ok()) return answer.status();
      if (answer->verdict == KeySieve::Verdict::kRepeated) take_pair({answer->first, record});
    }
    return {};
  }

  // If keys were put aside, the job has a second step, which settles them.
  void describe(Progress& progress) const override {
    if (!sieve_.has_put_aside()) return;
    progress.steps = 2;
    if (!settling_since_) return;
    progress.step = 2;
    progress.step_begin_seconds = *settling_since_;
    progress.done = sieve_.work_done();
    progress.total = sieve_.work_done() + sieve_.work_left();
  }

  // Pairs arrive in any order. Keeps the kMaxDuplicatePairs pairs whose second record has the
  // lowest number, sorted by that number.
  void take_pair(DuplicatePair pair) {
    ++duplicates_;
    if (pairs_.size() == kMaxDuplicatePairs) {
      if (pairs_.back().second < pair.second) return;
      pairs_.pop_back();
    }
    const auto place = std::upper_bound(
        pairs_.begin(), pairs_.end(), pair,
        [](const DuplicatePair& a, const DuplicatePair& b) { return a.second < b.second; });
    pairs_.insert(place, pair);
  }

  Platform& platform_;
  FirstRecords::Sizes sizes_;
  Spill spill_;
  KeySieve sieve_;
  double settle_seconds_ = 0;
  std::optional<double> settling_since_;
  std::uint64_t minimal_ = 0;
  GivenSolutions solutions_;
  std::uint64_t duplicates_ = 0;
  std::vector<DuplicatePair> pairs_;
};

Result<CheckReport> run_check(const CheckOptions& options) {
  if (Status status = check_output_name(options.output); !status.ok()) return status;
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
  Result<TextJob> opened = TextJob::open(options, options.input, options.engine, malformed);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (options.input.solution_column && detection.format != records::Format::kCsv) {
    return Status(ErrorCode::kUsage,
                  job.source().name() + ": --solution-column needs csv input; this is " +
                      (detection.format == records::Format::kGrid ? "grid" : "line"));
  }
  const records::ReadOptions read = job.read_options(false);

  const HashKey hash_key = draw_hash_key(job.platform());
  CheckFold fold(job.platform(), hash_key, options, job.place(), job.output());
  CheckReport report;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<CheckWorker>(std::move(solver), read, job.size().batch_records, options,
                                         hash_key);
  };
  const auto fill = [&] {
    report.records = fold.records();
    report.complete = fold.outcome(Outcome::kComplete);
    report.unique = fold.outcome(Outcome::kUnique);
    report.multiple = fold.outcome(Outcome::kMultiple);
    report.none = fold.outcome(Outcome::kUnsolvable);
    report.malformed = fold.outcome(Outcome::kMalformed);
    if (options.minimal) report.minimal = fold.minimal();
    if (options.input.solution_column) report.solutions = fold.solutions();
    if (options.duplicates) report.duplicates = fold.duplicates();
    report.duplicate_pairs = std::move(fold).pairs();
    report.spilled_bytes = fold.spilled_bytes();
    return options.each ? std::string() : totals_text(report);
  };
  if (Status status = job.run(make_worker, fold, report, fill); !status.ok()) return status;
  report.seconds += fold.settle_seconds();
  report.stages[static_cast<std::size_t>(Stage::kWrite)] += fold.settle_seconds();
  report.stages[static_cast<std::size_t>(Stage::kWait)] +=
      fold.settle_seconds() * (report.threads - 1);
  return report;
}

}  // namespace
}  // namespace batch

Result<CheckReport> check(const CheckOptions& options) {
  return batch::without_exceptions([&] { return batch::run_check(options); });
}

std::string totals_text(const CheckReport& report) {
  std::string text;
  const auto add = [&text](std::string_view name, std::uint64_t number) {
    text.append(name).append(": ").append(std::to_string(number)).push_back('\n');
  };
  add("records", report.records);
  add("complete", report.complete);
  add("unique", report.unique);
  add("multiple", report.multiple);
  add("none", report.none);
  add("malformed", report.malformed);
  if (report.minimal) add("minimal", *report.minimal);
  if (report.solutions) {
    add("right solutions", report.solutions->right);
    add("second solutions", report.solutions->second);
    add("wrong solutions", report.solutions->wrong);
  }
  if (report.duplicates) add("duplicates", *report.duplicates);
  return text;
}

}  // namespace dokumill
