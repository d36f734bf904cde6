// Puzzles a second on one thread for the usual wishes, 1,024 numbers a call as `generate puzzles`
// has it.
#include <benchmark/benchmark.h>

#include <vector>

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
  state.SetItemsProcessed(static_cast<std::int64_t>(first));
  state.counters["tries"] = static_cast<double>(tries) / static_cast<double>(first);
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

BENCHMARK_CAPTURE(make, minimal, PuzzleWishes{});
BENCHMARK_CAPTURE(make, minimal_rated, rated());
BENCHMARK_CAPTURE(make, clues_30_to_36, clues(30, 36));
BENCHMARK_CAPTURE(make, clues_22, clues(22, 22));
BENCHMARK_CAPTURE(make, easy, level(Level::kEasy));
BENCHMARK_CAPTURE(make, medium, level(Level::kMedium));
BENCHMARK_CAPTURE(make, hard, level(Level::kHard));
BENCHMARK_CAPTURE(make, expert, level(Level::kExpert));
BENCHMARK_CAPTURE(make, rotational, symmetric(Symmetry::kRotational));
BENCHMARK_CAPTURE(make, full_symmetry, symmetric(Symmetry::kFull));

}  // namespace
