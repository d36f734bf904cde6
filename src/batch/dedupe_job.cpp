// Implements dedupe(): writes the first of each set of equal records.
#include <cstring>

#include "batch/first_records.hpp"
#include "batch/output_name.hpp"
#include "batch/record_echo.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"

namespace dokumill {
namespace batch {
namespace {

class DedupeWorker final : public EchoWorker {
 public:
  DedupeWorker(const HashKey& hash_key, const records::ReadOptions& read, std::size_t batch_records,
               Malformed malformed, const RecordLayout& layout, Compare compare)
      : EchoWorker(read, batch_records, malformed, layout, compare), hash_key_(hash_key) {}

 private:
  void take_record(Part& part, std::uint64_t record, const Grid& compared) override {
    part.keys.push_back(make_key(hash_key_, compared));
    part.key_records.push_back(static_cast<std::uint32_t>(record));
  }

  HashKey hash_key_;
};

class DedupeFold final : public JobFold {
 public:
  DedupeFold(Platform& platform, const HashKey& hash_key, const DedupeOptions& options, Place place,
             OutputFile& output, const RecordLayout& layout)
      : JobFold(platform, options, std::move(place), output, layout.has_separators()),
        platform_(platform),
        firsts_(platform, hash_key, FirstRecords::Sizes::of(options.memory_bytes)) {}

  std::uint64_t duplicates() const { return firsts_.repeated(); }
  std::uint64_t spilled_bytes() const { return firsts_.spilled_bytes(); }
  // The time that commit() took to settle the records that were put aside.
  double seconds_behind() const { return seconds_behind_; }

  Status commit() override {
    const std::uint64_t begin = platform_.now_ns();
    settling_since_ = seconds();
    constexpr int kShowEvery = 64;
    int looks = 0;
    const auto look = [&] {
      if (looks++ % kShowEvery == 0) show_progress();
      return is_stop_wanted();
    };
    const auto write = [&](std::string_view text) { return write_text(text); };
    Status status = firsts_.finish(write, look);
    if (status.code() == ErrorCode::kInterrupted) return interrupted();
    if (!status.ok()) return status;
    seconds_behind_ = static_cast<double>(platform_.now_ns() - begin) * 1e-9;
    return JobFold::commit();
  }

 private:
  // If records were put aside, the job has a second step, which settles them.
  void describe(Progress& progress) const override {
    if (firsts_.has_put_aside()) progress.steps = 2;
    if (!settling_since_ || progress.steps == 1) return;
    const FirstRecords::Work work = firsts_.work();
    progress.step = 2;
    progress.step_begin_seconds = *settling_since_;
    progress.done = work.done;
    progress.total = work.total;
  }

  Status take_more(Part& part, std::uint64_t) override {
    constexpr std::size_t kAhead = 16;
    const char* const text = part.text.data();
    std::size_t begin = 0;
    std::size_t kept_bytes = 0;
    std::size_t key = 0;
    for (std::size_t record = 0; record < part.text_ends.size(); ++record) {
      const std::size_t end = part.text_ends[record];
      const std::string_view own(text + begin, end - begin);
      const bool has_key = key < part.keys.size() && part.key_records[key] == record;
      if (has_key && key + kAhead < part.keys.size()) firsts_.prefetch(part.keys[key + kAhead]);
      const Result<FirstRecords::Verdict> verdict =
          has_key ? firsts_.add(part.keys[key++], own) : firsts_.add_kept(own);
      if (!verdict.ok()) return verdict.status();
      if (*verdict == FirstRecords::Verdict::kFirst) {
        if (kept_bytes != begin)
          std::memmove(part.text.data() + kept_bytes, own.data(), own.size());
        kept_bytes += own.size();
      }
      begin = end;
    }
    part.text_bytes = kept_bytes;
    return {};
  }

  Platform& platform_;
  FirstRecords firsts_;
  double seconds_behind_ = 0;
  std::optional<double> settling_since_;
};

Result<DedupeReport> run_dedupe(const DedupeOptions& options) {
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!wanted.ok()) return wanted.status();
  const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
  Result<TextJob> opened = TextJob::open(options, options.input, "", malformed);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (Status status = check_tabs(options.output, *wanted, detection); !status.ok()) return status;
  const RecordLayout layout = record_layout(detection, *wanted);
  const records::ReadOptions read = job.read_options(layout.keeps_columns);

  const HashKey hash_key = draw_hash_key(job.platform());
  DedupeFold fold(job.platform(), hash_key, options, job.place(), job.output(), layout);
  if (Status status = fold.write_header(layout.header); !status.ok()) return status;
  DedupeReport report;
  const auto make_worker = [&]() -> std::unique_ptr<Worker> {
    return std::make_unique<DedupeWorker>(hash_key, read, job.size().batch_records, malformed,
                                          layout,
                                          options.symmetry ? Compare::kForms : Compare::kCells);
  };
  if (Status status = job.run_unsolved(make_worker, fold, report); !status.ok()) return status;
  report.malformed = fold.outcome(Outcome::kMalformed);
  report.duplicates = fold.duplicates();
  report.kept = report.records - report.malformed - report.duplicates;
  report.spilled_bytes = fold.spilled_bytes();
  report.seconds += fold.seconds_behind();
  report.stages[static_cast<std::size_t>(Stage::kWrite)] += fold.seconds_behind();
  report.stages[static_cast<std::size_t>(Stage::kWait)] +=
      fold.seconds_behind() * (report.threads - 1);
  return report;
}

}  // namespace
}  // namespace batch

Result<DedupeReport> dedupe(const DedupeOptions& options) {
  return batch::without_exceptions([&] { return batch::run_dedupe(options); });
}

}  // namespace dokumill
