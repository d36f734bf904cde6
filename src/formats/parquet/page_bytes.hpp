// The bytes of a page of a Parquet file, decompressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::parquet {

// The most bytes of a page before its compression. Writers make pages of about 1 MiB, but some do
// not divide a column chunk.
inline constexpr std::size_t kMostPageBytes = std::size_t{1} << 30;

// Decompresses `stored` into `page`, which must then have `bytes` bytes. `codec`: a number of the
// enumeration CompressionCodec of parquet.thrift. Failure: kInput if the bytes are damaged,
// kUnsupported if the codec is not one of none, Snappy, gzip and zstd, or this build has none.
// REQUIRES: bytes is at most kMostPageBytes.
Status decompress(std::int64_t codec, std::string_view stored, std::size_t bytes,
                  std::string& page);

// Appends the text of a Snappy stream to `text`, up to `most` bytes. Returns false if the stream is
// damaged or has more bytes. (Format: google/snappy, format_description.txt.)
bool unpack_snappy(std::string_view stored, std::size_t most, std::string& text);

}  // namespace dokumill::parquet
