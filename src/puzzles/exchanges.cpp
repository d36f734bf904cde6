#include "puzzles/exchanges.hpp"

#include <algorithm>

namespace dokumill::puzzles {

void Exchanges::find(const Grid& board) {
  clear();
  // Two lines of one band (or stack) that have a and b in two places, in opposite order. The two
  // places are in different boxes, because a box has a digit only once.
  for (const bool is_row : {true, false}) {
    const auto cell_of = [is_row](int line, int place) {
      return is_row ? line * 9 + place : place * 9 + line;
    };
    for (int first = 0; first < 9; ++first) {
      for (int second = first + 1; second / 3 == first / 3; ++second) {
        std::array<std::uint8_t, 10> place_in_second{};
        for (int place = 0; place < 9; ++place) {
          place_in_second[board.cells[cell_of(second, place)]] = static_cast<std::uint8_t>(place);
        }
        for (int place = 0; place < 9; ++place) {
          const int other = place_in_second[board.cells[cell_of(first, place)]];
          const bool is_exchange =
              board.cells[cell_of(second, place)] == board.cells[cell_of(first, other)];
          if (!is_exchange || other < place) continue;
          if (count_ == static_cast<int>(sets_.size())) return;
          CellBits& set = sets_[count_++];
          set = {};
          for (const int line : {first, second}) {
            set.add(cell_of(line, place));
            set.add(cell_of(line, other));
          }
        }
      }
    }
  }
}

bool Exchanges::is_one_missed(CellBits clues) const {
  return std::any_of(sets_.begin(), sets_.begin() + count_,
                     [clues](CellBits set) { return !set.meets(clues); });
}

}  // namespace dokumill::puzzles
