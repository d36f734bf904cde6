// The jobs of dokumill/batch.hpp and dokumill/datasets.hpp with an additional parameter, JobHooks.
// With it, the program `dokumill` passes its own platform, and tests also choose the size of
// chunks.
//
// The contracts are in the public headers. With default hooks, these functions do the same as the
// public ones. Thread safety: as in the public headers; a Platform must allow calls from several
// threads.
#pragma once

#include <cstddef>

#include "base/platform/platform.hpp"
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

Result<SolveReport> solve(const SolveOptions& options, const JobHooks& hooks);
Result<CheckReport> check(const CheckOptions& options, const JobHooks& hooks);
Result<CanonReport> canonize(const CanonOptions& options, const JobHooks& hooks);
Result<DedupeReport> dedupe(const DedupeOptions& options, const JobHooks& hooks);
Result<SplitReport> split(const SplitOptions& options, const JobHooks& hooks);
Result<RateReport> rate(const RateOptions& options, const JobHooks& hooks);
Result<JobReport> generate_boards(const BoardsOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> puzzles_from_boards(const BoardPuzzlesOptions& options,
                                          const JobHooks& hooks);
Result<PuzzlesReport> pattern_puzzles(const PatternOptions& options, const JobHooks& hooks);
Result<ConvertReport> convert(const ConvertOptions& options, const JobHooks& hooks);
Result<AugmentReport> augment(const AugmentOptions& options, const JobHooks& hooks);
Result<VaryReport> vary(const VaryOptions& options, const JobHooks& hooks);
Result<SampleReport> sample(const SampleOptions& options, const JobHooks& hooks);
Result<ShuffleReport> shuffle(const ShuffleOptions& options, const JobHooks& hooks);
Result<StepsReport> steps(const StepsOptions& options, const JobHooks& hooks);
Result<UnavoidableReport> unavoidable(const UnavoidableOptions& options, const JobHooks& hooks);
Result<ExportReport> export_dataset(const ExportOptions& options, const JobHooks& hooks);

}  // namespace dokumill::batch
