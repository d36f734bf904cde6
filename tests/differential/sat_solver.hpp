// Judges puzzles with a SAT solver that is installed on the machine (cadical, else minisat). The
// encoding is the direct one: a variable for each cell and digit, and clauses that demand a digit
// in each cell and no digit twice in a house.
//
// Files: a separate folder in TMPDIR, removed at the end. Cost: one process per question, about 5
// ms. Failure: std::runtime_error if the answer is neither yes nor no, or if the model is not a
// board.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dokumill/grid.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::testing {

class SatSolver {
 public:
  SatSolver();

  // All other functions require that is_installed() is true.
  bool is_installed() const { return !name_.empty(); }

  // The number of solutions, at most 2.
  int count_to_2(const Grid& puzzle);

  // Whether a solution of the puzzle is lexicographically smaller than `board`.
  bool has_smaller(const Grid& puzzle, const Grid& board);

 private:
  // Returns a model of the rules and `clauses`, as the list of the digit variables that are true.
  // Returns nullopt if no model exists.
  std::optional<std::vector<int>> solve(const std::string& clauses);

  std::string name_;
  ScratchFolder folder_;
  std::string rules_;
};

}  // namespace dokumill::testing
