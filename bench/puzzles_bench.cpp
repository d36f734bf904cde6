// Measures generated puzzles per second on one thread for the usual options, 1,024 puzzles per call
// as in `generate puzzles`.
#include <benchmark/benchmark.h>

#include <vector>

#include "counters.hpp"
#include "dokumill/puzzles.hpp"

namespace {

using dokumill::Level;
using dokumill::MadePuzzle;
using dokumill::PuzzleMaker;
using dokumill::PuzzleWishes;
using dokumill::Symmetry;

void make(benchmark::State& state, const PuzzleWishes& wishes) {
  PuzzleMaker maker = PuzzleMaker::create(1, wishes).value();
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

PuzzleWishes clues(int fewest, int most) {
  PuzzleWishes wishes;
  wishes.clues = {fewest, most};
  return wishes;
}
PuzzleWishes rated() {
  PuzzleWishes wishes;
  wishes.with_rating = true;
  return wishes;
}
PuzzleWishes level(Level level) {
  PuzzleWishes wishes;
  wishes.difficulty = level;
  return wishes;
}
PuzzleWishes symmetric(Symmetry symmetry) {
  PuzzleWishes wishes;
  wishes.symmetry = symmetry;
  return wishes;
}

struct Wished {
  const char* name;
  PuzzleWishes wishes;
};

[[maybe_unused]] const bool kRegistered = [] {
  const Wished all[] = {
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
  for (const Wished& one : all) {
    benchmark::RegisterBenchmark(one.name, make, one.wishes)->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
