// Measures canonical forms per second on one thread: of puzzles, of boards, and of the grids that
// are hardest for the search.
//
// A set holds 4,096 different grids made from seeds, so that the branch predictor cannot learn
// them. Only the set of the hardest grids is a fixed list (tests/support/puzzles/hard_canon.hpp).
// Making the sets is not timed.
#include <benchmark/benchmark.h>

#include <vector>

#include "counters.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/hard_canon.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill {
namespace {

using puzzles::SampleKind;

template <SampleKind kKind>
std::vector<Grid> samples() {
  return *puzzles::sample_puzzles(kKind, 1, puzzles::kSampleBases);
}

template <BoardFamily kFamily>
std::vector<Grid> boards() {
  std::vector<Grid> set(4096);
  make_boards({kFamily, Digit(1), 1}, 0, set);
  return set;
}

std::vector<Grid> few_clues() {
  testing::TestRandom random(1);
  std::vector<Grid> set(4096);
  for (Grid& grid : set) grid = testing::random_clues(1 + random.below(16), 9, random);
  return set;
}

struct Set {
  const char* name;
  std::vector<Grid> (*make)();
};

constexpr Set kSets[] = {
    {"canonize minimal puzzles", samples<SampleKind::kMinimal>},
    {"canonize easy puzzles of 33 clues", samples<SampleKind::kEasy>},
    {"canonize puzzles with several solutions", samples<SampleKind::kSeveral>},
    {"canonize 1 to 16 clues", few_clues},
    {"canonize random boards", boards<BoardFamily::kRandom>},
    {"canonize boards with 54 automorphisms", boards<BoardFamily::kClassic>},
    {"canonize the hardest grids", testing::hard_canon_grids},
};

void canonize(benchmark::State& state, const Set& set) {
  const std::vector<Grid> grids = set.make();
  Canonizer canonizer;
  for (auto _ : state) {
    for (const Grid& grid : grids) benchmark::DoNotOptimize(canonizer.canonize(grid));
  }
  count_records(state, "grid", grids.size());
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const Set& set : kSets) {
    benchmark::RegisterBenchmark(set.name, canonize, set)->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace dokumill
