// The calls of the API, version 1: pure functions from the text of a request to the text of an
// answer. docs/api.md tells what they take and give; web/server.cpp puts them on the net.
//
// No state of a game is kept. Thread safety: one thread at a time for each Solver. Memory: in
// proportion to the request. Failure: an answer with a status of 400 and above; 503 where the
// Solver's own stop ended the work.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "web/answer.hpp"

namespace dokumill::web {

// What a puzzle of the level and seed is: always the same one.
struct LevelPuzzle {
  std::uint64_t seed = 0;
  MadePuzzle made;
};
// kInterrupted where `should_stop` said so.
Result<LevelPuzzle> make_level_puzzle(Level level, std::uint64_t seed,
                                      const std::function<bool()>& should_stop);

// Where a puzzle comes from that nobody asked a seed for.
using AnyPuzzle = std::function<Result<LevelPuzzle>(Level)>;

Answer answer_new(std::string_view body, const AnyPuzzle& any_puzzle,
                  const std::function<bool()>& should_stop);
Answer answer_check(std::string_view body, Solver& solver);
Answer answer_hint(std::string_view body, Solver& solver);
Answer answer_import(std::string_view body, Solver& solver);
// `threads`: those of a job of the mill.
Answer answer_about(std::string_view engine, int threads);

// 503: nothing is wrong with the request, it takes too long just now.
Answer busy_answer();

}  // namespace dokumill::web
