// StepJudge: unique rectangles, unique loops and BUG. Without the extra candidates, the puzzle had
// two solutions, so one of them is true.
#include "unit/engine/step_judge.hpp"

namespace dokumill::testing {
namespace {

Numbers cells_of(const Marks& marks) {
  return cells_that([&](int cell) { return marks[cell] != 0; });
}

// Type 3, and BUG type 3, in a house with all the cells that have extra candidates. These cells
// together are one cell that has one of the extra candidates. It makes a naked set with the other
// cells.
Conclusion judge_naked_set(const Marks& board, const Step& step, const Marks& extras,
                           unsigned digits) {
  const Numbers cells = cells_of(extras);
  const Numbers others = numbers(step.others);
  require(digits == (digits_in(board, others) | digits_in(extras, cells)),
          "not the digits of the cells");
  require(size_of(digits) == static_cast<int>(others.size()) + 1, "not as many digits as cells");
  Numbers rest = open_in(board, step.houses[0]);
  std::erase_if(rest, [&](int cell) { return contains(cells, cell) || contains(others, cell); });
  Conclusion result;
  result.remove(board, rest, digits);
  return result;
}

void require_others_in_house(const Marks& board, const Step& step, const Numbers& cells) {
  const Numbers others = numbers(step.others);
  require(step.houses.size() == 1 && !others.empty() && are_same(others, others),
          "type 3 without a house or without a set");
  const Numbers open = open_in(board, step.houses[0]);
  for (const int cell : cells) require(contains(open, cell), "a cell is outside the house");
  for (const int cell : others) {
    require(contains(open, cell) && !contains(cells, cell), "another cell of the set is wrong");
  }
}

class LoopJudge {
 public:
  LoopJudge(const Marks& board, const Step& step)
      : board_(board),
        step_(step),
        loop_(numbers(step.cells)),
        extras_(marks_of(step.extras)),
        cells_(cells_of(extras_)) {
    require(step.digits.size() >= 2, "without its two digits");
    pair_ = bit(step.digits[0].value()) | bit(step.digits[1].value());
    for (std::size_t i = 2; i < step.digits.size(); ++i) more_ |= bit(step.digits[i].value());
  }

  Conclusion judge() const {
    require_loop();
    require(step_.type == 3 || (step_.others.empty() && step_.digits.size() == 2),
            "a set without type 3");
    require(step_.type >= 3 || step_.houses.empty(), "a house without type 3 or 4");
    if (step_.type < 3) require_score(0);
    switch (step_.type) {
      case 1:
        require(cells_.size() == 1, "type 1 has one cell with extra candidates");
        return removal(cells_, pair_);
      case 2:
        require(cells_.size() >= 2 && size_of(extra_digits()) == 1, "no common extra candidate");
        return removal(cells_that([&](int cell) { return sees_all(cell, cells_); }),
                       extra_digits());
      case 3:
        return type3();
      default:
        return type4();
    }
  }

 private:
  Conclusion removal(const Numbers& cells, unsigned digits) const {
    Conclusion result;
    result.remove(board_, cells, digits);
    return result;
  }
  unsigned extra_digits() const { return digits_in(extras_, cells_); }

  // Each house that has cells of the loop has two of them, one at an even and one at an odd place.
  // So the two digits can change places.
  void require_loop() const {
    const std::size_t size = loop_.size();
    require(size >= 4 && size % 2 == 0 && are_same(loop_, loop_), "not a loop");
    require((size == 4) == (step_.technique == Technique::kUniqueRectangle),
            "a rectangle has four cells, and a loop has more");
    for (std::size_t i = 0; i < size; ++i) {
      require(sees(loop_[i], loop_[(i + 1) % size]), "the loop is not connected");
      require((board_[loop_[i]] & pair_) == pair_, "a cell of the loop lacks a digit");
    }
    for (int house = 0; house < 27; ++house) {
      int even = 0;
      int odd = 0;
      for (std::size_t i = 0; i < size; ++i) {
        if (is_in(loop_[i], house)) ++(i % 2 == 0 ? even : odd);
      }
      require(even == odd && even <= 1, "the digits cannot change places in a house");
    }
    Conclusion extras;
    extras.remove(board_, loop_, ~pair_);
    require(!cells_.empty() && extras.gone == extras_, "other extra candidates");
  }

  void require_score(std::size_t more) const {
    const std::size_t size = loop_.size();
    const int base = size == 4 ? 45 : size == 6 ? 46 : size == 8 ? 47 : 50;
    require(step_.score == base + static_cast<int>(more), "another score");
  }

  Conclusion type3() const {
    require(cells_.size() == 2, "type 3 has two cells with extra candidates");
    require_others_in_house(board_, step_, cells_);
    const std::size_t others = step_.others.size();
    if ((extra_digits() & ~more_) == 0) {
      require_score(others);
      return judge_naked_set(board_, step_, extras_, more_);
    }
    // A hidden set: its digits have no other places in the house than `others` and the two cells,
    // and the two cells have at most one of these digits.
    require_score(others - 1);
    const unsigned digits = pair_ | more_;
    require((digits & extra_digits()) == 0, "a digit of the set is an extra candidate");
    require(size_of(digits) == static_cast<int>(others) + 1, "not as many digits as cells");
    for (const int cell : open_in(board_, step_.houses[0])) {
      const bool is_in_set = contains(cells_, cell) || contains(numbers(step_.others), cell);
      const unsigned has = board_[cell] & digits;
      require(is_in_set ? has != 0 : has == 0, "a digit of the set has other places");
    }
    return removal(numbers(step_.others), ~digits);
  }

  // One of the two cells has the first digit, so neither has the second.
  Conclusion type4() const {
    require_score(0);
    require(step_.type == 4 && step_.houses.size() == 1, "type 4 without a house");
    require(cells_.size() == 2, "type 4 has two cells with extra candidates");
    require(are_same(places(board_, step_.houses[0], step_.digits[0].value()), cells_),
            "the digit has other places");
    return removal(cells_, bit(step_.digits[1].value()));
  }

  const Marks& board_;
  const Step& step_;
  Numbers loop_;
  Marks extras_;
  Numbers cells_;      // those with extra candidates
  unsigned pair_ = 0;  // the two digits of the loop
  unsigned more_ = 0;  // the digits that follow them
};

// Without the extra candidates, each open cell has two candidates, and each digit has two places or
// none in each house.
void require_bug(const Marks& board, const Marks& extras) {
  const Marks rest = without(board, extras);
  for (std::size_t cell = 0; cell < 81; ++cell) {
    require(board[cell] == 0 || size_of(rest[cell]) == 2, "a cell has not two candidates");
  }
  for (int house = 0; house < 27; ++house) {
    for (int digit = 1; digit <= 9; ++digit) {
      const std::size_t count = places(rest, house, digit).size();
      require(count == 0 || count == 2, "a digit has not two places");
    }
  }
}

}  // namespace

Conclusion judge_unique_loop(const Marks& board, const Step& step) {
  return LoopJudge(board, step).judge();
}

Conclusion judge_bug(const Marks& board, const Step& step) {
  using enum Technique;
  const Marks extras = marks_of(step.extras);
  const Numbers cells = numbers(step.cells);
  const unsigned extra = digits_in(extras, cells);
  const bool is_set = step.technique == kBugType3;
  require(is_subset(extras, board), "an extra candidate is not there");
  require(!cells.empty() && are_same(cells, cells_of(extras)), "not the cells with extras");
  require_bug(board, extras);
  require(is_set || step.others.empty(), "a set without type 3");
  unsigned digits = 0;
  for (const Digit digit : step.digits) digits |= bit(digit.value());
  Conclusion result;
  if (is_set) {
    require_others_in_house(board, step, cells);
    require(step.score == 57 + static_cast<int>(step.others.size()), "another score");
    require(step.digits.size() == step.others.size() + 1, "not as many digits as cells");
    return judge_naked_set(board, step, extras, digits);
  }
  if (step.technique == kBugType4) {
    // One of the two cells has the digit that they have in common, and the other one an extra.
    require(cells.size() == 2 && step.digits.size() == 1 && step.houses.size() == 1,
            "a list has a wrong size");
    require((digits & extra) == 0 &&
                are_same(places(board, step.houses[0], step.digits[0].value()), cells),
            "the digit has other places");
    for (const int cell : cells) {
      result.remove(board, {cell}, ~(extras[cell] | digits));
    }
    return result;
  }
  require(step.houses.empty() && step.digits.empty(), "a list is not empty");
  if (step.technique == kBugType1) {
    require(cells.size() == 1, "type 1 has one cell with extra candidates");
    result.remove(board, cells, ~extra);
  } else {
    require(cells.size() >= 2 && size_of(extra) == 1, "no common extra candidate");
    result.remove(board, cells_that([&](int cell) { return sees_all(cell, cells); }), extra);
  }
  return result;
}

}  // namespace dokumill::testing
