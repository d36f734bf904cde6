// sat_judge < PUZZLES: checks with an installed SAT solver that each puzzle has exactly one
// solution. The input has 81 characters per line. No solver of this project is used.
//
// Prints the number and the text of each line whose puzzle has no solution or several, and then the
// number of puzzles and the number of puzzles with one solution. Exit status: 0 if all puzzles have
// one solution, 1 if not, 2 on an error.
#include <exception>
#include <iostream>
#include <string>

#include "differential/sat_solver.hpp"

namespace dokumill::testing {
namespace {

int judge() {
  SatSolver sat;
  if (!sat.is_installed()) {
    std::cerr << "sat_judge: neither cadical nor minisat is installed\n";
    return 2;
  }
  std::uint64_t lines = 0;
  std::uint64_t unique = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++lines;
    if (line.size() != kCells || line.find_first_not_of("0123456789.") != std::string::npos) {
      std::cerr << "sat_judge: line " << lines << " is not a puzzle\n";
      return 2;
    }
    Grid puzzle;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      puzzle.cells[cell] = static_cast<std::uint8_t>(line[cell] == '.' ? 0 : line[cell] - '0');
    }
    const int solutions = sat.count_to_2(puzzle);
    if (solutions == 1) {
      ++unique;
    } else {
      std::cout << "line " << lines << ": " << (solutions == 0 ? "none" : "several") << ": " << line
                << std::endl;
    }
  }
  std::cout << "puzzles: " << lines << "\nunique: " << unique << '\n';
  return unique == lines ? 0 : 1;
}

}  // namespace
}  // namespace dokumill::testing

int main() {
  try {
    return dokumill::testing::judge();
  } catch (const std::exception& error) {
    std::cerr << "sat_judge: " << error.what() << '\n';
    return 2;
  }
}
