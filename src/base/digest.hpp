// Digest: a hash of 64 bits over texts and numbers, equal in every version and on every machine. It
// finds accidental differences; an attacker can make two texts with the same hash.
// (FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".)
#pragma once

#include <cstdint>
#include <string_view>

namespace dokumill {

class Digest {
 public:
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      add_byte(static_cast<std::uint8_t>(number >> shift));
  }
  // Adds the length of the text, too, so that "ab", "c" and "a", "bc" differ.
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001B3U; }

  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace dokumill
