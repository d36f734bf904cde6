// Records with numbers, and hash keys that are the same in every run of a test.
#pragma once

#include <cstddef>
#include <cstdint>

#include "batch/spill/hash_key.hpp"
#include "dokumill/grid.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {

// The grid of a number from 0 to 99,999 has the decimal digits of the number in five cells.
inline Grid numbered_grid(int number) {
  Grid grid;
  for (std::size_t cell = 0; number > 0; cell += 17, number /= 10) {
    grid.cells[cell] = static_cast<std::uint8_t>(number % 10);
  }
  return grid;
}

inline batch::HashKey test_hash_key(std::uint64_t seed = 1) {
  TestRandom random(seed);
  return batch::HashKey([&random] { return random.next(); });
}

}  // namespace dokumill::testing
