// The API calls, version 1. Each call is a function that takes the text of a request and returns an
// answer. docs/api.md documents the fields. web/connection.cpp dispatches requests to these calls.
//
// The calls keep no state of a game. Thread safety: one thread at a time for each Solver. Memory:
// in proportion to the request. Failure: an answer with a status of 400 or above. The status is 503
// if the function of Solver::set_stop() or `should_stop` stopped the work. `should_stop` may be
// empty.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

// A puzzle and its seed. In one version of dokumill, a level and a seed always give the same
// puzzle. A minor version may change this puzzle (puzzles.hpp).
struct LevelPuzzle {
  std::uint64_t seed = 0;
  MadePuzzle made;
};
// kInterrupted: `should_stop` returned true.
Result<LevelPuzzle> make_level_puzzle(Level level, std::uint64_t seed,
                                      const std::function<bool()>& should_stop);

// The member `level` of a request is a level or the name of a technique. With a technique, the
// request needs a seed, and the hardest step of the puzzle has this technique.
// AnyPuzzle returns a puzzle of the level for a request without a seed.
using AnyPuzzle = std::function<Result<LevelPuzzle>(Level)>;

Answer answer_new(std::string_view body, const AnyPuzzle& any_puzzle,
                  const std::function<bool()>& should_stop);
Answer answer_check(std::string_view body, Solver& solver);
// The steps of the hardest known puzzles take about half a second.
Answer answer_hint(std::string_view body, Solver& solver, const std::function<bool()>& should_stop);
// For a puzzle with several solutions, this takes up to 729 searches.
Answer answer_solution(std::string_view body, Solver& solver,
                       const std::function<bool()>& should_stop);
Answer answer_import(std::string_view body, Solver& solver,
                     const std::function<bool()>& should_stop);
// `threads`: the number of threads of a mill job.
Answer answer_about(std::string_view engine, int threads);

// Status 503: the request is valid, but the answer takes too long at the moment.
Answer busy_answer();

}  // namespace dokumill::web
