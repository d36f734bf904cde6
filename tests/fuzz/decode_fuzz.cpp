// Fuzz target: any bytes as a compressed file. Decoding in pieces of every size must give the same
// text and the same verdict. The first byte selects the compression and the sizes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "codec/decoder.hpp"

namespace {

using namespace dokumill;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "decode_fuzz: %s\n", what);
  std::abort();
}

// A small file can hold a very long text. The text after this number of bytes is not read.
constexpr std::size_t kMostText = 1 << 20;

// The result of decode(): the text, and how decoding ends. decode() passes the input in pieces of
// `piece` bytes, and gets the output in pieces of at most `room` bytes.
struct Decoded {
  std::string text;
  std::string end;
};
Decoded decode(Compression kind, std::string_view data, std::size_t piece, std::size_t room) {
  Decoded decoded;
  const std::unique_ptr<codec::Decoder> decoder = *codec::make_decoder(kind);
  std::vector<char> out(room);
  while (decoded.text.size() < kMostText) {
    const std::string_view in = data.substr(0, piece);
    const Result<codec::Decoder::Step> step = decoder->decode(in, out.data(), out.size());
    if (!step.ok()) {
      decoded.end = "damaged";
      return decoded;
    }
    require(step->consumed <= in.size() && step->produced <= room, "more than there is");
    decoded.text.append(out.data(), step->produced);
    data.remove_prefix(step->consumed);
    if (step->consumed == 0 && step->produced == 0) {
      require(data.empty(), "no progress");
      decoded.end = decoder->may_end() ? "complete" : "truncated";
      return decoded;
    }
  }
  decoded.end = "long";
  return decoded;
}

void check_decoding(Compression kind, std::string_view data, std::size_t piece, std::size_t room) {
  const Decoded whole = decode(kind, data, data.size() + 1, 4096);
  const Decoded pieces = decode(kind, data, piece, room);
  require(whole.end == pieces.end, "another end");
  // If the data is damaged, more or less text may have been decoded before the damage is found.
  const std::size_t common = std::min(whole.text.size(), pieces.text.size());
  require(whole.text.compare(0, common, pieces.text, 0, common) == 0, "another text");
  if (whole.end == "complete") require(whole.text == pieces.text, "another text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view data(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const Compression kind = (bytes[0] & 1U) != 0 ? Compression::kZstd : Compression::kGzip;
  check_decoding(kind, data, 1 + (bytes[0] >> 1U & 7U), 1 + (bytes[0] >> 4U) * 7U);
  return 0;
}
