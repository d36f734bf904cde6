// The bytes of a page of a Parquet file, decompressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::parquet {

// Decompresses `stored` into `page`, which then has `bytes` bytes. `codec`: a number of the
// enumeration CompressionCodec of parquet.thrift, not that of "none". Failure: kInput if the bytes
// are damaged, kUnsupported if the codec is not one of Snappy, gzip and zstd, or this build has
// none.
Status decompress(std::int64_t codec, std::string_view stored, std::size_t bytes,
                  std::string& page);

// Decompresses a Snappy stream into `page`. Returns false if the stream is damaged or does not have
// `bytes` bytes. (Format: google/snappy, format_description.txt.)
bool unpack_snappy(std::string_view stored, std::size_t bytes, std::string& page);

}  // namespace dokumill::parquet
