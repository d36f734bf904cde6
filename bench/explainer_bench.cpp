// Measures ratings and explanations on one thread: the time to rate a puzzle, with and without its
// obstacles, the time to explain all steps of a puzzle, and the time to write a step as sentences.
//
// The puzzles are our own, 1,024 per set, so that the branch predictor cannot learn them. Making
// them is not timed. The counters `steps/puzzle` and `score` (the mean) identify the work that was
// done. The counters are the same on every machine and differ between versions of the techniques.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "counters.hpp"
#include "dokumill/explainer.hpp"
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

// Measures use(puzzle) for all puzzles of the set.
template <class Use>
void measure(benchmark::State& state, const Set& set, Use use) {
  const std::vector<Grid> puzzles = puzzles_of(set);
  if (puzzles.empty()) return state.SkipWithError("not made");
  for (auto _ : state) {
    for (const Grid& puzzle : puzzles) use(puzzle);
  }
  count_records(state, "puzzle", puzzles.size());
  Explainer explainer;
  double steps = 0;
  double scores = 0;
  for (const Grid& puzzle : puzzles) {
    const auto take = [&steps](const Step&) { return ++steps > 0; };
    scores += explainer.explain(puzzle, take).score / 10.0;
  }
  state.counters["steps/puzzle"] = steps / static_cast<double>(puzzles.size());
  state.counters["score"] = scores / static_cast<double>(puzzles.size());
}

void rate(benchmark::State& state, const Set& set, bool counts_obstacles) {
  Rater rater({.counts_obstacles = counts_obstacles});
  measure(state, set, [&](const Grid& puzzle) { benchmark::DoNotOptimize(rater.rate(puzzle)); });
}

void explain(benchmark::State& state, const Set& set) {
  Explainer explainer;
  measure(state, set, [&](const Grid& puzzle) {
    explainer.explain(puzzle, [](const Step& step) {
      benchmark::DoNotOptimize(&step);
      return true;
    });
  });
}

void write_sentences(benchmark::State& state, Language language) {
  std::vector<Step> steps;
  Explainer explainer;
  for (const Grid& puzzle : puzzles_of({"", {}})) {
    explainer.explain(puzzle, [&steps](const Step& step) {
      steps.push_back(step);
      return true;
    });
  }
  for (auto _ : state) {
    for (const Step& step : steps) benchmark::DoNotOptimize(sentences(step, language));
  }
  count_records(state, "step", steps.size());
}

PuzzleConstraints of_scores(int lowest, int highest) {
  PuzzleConstraints constraints;
  constraints.rating = RatingGoal{.lowest = lowest, .highest = highest, .hardest = {}};
  return constraints;
}
PuzzleConstraints with_33_clues() {
  PuzzleConstraints constraints;
  constraints.clues = {33, 33};
  return constraints;
}

[[maybe_unused]] const bool kRegistered = [] {
  std::vector<Set> sets = {{"puzzles of 33 clues", with_33_clues()}, {"minimal puzzles", {}}};
  // Puzzles of the highest level take too long to make.
  for (const LevelInfo& level : levels().first(kLevels - 1)) {
    sets.push_back({level.name.data(), of_scores(level.lowest, level.highest)});
  }
  const auto add = [](const std::string& name, auto measured, const auto&... arguments) {
    benchmark::RegisterBenchmark(name.c_str(), measured, arguments...)
        ->Unit(benchmark::kMillisecond);
  };
  for (const Set& set : sets) add(std::string("rate ") + set.name, rate, set, false);
  for (const Set& set : sets) add(std::string("count obstacles of ") + set.name, rate, set, true);
  for (const Set& set : sets) add(std::string("explain ") + set.name, explain, set);
  add("write a step in English", write_sentences, Language::kEnglish);
  add("write a step in Chinese", write_sentences, Language::kChinese);
  return true;
}();

}  // namespace
}  // namespace dokumill
