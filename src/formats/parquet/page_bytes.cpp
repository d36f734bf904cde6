#include "formats/parquet/page_bytes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/text/format.hpp"
#include "formats/codec/decoder.hpp"

namespace dokumill::parquet {
namespace {

// The codecs of parquet.thrift by their numbers.
constexpr std::array<std::string_view, 8> kCodecs = {"none",   "Snappy", "gzip", "LZO",
                                                     "Brotli", "LZ4",    "zstd", "LZ4"};
constexpr std::int64_t kSnappy = 1;
constexpr std::int64_t kGzip = 2;
constexpr std::int64_t kZstd = 6;

Status damaged_page() {
  return {ErrorCode::kInput, "damaged Parquet data: a page that cannot be decompressed"};
}

}  // namespace

bool unpack_snappy(std::string_view stored, std::size_t most, std::string& text) {
  const auto byte = [&stored](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(stored[i])};
  };
  // The stream begins with the length of the text.
  std::size_t length = 0;
  for (int shift = 0;; shift += 7) {
    if (stored.empty() || shift > 28) return false;
    const std::size_t next = byte(0);
    stored.remove_prefix(1);
    length |= (next & 0x7F) << shift;
    if (next < 0x80) break;
  }
  if (length > most) return false;
  const std::size_t begin = text.size();
  text.resize(begin + length);
  char* const first = text.data() + begin;
  char* const end = first + length;
  char* out = first;
  while (!stored.empty()) {
    const std::size_t tag = byte(0);
    // A literal has up to four bytes more for its length, a copy one, two or four for its offset.
    const std::size_t more = (tag & 3) == 0   ? (tag >> 2 < 60 ? 0 : (tag >> 2) - 59)
                             : (tag & 3) == 3 ? 4
                                              : tag & 3;
    if (stored.size() <= more) return false;
    std::size_t number = 0;
    for (std::size_t i = 0; i < more; ++i) number |= byte(1 + i) << (8 * i);
    stored.remove_prefix(1 + more);
    const auto room = static_cast<std::size_t>(end - out);
    if ((tag & 3) == 0) {
      const std::size_t bytes = (more == 0 ? tag >> 2 : number) + 1;
      if (bytes > stored.size() || bytes > room) return false;
      out = std::copy_n(stored.data(), bytes, out);
      stored.remove_prefix(bytes);
      continue;
    }
    const bool is_short = (tag & 3) == 1;
    const std::size_t bytes = is_short ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
    const std::size_t offset = is_short ? (tag >> 5) << 8 | number : number;
    if (offset == 0 || offset > static_cast<std::size_t>(out - first) || bytes > room) return false;
    if (offset >= 8 && room >= bytes + 8) {
      // Copies up to seven bytes too many, which the next ones replace.
      for (std::size_t i = 0; i < bytes; i += 8) std::memcpy(out + i, out + i - offset, 8);
      out += bytes;
      continue;
    }
    // The copy may overlap itself, and then repeats its beginning.
    for (const char* const copy_end = out + bytes; out != copy_end; ++out) *out = *(out - offset);
  }
  return out == end;
}

Status decompress(std::int64_t codec, std::string_view stored, std::size_t bytes,
                  std::string& page) {
  page.clear();
  // No codec packs better than zstd, which can store a block of 128 KiB in 4 bytes. So a small file
  // cannot make the program allocate much memory.
  constexpr std::size_t kBestRatio = std::size_t{1} << 15;
  if (bytes / kBestRatio > stored.size()) return damaged_page();
  if (codec == 0) {
    page = stored;
    return page.size() == bytes ? Status() : damaged_page();
  }
  if (codec == kSnappy) {
    return unpack_snappy(stored, bytes, page) && page.size() == bytes ? Status() : damaged_page();
  }
  if (codec != kGzip && codec != kZstd) {
    const bool is_known = codec > 0 && codec < static_cast<std::int64_t>(kCodecs.size());
    return {ErrorCode::kUnsupported,
            format_text("its pages are compressed with {}, which is not read; write the file with "
                        "none, Snappy, gzip or zstd",
                        is_known ? kCodecs[static_cast<std::size_t>(codec)] : "an unknown codec")};
  }
  auto decoder = codec::make_decoder(codec == kGzip ? Compression::kGzip : Compression::kZstd);
  if (!decoder.ok()) return decoder.status();
  page.resize(bytes);
  std::size_t filled = 0;
  for (;;) {
    // One byte more than the page, so that a longer text is noticed.
    char extra = 0;
    const bool is_full = filled == bytes;
    const auto step = (*decoder)->decode(stored, is_full ? &extra : page.data() + filled,
                                         is_full ? 1 : bytes - filled);
    if (step.status().code() == ErrorCode::kOutOfMemory) return step.status();
    if (!step.ok() || (is_full && step->produced != 0)) return damaged_page();
    filled += step->produced;
    stored.remove_prefix(step->consumed);
    if (step->produced == 0 && (stored.empty() || step->consumed == 0)) break;
  }
  return filled == bytes && (*decoder)->may_end() ? Status() : damaged_page();
}

}  // namespace dokumill::parquet
