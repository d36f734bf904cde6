// The sizes of a job: threads, chunks and batches, from its options, its input and the memory it
// may use.
#pragma once

#include <cstddef>
#include <cstdint>

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

inline Platform& platform_of(const JobOptions& options) {
  return options.platform != nullptr ? *options.platform : system_platform();
}

inline OutputWishes output_wishes(const JobOptions& options) {
  return {options.sync_output, options.no_clobber, options.on_warning};
}

// Opens the output of a job that makes records. A part that continues another one never replaces a
// file: whoever expects it to be appended would lose the first part.
Result<OutputFile> open_part(Platform& platform, const JobOptions& options, bool continues);

// The threads that the options ask for, at least 1.
int wanted_threads(Platform& platform, const JobOptions& options);

// For a text of `known_bytes` (0: not known) in `format`; csv with so many columns. The records of
// a batch fit into a chunk when they are well formed. That bounds what is written for a batch of
// malformed ones, too, which may be far shorter than the rows of empty fields written for them.
JobSize text_job_size(Platform& platform, const JobOptions& options, records::Format format,
                      std::uint64_t known_bytes, std::uint32_t columns = 1);

// kUsage where the memory for keys is less than kLeastMemory.
Status check_memory(std::uint64_t memory_bytes);

// For `count` things made in groups of `group`, a chunk of at most `max_groups` groups;
// batch_records is the chunk.
JobSize range_job_size(Platform& platform, const JobOptions& options, std::uint64_t count,
                       std::uint64_t group, std::uint64_t max_groups);

}  // namespace dokumill::batch
