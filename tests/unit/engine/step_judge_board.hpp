// The board of StepJudge: candidates by cell, and the questions that its checks ask. It follows
// the definitions, without tables, and shares nothing with the code that it judges.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"

namespace dokumill::testing {

// What is wrong with a step. The checks throw it.
struct Wrong {
  std::string what;
};
inline void require(bool is_right, std::string_view what) {
  if (!is_right) throw Wrong{std::string(what)};
}

using Numbers = std::vector<int>;
template <class T>
Numbers numbers(const std::vector<T>& of) {
  Numbers all;
  for (const T& one : of) {
    if constexpr (requires { one.index(); }) {
      all.push_back(one.index());
    } else if constexpr (requires { one.value(); }) {
      all.push_back(one.value());
    } else {
      all.push_back(one);
    }
  }
  return all;
}
inline bool contains(const Numbers& numbers, int number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}
// True if both have the same members, each of them once.
inline bool are_same(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::set<int>(a.begin(), a.end()).size() == a.size() &&
         std::all_of(a.begin(), a.end(), [&](int one) { return contains(b, one); });
}

inline int row(int cell) {
  return cell / 9;
}
inline int column(int cell) {
  return cell % 9;
}
inline int box(int cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}
// House 0..8: rows; 9..17: columns; 18..26: boxes.
inline bool is_in(int cell, int house) {
  return house < 9    ? row(cell) == house
         : house < 18 ? column(cell) == house - 9
                      : box(cell) == house - 18;
}
inline bool sees(int a, int b) {
  return a != b && (row(a) == row(b) || column(a) == column(b) || box(a) == box(b));
}
inline bool sees_all(int cell, const Numbers& cells) {
  return std::all_of(cells.begin(), cells.end(), [&](int one) { return sees(cell, one); });
}

// Sets of digits have bit 1..9.
inline unsigned bit(int digit) {
  return 1U << digit;
}
inline int size_of(unsigned digits) {
  int size = 0;
  for (; digits != 0; digits &= digits - 1) ++size;
  return size;
}
inline unsigned set_of(const Numbers& digits) {
  unsigned set = 0;
  for (const int digit : digits) set |= bit(digit);
  return set;
}

// Candidates by cell. As a board: 0 for a cell that has a digit.
using Marks = std::array<unsigned, 81>;

inline bool has(const Marks& marks, int cell, int digit) {
  return (marks[cell] & bit(digit)) != 0;
}
inline bool has(const Marks& marks, Candidate candidate) {
  return has(marks, candidate.cell.index(), candidate.digit.value());
}
inline Marks marks_of(const std::vector<Candidate>& candidates) {
  Marks marks{};
  for (const Candidate one : candidates) {
    require(!has(marks, one), "names a candidate twice");
    marks[one.cell.index()] |= bit(one.digit.value());
  }
  return marks;
}
inline Marks without(Marks board, const Marks& gone) {
  for (std::size_t cell = 0; cell < 81; ++cell) board[cell] &= ~gone[cell];
  return board;
}
inline bool is_subset(const Marks& part, const Marks& all) {
  return without(part, all) == Marks{};
}
template <class Condition>
Numbers cells_that(Condition condition) {
  Numbers cells;
  for (int cell = 0; cell < 81; ++cell) {
    if (condition(cell)) cells.push_back(cell);
  }
  return cells;
}
inline Numbers open_in(const Marks& board, int house) {
  return cells_that([&](int cell) { return board[cell] != 0 && is_in(cell, house); });
}
inline Numbers places(const Marks& board, int house, int digit) {
  return cells_that([&](int cell) { return has(board, cell, digit) && is_in(cell, house); });
}
inline unsigned digits_in(const Marks& board, const Numbers& cells) {
  unsigned digits = 0;
  for (const int cell : cells) digits |= board[cell];
  return digits;
}

// What follows from the reasons of a step: a placement, and candidates that are false.
struct Conclusion {
  std::optional<Candidate> placement;
  Marks gone{};

  void remove(const Marks& board, const Numbers& cells, unsigned digits) {
    for (const int cell : cells) {
      gone[cell] |= board[cell] & digits;
    }
  }
};

}  // namespace dokumill::testing
