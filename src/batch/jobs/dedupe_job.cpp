// Implements dedupe(): writes the first of each set of equal records.
//
//   read -> form, if symmetry -> key -> print the record as read; the fold drops repetitions
//
// A job in pieces (see Exchange) reads each piece twice: first to write the keys of its records,
// and then to print the records that are not repetitions.
#include <cstring>

#include "batch/flow/piece_range.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/text_job.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/spill/bucket.hpp"
#include "batch/spill/first_records.hpp"
#include "batch/spill/key_file.hpp"
#include "batch/stages/form_stage.hpp"

namespace dokumill {
namespace batch {
namespace {

struct DedupePayload final : Payload {
  std::vector<std::size_t> text_ends;  // the end of each record's text
  RecordKeys keys;                     // the keys of the records that are not malformed

  void clear() override {
    text_ends.clear();
    keys.clear();
  }
};

// What the workers make from each record: its key, its text in the output, or both.
struct DedupeWork {
  bool makes_keys = true;
  bool prints = true;
};

class DedupeWorker final : public Worker {
 public:
  DedupeWorker(const HashKey& hash_key, const TextJob& job, bool compares_forms, DedupeWork wanted)
      : hash_key_(hash_key),
        read_(job.read_plan()),
        rows_(job.plan()),
        compares_forms_(compares_forms && wanted.makes_keys),
        wanted_(wanted) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(compares_forms_ ? Stage::kSolve : Stage::kPrint);
      auto& own = batch.result().payload_as<DedupePayload>();
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        Next next = Next::kGoOn;
        if (fault != nullptr) {
          next = batch.report_malformed(*fault);
        } else if (wanted_.makes_keys) {
          next = add_key(batch, record, own.keys);
        }
        if (next != Next::kGoOn) return next;
        if (!wanted_.prints) return Next::kGoOn;
        rows_.write_as_read(batch.result(), batch.grid(record), batch.row(record));
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
  RowWriter rows_;
  bool compares_forms_;
  DedupeWork wanted_;
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
  // Keeps in the result only the texts of records with the verdict kFirst. Drops the texts of
  // repetitions. FirstRecords stores the texts of the records that it puts aside.
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

  // The second step decides about the records that were put aside, and writes those that are not
  // repetitions.
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

// Writes the key file of a piece.
class DedupeKeysFold final : public JobFold {
 public:
  DedupeKeysFold(const Setup& setup, KeyWriter& keys) : JobFold(setup), keys_(keys) {}

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<DedupePayload>();
  }
  // The output of the job is not committed, because only its header was written.
  Status commit() override { return keys_.commit(); }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    const RecordKeys& own = result.payload_as<DedupePayload>().keys;
    for (std::size_t i = 0; i < own.keys.size(); ++i) {
      Status status = keys_.add(own.keys[i].packed, records() + result.number(own.records[i]));
      if (!status.ok()) return status;
    }
    return {};
  }

  KeyWriter& keys_;
};

// Writes the records of a piece, except the repetitions that were found in the buckets.
class DedupePieceFold final : public JobFold {
 public:
  DedupePieceFold(const Setup& setup, std::vector<bool> is_repeated)
      : JobFold(setup), is_repeated_(std::move(is_repeated)) {}

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<DedupePayload>();
  }
  std::uint64_t duplicates() const { return duplicates_; }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    char* const text = result.text.data();
    std::size_t begin = 0;
    std::size_t kept_bytes = 0;
    std::size_t text_number = 0;
    for (const std::size_t end : result.payload_as<DedupePayload>().text_ends) {
      const std::size_t record = static_cast<std::size_t>(records()) + result.number(text_number++);
      if (record < is_repeated_.size() && is_repeated_[record]) {
        ++duplicates_;
      } else {
        if (kept_bytes != begin) std::memmove(text + kept_bytes, text + begin, end - begin);
        kept_bytes += end - begin;
      }
      begin = end;
    }
    result.text_bytes = kept_bytes;
    return {};
  }

  std::vector<bool> is_repeated_;
  std::uint64_t duplicates_ = 0;
};

// A job in pieces has two steps for each piece (Exchange::Step). Runs one of these steps for one
// piece.
Result<DedupeReport> run_step(TextJob& job, const DedupeOptions& options,
                              const Exchange& exchange) {
  const HashKey hash_key = draw_hash_key(job.platform());
  DedupeReport report;
  const auto run = [&](JobFold& fold, DedupeWork wanted) {
    const auto make_worker = [&] {
      return std::make_unique<DedupeWorker>(hash_key, job, options.symmetry, wanted);
    };
    return job.run(fold, make_worker, report);
  };
  if (exchange.step == Exchange::Step::kKeys) {
    Result<KeyWriter> keys = KeyWriter::open(job.platform(), exchange, options.memory_bytes);
    if (!keys.ok()) return keys.status();
    DedupeKeysFold fold(job.fold_setup(), *keys);
    if (Status status = run(fold, {true, false}); !status.ok()) return status;
    return report;
  }
  Result<std::vector<bool>> is_repeated = read_repeated(job.platform(), exchange);
  if (!is_repeated.ok()) return is_repeated.status();
  DedupePieceFold fold(job.fold_setup(), *std::move(is_repeated));
  if (Status status = run(fold, {false, true}); !status.ok()) return status;
  report.duplicates = fold.duplicates();
  report.kept = report.kept_by_filter() - report.malformed - report.duplicates;
  return report;
}

Result<DedupeReport> run_dedupe(const DedupeOptions& options, const JobHooks& hooks) {
  if (hooks.exchange == nullptr) {
    Status whole = check_whole(options.job, "dedupe compares all records");
    if (!whole.ok()) return whole;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<TextJob> opened =
      TextJob::open(options, hooks, request_for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  if (hooks.exchange != nullptr) return run_step(*opened, options, *hooks.exchange);
  TextJob& job = *opened;

  const HashKey hash_key = draw_hash_key(job.platform());
  DedupeFold fold(job.fold_setup(), hash_key, options.memory_bytes);
  const auto make_worker = [&] {
    return std::make_unique<DedupeWorker>(hash_key, job, options.symmetry, DedupeWork());
  };
  DedupeReport report;
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  report.duplicates = fold.duplicates();
  report.kept = report.kept_by_filter() - report.malformed - report.duplicates;
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
