// Implements sample(): writes records that are chosen at random.
//
//   read -> print the record as read; the fold chooses records
//
// The fold draws a random key for each record, from the seed and the number of the record. With a
// share S, it writes the records whose key is below S * 2^64. With a number N, it writes the
// records with the N smallest keys. While it reads, it keeps the N smallest keys so far. It also
// keeps the text of every record whose key was among the N smallest when the record was read. Of M
// records, these are about N (1 + ln(M / N)) texts. So one pass over the input is enough, and the
// input may be a pipe. With `each`, it does the same for the records of each value.
#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/text/format.hpp"
#include "batch/flow/piece_range.hpp"
#include "batch/frame/echo_worker.hpp"
#include "batch/spill/record_log.hpp"
#include "batch/spill/sort_by_number.hpp"
#include "dokumill/datasets.hpp"
#include "engine/canon/share_threshold.hpp"

namespace dokumill::batch {
namespace {

constexpr std::size_t kLogBlockBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxSampledValues = 65'536;

class ShareFold final : public PartFold<KeyedTexts> {
 public:
  ShareFold(const Setup& setup, Share share, std::uint64_t seed)
      : PartFold(setup), share_(share), seed_(seed) {}

  std::uint64_t written() const { return written_; }

 private:
  bool is_chosen(std::uint64_t number) const {
    if (share_.parts >= Share::kWhole) return true;
    return random_key(seed_, number, RandomPurpose::kSampleRecord) < threshold_of(share_);
  }

  Status take_own(ChunkResult& result, KeyedTexts& texts, std::uint64_t first_record) override {
    return texts.keep(result, [&](std::size_t record, std::string_view, Status&) {
      const bool is_kept = is_chosen(first_record + result.number(record));
      written_ += is_kept ? 1 : 0;
      return is_kept;
    });
  }

  Share share_;
  std::uint64_t seed_;
  std::uint64_t written_ = 0;
};

class NumberFold final : public PartFold<KeyedTexts> {
 public:
  NumberFold(const Setup& setup, std::uint64_t number, std::uint64_t seed)
      : PartFold(setup), number_(number), seed_(seed), log_(setup.platform, kLogBlockBytes) {}

  std::uint64_t written() const { return written_; }
  // How many values there are, and how many of them have fewer records than were requested.
  std::size_t values() const { return values_.size(); }
  std::size_t short_values() const { return short_values_; }
  std::uint64_t spilled_bytes() const { return log_.spilled_bytes(); }

 private:
  // Candidates with equal keys are ordered by the number of the record.
  struct Candidate {
    std::uint64_t key;
    std::uint64_t record;
    // The compiler compares the result of <=> with 0, which clang-tidy 14 takes for a null pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };

  using Candidates = std::vector<Candidate>;  // a heap with the largest candidate first

  // If the candidate is among the number_ smallest candidates so far, adds it and returns true. If
  // there are already number_ candidates, the new candidate replaces the largest one.
  bool add(const Candidate& candidate, Candidates& chosen) const {
    if (chosen.size() == number_) {
      if (candidate > chosen.front()) return false;
      std::pop_heap(chosen.begin(), chosen.end());
      chosen.pop_back();
    }
    chosen.push_back(candidate);
    std::push_heap(chosen.begin(), chosen.end());
    return true;
  }
  // The candidates with this key. Nullptr if there are too many keys.
  Candidates* candidates_of(std::string_view key) {
    const auto found = values_.find(key);
    if (found != values_.end()) return &found->second;
    if (values_.size() == kMaxSampledValues) return nullptr;
    return &values_[std::string(key)];
  }

  Status take_own(ChunkResult& result, KeyedTexts& texts, std::uint64_t first_record) override {
    return texts.keep(result, [&](std::size_t record, std::string_view text, Status& failure) {
      const std::uint64_t number = first_record + result.number(record);
      const std::uint64_t key = random_key(seed_, number, RandomPurpose::kSampleRecord);
      Candidates* const chosen = candidates_of(texts.key(record));
      if (chosen == nullptr) {
        failure = {ErrorCode::kInput,
                   format_text("each: the records have more than {} values; join them to intervals",
                               kMaxSampledValues),
                   "each"};
      } else if (add({key, number}, *chosen)) {
        failure = log_.add(number, text);
      }
      return false;
    });
  }

  // The second step writes the chosen records, in the order of the input.
  bool needs_second_step() const override { return log_.bytes() != 0; }
  Work second_step_work() const override { return {log_.bytes_done(), log_.bytes()}; }
  Status second_step(const std::function<bool()>& should_stop) override {
    Candidates all;
    for (auto& [value, chosen] : values_) {
      short_values_ += chosen.size() < number_ ? 1 : 0;
      if (all.empty()) {
        all.swap(chosen);
      } else {
        all.insert(all.end(), chosen.begin(), chosen.end());
        Candidates().swap(chosen);
      }
    }
    written_ = all.size();
    const auto number_of = [](const Candidate& candidate) { return candidate.record; };
    if (!sort_by_number(std::span(all), number_of, should_stop)) {
      return {ErrorCode::kInterrupted, "interrupted"};
    }
    constexpr std::size_t kWriteBytes = std::size_t{1} << 18;
    std::string text;
    std::size_t next = 0;
    std::uint64_t read = 0;
    Status status = log_.read([&](std::uint64_t number, std::string_view record) -> Status {
      constexpr std::uint64_t kPollEvery = 256;
      if (read++ % kPollEvery == 0 && should_stop()) {
        return {ErrorCode::kInterrupted, "interrupted"};
      }
      if (next == all.size() || all[next].record != number) return {};
      ++next;
      text += record;
      if (text.size() < kWriteBytes) return {};
      Status written = write_text(text);
      text.clear();
      return written;
    });
    return status.ok() ? write_text(text) : status;
  }

  std::uint64_t number_;
  std::uint64_t seed_;
  std::map<std::string, Candidates, std::less<>> values_;  // by the keys of the records
  std::uint64_t written_ = 0;
  std::size_t short_values_ = 0;
  RecordLog log_;
};

Status check_sample_options(const SampleOptions& options) {
  if (options.number.has_value() == options.share.has_value()) {
    return {ErrorCode::kUsage, "expected either a number of records or a share", "number"};
  }
  if (options.number == 0) return {ErrorCode::kUsage, "number must be at least 1", "number"};
  if (options.share && options.share->parts > Share::kWhole) {
    return {ErrorCode::kUsage, "the share is greater than the whole"};
  }
  if (options.share && !options.each.empty()) {
    return {ErrorCode::kUsage, "a share has the same chance for the records of each value", "each"};
  }
  return {};
}

}  // namespace

Result<SampleReport> run_unguarded(const SampleOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "sample chooses among all records"); !status.ok()) {
    return status;
  }
  if (Status status = check_sample_options(options); !status.ok()) return status;
  Result<Job> opened = Job::open(options, hooks, OutputPlan::for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;
  if (!options.each.empty()) {
    if (Status status = job.order_by({options.each, "each"}); !status.ok()) return status;
  }
  SampleReport report;
  const auto run = [&](PartFold<KeyedTexts>& fold) {
    Status status = job.run(
        fold, [&] { return std::make_unique<EchoWorker>(job, fold.parts()); }, report);
    fold.set_outcomes({&report.malformed});
    return status;
  };
  if (options.share) {
    ShareFold fold(job.fold_setup(), *options.share, options.seed);
    Status status = run(fold);
    if (!status.ok()) return status;
    report.written = fold.written();
    return report;
  }
  NumberFold fold(job.fold_setup(), *options.number, options.seed);
  Status status = run(fold);
  if (!status.ok()) return status;
  report.written = fold.written();
  report.spilled_bytes = fold.spilled_bytes();
  if (fold.short_values() == 0 || !options.job.on_warning) return report;
  if (options.each.empty()) {
    options.job.on_warning(format_text(
        "{}: warning: {} records were requested, and the input{} {}{}; all of them "
        "were written",
        job.name(), *options.number, options.input.more_paths.empty() ? " has" : "s together have",
        report.kept_by_filter(), report.left_out ? " that are not left out" : ""));
  } else {
    options.job.on_warning(format_text(
        "{}: warning: each: {} of {} values have fewer than {} records; all of these were written",
        job.name(), fold.short_values(), fold.values(), *options.number));
  }
  return report;
}

}  // namespace dokumill::batch
