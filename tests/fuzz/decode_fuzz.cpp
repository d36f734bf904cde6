// Fuzz target: any bytes as a compressed file. Decoding in pieces of every size must give the same
// text and the same verdict. The first byte selects the compression and the sizes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "require.hpp"
#include "support/texts/decoded.hpp"

namespace {

using namespace dokumill;
using fuzzing::require;

// A small file can hold a very long text. The text after this number of bytes is not read.
constexpr std::size_t kMostText = 1 << 20;

// "damaged" stands for all failures of the decoder, whose messages may differ.
std::string end_of(const testing::Decoded& decoded) {
  const std::string& failure = decoded.failure;
  return failure.empty() || failure == "truncated" || failure == "long" ? failure : "damaged";
}

void check_decoding(Compression kind, std::string_view data, std::size_t piece, std::size_t room) {
  const auto whole = testing::decode(kind, data, data.size() + 1, 4096, kMostText);
  const auto pieces = testing::decode(kind, data, piece, room, kMostText);
  require(end_of(whole) == end_of(pieces), "another end");
  // If the data is damaged, more or less text may have been decoded before the damage is found.
  const std::size_t common = std::min(whole.text.size(), pieces.text.size());
  require(whole.text.compare(0, common, pieces.text, 0, common) == 0, "another text");
  if (whole.failure.empty()) require(whole.text == pieces.text, "another text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view data(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const Compression kind = (bytes[0] & 1U) != 0 ? Compression::kZstd : Compression::kGzip;
  check_decoding(kind, data, 1 + (bytes[0] >> 1U & 7U), 1 + (bytes[0] >> 4U) * 7U);
  return 0;
}
