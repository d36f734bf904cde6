// Options of a job together with its hooks. The functions below take such options and run the job.
// The type of the argument selects the job:
//
//   Hooked<SolveOptions> options;
//   options.chunk_bytes = 500;
//   solve(options);
#pragma once

#include <string>
#include <utility>

#include "batch/frame/jobs.hpp"

namespace dokumill::testing {

template <class Options>
struct Hooked : Options, batch::JobHooks {};

// A job from a file to a file.
template <class Options>
Hooked<Options> file_job(InputOptions input, std::string output, int threads = 0,
                         std::size_t chunk_bytes = 0) {
  Hooked<Options> job;
  job.input = std::move(input);
  job.output = std::move(output);
  job.job.threads = threads;
  job.chunk_bytes = chunk_bytes;
  return job;
}
template <class Options>
Hooked<Options> file_job(std::string input, std::string output, int threads = 0,
                         std::size_t chunk_bytes = 0) {
  InputOptions options;
  options.path = std::move(input);
  return file_job<Options>(std::move(options), std::move(output), threads, chunk_bytes);
}

inline auto solve(const Hooked<SolveOptions>& job) {
  return batch::run(job, job);
}
inline auto check(const Hooked<CheckOptions>& job) {
  return batch::run(job, job);
}
inline auto canonize(const Hooked<CanonOptions>& job) {
  return batch::run(job, job);
}
inline auto dedupe(const Hooked<DedupeOptions>& job) {
  return batch::run(job, job);
}
inline auto split(const Hooked<SplitOptions>& job) {
  return batch::run(job, job);
}
inline auto rate(const Hooked<RateOptions>& job) {
  return batch::run(job, job);
}
inline auto generate_boards(const Hooked<BoardsOptions>& job) {
  return batch::run(job, job);
}
inline auto generate_puzzles(const Hooked<PuzzlesOptions>& job) {
  return batch::run(job, job);
}
inline auto convert(const Hooked<ConvertOptions>& job) {
  return batch::run(job, job);
}
inline auto augment(const Hooked<AugmentOptions>& job) {
  return batch::run(job, job);
}
inline auto sample(const Hooked<SampleOptions>& job) {
  return batch::run(job, job);
}
inline auto shuffle(const Hooked<ShuffleOptions>& job) {
  return batch::run(job, job);
}
inline auto steps(const Hooked<StepsOptions>& job) {
  return batch::run(job, job);
}
inline auto unavoidable(const Hooked<UnavoidableOptions>& job) {
  return batch::run(job, job);
}
inline auto export_dataset(const Hooked<ExportOptions>& job) {
  return batch::run(job, job);
}

}  // namespace dokumill::testing
