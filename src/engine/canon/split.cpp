// goes_to_test(): a hash of the canonical form decides.
#include <array>

#include "base/packed_cells.hpp"
#include "base/random.hpp"
#include "dokumill/canon.hpp"
#include "engine/canon/share_threshold.hpp"

namespace dokumill {
namespace {

// Hashes a form to 64 bits under a seed: the packed form goes through Philox in cipher block
// chaining. (Philox has the structure of a block cipher but does not claim to be secure.) Six words
// are hashed: the five words of the packed form, and a constant that marks this use of Philox.
std::uint64_t keyed_hash(const Grid& form, std::uint64_t seed) {
  constexpr std::uint64_t kUse = 0x73706C6974;  // "split"
  const PackedCells packed = pack(form);
  const std::array<std::uint64_t, 6> words{packed[0], packed[1], packed[2],
                                           packed[3], packed[4], kUse};
  std::array<std::uint32_t, 4> state{};
  for (std::size_t i = 0; i < words.size(); i += 2) {
    for (std::size_t half = 0; half < 2; ++half) {
      state[2 * half] ^= static_cast<std::uint32_t>(words[i + half]);
      state[2 * half + 1] ^= static_cast<std::uint32_t>(words[i + half] >> 32);
    }
    state = philox(state, seed);
  }
  return std::uint64_t{state[1]} << 32 | state[0];
}

}  // namespace

bool goes_to_test(const Grid& form, Share share, std::uint64_t seed) {
  if (share.parts >= Share::kWhole) return true;
  return keyed_hash(form, seed) < threshold_of(share);
}

}  // namespace dokumill
