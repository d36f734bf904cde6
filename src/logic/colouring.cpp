// Simple colouring: if a digit has two places in a house, one of them is right and the other one is
// wrong. Cells that are connected by such pairs get two colours: the two cells of a pair get
// different colours. Either all cells of the first colour are right, or all cells of the second
// colour.
//
//   wrap  two cells of one colour see each other: the digit is wrong in all cells of this colour
//   trap  a cell without colour sees cells of both colours: the digit is wrong in this cell
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

// For one digit: the pairs of cells that are the only two places of the digit in a house. A pair
// that shares no cell with another pair is left out, because it leads to no step. A step from such
// a pair would need a third place that sees both cells, and this place would be in a house that
// contains both cells. The house in which the two cells are the only places has no third place. The
// cells may share a second house: a line and a box cross in both cells. But then locked candidates
// have already removed the digit from the other cells of the second house.
class Pairs {
 public:
  Pairs(const View& view, int digit) {
    CellSet once, twice;
    std::array<std::array<std::uint8_t, 2>, kHouses> pairs;
    std::size_t count = 0;
    const auto connect = [&](int cell, int other) {
      const CellSet one = CellSet::of(cell), partner = CellSet::of(other);
      solver::Bands& with = with_[static_cast<std::size_t>(cell)];
      if (once.has(cell)) {
        twice |= one;
        with |= partner.bands();
      } else {
        once |= one;
        with = partner.bands();
      }
    };
    for (unsigned houses = bilocal_houses(view, digit); houses != 0; houses &= houses - 1) {
      const int house = std::countr_zero(houses);
      const unsigned places = view.in_house[digit][house];
      const std::uint8_t a = kHouseCells[house][std::countr_zero(places)];
      const std::uint8_t b = kHouseCells[house][std::countr_zero(places & (places - 1))];
      connect(a, b);
      connect(b, a);
      pairs[count++] = {a, b};
    }
    if (twice.empty()) return;
    for (std::size_t i = 0; i < count; ++i) {
      const CellSet both = CellSet::of(pairs[i][0]) | CellSet::of(pairs[i][1]);
      if (!(both & twice).empty()) all_ |= both;
    }
  }
  CellSet all() const { return all_; }
  CellSet with(int cell) const { return with_[static_cast<std::size_t>(cell)]; }

 private:
  std::array<solver::Bands, kCells> with_;  // [cell]: its partners; set only for cells of pairs
  CellSet all_;
};

struct Colours {
  CellSet first, second;
};

Colours colour(const Pairs& pairs, int start) {
  Colours colours{CellSet::of(start), {}};
  CellSet fresh = colours.first;
  bool is_first = true;
  while (!fresh.empty()) {
    CellSet next;
    fresh.for_each([&](int cell) { next |= pairs.with(cell); });
    CellSet& colour = is_first ? colours.second : colours.first;
    fresh = next - colour;
    colour |= next;
    is_first = !is_first;
  }
  return colours;
}

CellSet seen_by(CellSet cells) {
  CellSet seen;
  cells.for_each([&](int cell) { seen |= peers_of(cell); });
  return seen;
}

}  // namespace

bool find_simple_colouring(const View& view, Step& step) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const Pairs pairs(view, digit);
    for (CellSet left = pairs.all(); !left.empty();) {
      const Colours colours = colour(pairs, left.first());
      const CellSet coloured = colours.first | colours.second;
      left = left - coloured;
      const CellSet seen_by_first = seen_by(colours.first);
      const CellSet seen_by_second = seen_by(colours.second);
      CellSet wrong = (seen_by_first & seen_by_second) - coloured;
      if (!(seen_by_first & colours.first).empty()) wrong = colours.first;
      if (!(seen_by_second & colours.second).empty()) wrong = colours.second;
      eliminate(view, wrong, digit, step);
      if (step.eliminations.empty()) continue;
      add_cells(colours.first, step);
      step.first_colour = colours.first.count();
      add_cells(colours.second, step);
      step.digits.emplace_back(digit + 1);
      return true;
    }
  }
  return false;
}

}  // namespace dokumill::logic
