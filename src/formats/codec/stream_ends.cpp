#include "formats/codec/stream_ends.hpp"

#include <algorithm>
#include <bit>
#include <concepts>

#if defined(DOKUMILL_COMPRESSION)
#include <libdeflate.h>
#endif

#include "base/load64.hpp"

namespace dokumill::codec {
namespace {

using namespace std::string_view_literals;

// No time, no name, an unknown system: the same bytes everywhere.
constexpr std::string_view kGzipHeader = "\x1F\x8B\x08\0\0\0\0\0\0\xFF"sv;
// With an extra field of 12 bytes: the name of the field, its length 8, and 8 bytes.
constexpr std::string_view kGzipWithLength = "\x1F\x8B\x08\4\0\0\0\0\0\xFF\x0C\0dm\x08\0"sv;
// An empty last block with the codes that deflate defines.
constexpr std::string_view kGzipLast = "\x03\0"sv;
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD"sv;
// The window of a frame: 2^20 bytes, as many as a block has at most.
constexpr char kZstdWindow = (20 - 10) << 3;
// An empty last block that is not compressed.
constexpr std::string_view kZstdLast = "\1\0\0"sv;
constexpr std::size_t kZstdChecksum = 4;

template <std::unsigned_integral Number>
std::string low_first(Number number) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof number; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

std::uint32_t load32(const char* bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}

constexpr std::uint64_t kPrimes[] = {0x9E3779B185EBCA87U, 0xC2B2AE3D27D4EB4FU, 0x165667B19E3779F9U,
                                     0x85EBCA77C2B2AE63U, 0x27D4EB2F165667C5U};
constexpr std::size_t kStripe = 32;

std::uint64_t mixed(std::uint64_t lane, std::uint64_t input) {
  return std::rotl(lane + input * kPrimes[1], 31) * kPrimes[0];
}

// The product of two polynomials modulo that of CRC-32. The highest bit is the coefficient of x^0.
std::uint32_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (std::uint32_t bit = 1U << 31; bit != 0; bit >>= 1) {
    if ((a & bit) != 0) sum ^= b;
    b = b >> 1 ^ ((b & 1) != 0 ? 0xEDB88320U : 0);
  }
  return sum;
}

}  // namespace

void Xxh64::add(std::string_view text) {
  bytes_ += text.size();
  const auto take_stripe = [this](const char* stripe) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      lanes_[i] = mixed(lanes_[i], load64(stripe + 8 * i));
    }
  };
  if (!rest_.empty()) {
    const std::string_view added = text.substr(0, kStripe - rest_.size());
    rest_ += added;
    text.remove_prefix(added.size());
    if (rest_.size() != kStripe) return;
    take_stripe(rest_.data());
  }
  for (; text.size() >= kStripe; text.remove_prefix(kStripe)) take_stripe(text.data());
  rest_ = text;
}

std::uint64_t Xxh64::value() const {
  std::uint64_t hash = kPrimes[4];
  if (bytes_ >= kStripe) {
    hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
           std::rotl(lanes_[3], 18);
    for (const std::uint64_t lane : lanes_) {
      hash = (hash ^ mixed(0, lane)) * kPrimes[0] + kPrimes[3];
    }
  }
  hash += bytes_;
  std::string_view left = rest_;
  for (; left.size() >= 8; left.remove_prefix(8)) {
    hash ^= mixed(0, load64(left.data()));
    hash = std::rotl(hash, 27) * kPrimes[0] + kPrimes[3];
  }
  if (left.size() >= 4) {
    hash ^= load32(left.data()) * kPrimes[0];
    hash = std::rotl(hash, 23) * kPrimes[1] + kPrimes[2];
    left.remove_prefix(4);
  }
  for (const char byte : left) {
    hash ^= static_cast<unsigned char>(byte) * kPrimes[4];
    hash = std::rotl(hash, 11) * kPrimes[0];
  }
  hash = (hash ^ hash >> 33) * kPrimes[1];
  hash = (hash ^ hash >> 29) * kPrimes[2];
  return hash ^ hash >> 32;
}

std::string stream_header(Compression kind, std::optional<std::uint64_t> text_bytes,
                          bool has_checksum) {
  if (kind == Compression::kGzip) {
    return text_bytes ? std::string(kGzipWithLength) + low_first(*text_bytes)
                      : std::string(kGzipHeader);
  }
  std::string header(kZstdMagic);
  header += static_cast<char>((text_bytes ? 0xC0 : 0) | (has_checksum ? 4 : 0));
  header += kZstdWindow;
  if (text_bytes) header += low_first(*text_bytes);
  return header;
}

void StreamEnd::add(std::string_view text) {
  bytes_ += text.size();
#if defined(DOKUMILL_COMPRESSION)
  if (kind_ == Compression::kGzip) {
    crc_ = ::libdeflate_crc32(crc_, text.data(), text.size());
    return;
  }
#endif
  hash_.add(text);
}

std::string StreamEnd::bytes() const {
  if (kind_ == Compression::kGzip) {
    return std::string(kGzipLast) + low_first(crc_) + low_first(static_cast<std::uint32_t>(bytes_));
  }
  return std::string(kZstdLast) + low_first(static_cast<std::uint32_t>(hash_.value()));
}

std::size_t JoinedStream::add(std::string_view first, std::string_view end) {
  const std::size_t header_bytes = stream_header(kind_, 0).size();
  if (first.size() < header_bytes || end.size() != end_bytes(kind_)) return 0;
  const auto text_bytes = load64(first.data() + header_bytes - 8);
  if (!first.starts_with(stream_header(kind_, text_bytes))) return 0;
  if (!end.starts_with(kind_ == Compression::kGzip ? kGzipLast : kZstdLast)) return 0;
  bytes_ += text_bytes;
  if (kind_ == Compression::kGzip) {
    const auto crc = load32(end.data() + kGzipLast.size());
    crc_ = joined_crc32(crc_, crc, text_bytes);
  }
  return header_bytes;
}

std::string JoinedStream::end() const {
  if (kind_ == Compression::kZstd) return std::string(kZstdLast);
  return std::string(kGzipLast) + low_first(crc_) + low_first(static_cast<std::uint32_t>(bytes_));
}

std::uint32_t joined_crc32(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes) {
  // Each byte that follows multiplies by x^8.
  std::uint32_t power = 1U << 23;
  for (; second_bytes != 0; second_bytes >>= 1, power = product(power, power)) {
    if ((second_bytes & 1) != 0) first = product(first, power);
  }
  return first ^ second;
}

}  // namespace dokumill::codec
