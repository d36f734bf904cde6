// Explanation: why a record has a problem, as an English message, and as a code with values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/job.hpp"
#include "dokumill/solver.hpp"
#include "formats/record_error.hpp"

namespace dokumill::batch {

// Judges the solution that a record gives for its puzzle: right, another solution, or wrong.
//
// judge_given() does not allocate.
enum class GivenSolution : std::uint8_t {
  kRight,   // what solve() writes: the smallest solution if there are several
  kSecond,  // another solution, if there are several
  kWrong,
  // A valid solution that refutes `found`: `found` claims that there is no solution, that a
  // different solution is the only one, or that a greater solution is the smallest one.
  kDisproof,
};

// REQUIRES: cell values 0..9; if `found` has a solution, this solution is a complete board that
// keeps the givens of `puzzle`.
GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found);

struct Explanation {
  std::string message;
  ProblemReason reason;
};

// Why a record is malformed.
Explanation explain(const records::RecordError& fault);

// The first conflict, for example "r1c1 and r1c5 are both 5"; nullopt if the grid has no conflict.
std::optional<Explanation> explain_conflict(const Grid& grid);

// What is wrong with the solution that a record gives: the first cell in row-major order that is
// empty or changes a given, or else the first two equal digits in a house. REQUIRES: judge_given()
// returned kWrong.
Explanation explain_wrong(const Grid& given, const Grid& puzzle);

// The explanation for a field that is not 81 cells. `name`: the column of the field.
Explanation explain_column(const std::string& name);

// Sets the message and the reason of `problem`. `prefix` is put before the message.
void set_reason(Problem& problem, Explanation&& why, std::string_view prefix = {});

}  // namespace dokumill::batch
