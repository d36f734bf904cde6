// StepJudge: patterns. Each function checks the lists of a step against the definition of its
// technique (dokumill/explainer.hpp says what the lists have), and returns what follows.
#include "unit/engine/step_judge.hpp"

namespace dokumill::testing {
namespace {

class PatternJudge {
 public:
  PatternJudge(const Marks& board, const Step& step)
      : board_(board),
        step_(step),
        cells_(numbers(step.cells)),
        others_(numbers(step.others)),
        houses_(numbers(step.houses)),
        digits_(numbers(step.digits)) {
    for (const Numbers* list : {&cells_, &others_, &houses_, &digits_}) {
      require(are_same(*list, *list), "a list has something twice");
    }
    for (const int house : houses_) require(house < 27, "a house has a number above 26");
  }

  Conclusion judge() {
    using enum Technique;
    switch (step_.technique) {
      case kFullHouse:
        return hidden_single(0, 27, true);
      case kHiddenSingleInBox:
        return hidden_single(18, 27, false);
      case kHiddenSingleInLine:
        return hidden_single(0, 18, false);
      case kNakedSingle:
        return naked_single();
      case kDirectPointing:
      case kPointing:
        return locked(true, step_.technique == kDirectPointing);
      case kDirectClaiming:
      case kClaiming:
        return locked(false, step_.technique == kDirectClaiming);
      case kDirectHiddenPair:
        return direct_hidden_set(2);
      case kDirectHiddenTriplet:
        return direct_hidden_set(3);
      case kNakedPair:
        return naked_set(2);
      case kNakedTriplet:
        return naked_set(3);
      case kNakedQuad:
        return naked_set(4);
      case kHiddenPair:
        return hidden_set(2);
      case kHiddenTriplet:
        return hidden_set(3);
      case kHiddenQuad:
        return hidden_set(4);
      case kXWing:
        return fish(2);
      case kSwordfish:
        return fish(3);
      case kJellyfish:
        return fish(4);
      case kXyWing:
        return wing(false);
      case kXyzWing:
        return wing(true);
      case kAlignedPairExclusion:
        return exclusion(2);
      default:
        return exclusion(3);
    }
  }

 private:
  void require_sizes(std::size_t cells, std::size_t houses, std::size_t digits) const {
    require(cells_.size() == cells && houses_.size() == houses && digits_.size() == digits,
            "a list has a wrong size");
  }
  int placed_cell() const {
    require(step_.placement.has_value(), "places nothing");
    return step_.placement->cell.index();
  }
  // The digit that the step places or removes.
  int digit() const {
    if (step_.placement) return step_.placement->digit.value();
    require(!step_.eliminations.empty(), "changes nothing");
    return step_.eliminations.front().digit.value();
  }
  Conclusion places_it() const { return {.placement = step_.placement, .gone = {}}; }
  Numbers rest_of(const Numbers& all, const Numbers& part) const {
    Numbers rest;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rest),
                 [&](int one) { return !contains(part, one); });
    return rest;
  }
  // Requires that the house loses places of the digit in `lost`, and keeps only the placed cell.
  void require_last_place(int house, const Numbers& lost) const {
    const Numbers before = places(board_, house, digit());
    const Numbers left = rest_of(before, lost);
    require(left == Numbers{placed_cell()}, "the digit has another place in the house");
    require(left.size() < before.size(), "the pattern takes no place from the house");
  }

  Conclusion hidden_single(int first, int end, bool is_full_house) const {
    require_sizes(0, 1, 0);
    const int house = houses_[0];
    require(house >= first && house < end, "the house has a wrong kind");
    require((open_in(board_, house).size() == 1) == is_full_house, "full or not full house");
    require(places(board_, house, digit()) == Numbers{placed_cell()}, "not the only place");
    return places_it();
  }

  Conclusion naked_single() const {
    require_sizes(1, 0, 0);
    require(cells_[0] == placed_cell() && digits_in(board_, cells_) == bit(digit()),
            "not the only candidate");
    return places_it();
  }

  // If all places of a digit in one house are also in a second house, the digit goes from the other
  // cells of the second house.
  Conclusion locked(bool from_box, bool is_direct) const {
    require_sizes(cells_.size(), is_direct ? 3 : 2, 1);
    require(digits_[0] == digit(), "not the digit");
    const auto is_box = [&](int i) { return houses_[i] >= 18; };
    require(is_box(0) == from_box && is_box(1) != from_box, "a house has a wrong kind");
    const Numbers in_base = places(board_, houses_[0], digit());
    require(are_same(cells_, in_base), "not the places of the digit");
    for (const int cell : in_base) require(is_in(cell, houses_[1]), "a place is outside the house");
    const Numbers rest = rest_of(places(board_, houses_[1], digit()), in_base);
    if (is_direct) {
      require(is_box(2) == from_box, "the last house has a wrong kind");
      require_last_place(houses_[2], rest);
      return places_it();
    }
    Conclusion result;
    result.remove(board_, rest, bit(digit()));
    return result;
  }

  Conclusion naked_set(int size) const {
    require_set(size);
    require(digits_in(board_, cells_) == set_of(digits_), "not the digits of the cells");
    Conclusion result;
    result.remove(board_, rest_of(open_in(board_, houses_[0]), cells_), set_of(digits_));
    return result;
  }

  Conclusion hidden_set(int size) const {
    require_set(size);
    for (const int digit : digits_) {
      const Numbers found = places(board_, houses_[0], digit);
      require(!found.empty() && rest_of(found, cells_).empty(), "a digit has other places");
    }
    for (const int cell : cells_) {
      require((board_[cell] & set_of(digits_)) != 0, "a cell has no digit of the set");
    }
    Conclusion result;
    result.remove(board_, cells_, ~set_of(digits_));
    return result;
  }

  void require_set(int size) const {
    require_sizes(static_cast<std::size_t>(size), 1, static_cast<std::size_t>(size));
    for (const int cell : cells_) require(is_in(cell, houses_[0]), "a cell is outside the house");
  }

  Conclusion direct_hidden_set(int size) const {
    hidden_set(size);
    require(!contains(digits_, digit()), "places a digit of the set");
    require_last_place(houses_[0], cells_);
    return places_it();
  }

  // The digit's places in the base houses are all in the same number of cover houses.
  Conclusion fish(std::size_t size) const {
    require_sizes(cells_.size(), 2 * size, 1);
    require(digits_[0] == digit(), "not the digit");
    const int bases = houses_[0] / 9;
    Numbers in_bases;
    Numbers in_covers;
    for (std::size_t i = 0; i < houses_.size(); ++i) {
      require(houses_[i] / 9 == (i < size ? bases : 1 - bases), "a house has a wrong kind");
      const Numbers found = places(board_, houses_[i], digit());
      require(!found.empty(), "the digit has no place in a house");
      Numbers& all = i < size ? in_bases : in_covers;
      all.insert(all.end(), found.begin(), found.end());
    }
    require(are_same(cells_, in_bases), "not the places of the digit");
    require(rest_of(in_bases, in_covers).empty(), "a place is not covered");
    Conclusion result;
    result.remove(board_, rest_of(in_covers, in_bases), bit(digit()));
    return result;
  }

  // Whatever digit the pivot has, one of the wings, or the pivot itself, has the last digit.
  Conclusion wing(bool is_xyz) const {
    require_sizes(3, 0, 3);
    const auto digits_of = [&](int i) { return board_[cells_[i]]; };
    const unsigned x = bit(digits_[0]);
    const unsigned y = bit(digits_[1]);
    const unsigned z = bit(digits_[2]);
    require(digits_of(0) == (x | y | (is_xyz ? z : 0U)), "the pivot has other digits");
    require((digits_of(1) == (x | z) && digits_of(2) == (y | z)) ||
                (digits_of(1) == (y | z) && digits_of(2) == (x | z)),
            "the wings have other digits");
    require(sees_all(cells_[0], {cells_[1], cells_[2]}), "the pivot does not see the wings");
    Numbers have_z = cells_;
    if (!is_xyz) have_z.erase(have_z.begin());
    Conclusion result;
    result.remove(board_, cells_that([&](int cell) { return sees_all(cell, have_z); }), z);
    return result;
  }

  Conclusion exclusion(std::size_t size) const {
    require_sizes(size, 0, 0);
    for (const int cell : others_) require(sees_all(cell, cells_), "a cell does not see all cells");
    Conclusion result;
    result.gone = excluded_by(others_);
    for (const int cell : others_) {
      require(excluded_by(rest_of(others_, {cell})) != result.gone, "a cell excludes nothing");
    }
    return result;
  }
  // A candidate goes if each combination of digits in the cells that has it is impossible: two
  // cells that see each other are equal, or a cell of `others` has no candidate left.
  Marks excluded_by(const Numbers& others) const {
    Conclusion all;
    all.remove(board_, cells_, ~0U);
    Numbers chosen;
    const auto choose = [&](const auto& self) -> void {
      if (chosen.size() == cells_.size()) {
        if (std::any_of(others.begin(), others.end(),
                        [&](int cell) { return (board_[cell] & ~set_of(chosen)) == 0; })) {
          return;
        }
        for (std::size_t i = 0; i < chosen.size(); ++i) {
          all.gone[cells_[i]] &= ~bit(chosen[i]);
        }
        return;
      }
      const int cell = cells_[chosen.size()];
      for (int digit = 1; digit <= 9; ++digit) {
        bool fits = has(board_, cell, digit);
        for (std::size_t i = 0; i < chosen.size(); ++i) {
          fits = fits && !(chosen[i] == digit && sees(cells_[i], cell));
        }
        if (!fits) continue;
        chosen.push_back(digit);
        self(self);
        chosen.pop_back();
      }
    };
    choose(choose);
    return all.gone;
  }

  const Marks& board_;
  const Step& step_;
  Numbers cells_, others_, houses_, digits_;
};

}  // namespace

Conclusion judge_pattern(const Marks& board, const Step& step) {
  using enum Technique;
  require(step.chains.empty(), "a pattern has a chain");
  const bool is_loop = step.technique == kUniqueRectangle || step.technique == kUniqueLoop;
  const bool is_bug = step.technique >= kBugType1 && step.technique <= kBugType4;
  const TechniqueInfo& info = info_of(step.technique);
  require(step.score >= info.lowest && step.score <= info.highest, "another score");
  require((step.type != 0) == is_loop, "only unique rectangles and loops have a type");
  if (is_loop) return judge_unique_loop(board, step);
  if (is_bug) return judge_bug(board, step);
  const bool is_exclusion =
      step.technique == kAlignedPairExclusion || step.technique == kAlignedTripletExclusion;
  require(step.extras.empty() && (is_exclusion || step.others.empty()), "a list is not empty");
  return PatternJudge(board, step).judge();
}

}  // namespace dokumill::testing
