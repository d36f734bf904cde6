#include "batch/frame/job_setup.hpp"

#include <algorithm>
#include <cstdint>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "batch/flow/team.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

// The limit for the buffers of all threads together. With code, stacks and tables the process stays
// below 64 MiB.
constexpr std::size_t kBufferBytes = std::size_t{36} << 20;
constexpr std::size_t kMinRecords = 256;
// A chunk's text, grids, results and output take about 350 bytes per record. With at most
// kMaxRecords records, a chunk stays in a core's second-level cache. With 8,192 records, a record
// took 3 to 4 ns longer.
constexpr std::size_t kMaxRecords = 1024;
// Limits the number of lines in a chunk: RecordBatch stores the line number of a record, counted
// from the start of the chunk, in 32 bits.
constexpr std::size_t kMostChunkBytes = std::size_t{1} << 30;
// A job has about this many chunks per thread, so that the threads end at about the same time even
// if some chunks take longer.
constexpr std::size_t kChunksPerThread = 8;
// A team of threads begins and ends in 1 ms, and in 30 ms if other programs use the processors. So
// the automatic choice has one thread for each kLeastPerThread records, which take about 1 ms.
constexpr std::size_t kLeastPerThread = 2048;

}  // namespace

records::RecordBytes record_bytes_of(const records::Detection& found) {
  records::RecordBytes bytes = records::format_traits(found.format).record_bytes;
  if (!found.sized) return bytes;
  const auto cells = static_cast<std::size_t>(found.sized->shape.cells());
  for (std::size_t* const size : {&bytes.usual, &bytes.least}) {
    *size = (*size * cells + kCells - 1) / kCells;
  }
  return bytes;
}

Result<OutputFile> open_part(const JobOptions& options, const JobHooks& hooks,
                             const std::string& path, bool continues) {
  OutputOptions output_options = output_file_options(options, hooks);
  output_options.no_clobber = output_options.no_clobber || continues;
  Result<OutputFile> output = OutputFile::open(platform_of(hooks), path, output_options);
  if (output.ok() || !continues) return output;
  return Status(output.status().code(),
                output.status().message() +
                    "; a part that continues another one is written to standard output (for >>) "
                    "or to a new file");
}

JobSize text_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                      const records::RecordBytes& record_bytes, std::uint64_t known_bytes,
                      std::uint32_t columns) {
  JobSize size;
  size.threads = wanted_threads(platform, options.threads);
  const auto [usual_bytes, least_bytes] = record_bytes;
  // The memory for a record has two parts. In a worker, a record needs memory for its grid and its
  // result. A batch has room for as many of the shortest records as fit into a chunk, hence the
  // factor usual_bytes / least_bytes. In each chunk in flight, a record needs memory for its input
  // text and its output text.
  const std::size_t batch_bytes =
      (sizeof(Grid) + sizeof(SolveResult) + 8) * usual_bytes / least_bytes;
  const std::size_t bytes_per_record = batch_bytes + kWindow * (usual_bytes + 2 * kLineBytes);
  const std::size_t fitting =
      kBufferBytes / (bytes_per_record * static_cast<std::size_t>(size.threads));
  std::size_t records = std::clamp(fitting, kMinRecords, kMaxRecords);
  if (known_bytes != 0) {
    const auto all = static_cast<std::size_t>(
        std::min<std::uint64_t>(known_bytes / usual_bytes, SIZE_MAX / 2) + 1);
    const auto threads = static_cast<std::size_t>(size.threads);
    records = std::clamp(all / (threads * kChunksPerThread) + 1, kMinRecords, records);
    // Use no more threads than there are chunks.
    const std::size_t useful =
        options.threads == 0 ? all / kLeastPerThread + 1 : (all + records - 1) / records;
    size.threads = static_cast<int>(std::min(threads, useful));
  }
  size.chunk_bytes = records * usual_bytes;
  const std::size_t separators = columns - 1;
  size.batch_records = std::max<std::size_t>(size.chunk_bytes / (least_bytes + separators), 1);
  if (chunk_bytes != 0) {
    size.threads = wanted_threads(platform, options.threads);
    size.chunk_bytes = std::min(chunk_bytes, kMostChunkBytes);
  }
  return size;
}

JobSize range_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                       std::uint64_t count, std::uint64_t group, std::uint64_t max_groups,
                       std::uint64_t least_per_thread) {
  JobSize size;
  size.threads = wanted_threads(platform, options.threads);
  const auto threads = static_cast<std::uint64_t>(size.threads);
  // In a small job, chunks are smaller than a group, so that every thread gets a chunk.
  std::uint64_t least = group;
  while (least * threads > count && least % 2 == 0 && least > group / 8) least /= 2;
  std::uint64_t most = max_groups * group;
  if (chunk_bytes != 0) least = most = chunk_bytes / kGridBytes + 1;
  const std::uint64_t share = options.threads == 0 ? std::max(least, least_per_thread) : least;
  size.threads = static_cast<int>(std::min(count / share, threads - 1)) + 1;
  size.batch_records = static_cast<std::size_t>(most);
  size.least_records = static_cast<std::size_t>(least);
  return size;
}

}  // namespace dokumill::batch
