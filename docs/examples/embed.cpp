// Solves puzzles with nothing but the two files that scripts/amalgamate writes:
//
//   scripts/amalgamate
//   c++ -std=c++20 -O2 -I. docs/examples/embed.cpp dokumill_solver.cpp -o embed
//   ./embed [ENGINE] <puzzles.txt
//
// For each line of 81 cells, prints the only or the smallest solution (or the puzzle, if it has
// none), the number of solutions (at most 1000), and the canonical form.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "dokumill_solver.hpp"

int main(int argc, char** argv) {
  dokumill::Result<dokumill::Solver> solver = dokumill::Solver::create(argc > 1 ? argv[1] : "auto");
  if (!solver.ok()) {
    std::fprintf(stderr, "embed: %s\n", solver.status().message().c_str());
    return 2;
  }
  std::vector<dokumill::Grid> puzzles;
  for (std::string line; std::getline(std::cin, line);) {
    const dokumill::Result<dokumill::Grid> puzzle = dokumill::parse_grid(line);
    if (!puzzle.ok()) {
      std::fprintf(stderr, "embed: %s: %s\n", line.c_str(), puzzle.status().message().c_str());
      return 1;
    }
    puzzles.push_back(*puzzle);
  }

  // One call with many puzzles is several times as fast as one call for each puzzle.
  std::vector<dokumill::SolveResult> results(puzzles.size());
  std::vector<std::uint64_t> counts(puzzles.size());
  solver->solve(puzzles, results);
  solver->count(puzzles, counts, 1000);
  dokumill::Canonizer canonizer;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    std::printf("%s %llu %s\n", dokumill::to_line(results[i].solution).c_str(),
                static_cast<unsigned long long>(counts[i]),
                dokumill::to_line(canonizer.canonize(puzzles[i]).form).c_str());
  }
  return 0;
}
