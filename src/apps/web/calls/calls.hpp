// The calls of the page. The page runs in a browser, and this code runs there, too: as WebAssembly,
// in a worker (src/apps/web/wasm). Each call takes a JSON object and returns one. docs/page.md
// documents the fields.
//
// The calls keep no state of a game. Thread safety: one thread at a time for each Solver. Memory:
// in proportion to the request. Failure: an answer with `error` (answer.hpp).
#pragma once

#include <string>
#include <string_view>

#include "apps/web/calls/answer.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::web {

// Makes a puzzle of a level, or one whose hardest step has a technique. The error "unmet" asks for
// another seed: with this one, no such puzzle was found soon enough. In one version of dokumill, a
// level or technique and a seed always give the same answer. A minor version may change it
// (puzzles.hpp).
Answer answer_new(std::string_view body, Solver& solver);
Answer answer_check(std::string_view body, Solver& solver);
// The steps of the hardest known puzzles take about a second.
Answer answer_hint(std::string_view body, Solver& solver);
// For a puzzle with several solutions, this takes up to 729 searches.
Answer answer_solution(std::string_view body, Solver& solver);
Answer answer_import(std::string_view body, Solver& solver);

// Runs the call `name`, for example "hint". An exception becomes an answer with the code "memory"
// or "internal". `bytes`: the bytes that belong to the request, such as a part of a file. `output`:
// is set to the bytes that belong to the answer.
Answer answer_call(std::string_view name, std::string_view body, std::string_view bytes,
                   Solver& solver, std::string& output);

}  // namespace dokumill::web
