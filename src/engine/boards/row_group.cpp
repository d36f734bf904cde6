#include "engine/boards/row_group.hpp"

#include "base/permutation.hpp"

namespace dokumill::boards {
namespace {

// Returns arrangement `index`, counted in lexicographic order. `index` has these parts, the slowest
// part first: which band is first (3 ways), the order of its rows (6), which of the other two bands
// is second (2), the order of its rows (6), and the order of the rows of the last band (6).
constexpr RowOrder arrangement(unsigned index) {
  const unsigned last_order = index % 6;
  const unsigned middle_order = index / 6 % 6;
  const unsigned next_band = index / 36 % 2;
  const unsigned first_order = index / 72 % 6;
  const unsigned first_band = index / 432;
  const std::uint8_t* bands = kOrdersOfThree[2 * first_band + next_band];
  RowOrder order{};
  for (unsigned i = 0; i < 3; ++i) {
    order[i] = static_cast<std::uint8_t>(3 * bands[0] + kOrdersOfThree[first_order][i]);
    order[3 + i] = static_cast<std::uint8_t>(3 * bands[1] + kOrdersOfThree[middle_order][i]);
    order[6 + i] = static_cast<std::uint8_t>(3 * bands[2] + kOrdersOfThree[last_order][i]);
  }
  return order;
}

constexpr std::array<RowOrder, kArrangements> all_arrangements() {
  std::array<RowOrder, kArrangements> all{};
  for (unsigned index = 0; index < kArrangements; ++index) all[index] = arrangement(index);
  return all;
}

}  // namespace

constinit const std::array<RowOrder, kArrangements> kArrangement = all_arrangements();

}  // namespace dokumill::boards
