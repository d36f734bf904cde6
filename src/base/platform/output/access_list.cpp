#include "base/platform/output/access_list.hpp"

#include <cstddef>

namespace dokumill {
namespace {

// The attribute's value is little-endian. It has a version of 4 bytes and then entries of 8 bytes:
//   0       2       4               8
//   | tag   | perms | user or group |
constexpr std::size_t kHeadBytes = 4;
constexpr std::size_t kEntryBytes = 8;
constexpr unsigned kVersion = 2;
enum Tag : unsigned {
  kOwner = 0x01,
  kNamedUser = 0x02,
  kGroup = 0x04,
  kNamedGroup = 0x08,
  kMask = 0x10,
  kOther = 0x20,
};

unsigned two_bytes(std::string_view list, std::size_t at) {
  return static_cast<unsigned char>(list[at]) | static_cast<unsigned char>(list[at + 1]) << 8U;
}

}  // namespace

unsigned narrowest_bits(std::string_view list) {
  if (list.size() < kHeadBytes || (list.size() - kHeadBytes) % kEntryBytes != 0 ||
      two_bytes(list, 0) != kVersion || two_bytes(list, 2) != 0) {
    return 0;
  }
  unsigned group = 0;
  unsigned other = 0;
  unsigned mask = 7;
  unsigned named = 7;  // rights that all named users and groups have
  bool has_named = false;
  for (std::size_t at = kHeadBytes; at < list.size(); at += kEntryBytes) {
    const unsigned rights = two_bytes(list, at + 2) & 7U;
    switch (two_bytes(list, at)) {
      case kOwner:
        break;
      case kNamedUser:
      case kNamedGroup:
        named &= rights;
        has_named = true;
        break;
      case kGroup:
        group = rights;
        break;
      case kMask:
        mask = rights;
        break;
      case kOther:
        other = rights;
        break;
      default:
        return 0;
    }
  }
  if (has_named) named &= mask;
  return (group & mask & named) << 3U | (other & named);
}

}  // namespace dokumill
