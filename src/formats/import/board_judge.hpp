// BoardJudge: what the solver says about boards. The importer gets it from its caller, because the
// formats know no solver.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace dokumill::records {

// The cells of a board: digits, and '.' or '0' for an empty cell. '0' stands for a zero of the text
// until it is known that its digits do not count from 0.
using BoardCells = std::array<char, 81>;

enum class BoardWorth : std::uint8_t {
  kUnique,      // a puzzle with exactly one solution
  kComplete,    // all cells are digits that obey the rules
  kSeveral,     // a puzzle with several solutions
  kUnsolvable,  // it obeys the rules, and has no solution
  kBreaksRule,  // a digit stands in a house twice
};
inline constexpr std::size_t kBoardWorths = 5;

// Sets worth[i] to what boards[i] is. Empty: boards are only compared with the rules.
using BoardJudge = std::function<void(std::span<const BoardCells>, std::span<BoardWorth>)>;

}  // namespace dokumill::records
