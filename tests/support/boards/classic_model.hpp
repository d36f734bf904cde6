// Builds the classic family of boards a second time, directly from its description.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace dokumill::testing {

// Yields the boards of the classic family in order.
class ClassicModel {
 public:
  explicit ClassicModel(int first_digit = 1) {
    first_ += static_cast<char>('0' + first_digit);
    for (char digit = '1'; digit <= '9'; ++digit) {
      if (digit != first_[0]) first_ += digit;
    }
    reset_groups();
  }

  std::string next() {
    std::string board = first_;
    for (const auto* group : {&upper_, &middle_, &lower_}) {
      for (const std::size_t row : *group) {
        board.append(first_, kShifts[row]).append(first_, 0, kShifts[row]);
      }
    }
    skip();
    return board;
  }
  // Goes to the next board.
  void skip() {
    if (std::ranges::next_permutation(lower_).found) return;
    if (std::ranges::next_permutation(middle_).found) return;
    if (std::ranges::next_permutation(upper_).found) return;
    reset_groups();
    std::next_permutation(first_.begin() + 1, first_.end());
  }

 private:
  // Row i of the first board (2 to 9) is its first row, shifted by kShifts[i] columns.
  static constexpr std::array<std::size_t, 10> kShifts{0, 0, 3, 6, 1, 4, 7, 2, 5, 8};

  void reset_groups() {
    upper_ = {2, 3};
    middle_ = {4, 5, 6};
    lower_ = {7, 8, 9};
  }

  std::string first_;
  std::vector<std::size_t> upper_, middle_, lower_;
};

}  // namespace dokumill::testing
