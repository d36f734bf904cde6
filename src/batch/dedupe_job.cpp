// Implements dedupe(): writes the first of each set of equal records.
//
//   read -> form, if symmetry -> key -> print the record as read; the fold drops repetitions
#include <cstring>

#include "batch/first_records.hpp"
#include "batch/form_stage.hpp"
#include "batch/piece_range.hpp"
#include "batch/record_echo.hpp"
#include "batch/without_exceptions.hpp"

namespace dokumill {
namespace batch {
namespace {

struct DedupePayload final : Payload {
  std::vector<std::size_t> text_ends;  // the end of each record's text
  RecordKeys keys;                     // of the records that are not malformed

  void clear() override {
    text_ends.clear();
    keys.clear();
  }
};

class DedupeWorker final : public Worker {
 public:
  DedupeWorker(const HashKey& hash_key, const ReadStage::Plan& read, const RecordLayout& layout,
               bool compares_forms)
      : hash_key_(hash_key),
        read_(read),
        echo_(read.options, layout),
        compares_forms_(compares_forms) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(compares_forms_ ? Stage::kSolve : Stage::kPrint);
      auto& own = batch.result().payload_as<DedupePayload>();
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        const Next next =
            fault != nullptr ? batch.report_malformed(*fault) : add_key(batch, record, own.keys);
        if (next != Next::kGoOn) return next;
        echo_.print(batch, record);
        own.text_ends.push_back(batch.result().text_bytes);
        return Next::kGoOn;
      });
    });
  }

 private:
  Next add_key(const BatchTask& batch, std::size_t record, RecordKeys& keys) {
    if (!compares_forms_) {
      keys.add(make_key(hash_key_, batch.grid(record)), record);
      return Next::kGoOn;
    }
    const Next next = forms_.find(batch, record);
    if (next == Next::kGoOn) keys.add(make_key(hash_key_, forms_.form()), record);
    return next;
  }

  HashKey hash_key_;
  ReadStage read_;
  FormStage forms_;
  RecordEcho echo_;
  bool compares_forms_;
};

class DedupeFold final : public JobFold {
 public:
  DedupeFold(const Setup& setup, const HashKey& hash_key, std::uint64_t memory_bytes)
      : JobFold(setup), firsts_(setup.platform, hash_key, FirstRecords::Sizes::of(memory_bytes)) {}

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<DedupePayload>();
  }

  std::uint64_t duplicates() const { return firsts_.repeated(); }
  std::uint64_t spilled_bytes() const { return firsts_.spilled_bytes(); }

 private:
  // Keeps the texts of first records and of malformed ones.
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    const auto& payload = result.payload_as<DedupePayload>();
    const std::vector<std::size_t>& text_ends = payload.text_ends;
    const RecordKeys& keys = payload.keys;
    constexpr std::size_t kAhead = 16;
    char* const text = result.text.data();
    std::size_t begin = 0;
    std::size_t kept_bytes = 0;
    std::size_t key = 0;
    for (std::size_t record = 0; record < text_ends.size(); ++record) {
      const std::size_t end = text_ends[record];
      const std::string_view own(text + begin, end - begin);
      const bool has_key = key < keys.keys.size() && keys.records[key] == record;
      if (has_key && key + kAhead < keys.keys.size()) firsts_.prefetch(keys.keys[key + kAhead]);
      const Result<FirstRecords::Verdict> verdict =
          has_key ? firsts_.add(keys.keys[key++], own) : firsts_.add_kept(own);
      if (!verdict.ok()) return verdict.status();
      if (*verdict == FirstRecords::Verdict::kFirst) {
        if (kept_bytes != begin) std::memmove(text + kept_bytes, own.data(), own.size());
        kept_bytes += own.size();
      }
      begin = end;
    }
    result.text_bytes = kept_bytes;
    return {};
  }

  // The second step decides about the records that were put aside, and writes the first ones.
  bool needs_second_step() const override { return firsts_.has_put_aside(); }
  Work second_step_work() const override {
    const FirstRecords::Work work = firsts_.work();
    return {work.done, work.total};
  }
  Status second_step(const std::function<bool()>& should_stop) override {
    return firsts_.finish([this](std::string_view text) { return write_text(text); }, should_stop);
  }

  FirstRecords firsts_;
};

Result<DedupeReport> run_dedupe(const DedupeOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options, "dedupe compares all records"); !status.ok()) {
    return status;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<EchoJob> opened = EchoJob::open(options, hooks);
  if (!opened.ok()) return opened.status();
  TextJob& job = opened->job;
  const RecordLayout& layout = opened->layout;

  const HashKey hash_key = draw_hash_key(job.platform());
  DedupeFold fold(job.fold_setup(layout.format), hash_key, options.memory_bytes);
  const auto make_worker = [&] {
    return std::make_unique<DedupeWorker>(hash_key, job.read_plan(layout.keeps_columns), layout,
                                          options.symmetry);
  };
  DedupeReport report;
  Status status = job.run(fold, layout.header, make_worker, report);
  if (!status.ok()) return status;
  report.malformed = fold.outcome(Outcome::kMalformed);
  report.duplicates = fold.duplicates();
  report.kept = report.records - report.malformed - report.duplicates;
  report.spilled_bytes = fold.spilled_bytes();
  return report;
}

}  // namespace

Result<DedupeReport> dedupe(const DedupeOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_dedupe(options, hooks); });
}

}  // namespace batch

Result<DedupeReport> dedupe(const DedupeOptions& options) {
  return batch::dedupe(options, {});
}

}  // namespace dokumill
