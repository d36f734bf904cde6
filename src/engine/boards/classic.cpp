#include "engine/boards/classic.hpp"

#include "base/permutation.hpp"

namespace dokumill::boards {
namespace {

constexpr std::uint8_t kShift[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};

// The orders of rows that keep row 0 on top and the bands in place.
constexpr std::array<RowOrder, kClassicGroupSize> kClassicOrder = [] {
  std::array<RowOrder, kClassicGroupSize> orders{};
  for (unsigned index = 0; index < kClassicGroupSize; ++index) {
    for (unsigned i = 0; i < 3; ++i) {
      orders[index][i] = kOrdersOfThree[index / 36][i];
      orders[index][3 + i] = static_cast<std::uint8_t>(3 + kOrdersOfThree[index / 6 % 6][i]);
      orders[index][6 + i] = static_cast<std::uint8_t>(6 + kOrdersOfThree[index % 6][i]);
    }
  }
  return orders;
}();

}  // namespace

RowGroup classic_group(Digit first_digit, std::uint64_t group) {
  const auto row = digits_from(first_digit, static_cast<std::uint32_t>(group));
  RowGroup result{{}, kClassicOrder};
  for (unsigned r = 0; r < 9; ++r) {
    for (unsigned c = 0; c < 9; ++c) result.rows.cells[9 * r + c] = row[(c + kShift[r]) % 9];
  }
  return result;
}

}  // namespace dokumill::boards
