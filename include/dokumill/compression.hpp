// The compressions that jobs read and write: gzip (RFC 1952) and zstd (RFC 8878).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dokumill {

enum class Compression : std::uint8_t { kNone, kGzip, kZstd };

struct CompressionOptions {
  Compression kind = Compression::kNone;
  // From 1 (the fastest) to most_level(kind) (the smallest output). 0 stands for the default level,
  // which is 1. Lines of digits compress to nearly the same size at every level (docs/formats.md
  // has the numbers).
  int level = 0;
};

// "none", "gzip" or "zstd".
std::string_view name_of(Compression kind);

// The highest level: 12 for gzip, 19 for zstd, 0 for kNone.
int most_level(Compression kind);

// The compression that the end of a file name stands for: .gz or .zst, in upper or lower case.
// kNone for any other end.
Compression compression_of_output(std::string_view path);

// True if this build of the library reads and writes `kind`.
bool has_compression(Compression kind);

}  // namespace dokumill
