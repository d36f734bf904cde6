#include "formats/parquet/page_bytes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/text/format.hpp"
#include "formats/codec/decoder.hpp"
#include "formats/parquet/byte_reader.hpp"

namespace dokumill::parquet {
namespace {

// The codecs of parquet.thrift by their numbers.
constexpr std::array<std::string_view, 8> kCodecs = {"none",   "Snappy", "gzip", "LZO",
                                                     "Brotli", "LZ4",    "zstd", "LZ4"};
constexpr std::int64_t kSnappy = 1;
constexpr std::int64_t kGzip = 2;
constexpr std::int64_t kZstd = 6;

// What a tag of Snappy says about a copy: its bytes, the bytes after the tag, and the highest bits
// of its offset.
struct Copy {
  std::uint8_t bytes;
  std::uint8_t more;
  std::uint16_t high;
};
constexpr std::array<Copy, 256> kCopies = [] {
  std::array<Copy, 256> copies{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    const bool is_near = (tag & 3) == 1;
    copies[tag] = {static_cast<std::uint8_t>(is_near ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2)),
                   static_cast<std::uint8_t>(is_near          ? 1
                                             : (tag & 3) == 2 ? 2
                                                              : 4),
                   static_cast<std::uint16_t>(is_near ? (tag >> 5) << 8 : 0)};
  }
  return copies;
}();

Status damaged_page() {
  return {ErrorCode::kInput, "damaged Parquet data: a page that cannot be decompressed"};
}

}  // namespace

bool unpack_snappy(std::string_view stored, std::size_t bytes, std::string& page) {
  ByteReader in(stored);
  if (in.varint() != bytes || !in.is_ok()) return false;
  page.resize(bytes);
  char* const begin = page.data();
  char* const end = begin + bytes;
  char* out = begin;
  // A copy has at most 64 bytes, and writes up to 16 bytes too many.
  constexpr std::size_t kMostCopied = 80;
  const char* at = stored.data() + (stored.size() - in.left().size());
  const char* const stored_end = stored.data() + stored.size();
  while (at != stored_end) {
    const auto room = static_cast<std::size_t>(end - out);
    const auto left = static_cast<std::size_t>(stored_end - at);
    // A tag, and up to four bytes more: for a literal its length, if it is longer than 60, and for
    // a copy its offset.
    const std::uint64_t next = left >= 8 ? load64(at) : number_of({at, left});
    const auto tag = static_cast<unsigned>(next & 0xFF);
    const unsigned high = tag >> 2;
    if ((tag & 3) == 0) {
      const unsigned more = high < 60 ? 0 : high - 59;
      const std::uint64_t number = next >> 8 & ((std::uint64_t{1} << (8 * more)) - 1);
      const std::uint64_t length = (more == 0 ? high : number) + 1;
      if (left < 1 + more || length > left - 1 - more || length > room) return false;
      at += 1 + more;
      // A fixed size is faster. The bytes that are too many are replaced.
      if (length <= 8 && room >= 8 && left >= 16) {
        std::memcpy(out, at, 8);
      } else {
        std::memcpy(out, at, static_cast<std::size_t>(length));
      }
      at += length;
      out += length;
      continue;
    }
    const Copy copy = kCopies[tag];
    const std::size_t length = copy.bytes;
    const std::uint64_t offset =
        copy.high + (next >> 8 & ((std::uint64_t{1} << (8 * copy.more)) - 1));
    const bool is_cut = left < 1U + copy.more || length > room;
    if (is_cut || offset - 1 >= static_cast<std::size_t>(out - begin)) return false;
    at += 1 + copy.more;
    char* const copy_end = out + length;
    if (room < kMostCopied) {
      for (; out != copy_end; ++out) *out = *(out - offset);
      continue;
    }
    // Steps of a fixed size are faster. The bytes that are too many are replaced.
    std::uint64_t distance = offset;
    if (offset < 8) {
      // The copy overlaps itself, and so repeats its beginning.
      for (int i = 0; i < 8; ++i) out[i] = *(out + i - offset);
      out += 8;
      distance = (7 + offset) / offset * offset;
    }
    std::memcpy(out, out - distance, 8);
    std::memcpy(out + 8, out + 8 - distance, 8);
    for (out += 16; out < copy_end; out += 8) std::memcpy(out, out - distance, 8);
    out = copy_end;
  }
  return out == end;
}

Status decompress(std::int64_t codec, std::string_view stored, std::size_t bytes,
                  std::string& page) {
  // No codec packs better than zstd, which can store a block of 128 KiB in 4 bytes. So a small file
  // cannot make the program allocate much memory.
  constexpr std::size_t kBestRatio = std::size_t{1} << 15;
  if (bytes / kBestRatio > stored.size()) return damaged_page();
  // Some writers store an empty page in no bytes.
  if (bytes == 0 && stored.empty()) {
    page.clear();
    return {};
  }
  if (codec == kSnappy) return unpack_snappy(stored, bytes, page) ? Status() : damaged_page();
  if (codec != kGzip && codec != kZstd) {
    const bool is_known = codec > 0 && codec < static_cast<std::int64_t>(kCodecs.size());
    return {ErrorCode::kUnsupported,
            format_text("its pages are compressed with {}, which is not read; write the file with "
                        "none, Snappy, gzip or zstd",
                        is_known ? kCodecs[static_cast<std::size_t>(codec)] : "an unknown codec")};
  }
  auto decoder = codec::make_decoder(codec == kGzip ? Compression::kGzip : Compression::kZstd);
  if (!decoder.ok()) return decoder.status();
  // One byte more than the page, so that a longer text is noticed.
  page.resize(bytes + 1);
  std::size_t filled = 0;
  for (bool may_go_on = true; may_go_on && filled <= bytes;) {
    const auto step = (*decoder)->decode(stored, page.data() + filled, page.size() - filled);
    if (step.status().code() == ErrorCode::kOutOfMemory) return step.status();
    if (!step.ok()) return damaged_page();
    filled += step->produced;
    stored.remove_prefix(step->consumed);
    may_go_on = step->produced != 0 || (step->consumed != 0 && !stored.empty());
  }
  page.resize(bytes);
  return filled == bytes && (*decoder)->may_end() ? Status() : damaged_page();
}

}  // namespace dokumill::parquet
