// JudgedBoard: a player's board and its verdict. The calls check and hint begin with this step.
//
// Thread safety: one thread at a time for each Solver.
#pragma once

#include <string_view>
#include <variant>

#include "dokumill/solver.hpp"
#include "web/answer.hpp"
#include "web/board_judge.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {

struct JudgedBoard {
  Grid board;
  BoardVerdict verdict;
  Notes notes{};  // of the request; empty if it has no notes
};

// Returns an Answer if the request is rejected: wrong fields, a board without the puzzle's givens,
// a puzzle without a solution, or too little time. `takes_notes`: the request may have notes.
std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver,
                                                    bool takes_notes = false);

}  // namespace dokumill::web
