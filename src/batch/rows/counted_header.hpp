// CountedHeader: a header that states the number of records. Of the output formats, npy has such a
// header. The header is first written with the number 0. When the number is known, the header is
// overwritten. So the output must be a file, and must not be compressed.
#pragma once

#include "base/platform/output/output_file.hpp"
#include "dokumill/batch.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

class CountedHeader {
 public:
  // REQUIRES: `output` outlives this object.
  CountedHeader(TextFormat format, Compression compression, OutputFile& output)
      : traits_(records::format_traits(format)), compression_(compression), output_(output) {}

  // True if the format has such a header. Otherwise begin() and finish() do nothing.
  bool exists() const { return traits_.counted_header.value() != nullptr; }
  // Writes the header with the number 0. kUsage if the output is compressed or cannot be
  // overwritten. Call this before the first record.
  Status begin();
  // Overwrites the header with the number of records. Call this after the last record.
  Status finish();

 private:
  const records::FormatTraits& traits_;
  Compression compression_;
  OutputFile& output_;
  std::uint64_t header_bytes_ = 0;
};

}  // namespace dokumill::batch
