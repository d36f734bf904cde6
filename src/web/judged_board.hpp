// JudgedBoard: what the calls on a board under play begin with: its puzzle, its digits, its
// verdict.
//
// Thread safety: one thread at a time for each Solver.
#pragma once

#include <string_view>
#include <variant>

#include "dokumill/solver.hpp"
#include "web/answer.hpp"
#include "web/board_judge.hpp"

namespace dokumill::web {

struct JudgedBoard {
  Grid board;
  BoardVerdict verdict;
};

// The Answer where the request is refused: other fields, a board without the puzzle's givens, a
// puzzle without a solution, too little time.
std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver);

}  // namespace dokumill::web
