// Chooses the sizes of a job: threads, chunks and batches. Opens the output of a generating job.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/platform/output/output_file.hpp"
#include "base/platform/platform.hpp"
#include "batch/flow/run_records.hpp"
#include "batch/frame/jobs.hpp"
#include "batch/sources/text_source.hpp"
#include "dokumill/batch.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

struct JobSize {
  int threads = 1;
  std::size_t batch_records = 1;  // records a worker holds at a time
  std::size_t least_records = 1;  // of a range: the smallest chunks, apart from the last one
  std::size_t chunk_bytes = 1;
  int window = kWindow;  // chunks in flight for each thread
};

inline OutputOptions output_file_options(const JobOptions& options, const JobHooks& hooks) {
  return {options.sync_output, options.no_clobber, options.on_warning, hooks.writes_result};
}
// The options for a file in an OutputFolder. is_result is false, because the folder is the result
// of the program.
inline OutputOptions folder_file_options(const JobOptions& options) {
  return {options.sync_output, options.no_clobber, options.on_warning};
}

// Opens the output of a job that generates records. With `continues`, the output continues an
// earlier part, and never replaces a file. Otherwise, a user who expects the new part to be
// appended would lose the earlier part.
Result<OutputFile> open_part(const JobOptions& options, const JobHooks& hooks,
                             const std::string& path, bool continues);

// The bytes of a record of an input: those of its format, in proportion to the number of cells.
records::RecordBytes record_bytes_of(const records::Detection& found);

// Sizes for a text of `known_bytes` bytes (0: not known) with `columns` columns. If
// all records of a chunk are well formed, they fit into one batch. The size of a batch also limits
// the output of a batch of malformed records: a malformed record can be much shorter than the row
// of empty fields that is written for it.
// `chunk_bytes`: JobHooks::chunk_bytes.
JobSize text_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                      const records::RecordBytes& record_bytes, std::uint64_t known_bytes,
                      std::uint32_t columns = 1);

// Sizes for `count` boards or puzzles that are made in groups of `group`. If chunk_bytes is 0, a
// chunk has at most `max_groups` groups; otherwise, chunk_bytes alone determines its size. The
// automatic choice has one thread for each `least_per_thread` records. In the result, batch_records
// is the number of records in the largest chunks.
JobSize range_job_size(Platform& platform, const JobOptions& options, std::size_t chunk_bytes,
                       std::uint64_t count, std::uint64_t group, std::uint64_t max_groups,
                       std::uint64_t least_per_thread = 1);

}  // namespace dokumill::batch
