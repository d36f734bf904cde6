// Reads puzzles, one per line, from standard input, and writes each with its score, its level and
// its hardest technique, the easiest puzzle first. Equivalent puzzles are named.
//
//   grade < puzzles.txt
#include <algorithm>
#include <dokumill/canon.hpp>
#include <dokumill/rating.hpp>
#include <dokumill/solver.hpp>
#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
  struct Graded {
    std::string line;
    dokumill::Rating rating;
  };
  dokumill::Result<dokumill::Solver> solver = dokumill::Solver::create();
  if (!solver.ok()) return 1;
  dokumill::Rater rater;  // keeps its memory from puzzle to puzzle
  std::vector<Graded> puzzles;
  std::map<dokumill::Grid, std::string> seen;  // the first puzzle of each canonical form
  for (std::string line; std::getline(std::cin, line);) {
    const dokumill::Result<dokumill::Grid> puzzle = dokumill::parse_grid(line);
    if (!puzzle.ok()) {
      std::cerr << line << ": " << puzzle.status().message() << '\n';
    } else if (solver->count(*puzzle, 2) != 1) {  // a rating needs exactly one solution
      std::cerr << line << ": not exactly one solution\n";
    } else {
      const auto [first, is_new] = seen.emplace(dokumill::canonical_form(*puzzle), line);
      if (!is_new) std::cerr << line << ": equivalent to " << first->second << '\n';
      puzzles.push_back({line, rater.rate(*puzzle)});
    }
  }
  std::ranges::stable_sort(puzzles, {}, [](const Graded& one) { return one.rating.score; });
  for (const auto& [line, rating] : puzzles) {
    std::cout << line << ' ' << rating.score / 10 << '.' << rating.score % 10 << ' '
              << dokumill::name_of(dokumill::level_of(rating.score)) << ", "
              << dokumill::info_of(rating.hardest).name << '\n';
  }
}
