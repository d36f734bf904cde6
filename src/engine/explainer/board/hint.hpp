// Hint: the step that a finder found.
#pragma once

#include <cstdint>
#include <vector>

#include "dokumill/explainer.hpp"
#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

// Kinds of techniques. kSingle: the steps that are no obstacles. kUniqueness: steps that rely on
// the fact that the puzzle has one solution. kStatic: one chain or cycle, whose links hold on the
// board. kMultiple: chains from several assumptions. kPattern: all others.
enum class Family : std::uint8_t { kSingle, kPattern, kUniqueness, kStatic, kMultiple };
Family family_of(Technique technique);  // techniques.cpp

// Candidates of a cell that are removed.
struct Removal {
  Removal(int at, unsigned gone)
      : cell(static_cast<std::uint8_t>(at)), digits(static_cast<std::uint16_t>(gone)) {}

  std::uint8_t cell;
  std::uint16_t digits;
};

inline void add_candidates(const Removal& of, std::vector<Candidate>& to) {
  for_each_bit(of.digits, [&](int digit) { to.push_back({Cell(of.cell), Digit(digit + 1)}); });
}
template <class Removals>
void set_eliminations(const Removals& removals, Step& step) {
  step.eliminations.clear();
  for (const Removal& gone : removals) add_candidates(gone, step.eliminations);
  std::ranges::sort(step.eliminations);
}

// What a person has to see: a Step, of which finders fill the lists of the pattern. Digits are 0..8
// in the functions.
struct Pattern : Step {
  void clear() {
    placement.reset();
    cells.clear();
    others.clear();
    houses.clear();
    digits.clear();
    extras.clear();
    type = 0;
    proof = Proof::kPattern;
    chains.clear();
  }
  void add_cell(int cell) { cells.emplace_back(cell); }
  void add_other(int cell) { others.emplace_back(cell); }
  void add_house(int house) { houses.push_back(static_cast<std::uint8_t>(house)); }
  void add_digit(int digit) { digits.emplace_back(digit + 1); }
  void add_digits(unsigned set) {
    for_each_bit(set, [&](int digit) { add_digit(digit); });
  }
  // Adds the cells of a set of places in the house.
  void add_places(int house, unsigned places) {
    for_each_bit(places, [&](int place) { add_cell(kHouseCells[house][place]); });
  }
  void add_extra(int cell, unsigned of_cell) { add_candidates({cell, of_cell}, extras); }
};

// Digits are 0..8 here.
struct Hint {
  Technique technique = Technique::kFullHouse;
  int score = 0;  // in tenths
  int cell = -1;  // of the placement; -1 if there is no placement
  int digit = 0;
  std::vector<Removal> removals;
  Pattern pattern;  // no lists for chains

  void clear() {
    cell = -1;
    removals.clear();
    pattern.clear();
  }
  bool is_empty() const { return cell < 0 && removals.empty(); }
  // The functions without a score take the lowest score of the technique.
  bool place(Technique with, int at, int value) {
    return place(with, info_of(with).lowest, at, value);
  }
  bool place(Technique with, int tenths, int at, int value) {
    technique = with;
    score = tenths;
    cell = at;
    digit = value;
    return true;
  }
  bool remove(Technique with) { return remove(with, info_of(with).lowest); }
  bool remove(Technique with, int tenths) {
    technique = with;
    score = tenths;
    return true;
  }
  void add(int at, unsigned digits) { removals.emplace_back(at, digits); }
  // Adds a removal of the digits in `digits` that are candidates of the cell. Adds nothing if the
  // cell has no such candidate.
  void add_candidates(const Board& board, int at, unsigned digits) {
    if (const unsigned gone = board.candidates(at) & digits; gone != 0) add(at, gone);
  }

  // The step without its chains.
  Step& step() {
    pattern.technique = technique;
    pattern.score = score;
    if (cell >= 0) pattern.placement = Candidate{Cell(cell), Digit(digit + 1)};
    set_eliminations(removals, pattern);
    return pattern;
  }
};

}  // namespace dokumill::explainer
