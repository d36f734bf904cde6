// JudgedBoard: a player's board and its verdict. The API calls check and hint begin with
// read_judged_board().
//
// Thread safety: one thread at a time for each Solver.
#pragma once

#include <string_view>
#include <variant>

#include "dokumill/solver.hpp"
#include "web/calls/answer.hpp"
#include "web/calls/board_judge.hpp"
#include "web/calls/request_fields.hpp"

namespace dokumill::web {

struct JudgedBoard {
  Grid board;
  BoardVerdict verdict;
  Notes notes{};  // the notes in the request; empty if the request has no notes
};

// Returns an Answer if the request is rejected: its fields are wrong, the board lacks a given of
// the puzzle, or the puzzle has no solution. `takes_notes`: the request may have notes.
std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver,
                                                    bool takes_notes = false);

}  // namespace dokumill::web
