// Microseconds a puzzle of every engine, on sets made here from seeds, and guesses a puzzle as the
// signature of the search.
//
// The sets hold 4,096 different puzzles, so that the branch predictor cannot learn them; making
// them is outside the clock.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "support/random_puzzles.hpp"

namespace dokumill {
namespace {

using testing::TestRandom;

constexpr int kPuzzles = 4096;

template <class MakePuzzle>
std::vector<Grid> make_set(MakePuzzle make_puzzle) {
  TestRandom random(1);
  std::vector<Grid> puzzles;
  for (int i = 0; i < kPuzzles; ++i) puzzles.push_back(make_puzzle(random));
  return puzzles;
}

// Proper puzzles with about 33 clues: a minimal one with clues put back.
std::vector<Grid> easy() {
  Solver solver = Solver::create().value();
  return make_set([&solver](TestRandom& random) {
    Grid puzzle = testing::random_minimal(solver, random);
    const Grid board = solver.solve(puzzle).solution;
    for (const int cell : testing::random_cell_order(random)) {
      if (count_clues(puzzle) >= 33) break;
      puzzle.cells[cell] = board.cells[cell];
    }
    return puzzle;
  });
}

std::vector<Grid> minimal() {
  Solver solver = Solver::create().value();
  return make_set(
      [&solver](TestRandom& random) { return testing::random_minimal(solver, random); });
}

std::vector<Grid> images_of(const char* text) {
  const Grid puzzle = *parse_grid(text);
  return make_set([&puzzle](TestRandom& random) { return testing::random_image(puzzle, random); });
}

// A. Inkala, 2012.
std::vector<Grid> inkala() {
  return images_of(
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
}

// P. Norvig, 2009: 17 clues.
std::vector<Grid> norvig() {
  return images_of(
      "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......");
}

std::vector<Grid> several_solutions() {
  return make_set(
      [](TestRandom& random) { return testing::random_holes(22 + random.below(8), random); });
}

void solve(benchmark::State& state, std::string_view engine, std::vector<Grid> (*make)()) {
  const std::vector<Grid> puzzles = make();
  std::vector<SolveResult> results(puzzles.size());
  Solver solver = Solver::create(engine).value();
  for (auto _ : state) {
    solver.solve(puzzles, results);
    benchmark::DoNotOptimize(results.data());
  }
  const auto solved = static_cast<double>(solver.work().puzzles);
  state.SetItemsProcessed(static_cast<std::int64_t>(solver.work().puzzles));
  state.counters["guesses/puzzle"] = static_cast<double>(solver.work().guesses) / solved;
  state.counters["s/puzzle"] =
      benchmark::Counter(solved, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const EngineInfo& engine : engines()) {
    if (!engine.is_available) continue;
    const auto add = [&engine](const char* set, std::vector<Grid> (*make)()) {
      benchmark::RegisterBenchmark(
          ("solve/" + std::string(engine.name) + '/' + set).c_str(),
          [name = engine.name, make](benchmark::State& state) { solve(state, name, make); })
          ->Unit(benchmark::kMillisecond);
    };
    add("easy33", easy);
    add("minimal", minimal);
    add("norvig17", norvig);
    add("inkala", inkala);
    add("several", several_solutions);
  }
  return true;
}();

}  // namespace
}  // namespace dokumill
