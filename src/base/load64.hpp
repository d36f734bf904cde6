// Reads eight bytes as a number whose lowest byte comes first. All processors that the program is
// built for store numbers in this order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace dokumill {

inline std::uint64_t load64(const char* bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

}  // namespace dokumill
