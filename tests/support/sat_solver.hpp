// A SAT solver of the machine (cadical, else minisat) as a judge of puzzles. The encoding is the
// direct one: a variable for each cell and digit, a digit in each cell, no digit twice in a house.
//
// Thread safety: one thread. Files: a folder of its own in TMPDIR, removed at the end. Cost: a
// process a question, some 5 ms. Failure: an answer that is neither yes nor no, or a model that is
// none, is std::runtime_error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

class SatSolver {
 public:
  SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;
  ~SatSolver();

  // The others may be called only if it is.
  bool is_installed() const { return !name_.empty(); }

  // 0, 1 or 2 solutions.
  int count_to_2(const Grid& puzzle);

  // Whether a solution of the puzzle is lexicographically smaller than `board`.
  bool has_smaller(const Grid& puzzle, const Grid& board);

 private:
  // The variables of digits that are true in a model of the rules and these clauses, or none.
  std::optional<std::vector<int>> solve(const std::string& clauses);

  std::string name_;
  std::string folder_;
  std::string rules_;
};

}  // namespace dokumill::testing
