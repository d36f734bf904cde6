#include "batch/job_setup.hpp"

#include <algorithm>

#include "batch/pipeline.hpp"
#include "core/grid_text.hpp"
#include "platform/cpu_budget.hpp"

namespace dokumill::batch {
namespace {

// What the buffers of all threads together may take; with code, stacks and tables the process stays
// below 64 MiB.
constexpr std::size_t kBufferBytes = std::size_t{36} << 20;
constexpr std::size_t kMinRecords = 256;
constexpr std::size_t kMaxRecords = 8192;
// A job is cut into this many chunks a thread, so that unequal ones even out.
constexpr std::size_t kChunksPerThread = 8;

// The fewest bytes of a well-formed record: a chunk of so many times that fits into one batch.
std::size_t least_bytes(records::Format format) {
  constexpr std::size_t kRowsWithoutSpaces = 9 * 10 + 1;
  return format == records::Format::kGrid ? kRowsWithoutSpaces : kLineBytes;
}

}  // namespace

int wanted_threads(Platform& platform, const JobOptions& options) {
#if defined(_OPENMP)
  constexpr int kMost = kMaxThreads;
#else
  constexpr int kMost = 1;
#endif
  return std::clamp(options.threads > 0 ? options.threads : automatic_threads(platform), 1, kMost);
}

JobSize text_job_size(Platform& platform, const JobOptions& options, records::Format format,
                      std::uint64_t known_bytes) {
  JobSize size;
  size.threads = wanted_threads(platform, options);
  const std::size_t record_bytes = least_bytes(format);
  // A record takes its grid and its result in a worker, and its input and output text in each chunk
  // in flight.
  const std::size_t bytes_per_record =
      sizeof(Grid) + sizeof(SolveResult) + 8 + kWindow * (record_bytes + 2 * kLineBytes);
  const std::size_t fitting =
      kBufferBytes / (bytes_per_record * static_cast<std::size_t>(size.threads));
  std::size_t records = std::clamp(fitting, kMinRecords, kMaxRecords);
  if (known_bytes != 0) {
    const auto all = static_cast<std::size_t>(known_bytes / record_bytes + 1);
    const auto threads = static_cast<std::size_t>(size.threads);
    records = std::clamp(all / (threads * kChunksPerThread) + 1, kMinRecords, records);
    // No more threads than chunks.
    size.threads = static_cast<int>(std::min(threads, (all + records - 1) / records));
  }
  size.batch_records = records;
  size.chunk_bytes = records * record_bytes;
  if (options.chunk_bytes != 0) {
    size.threads = wanted_threads(platform, options);
    size.chunk_bytes = options.chunk_bytes;
  }
  return size;
}

JobSize range_job_size(Platform& platform, const JobOptions& options, std::uint64_t count,
                       std::uint64_t group, std::uint64_t max_groups) {
  JobSize size;
  size.threads = wanted_threads(platform, options);
  const auto threads = static_cast<std::uint64_t>(size.threads);
  const std::uint64_t groups =
      std::clamp<std::uint64_t>(count / (threads * kChunksPerThread * group), 1, max_groups);
  // Small jobs are cut finer than a group: a part of one costs little more than its boards.
  std::uint64_t records = groups * group;
  while (records * threads > count && records % 2 == 0 && records > group / 8) records /= 2;
  if (options.chunk_bytes != 0) records = options.chunk_bytes / kGridBytes + 1;
  size.threads = static_cast<int>(std::min(count / records + 1, threads));
  size.batch_records = static_cast<std::size_t>(records);
  return size;
}

}  // namespace dokumill::batch
