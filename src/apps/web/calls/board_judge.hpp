// Judges a player's board: which cells break the rules, and which digits lead to no solution of the
// puzzle.
//
// Thread safety: one thread at a time for each Solver. Cost: one search for the puzzle. If the
// puzzle has several solutions, there is at most one more search for each digit that the player
// entered.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "apps/web/calls/answer.hpp"
#include "apps/web/calls/request_fields.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::web {

// All cells that hold the same digit as another cell of one of their houses, in ascending order.
std::vector<int> conflicts_of(const Grid& grid, Shape shape = kNine);

struct BoardVerdict {
  GridKind solutions = GridKind::kUnsolvable;  // of the puzzle
  // The player's cells that are wrong, in reading order. For a puzzle with one solution, these
  // cells differ from the solution. For a puzzle with several solutions, the cells are checked in
  // reading order. A cell is a mistake if no solution agrees with this cell and with all earlier
  // cells that are not mistakes.
  std::vector<int> mistakes;
  Grid solution;  // a solution that agrees with the board except for the mistakes
};

// REQUIRES: the board keeps the puzzle's givens.
BoardVerdict judge_board(Solver& solver, const Grid& puzzle, const Grid& board, Shape shape);

// A player's board and its verdict.
struct JudgedBoard {
  Grid board;
  Shape shape;
  BoardVerdict verdict;
  Notes notes{};  // the notes in the request; empty if the request has no notes
};

// The API calls check and hint begin with this function.
// Returns an Answer if the request is rejected: its fields are wrong, the board lacks a given of
// the puzzle, or the puzzle has no solution. `takes_notes`: the request may have notes,
// which are read for 9x9 only: the hints of small boards place digits.
std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver,
                                                    bool takes_notes = false);

}  // namespace dokumill::web
