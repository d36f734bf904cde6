// Measures solving step by step on one thread: the time to rate a puzzle, the time to find all
// steps of a puzzle, and the time to describe a step.
//
// The puzzles are our own, 1,024 per set, so that the branch predictor cannot learn them. Making
// them is not timed. The counters `steps/puzzle` and `score` (the mean) identify the work that was
// done. The counters are the same on every machine and differ between versions of the techniques.
#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <vector>

#include "counters.hpp"
#include "dokumill/logic.hpp"
#include "dokumill/puzzles.hpp"

namespace dokumill {
namespace {

struct Set {
  const char* name;
  PuzzleConstraints constraints;
};

std::vector<Grid> puzzles_of(const Set& set) {
  std::vector<MadePuzzle> made(1024);
  if (!PuzzleMaker::create(1, set.constraints)->make(0, made).status.ok()) return {};
  std::vector<Grid> puzzles;
  for (const MadePuzzle& one : made) puzzles.push_back(one.puzzle);
  return puzzles;
}

void count_puzzles(benchmark::State& state, const std::vector<Grid>& puzzles) {
  const auto count = static_cast<double>(puzzles.size());
  count_records(state, "puzzle", puzzles.size());
  double steps = 0;
  double scores = 0;
  for (const Grid& puzzle : puzzles) {
    const Rating rating = rate(puzzle);
    for (const std::uint16_t number : rating.steps) steps += number;
    scores += rating.score / 10.0;
  }
  state.counters["steps/puzzle"] = steps / count;
  state.counters["score"] = scores / count;
}

void rate_puzzles(benchmark::State& state, const Set& set) {
  const std::vector<Grid> puzzles = puzzles_of(set);
  if (puzzles.empty()) return state.SkipWithError("not made");
  for (auto _ : state) {
    for (const Grid& puzzle : puzzles) benchmark::DoNotOptimize(rate(puzzle));
  }
  count_puzzles(state, puzzles);
}

void take_steps(benchmark::State& state, const Set& set) {
  const std::vector<Grid> puzzles = puzzles_of(set);
  if (puzzles.empty()) return state.SkipWithError("not made");
  Step step;
  for (auto _ : state) {
    for (const Grid& puzzle : puzzles) {
      LogicState logic(puzzle);
      while (next_step(logic, step)) logic.apply(step);
      benchmark::DoNotOptimize(logic);
    }
  }
  count_puzzles(state, puzzles);
}

void describe_steps(benchmark::State& state, Language language) {
  std::vector<Step> steps;
  for (const Grid& puzzle : puzzles_of({"", {}})) {
    LogicState logic(puzzle);
    while (const std::optional<Step> step = next_step(logic)) {
      logic.apply(*step);
      steps.push_back(*step);
    }
  }
  for (auto _ : state) {
    for (const Step& step : steps) benchmark::DoNotOptimize(describe(step, language));
  }
  count_records(state, "step", steps.size());
}

PuzzleConstraints of_level(Level level) {
  PuzzleConstraints constraints;
  constraints.difficulty = level;
  return constraints;
}
PuzzleConstraints with_33_clues() {
  PuzzleConstraints constraints;
  constraints.clues = {33, 33};
  return constraints;
}

[[maybe_unused]] const bool kRegistered = [] {
  const Set sets[] = {
      {"puzzles of 33 clues", with_33_clues()},
      {"minimal puzzles", {}},
      {"easy minimal puzzles", of_level(Level::kEasy)},
      {"medium minimal puzzles", of_level(Level::kMedium)},
      {"hard minimal puzzles", of_level(Level::kHard)},
      {"expert minimal puzzles", of_level(Level::kExpert)},
  };
  for (const Set& set : sets) {
    benchmark::RegisterBenchmark((std::string("rate ") + set.name).c_str(), rate_puzzles, set)
        ->Unit(benchmark::kMillisecond);
  }
  for (const Set& set : sets) {
    benchmark::RegisterBenchmark((std::string("take every step of ") + set.name).c_str(),
                                 take_steps, set)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("describe a step in English", describe_steps, Language::kEnglish)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("describe a step in Chinese", describe_steps, Language::kChinese)
      ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace dokumill
