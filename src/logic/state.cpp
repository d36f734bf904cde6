#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

#include "logic/cell_set.hpp"
#include "logic/finder.hpp"

namespace dokumill {
namespace {

using logic::CellSet;

void store(CellSet cells, LogicState::CellBits& bits) {
  for (int band = 0; band < 3; ++band) bits[static_cast<std::size_t>(band)] = cells.band(band);
}

}  // namespace

LogicState::LogicState(const Grid& puzzle) : grid_(puzzle) {
  CellSet open;
  std::array<CellSet, kDigits + 1> seen{};  // [digit]: the peers of the cells with this digit
  for (int cell = 0; cell < kCells; ++cell) {
    const std::size_t digit = puzzle.cells[cell];
    if (digit == 0) {
      open.add(cell);
    } else if (digit <= kDigits) {
      seen[digit] |= logic::peers_of(cell);
    }
  }
  open_ = open.count();
  for (int digit = 0; digit < kDigits; ++digit) {
    const CellSet places = open - seen[static_cast<std::size_t>(digit) + 1];
    store(places, places_[digit]);
  }
  set_candidates();
}

// Computes candidates_ from places_, for eight cells at a time and without a branch for each
// candidate.
void LogicState::set_candidates() {
  using Lanes = std::uint16_t __attribute__((vector_size(16)));
  constexpr Lanes kBits = {1, 2, 4, 8, 16, 32, 64, 128};
  constexpr int kGroups = (kCells + 7) / 8;
  Lanes groups[kGroups]{};
  for (int digit = 0; digit < kDigits; ++digit) {
    const CellBits& places = places_[digit];
    std::uint64_t bits =
        places[0] | std::uint64_t{places[1]} << 27 | std::uint64_t{places[2]} << 54;
    for (int group = 0; group < kGroups; ++group) {
      if (group == 8) bits = places[2] >> 10;
      const Lanes eight = Lanes{} + static_cast<std::uint16_t>(bits & 0xFF);
      groups[group] |= reinterpret_cast<Lanes>((eight & kBits) != 0) &
                       (Lanes{} + static_cast<std::uint16_t>(1U << digit));
      bits >>= 8;
    }
  }
  std::memcpy(candidates_.data(), groups, sizeof candidates_);
}

void LogicState::place(Candidate candidate) {
  assert(has(candidate));
  const int cell = candidate.cell.index();
  const int digit = candidate.digit.value() - 1;
  const std::uint32_t bit = 1U << cell % 27;
  for (unsigned others = candidates_[cell]; others != 0; others &= others - 1) {
    places_[std::countr_zero(others)][cell / 27] &= ~bit;
  }
  candidates_[cell] = 0;
  const CellSet losers = logic::peers_of(cell) & CellSet(places_[digit]);
  store(CellSet(places_[digit]) - losers, places_[digit]);
  losers.for_each(
      [&](int peer) { candidates_[peer] &= static_cast<std::uint16_t>(~(1U << digit)); });
  grid_.cells[cell] = static_cast<std::uint8_t>(digit + 1);
  --open_;
}

void LogicState::remove(Candidate candidate) {
  assert(has(candidate));
  const int cell = candidate.cell.index();
  const int digit = candidate.digit.value() - 1;
  candidates_[cell] &= static_cast<std::uint16_t>(~(1U << digit));
  places_[digit][cell / 27] &= ~(1U << cell % 27);
}

void LogicState::apply(const Step& step) {
  if (step.placement) return place(*step.placement);
  for (const Candidate& gone : step.eliminations) remove(gone);
}

namespace logic {

HousePlaces places_in_houses(CellSet cells) {
  HousePlaces houses;
  for (int band = 0; band < 3; ++band) {
    const std::uint32_t bits = cells.band(band);
    for (int row = 0; row < 3; ++row) {
      houses[band * 3 + row] = static_cast<std::uint16_t>(bits >> 9 * row & 0777U);
    }
    for (int box = 0; box < 3; ++box) {
      const std::uint32_t left = bits >> 3 * box;
      houses[18 + band * 3 + box] =
          static_cast<std::uint16_t>((left & 7U) | (left >> 6 & 070U) | (left >> 12 & 0700U));
    }
  }
  for (int column = 0; column < 9; ++column) {
    unsigned places = 0;
    for (int band = 0; band < 3; ++band) {
      const std::uint32_t down = cells.band(band) >> column;
      places |= ((down & 1U) | (down >> 8 & 2U) | (down >> 16 & 4U)) << 3 * band;
    }
    houses[9 + column] = static_cast<std::uint16_t>(places);
  }
  return houses;
}

View::View(const LogicState& from) : state(from) {
  CellSet twice;
  for (int digit = 0; digit < kDigits; ++digit) {
    const CellSet cells = from.places(Digit(digit + 1));
    places[digit] = cells;
    in_house[digit] = places_in_houses(cells);
    more_than[4] |= more_than[3] & cells;
    more_than[3] |= more_than[2] & cells;
    more_than[2] |= twice & cells;
    twice |= open & cells;
    open |= cells;
  }
  bivalue = twice - more_than[2];
}

unsigned bilocal_houses(const View& view, int digit) {
  using Lanes = std::uint16_t __attribute__((vector_size(16)));
  constexpr int kLanes = 8;
  constexpr Lanes kBits = {1, 2, 4, 8, 16, 32, 64, 128};
  unsigned houses = 0;
  for (const int first : {0, 8, 16, kHouses - kLanes}) {
    Lanes places;
    std::memcpy(&places, view.in_house[digit].data() + first, sizeof places);
    const Lanes less_one = places & (places - 1), less_two = less_one & (less_one - 1);
    const Lanes two = reinterpret_cast<Lanes>((less_one != 0) & (less_two == 0)) & kBits;
    std::uint64_t halves[2];
    std::memcpy(halves, &two, sizeof halves);
    std::uint64_t bits = halves[0] | halves[1];
    bits |= bits >> 32;
    bits |= bits >> 16;
    houses |= static_cast<unsigned>(bits & 0xFF) << first;
  }
  return houses;
}

CellSet twins_of(const View& view) {
  // [candidates]: one more than the first bivalue cell with exactly these candidates; 0 if no such
  // cell was found so far.
  std::array<std::uint8_t, 512> first{};
  CellSet twins;
  view.bivalue.for_each([&](int cell) {
    std::uint8_t& one = first[view.candidates(cell)];
    if (one == 0) {
      one = static_cast<std::uint8_t>(cell + 1);
    } else {
      twins.add(cell);
      twins.add(one - 1);
    }
  });
  return twins;
}

}  // namespace logic
}  // namespace dokumill
