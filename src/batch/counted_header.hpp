// CountedHeader: the header of an output that states the number of its records (npy). It is written
// first with no records, and again at its place when the number is known. So the output must be a
// file that is not compressed.
//
// Thread safety: one thread at a time.
#pragma once

#include "dokumill/batch.hpp"
#include "platform/output_file.hpp"
#include "records/format_table.hpp"

namespace dokumill::batch {

class CountedHeader {
 public:
  // REQUIRES: `output` outlives this object.
  CountedHeader(TextFormat format, Compression compression, OutputFile& output)
      : traits_(records::format_traits(format)), compression_(compression), output_(output) {}

  // True if the format has such a header. Otherwise begin() and finish() do nothing.
  bool exists() const { return traits_.counted_header.value() != nullptr; }
  // Writes the header. kUsage if the output cannot have such a header. Call this before the first
  // record.
  Status begin();
  // Writes the header with the number of records. Call this after the last record.
  Status finish();

 private:
  const records::FormatTraits& traits_;
  Compression compression_;
  OutputFile& output_;
  std::uint64_t header_bytes_ = 0;
};

}  // namespace dokumill::batch
