// GzipHeader: reads the header of a gzip member (RFC 1952) byte by byte. ISA-L can also read
// headers. But if a header has a checksum, the result of ISA-L's check depends on the pieces in
// which the header arrives.
#pragma once

#include <cstdint>
#include <string_view>

namespace dokumill::codec {

class GzipHeader {
 public:
  enum class State : std::uint8_t { kWithin, kComplete, kDamaged };

  // Reads bytes from the start of `in` until the header is complete or damaged, or `in` is used up.
  // Removes these bytes from `in`.
  State read(std::string_view& in);

 private:
  enum class Part : std::uint8_t { kFixed, kExtraSize, kExtra, kName, kComment, kChecksum, kEnd };

  // Enters `part` if this header has it. Otherwise enters the next part that this header has.
  void enter(Part part);
  // Takes a byte. Returns false if the header is damaged.
  bool take(std::uint8_t byte);

  Part part_ = Part::kFixed;
  std::uint8_t flags_ = 0;
  std::uint32_t taken_ = 0;  // number of bytes of part_ so far
  std::uint32_t extra_bytes_ = 0;
  std::uint32_t checksum_ = 0;        // CRC-32 of the bytes before the header's own checksum
  std::uint32_t given_checksum_ = 0;  // the header's own checksum: the lower 16 bits of a CRC-32
};

}  // namespace dokumill::codec
