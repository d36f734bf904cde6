// Finders: each finds the first step of one technique. next_step.cpp calls them in the order of the
// technique table (technique_table.hpp), from easy to hard.
//
// A finder gets a `step` whose lists are empty and whose technique is set. It returns true if it
// has filled the step. If it returns false, a finder with a View may leave the lists in any state;
// a finder for singles must leave the lists empty. A finder reports only a step that places a digit
// or removes a candidate. Each finder searches in a fixed order and returns the first step, so a
// puzzle has the same solution path on every machine. A finder may assume that the finders before
// it in the table find nothing in the state. Thread safety: pure functions.
#pragma once

#include <initializer_list>

#include "logic/cell_set.hpp"

namespace dokumill::logic {

// [house]: bit i is set if the i-th cell of the house is in a given set of cells.
using HousePlaces = std::array<std::uint16_t, kHouses>;
HousePlaces places_in_houses(CellSet cells);

// A state, and data about it that all techniques after the singles need. The data are computed
// once.
struct View {
  explicit View(const LogicState& from);

  // A set of digits, as bits: the candidates of the cell. Bit 0 stands for the digit 1, ..., bit 8
  // for the digit 9. The set is 0 if the cell has a digit.
  unsigned candidates(int cell) const { return state.candidates(Cell(cell)); }
  bool has(int cell, int digit) const { return (candidates(cell) >> digit & 1U) != 0; }
  // The open cells with at most `count` candidates. `count`: 2, 3 or 4.
  CellSet with_at_most(int count) const { return open - more_than[count]; }

  const LogicState& state;
  CellSet places[kDigits];  // [digit - 1]: the cells in which the digit is a candidate
  CellSet open;
  CellSet more_than[5];                       // [n]: cells with more than n candidates, n >= 2
  CellSet bivalue;                            // cells with two candidates
  std::array<HousePlaces, kDigits> in_house;  // [digit - 1]: the places in each house
};

// The bivalue cells that have the same two candidates as another bivalue cell.
CellSet twins_of(const View& view);

// A set of houses, as bits: the houses in which the digit has exactly two places.
unsigned bilocal_houses(const View& view, int digit);

// Inside the finders, a digit is 0..8: the number of its bit in a set of candidates.
inline Candidate candidate(int cell, int digit) {
  return {Cell(cell), Digit(digit + 1)};
}

// Adds eliminations to the step: the digit is to be removed from each cell of `cells` that has the
// digit as a candidate.
inline void eliminate(const View& view, CellSet cells, int digit, Step& step) {
  (cells & view.places[digit]).for_each([&](int cell) {
    step.eliminations.push_back(candidate(cell, digit));
  });
}

inline void add_cells(std::initializer_list<int> cells, Step& step) {
  for (const int cell : cells) step.cells.emplace_back(cell);
}
inline void add_cells(CellSet cells, Step& step) {
  cells.for_each([&](int cell) { step.cells.emplace_back(cell); });
}
inline void add_house(int house, Step& step) {
  step.houses.push_back(static_cast<std::uint8_t>(house));
}
// Adds the digits whose bits are set in `digits`.
inline void add_digits(unsigned digits, Step& step) {
  for (; digits != 0; digits &= digits - 1) {
    step.digits.emplace_back(std::countr_zero(digits) + 1);
  }
}

// singles.cpp. These finders need no View.
bool find_hidden_single_in_box(const LogicState& state, Step& step);
bool find_hidden_single_in_line(const LogicState& state, Step& step);
bool find_naked_single(const LogicState& state, Step& step);
// locked_candidates.cpp
bool find_pointing(const View& view, Step& step);
bool find_claiming(const View& view, Step& step);
// True if find_pointing() or find_claiming() finds a step.
bool has_locked_candidates(const LogicState& state);
// subsets.cpp: pairs, triples and quads
bool find_naked_subset(const View& view, int size, Step& step);
bool find_hidden_subset(const View& view, int size, Step& step);
// fish.cpp: X-Wing, Swordfish, Jellyfish
bool find_fish(const View& view, int size, Step& step);
// wings.cpp
bool find_xy_wing(const View& view, Step& step);
bool find_xyz_wing(const View& view, Step& step);
bool find_w_wing(const View& view, Step& step);
// unique_rectangles.cpp. `type`: 1, 2 or 4
bool find_unique_rectangle(const View& view, int type, Step& step);
// bug.cpp
bool find_bug_plus_one(const View& view, Step& step);
// colouring.cpp
bool find_simple_colouring(const View& view, Step& step);
// chains.cpp
bool find_remote_pairs(const View& view, Step& step);
bool find_xy_chain(const View& view, Step& step);
// forcing.cpp
bool find_forcing(const View& view, Step& step);
bool find_guess(const View& view, Step& step);

}  // namespace dokumill::logic
