// Decoder: turns compressed bytes into bytes, piece by piece. Reads all members of a gzip file and
// all frames of a zstd file, and checks their checksums. After the last gzip member, only zero
// bytes may follow. The program gzip ignores any other bytes there, but the decoder reports them,
// because they may be a damaged member.
//
// Memory: 100 KiB for gzip; the window of the frame for zstd, at most 128 MiB.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::codec {

class Decoder {
 public:
  virtual ~Decoder() = default;

  struct Step {
    std::size_t consumed;  // bytes of the input
    std::size_t produced;  // bytes of the output
  };
  // Decodes from `in` to out[0, room). Makes progress unless `in` or the room is used up. Failure:
  // kInput with a reason, such as "a wrong checksum", or kOutOfMemory. After a failure, the decoder
  // cannot continue.
  virtual Result<Step> decode(std::string_view in, char* out, std::size_t room) = 0;

  // From now on, the fields of all other columns may be empty, if the output is a table. `columns`:
  // their numbers, from 0.
  virtual void keep_columns(std::span<const std::uint32_t> /*columns*/) {}

  // True if the bytes so far do not end within a member or frame, so that the data may end here.
  virtual bool may_end() const = 0;
};

// Returns a decoder. Failure: kUnsupported with the reason if this build has no such decoder, or
// kOutOfMemory. REQUIRES: kind is not kNone.
Result<std::unique_ptr<Decoder>> make_decoder(Compression kind);

}  // namespace dokumill::codec
