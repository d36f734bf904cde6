// Implements the jobs of dokumill/batch.hpp and dokumill/datasets.hpp: the jobs of jobs.hpp, with
// the hooks of a program that has none.
#include "batch/frame/jobs.hpp"

#include "batch/frame/text_part.hpp"

namespace dokumill {

Result<SolveReport> solve(const SolveOptions& options) {
  return batch::run(options);
}

Result<CheckReport> check(const CheckOptions& options) {
  return batch::run(options);
}

Result<CanonReport> canonize(const CanonOptions& options) {
  return batch::run(options);
}

Result<DedupeReport> dedupe(const DedupeOptions& options) {
  return batch::run(options);
}

Result<SplitReport> split(const SplitOptions& options) {
  return batch::run(options);
}

Result<RateReport> rate(const RateOptions& options) {
  return batch::run(options);
}

Result<JobReport> generate_boards(const BoardsOptions& options) {
  return batch::run(options);
}

Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options) {
  return batch::run(options);
}

Result<PuzzlesReport> puzzles_from_boards(const BoardPuzzlesOptions& options) {
  return batch::run(options);
}

Result<PuzzlesReport> pattern_puzzles(const PatternOptions& options) {
  return batch::run(options);
}

Result<ConvertReport> convert(const ConvertOptions& options) {
  return batch::run(options);
}

Result<AugmentReport> augment(const AugmentOptions& options) {
  return batch::run(options);
}

Result<VaryReport> vary(const VaryOptions& options) {
  return batch::run(options);
}

Result<SampleReport> sample(const SampleOptions& options) {
  return batch::run(options);
}

Result<ShuffleReport> shuffle(const ShuffleOptions& options) {
  return batch::run(options);
}

Result<SortReport> sort(const SortOptions& options) {
  return batch::run(options);
}

Result<StepsReport> steps(const StepsOptions& options) {
  return batch::run(options);
}

Result<UnavoidableReport> unavoidable(const UnavoidableOptions& options) {
  return batch::run(options);
}

Result<ExportReport> export_dataset(const ExportOptions& options) {
  return batch::run(options);
}

Result<SolveReport> solve_text(std::string_view text, std::string& output,
                               const SolveOptions& options) {
  return batch::run_on_text(options, text, output);
}

}  // namespace dokumill
