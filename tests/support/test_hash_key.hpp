// Makes hash keys that are the same in every run of a test.
//
// Thread safety: a pure function.
#pragma once

#include "batch/spill/hash_key.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {

inline batch::HashKey test_hash_key(std::uint64_t seed = 1) {
  TestRandom random(seed);
  return batch::HashKey([&random] { return random.next(); });
}

}  // namespace dokumill::testing
