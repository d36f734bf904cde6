// Decompresses data in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "formats/codec/decoder.hpp"

namespace dokumill::testing {

struct Decoded {
  std::string text;
  // "": no failure; "truncated": the data ends within a member or frame; "long": decode() has ended
  // early, because the text has more than `most` bytes.
  std::string failure;
};

// Decodes `data`. Each call of the decoder gets at most `piece` bytes of input, and room for `room`
// bytes of output. Throws if the decoder makes no progress or claims more bytes than there are.
inline Decoded decode(Compression kind, std::string_view data, std::size_t piece, std::size_t room,
                      std::size_t most = SIZE_MAX) {
  Decoded decoded;
  const std::unique_ptr<codec::Decoder> decoder = *codec::make_decoder(kind);
  std::vector<char> out(room);
  while (decoded.text.size() < most) {
    const std::string_view in = data.substr(0, piece);
    const Result<codec::Decoder::Step> step = decoder->decode(in, out.data(), out.size());
    if (!step.ok()) return {decoded.text, step.status().message()};
    if (step->consumed > in.size() || step->produced > room) throw std::logic_error("too much");
    decoded.text.append(out.data(), step->produced);
    data.remove_prefix(step->consumed);
    if (step->consumed == 0 && step->produced == 0) {
      if (!data.empty()) throw std::logic_error("no progress");
      if (!decoder->may_end()) decoded.failure = "truncated";
      return decoded;
    }
  }
  decoded.failure = "long";
  return decoded;
}

}  // namespace dokumill::testing
