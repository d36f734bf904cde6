// Measures generated puzzles per second on one thread for the usual options. A call makes 1,024
// puzzles, as in `generate puzzles`.
#include <benchmark/benchmark.h>

#include <vector>

#include "counters.hpp"
#include "dokumill/puzzles.hpp"

namespace {

using dokumill::Level;
using dokumill::MadePuzzle;
using dokumill::PuzzleConstraints;
using dokumill::PuzzleMaker;
using dokumill::Symmetry;

void make(benchmark::State& state, const PuzzleConstraints& constraints) {
  PuzzleMaker maker = PuzzleMaker::create(1, constraints).value();
  std::vector<MadePuzzle> made(1024);
  std::uint64_t first = 0, tries = 0;
  for (auto _ : state) {
    if (!maker.make(first, made).status.ok()) state.SkipWithError("not made");
    first += made.size();
    for (const MadePuzzle& one : made) tries += one.tries;
  }
  dokumill::count_records(state, "puzzle", made.size());
  state.counters["tries/puzzle"] = static_cast<double>(tries) / static_cast<double>(first);
}

PuzzleConstraints clues(int fewest, int most) {
  PuzzleConstraints constraints;
  constraints.clues = {fewest, most};
  return constraints;
}
PuzzleConstraints rated() {
  PuzzleConstraints constraints;
  constraints.with_rating = true;
  return constraints;
}
PuzzleConstraints level(Level level) {
  PuzzleConstraints constraints;
  constraints.difficulty = level;
  return constraints;
}
PuzzleConstraints symmetric(Symmetry symmetry) {
  PuzzleConstraints constraints;
  constraints.symmetry = symmetry;
  return constraints;
}

struct Constrained {
  const char* name;
  PuzzleConstraints constraints;
};

[[maybe_unused]] const bool kRegistered = [] {
  const Constrained all[] = {
      {"make minimal puzzles", {}},
      {"make and rate minimal puzzles", rated()},
      {"make puzzles of 30 to 36 clues", clues(30, 36)},
      {"make puzzles of 22 clues", clues(22, 22)},
      {"make easy puzzles", level(Level::kEasy)},
      {"make medium puzzles", level(Level::kMedium)},
      {"make hard puzzles", level(Level::kHard)},
      {"make expert puzzles", level(Level::kExpert)},
      {"make puzzles of rotational symmetry", symmetric(Symmetry::kRotational)},
      {"make puzzles of full symmetry", symmetric(Symmetry::kFull)},
  };
  for (const Constrained& one : all) {
    benchmark::RegisterBenchmark(one.name, make, one.constraints)->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
