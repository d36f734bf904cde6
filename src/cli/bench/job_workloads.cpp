// Workloads of whole jobs: generating boards and puzzles to /dev/null, and solving a file of
// puzzles into another file.
#include "base/grid_text.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "batch/frame/jobs.hpp"
#include "cli/bench/digest.hpp"
#include "cli/bench/workload.hpp"
#include "dokumill/batch.hpp"
#include "engine/puzzles/sample_puzzles.hpp"

namespace dokumill::throughput {
namespace {

constexpr const char* kNowhere = "/dev/null";

// A temporary file that exists as long as this object. If a second stop signal ends the process at
// once, the handler of the signal removes the file.
class ScratchFile {
 public:
  explicit ScratchFile(const WorkloadContext& context)
      : platform_(context.platform),
        path_(format_text("{}/dokumill-bench-{:016x}.tmp", context.folder,
                          context.platform->unique_number())) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { platform_->remove(path().c_str()); }

  const std::string& path() const { return path_.text(); }

  Result<std::uint64_t> digest() const {
    Result<InputFile> file = InputFile::open(*platform_, path(), Mapping::kForbidden);
    if (!file.ok()) return file.status();
    Digest digest;
    std::string piece(std::size_t{1} << 20, '\0');
    for (bool is_at_end = false; !is_at_end;) {
      // Fill whole pieces, so that the digest does not depend on how the system cuts its reads.
      const Result<std::size_t> filled = file->fill(piece.data(), piece.size());
      if (!filled.ok()) return filled.status();
      digest.add({piece.data(), *filled});
      is_at_end = *filled < piece.size();
    }
    return digest.value();
  }

 private:
  Platform* platform_;
  RememberedPath path_;
};

template <class Options>
void set_job_options(const WorkloadContext& context, Options& options) {
  options.output = kNowhere;
  options.job.should_stop = context.should_stop;
}

// Runs pass() once with a temporary file as the output, and returns the digest of this file.
template <class Options>
Result<std::uint64_t> digest_of_output(const WorkloadContext& context, Options& options,
                                       const std::function<Status()>& pass) {
  const ScratchFile scratch(context);
  options.output = scratch.path();
  const Status status = pass();
  options.output = kNowhere;
  if (!status.ok()) return status;
  return scratch.digest();
}

Status unless_all(std::uint64_t records, std::uint64_t expected) {
  if (records == expected) return {};
  return {ErrorCode::kSelfCheck, format_text("{} records came, expected {}", records, expected)};
}

class BoardsWorkload final : public Workload {
 public:
  explicit BoardsWorkload(const WorkloadContext& context)
      : Workload({"boards", "generate boards, as nine rows each", "boards"}), context_(context) {
    set_job_options(context, options_);
    records_ = context.share(kBoards);
    options_.count = records_;
    bytes_ = records_ * kGridBytes - 1;
  }

  Result<Fingerprint> prepare() override { return Fingerprint{}; }

  Status pass(int threads) override {
    options_.job.threads = threads;
    const Result<JobReport> report = batch::run(options_, {context_.platform});
    return report.ok() ? unless_all(report->records, records_) : report.status();
  }

  Result<std::uint64_t> output_digest() override {
    return digest_of_output(context_, options_, [this] { return pass(options_.job.threads); });
  }

 private:
  static constexpr std::uint64_t kBoards = std::uint64_t{1} << 19;
  WorkloadContext context_;
  BoardsOptions options_;
};

class PuzzlesWorkload final : public Workload {
 public:
  explicit PuzzlesWorkload(const WorkloadContext& context)
      : Workload({"puzzles", "generate puzzles --minimal", "puzzles"}), context_(context) {
    set_job_options(context, options_);
    records_ = context.share(kPuzzles);
    options_.count = records_;
    options_.seed = 1;
    options_.constraints.minimal = true;
    options_.engine = context.engine;
    bytes_ = records_ * kLineBytes;
  }

  Result<Fingerprint> prepare() override {
    if (Status status = pass(1); !status.ok()) return status;
    return Fingerprint{0, 0, {{"tries", tries_}}};
  }

  Status pass(int threads) override {
    options_.job.threads = threads;
    const Result<PuzzlesReport> report = batch::run(options_, {context_.platform});
    if (!report.ok()) return report.status();
    tries_ = report->tries;
    return unless_all(report->records, records_);
  }

  Result<std::uint64_t> output_digest() override {
    return digest_of_output(context_, options_, [this] { return pass(options_.job.threads); });
  }

 private:
  static constexpr std::uint64_t kPuzzles = 1024;
  WorkloadContext context_;
  PuzzlesOptions options_;
  std::uint64_t tries_ = 0;
};

class FileWorkload final : public Workload {
 public:
  explicit FileWorkload(const WorkloadContext& context)
      : Workload({"file", "solve easy puzzles from file to file", "puzzles"}),
        platform_(context.platform),
        input_(context),
        output_(context) {
    set_job_options(context, options_);
    options_.input.path = input_.path();
    options_.output = output_.path();
    options_.engine = context.engine;
    records_ = context.share(kPuzzles);
    bytes_ = 2 * records_ * kLineBytes;
  }

  Result<Fingerprint> prepare() override {
    const auto puzzles =
        puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, records_, options_.job.should_stop);
    if (!puzzles.ok()) return puzzles.status();
    std::string text;
    text.reserve(records_ * kLineBytes);
    for (const Grid& puzzle : *puzzles) text += to_line(puzzle) + '\n';
    if (Status status = write_whole(*platform_, input_.path(), text); !status.ok()) return status;
    Digest input;
    input.add(text);
    return Fingerprint{input.value(), 0, {}};
  }

  Status pass(int threads) override {
    options_.job.threads = threads;
    const Result<SolveReport> report = batch::run(options_, {platform_});
    return report.ok() ? unless_all(report->unique, records_) : report.status();
  }

  Result<std::uint64_t> output_digest() override { return output_.digest(); }

 private:
  static constexpr std::uint64_t kPuzzles = std::uint64_t{1} << 18;
  Platform* platform_;
  ScratchFile input_;
  ScratchFile output_;
  SolveOptions options_;
};

}  // namespace

void add_job_workloads(const WorkloadContext& context, Workloads& all) {
  all.push_back(std::make_unique<BoardsWorkload>(context));
  all.push_back(std::make_unique<PuzzlesWorkload>(context));
  all.push_back(std::make_unique<FileWorkload>(context));
}

}  // namespace dokumill::throughput
