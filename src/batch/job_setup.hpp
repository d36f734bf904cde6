// Chooses the sizes of a job (threads, chunks and batches) from its options, its input and its
// memory limit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "batch/jobs.hpp"
#include "batch/text_source.hpp"
#include "dokumill/batch.hpp"
#include "platform/output_file.hpp"
#include "platform/platform.hpp"

namespace dokumill::batch {

struct JobSize {
  int threads = 1;
  std::size_t batch_records = 1;  // records a worker holds at a time
  std::size_t chunk_bytes = 1;
};

inline OutputOptions output_file_options(const JobOptions& options, const JobHooks& hooks) {
  return {options.sync_output, options.no_clobber, options.on_warning, hooks.writes_result};
}
// For a file in an OutputFolder: the folder is the result.
inline OutputOptions folder_file_options(const JobOptions& options) {
  return {options.sync_output, options.no_clobber, options.on_warning};
}

// The compression of the output `path`: as the options say, or else as its name says. kUsage if the
// options and the name differ, if the compression does not have the requested level, or if
// compressed bytes would go to a terminal.
Result<CompressionOptions> compression_of(Platform& platform, const JobOptions& options,
                                          const std::string& path);

// The same for an output that is a table: Parquet compresses its pages, with zstd unless the options
// say otherwise, and its file is never compressed. kUsage also if a Parquet file would go to a
// terminal.
Result<CompressionOptions> compression_of_table(Platform& platform, const JobOptions& options,
                                                const std::string& path, TextFormat format);

// Opens the output of a job that generates records. With `continues`, it never replaces a file: a
// user who expects the part to be appended would lose the earlier part.
Result<OutputFile> open_part(const JobOptions& options, const JobHooks& hooks, bool continues);

// kUsage if an output in `format` cannot be written in parts.
Status check_part(TextFormat format, bool continues);

// The number of threads to use, at least 1: options.threads, or if that is 0 the automatic choice.
int wanted_threads(Platform& platform, const JobOptions& options);

// Sizes for a text of `known_bytes` bytes (0: not known) in `format`, with `columns` columns. A
// batch has room for all records of a chunk if they are well formed. This also bounds the output of
// a batch of malformed records, which can be much shorter than the rows of empty fields written for
// them.
// `chunk_bytes`: JobHooks::chunk_bytes.
JobSize text_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                      TextFormat format, std::uint64_t known_bytes, std::uint32_t columns = 1);

// kUsage if the memory for keys is less than kLeastMemory.
Status check_memory(std::uint64_t memory_bytes);

// Sizes for `count` boards or puzzles that are made in groups of `group`. A chunk has at most
// `max_groups` groups, unless chunk_bytes is not 0. batch_records is the size of a chunk.
JobSize range_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                       std::uint64_t count, std::uint64_t group, std::uint64_t max_groups);

}  // namespace dokumill::batch
