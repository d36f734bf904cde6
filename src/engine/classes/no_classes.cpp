// Takes the place of the other files of this folder in the page, which does without the table.
#include <algorithm>

#include "dokumill/canon.hpp"

namespace dokumill {

bool has_board_classes() {
  return false;
}

BoardClass class_of(const Grid&) {
  return {};
}

void class_boards(std::uint64_t, std::span<Grid> out) {
  std::fill(out.begin(), out.end(), Grid{});
}

}  // namespace dokumill
