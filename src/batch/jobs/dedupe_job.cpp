// Implements dedupe(): writes the first of each set of equal records.
//
//   read -> form, if symmetry -> key -> print the record as read; the fold drops repetitions
//
// With a list, the keys of its records come first.
//
// A job in pieces (see Exchange) reads each piece twice: first to write the keys of its records,
// and then to print the records that are not repetitions.
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/first_fold.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/spill/bucket.hpp"
#include "batch/spill/key_file.hpp"
#include "batch/stages/form_stage.hpp"

namespace dokumill::batch {
namespace {

// What the workers make from each record: its key, its text in the output, or both.
struct DedupeWork {
  bool makes_keys = true;
  bool prints = true;
};

class DedupeWorker final : public Worker {
 public:
  // `sized_keys`: nullptr for records of 9x9.
  DedupeWorker(const HashKey& hash_key, const SizedKeys* sized_keys, const ReadStage::Plan& read,
               const OutputPlan& output, bool compares_forms, DedupeWork wanted,
               PerChunk<KeyedRows>& parts)
      : hash_key_(hash_key),
        sized_keys_(sized_keys),
        parts_(parts),
        read_(read),
        rows_(output),
        compares_forms_(compares_forms && wanted.makes_keys),
        wanted_(wanted) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(compares_forms_ ? Stage::kSolve : Stage::kPrint);
      KeyedRows& own = parts_[batch.result()];
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
        rows_.write_as_read(batch, record, fault != nullptr);
        own.texts.add(batch.result());
        return Next::kGoOn;
      });
    });
  }

 private:
  Next add_key(const BatchTask& batch, std::size_t record, RecordKeys& keys) {
    if (sized_keys_ != nullptr) {
      const std::uint8_t* const cells = batch.cells(record);
      keys.add(compares_forms_ ? sized_keys_->form_key(hash_key_, cells)
                               : sized_keys_->key(hash_key_, cells),
               record);
      return Next::kGoOn;
    }
    if (!compares_forms_) {
      keys.add(make_key(hash_key_, batch.grid(record)), record);
      return Next::kGoOn;
    }
    const Next next = forms_.find(batch, record);
    if (next == Next::kGoOn) keys.add(make_key(hash_key_, forms_.form()), record);
    return next;
  }

  HashKey hash_key_;
  const SizedKeys* sized_keys_;
  PerChunk<KeyedRows>& parts_;
  ReadStage read_;
  FormStage forms_;
  RowWriter rows_;
  bool compares_forms_;
  DedupeWork wanted_;
};

// Takes the keys of the list.
class ListFold final : public PartFold<KeyedRows> {
 public:
  ListFold(const Setup& setup, FirstRecords& firsts) : PartFold(setup), firsts_(firsts) {}

 private:
  Status take_own(ChunkResult&, KeyedRows& rows, std::uint64_t) override {
    for (const RecordKey& key : rows.keys.keys) {
      if (Status status = firsts_.add_listed(key); !status.ok()) return status;
    }
    return {};
  }

  FirstRecords& firsts_;
};

constexpr std::string_view kListOf9x9 = "the records of the input are 9x9";

// Reads the list, and gives its keys to `firsts`. Returns the number of its records.
Result<std::uint64_t> read_list(const DedupeOptions& options, const JobHooks& hooks,
                                const HashKey& hash_key, const SizedKeys* sized_keys,
                                OutputFile& output, FirstRecords& firsts,
                                const std::optional<records::SizedText>& sized) {
  InputOptions list;
  list.path = options.list;
  if (sized)
    list.size = Size{sized->shape, options.input.size ? options.input.size->symbols : std::nullopt};
  list.allow_mapping = options.input.allow_mapping;
  JobOptions job = options.job;
  job.compression.reset();
  job.on_problem = nullptr;
  job.on_fatal_record = nullptr;
  // A record that cannot be read may be one that the input has, too.
  const Result<JobPlan> plan =
      open_plan(job, hooks, list, "-",
                {.name = OutputPlan::Name::kIsFree, .only_9x9 = sized ? "" : kListOf9x9}, {},
                Malformed::kStop);
  if (!plan.ok()) return plan.status();
  ListFold fold(fold_setup_of(*plan, output), firsts);
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    return std::unique_ptr<Worker>(
        std::make_unique<DedupeWorker>(hash_key, sized_keys, plan->read_plan(false), plan->output,
                                       options.symmetry, DedupeWork{true, false}, fold.parts()));
  };
  const RunResult result = run_records(*plan->platform, *plan->source, make_worker, fold,
                                       plan->size.threads, job.should_stop, plan->size.window);
  const Result<std::vector<JoinedSource::InputChange>> changes = plan->texts->changes();
  if (!changes.ok()) return changes.status();
  for (const JoinedSource::InputChange& change : *changes) {
    Status status = refuse_change(change, plan->texts->name_of(0), false, plan->malformed, job);
    if (!status.ok()) return status;
  }
  JobReport report;
  if (Status status = fold.finish(result, report); !status.ok()) return status;
  return report.records;
}

// Writes the key file of a piece.
class DedupeKeysFold final : public PartFold<KeyedRows> {
 public:
  DedupeKeysFold(const Setup& setup, KeyWriter& keys) : PartFold(setup), keys_(keys) {}

  // The output of the job is not committed, because only its header was written.
  Status commit() override { return keys_.commit(); }

 private:
  Status take_own(ChunkResult& result, KeyedRows& rows, std::uint64_t) override {
    const RecordKeys& own = rows.keys;
    for (std::size_t i = 0; i < own.keys.size(); ++i) {
      Status status = keys_.add(own.keys[i].packed, records() + result.number(own.records[i]));
      if (!status.ok()) return status;
    }
    return {};
  }

  KeyWriter& keys_;
};

// Writes the records of a piece, except the repetitions that were found in the buckets.
class DedupePieceFold final : public PartFold<KeyedRows> {
 public:
  DedupePieceFold(const Setup& setup, std::vector<bool> is_repeated)
      : PartFold(setup), is_repeated_(std::move(is_repeated)) {}

  std::uint64_t duplicates() const { return duplicates_; }

 private:
  Status take_own(ChunkResult& result, KeyedRows& rows, std::uint64_t) override {
    return rows.texts.keep(result, [&](std::size_t text, std::string_view, Status&) {
      const std::size_t record = static_cast<std::size_t>(records()) + result.number(text);
      const bool is_kept = record >= is_repeated_.size() || !is_repeated_[record];
      duplicates_ += is_kept ? 0 : 1;
      return is_kept;
    });
  }

  std::vector<bool> is_repeated_;
  std::uint64_t duplicates_ = 0;
};

// A job in pieces has two steps for each piece (Exchange::Step). Runs one of these steps for one
// piece.
Result<DedupeReport> run_step(Job& job, const DedupeOptions& options, const SizedKeys* sized_keys,
                              const Exchange& exchange) {
  const HashKey hash_key = draw_hash_key(job.platform());
  DedupeReport report;
  const auto run = [&](PartFold<KeyedRows>& fold, DedupeWork wanted) {
    const auto make_worker = [&] {
      return std::make_unique<DedupeWorker>(hash_key, sized_keys, job.read_plan(), job.plan(),
                                            options.symmetry, wanted, fold.parts());
    };
    Status status = job.run(fold, make_worker, report);
    fold.set_outcomes({&report.malformed});
    return status;
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

}  // namespace

Result<DedupeReport> run_unguarded(const DedupeOptions& options, const JobHooks& hooks) {
  if (hooks.exchange == nullptr) {
    Status whole = check_whole(options.job, "dedupe compares all records");
    if (!whole.ok()) return whole;
  }
  if (hooks.exchange != nullptr && !options.list.empty()) {
    return Status(ErrorCode::kUsage, "a comparison with a list runs in one process");
  }
  std::vector<std::string> inputs = options.input.more_paths;
  inputs.push_back(options.input.path);
  if (options.list == "-" && std::ranges::find(inputs, "-") != inputs.end()) {
    return Status(ErrorCode::kUsage, "the input and the list cannot both be standard input");
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<Job> opened = Job::open(options, hooks, OutputPlan::for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;
  std::optional<SizedKeys> sized;
  if (is_sized(job)) {
    const Shape shape = job.plan().sized->shape;
    if (options.symmetry) {
      if (Status status = check_forms(shape, "symmetry"); !status.ok()) return status;
    }
    if (hooks.exchange != nullptr) {
      if (Status status = check_exchange(shape); !status.ok()) return status;
    }
    sized.emplace(job.platform(), shape);
  }
  const SizedKeys* const sized_keys = sized ? &*sized : nullptr;
  if (hooks.exchange != nullptr) return run_step(job, options, sized_keys, *hooks.exchange);

  const HashKey hash_key = draw_hash_key(job.platform());
  FirstFold fold(job.fold_setup(), hash_key, options.memory_bytes,
                 options.keeps_listed ? KeySieve::Keep::kListed : KeySieve::Keep::kUnlisted);
  const auto make_worker = [&] {
    return std::make_unique<DedupeWorker>(hash_key, sized_keys, job.read_plan(), job.plan(),
                                          options.symmetry, DedupeWork(), fold.parts());
  };
  DedupeReport report;
  if (!options.list.empty()) {
    const Result<std::uint64_t> listed =
        read_list(options, hooks, hash_key, sized_keys, job.output(), fold.records_with_list(),
                  job.plan().sized);
    if (!listed.ok()) return listed.status();
    report.listed = *listed;
  }
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  report.duplicates = fold.duplicates();
  report.kept = report.kept_by_filter() - report.malformed - report.duplicates;
  report.spilled_bytes = fold.spilled_bytes();
  return report;
}

}  // namespace dokumill::batch
