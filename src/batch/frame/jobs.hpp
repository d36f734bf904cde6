// run(): the jobs of dokumill/batch.hpp and dokumill/datasets.hpp with an additional parameter,
// JobHooks. With it, the program `dokumill` passes its own platform, and tests also choose the size
// of chunks. The type of the options selects the job.
//
// The contracts are in the public headers. With default hooks, run() does the same as the public
// functions. Thread safety: as in the public headers; a Platform must allow calls from several
// threads.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/platform/platform.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {

struct Exchange;
struct TextPart;

struct JobHooks {
  Platform* platform = nullptr;  // the operating system, or a test double; nullptr: the real system
  // The chunk size in bytes. 0: the job chooses it. With any other value, a job over a text starts
  // as many threads as the options request, even if there are fewer chunks than threads.
  std::size_t chunk_bytes = 0;
  // If this is set, dedupe() can run in pieces, and so can check() with the option `duplicates`.
  // REQUIRES: options.piece is equal to exchange->piece.
  const Exchange* exchange = nullptr;
  // True if the output is the result of the program: see OutputOptions::is_result.
  bool writes_result = false;
  // If this is set, the job reads one part of a text (text_part.hpp). REQUIRES: the job has one
  // input, which is a text in memory, and options.piece is not set.
  TextPart* part = nullptr;
};

inline Platform& platform_of(const JobHooks& hooks) {
  return hooks.platform != nullptr ? *hooks.platform : system_platform();
}

// A job for each type of options, in jobs/NAME_job.cpp. It lets exceptions out: call run().
Result<SolveReport> run_unguarded(const SolveOptions& options, const JobHooks& hooks);
Result<CheckReport> run_unguarded(const CheckOptions& options, const JobHooks& hooks);
Result<CanonReport> run_unguarded(const CanonOptions& options, const JobHooks& hooks);
Result<DedupeReport> run_unguarded(const DedupeOptions& options, const JobHooks& hooks);
Result<SplitReport> run_unguarded(const SplitOptions& options, const JobHooks& hooks);
Result<RateReport> run_unguarded(const RateOptions& options, const JobHooks& hooks);
Result<JobReport> run_unguarded(const BoardsOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> run_unguarded(const PuzzlesOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> run_unguarded(const BoardPuzzlesOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> run_unguarded(const PatternOptions& options, const JobHooks& hooks);
Result<ConvertReport> run_unguarded(const ConvertOptions& options, const JobHooks& hooks);
Result<AugmentReport> run_unguarded(const AugmentOptions& options, const JobHooks& hooks);
Result<VaryReport> run_unguarded(const VaryOptions& options, const JobHooks& hooks);
Result<SampleReport> run_unguarded(const SampleOptions& options, const JobHooks& hooks);
Result<ShuffleReport> run_unguarded(const ShuffleOptions& options, const JobHooks& hooks);
Result<SortReport> run_unguarded(const SortOptions& options, const JobHooks& hooks);
Result<StepsReport> run_unguarded(const StepsOptions& options, const JobHooks& hooks);
Result<UnavoidableReport> run_unguarded(const UnavoidableOptions& options, const JobHooks& hooks);
Result<ExportReport> run_unguarded(const ExportOptions& options, const JobHooks& hooks);

// The report of the job that has these options.
template <class Options>
using ReportOf = std::remove_cvref_t<decltype(*run_unguarded(std::declval<const Options&>(), {}))>;

// Runs the job that has these options. An exception becomes the status: without_exceptions.hpp.
template <class Options>
Result<ReportOf<Options>> run(const Options& options, const JobHooks& hooks = {}) {
  return without_exceptions([&] { return run_unguarded(options, hooks); });
}

}  // namespace dokumill::batch
