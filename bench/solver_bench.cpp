// Measures puzzles per second of every engine on one thread, on sets made from seeds. Guesses and
// sweeps per puzzle are exact counts: if they change, the search has changed.
//
// The engines always search for a second solution; of several solutions, they return the smallest.
// Each set holds 4,096 different puzzles, so that the branch predictor cannot learn them. A set is
// solved in one call. Making the sets is not timed. The worst known puzzles are solved one by one,
// because a program that exchanges single puzzles and solutions through a pipe waits for each of
// them. `--benchmark_filter='avx512 .* hard'` selects benchmarks by name.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "counters.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/hostile_puzzles.hpp"

namespace dokumill {
namespace {

using puzzles::SampleKind;

template <SampleKind kKind>
const std::vector<Grid>& samples() {
  static const std::vector<Grid> set = *puzzles::sample_puzzles(kKind, 1, puzzles::kSampleBases);
  return set;
}

struct Set {
  const char* words;  // after "ENGINE solves"
  const std::vector<Grid>& (*make)();
};

constexpr Set kSets[] = {
    {"easy puzzles of 33 clues", samples<SampleKind::kEasy>},
    {"minimal puzzles", samples<SampleKind::kMinimal>},
    {"hard puzzles", samples<SampleKind::kHard>},
    {"puzzles with several solutions", samples<SampleKind::kSeveral>},
    {"puzzles without solution", samples<SampleKind::kNone>},
};

void solve(benchmark::State& state, std::string_view engine, const Set& set) {
  const std::vector<Grid>& puzzles = set.make();
  std::vector<SolveResult> results(puzzles.size());
  Solver solver = Solver::create(engine).value();
  for (auto _ : state) {
    solver.solve(puzzles, results);
    benchmark::DoNotOptimize(results.data());
  }
  count_records(state, "puzzle", puzzles.size());
  const SolverWork& work = solver.work();
  const auto solved = static_cast<double>(work.puzzles);
  state.counters["guesses/puzzle"] = static_cast<double>(work.guesses) / solved;
  state.counters["sweeps/puzzle"] = static_cast<double>(work.sweeps) / solved;
}

void solve_the_worst(benchmark::State& state, std::string_view engine) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kLines = std::size(testing::kHostilePuzzles);
  std::vector<double> least(kLines, std::numeric_limits<double>::infinity());
  Solver solver = Solver::create(engine).value();
  for (auto _ : state) {
    for (std::size_t i = 0; i < kLines; ++i) {
      const Grid puzzle = *parse_grid(testing::kHostilePuzzles[i].line);
      const auto begin = Clock::now();
      benchmark::DoNotOptimize(solver.solve(puzzle));
      const std::chrono::duration<double> seconds = Clock::now() - begin;
      least[i] = std::min(least[i], seconds.count());
    }
  }
  count_records(state, "puzzle", kLines);
  // least[i] is the shortest time of puzzle i. This counter is the longest of these times.
  state.counters["s/worst"] = *std::max_element(least.begin(), least.end());
}

// Calls for one puzzle each, with the engine that such calls use by default.
void solve_alone(benchmark::State& state) {
  const std::vector<Grid>& puzzles = samples<SampleKind::kMinimal>();
  Solver solver = Solver::create().value();
  for (auto _ : state) {
    for (const Grid& puzzle : puzzles) benchmark::DoNotOptimize(solver.solve(puzzle));
  }
  count_records(state, "puzzle", puzzles.size());
}

[[maybe_unused]] const bool kRegistered = [] {
  benchmark::RegisterBenchmark("a call for each minimal puzzle", solve_alone)
      ->Unit(benchmark::kMillisecond);
  for (const Set& set : kSets) {
    for (const EngineInfo& engine : engines()) {
      if (!engine.is_available) continue;
      const std::string name = std::string(engine.name) + " solves " + set.words;
      benchmark::RegisterBenchmark(name.c_str(), [name = engine.name,
                                                  &set](benchmark::State& state) {
        solve(state, name, set);
      })->Unit(benchmark::kMillisecond);
    }
  }
  for (const EngineInfo& engine : engines()) {
    if (!engine.is_available) continue;
    benchmark::RegisterBenchmark(
        (std::string(engine.name) + " solves the worst lines").c_str(),
        [name = engine.name](benchmark::State& state) { solve_the_worst(state, name); })
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace dokumill
