#include "formats/codec/gzip_header.hpp"

namespace dokumill::codec {
namespace {

// The flags of a header. Each of the four kHas flags says that a part follows the fixed part. Bit 0
// says that the data is text; no part belongs to it. The other three bits are reserved. If one of
// these three is set, the header is damaged.
constexpr std::uint8_t kHasChecksum = 2;
constexpr std::uint8_t kHasExtra = 4;
constexpr std::uint8_t kHasName = 8;
constexpr std::uint8_t kHasComment = 16;
constexpr std::uint8_t kReserved = 0xE0;

constexpr std::uint32_t kFixedBytes = 10;

std::uint32_t update_crc32(std::uint32_t crc, std::uint8_t byte) {
  crc = ~crc ^ byte;
  for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  return ~crc;
}

}  // namespace

GzipHeader::State GzipHeader::read(std::string_view& in) {
  while (part_ != Part::kEnd && !in.empty()) {
    const auto byte = static_cast<std::uint8_t>(in.front());
    in.remove_prefix(1);
    if (!take(byte)) return State::kDamaged;
  }
  return part_ == Part::kEnd ? State::kComplete : State::kWithin;
}

void GzipHeader::enter(Part part) {
  taken_ = 0;
  if (part == Part::kExtraSize && (flags_ & kHasExtra) == 0) part = Part::kName;
  if (part == Part::kExtra && extra_bytes_ == 0) part = Part::kName;
  if (part == Part::kName && (flags_ & kHasName) == 0) part = Part::kComment;
  if (part == Part::kComment && (flags_ & kHasComment) == 0) part = Part::kChecksum;
  if (part == Part::kChecksum && (flags_ & kHasChecksum) == 0) part = Part::kEnd;
  part_ = part;
}

bool GzipHeader::take(std::uint8_t byte) {
  const std::uint32_t at = taken_++;
  if (part_ != Part::kChecksum) checksum_ = update_crc32(checksum_, byte);
  switch (part_) {
    case Part::kFixed:
      if (at == 0 && byte != 0x1F) return false;
      if (at == 1 && byte != 0x8B) return false;
      if (at == 2 && byte != 8) return false;  // the method: only deflate is defined
      if (at == 3) flags_ = byte;
      if (at == 3 && (flags_ & kReserved) != 0) return false;
      if (taken_ == kFixedBytes) enter(Part::kExtraSize);
      return true;
    case Part::kExtraSize:
      extra_bytes_ |= std::uint32_t{byte} << (8 * at);
      if (taken_ == 2) enter(Part::kExtra);
      return true;
    case Part::kExtra:
      if (taken_ == extra_bytes_) enter(Part::kName);
      return true;
    case Part::kName:
      if (byte == 0) enter(Part::kComment);
      return true;
    case Part::kComment:
      if (byte == 0) enter(Part::kChecksum);
      return true;
    case Part::kChecksum:
      given_checksum_ |= std::uint32_t{byte} << (8 * at);
      if (taken_ < 2) return true;
      enter(Part::kEnd);
      return given_checksum_ == (checksum_ & 0xFFFFU);
    case Part::kEnd:
      break;
  }
  return false;
}

}  // namespace dokumill::codec
