// Tests of StepJudge: it accepts right steps and refuses each wrong version of them.
#include "unit/engine/step_judge.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/puzzles/sample_puzzles.hpp"
#include "support/test_size.hpp"
#include "unit/engine/rated_puzzles.hpp"

namespace dokumill::testing {
namespace {

using enum Technique;

// Gets the name of a change, and the step with this change.
using Use = std::function<void(const std::string& change, const Step& changed)>;

Cell next(Cell cell) {
  return Cell((cell.index() + 1) % 81);
}
Digit next(Digit digit) {
  return Digit(digit.value() % 9 + 1);
}
// The next house of the same kind.
std::uint8_t next(std::uint8_t house) {
  return static_cast<std::uint8_t>(house / 9 * 9 + (house + 1) % 9);
}
Candidate next(Candidate one) {
  return {one.cell, next(one.digit)};
}

// Without one entry of the list, with the next value in its place, and with one entry more.
template <class T>
void change_list(const Step& step, std::vector<T> Step::*list, const std::string& name, T more,
                 const Use& use) {
  for (std::size_t i = 0; i < (step.*list).size(); ++i) {
    Step changed = step;
    (changed.*list)[i] = next((changed.*list)[i]);
    use("another entry of " + name, changed);
    changed = step;
    (changed.*list).erase((changed.*list).begin() + static_cast<std::ptrdiff_t>(i));
    use("no entry of " + name, changed);
  }
  Step changed = step;
  (changed.*list).push_back(more);
  use("a new entry of " + name, changed);
}

template <class Value>
void change_value(const Step& step, Value Step::*member, const std::string& name, int end,
                  const Use& use) {
  for (int value = 0; value < end; ++value) {
    Step changed = step;
    changed.*member = static_cast<Value>(value);
    if (changed.*member != step.*member) use("another " + name, changed);
  }
}

void change_implication(const Step& step, std::size_t chain, std::size_t index, const Use& use) {
  const Chain& whole = step.chains[chain];
  const Implication& old = whole.implications[index];
  Step changed = step;
  auto& all = changed.chains[chain].implications;
  const auto use_with = [&](const std::string& change, Implication one) {
    all[index] = std::move(one);
    use(change, changed);
    all[index] = old;
  };
  Implication one = old;
  one.is_true = !one.is_true;
  use_with("the opposite truth", one);
  for (const auto because : {Because::kAssumed, Because::kSameCell, Because::kSameHouse,
                             Because::kLastInCell, Because::kLastInHouse, Because::kStep}) {
    one = old;
    one.because = because;
    if (because != old.because) use_with("another reason", one);
  }
  one = old;
  one.candidate = next(old.candidate);
  use_with("another digit", one);
  one.candidate = {next(old.candidate.cell), old.candidate.digit};
  use_with("another cell", one);
  if (old.because == Because::kSameHouse || old.because == Because::kLastInHouse) {
    one = old;
    one.house = next(old.house);
    use_with("another house", one);
  }
  if (old.because == Because::kStep) {
    one = old;
    ++one.inner_step;
    use_with("another inner step", one);
    auto& eliminations = changed.chains[chain].inner_steps[old.inner_step].eliminations;
    std::erase(eliminations, old.candidate);
    use("an inner step without the elimination", changed);
    eliminations = whole.inner_steps[old.inner_step].eliminations;
  }
  for (std::size_t i = 0; i < old.from.size(); ++i) {
    one = old;
    one.from.erase(one.from.begin() + static_cast<std::ptrdiff_t>(i));
    use_with("a reason less", one);
  }
  for (const std::size_t other : std::set{std::size_t{0}, index / 2, index - (index > 0), index}) {
    const auto from = static_cast<std::uint16_t>(other);
    one = old;
    if (std::find(old.from.begin(), old.from.end(), from) != old.from.end()) continue;
    one.from.push_back(from);
    use_with("a reason more", one);
    if (old.from.empty()) continue;
    one = old;
    one.from[0] = from;
    use_with("another reason", one);
  }
}

// The chain without this implication, and with a true implication that nothing needs before it.
void move_implications(const Step& step, std::size_t chain, std::size_t index, const Use& use) {
  Step changed = step;
  auto& all = changed.chains[chain].implications;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  for (Implication& one : all) {
    std::erase(one.from, index);
    for (std::uint16_t& from : one.from) from = static_cast<std::uint16_t>(from - (from > index));
  }
  // Some chains of Sudoku Explainer go on after a contradiction.
  const bool is_right =
      step.proof == Proof::kContradiction &&
      std::any_of(all.begin(), all.end(), [&all](const Implication& one) {
        return one.candidate == all.back().candidate && one.is_true != all.back().is_true;
      });
  if (!is_right) use("an implication less", changed);
  const Implication& by = step.chains[chain].implications[index];
  if (!by.is_true || index + 1 == step.chains[chain].implications.size()) return;
  for (int digit = 1; digit <= 9; ++digit) {
    if (digit == by.candidate.digit.value()) continue;
    changed = step;
    const Implication padding{.candidate = {by.candidate.cell, Digit(digit)},
                              .because = Because::kSameCell,
                              .from = {static_cast<std::uint16_t>(index)}};
    auto& longer = changed.chains[chain].implications;
    longer.insert(longer.end() - 1, padding);
    use("an implication more", changed);
  }
}

void change_all(const Step& step, bool is_inner, const Use& use) {
  change_value(step, &Step::technique, "technique", kTechniques, use);
  // The judge does not know the length of some nested chains.
  if (step.technique != kNestedForcingChains) {
    change_value(step, &Step::score, "score", kMostScore, use);
  }
  change_value(step, &Step::type, "type", 5, use);
  change_value(step, &Step::proof, "proof", static_cast<int>(Proof::kCycle) + 1, use);
  change_list(step, &Step::cells, "cells", Cell(0), use);
  change_list(step, &Step::houses, "houses", std::uint8_t{0}, use);
  change_list(step, &Step::digits, "digits", Digit(1), use);
  change_list(step, &Step::extras, "extras", Candidate{Cell(0), Digit(1)}, use);
  change_list(step, &Step::others, "others", Cell(0), use);
  if (!is_inner)
    change_list(step, &Step::eliminations, "eliminations", Candidate{Cell(80), Digit(9)}, use);
  Step changed = step;
  if (!is_inner) {
    changed = step;
    changed.placement.reset();
    if (step.placement) use("no placement", changed);
    changed.placement = step.placement ? next(*step.placement) : step.eliminations.front();
    use("another placement", changed);
  }
  for (std::size_t chain = 0; chain < step.chains.size(); ++chain) {
    changed = step;
    changed.chains.erase(changed.chains.begin() + static_cast<std::ptrdiff_t>(chain));
    use("a chain less", changed);
    changed = step;
    changed.chains.push_back(step.chains[chain]);
    use("a chain more", changed);
    for (std::size_t i = 0; i < step.chains[chain].implications.size(); ++i) {
      change_implication(step, chain, i, use);
      move_implications(step, chain, i, use);
    }
    for (std::size_t i = 0; i < step.chains[chain].inner_steps.size(); ++i) {
      Step outer = step;
      Step& inner = outer.chains[chain].inner_steps[i];
      change_all(step.chains[chain].inner_steps[i], true,
                 [&](const std::string& change, const Step& of_inner) {
                   inner = of_inner;
                   use("inside: " + change, outer);
                 });
      outer = step;
      outer.chains[chain].inner_steps.push_back(step.chains[chain].inner_steps[i]);
      use("an inner step more", outer);
    }
  }
}

class JudgedSteps : public ::testing::Test {
 protected:
  // Has the judge judge all changes of the steps, until it has judged `most` steps of a technique.
  void change_steps(const Grid& puzzle, int most) {
    SCOPED_TRACE(to_line(puzzle));
    StepJudge judge(puzzle, solution_of(puzzle));
    explainer_.explain(puzzle, [&](const Step& step) {
      if (++judged_[step.technique] <= most) {
        change_all(step, false, [&](const std::string& change, const Step& changed) {
          ++changes_[change];
          StepJudge other = judge;
          EXPECT_NE(other.judge(changed), "") << info_of(step.technique).name << ": " << change;
        });
      }
      EXPECT_EQ(judge.judge(step), "");
      return !HasFailure();
    });
  }

  Explainer explainer_{{.most_work = 200'000}};
  std::map<Technique, int> judged_;
  std::map<std::string, int> changes_;
};

TEST_F(JudgedSteps, WrongOnesAreRefused) {
  const int most = kIsSanitized && !is_long_run() ? 3 : 10;
  for (const Answer& answer : kAnswers) change_steps(grid_of(answer.puzzle), most);
  for (const char* const rare : kRare) change_steps(grid_of(rare), most);
  for (const Published& nested : kNested) change_steps(grid_of(nested.puzzle), 2);
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 6, 300);
  for (const Grid& puzzle : samples.value()) change_steps(puzzle, most);
  for (const TechniqueInfo& info : techniques()) {
    // Hidden quads are very rare. Before a direct claiming, there is always a direct pointing.
    if (info.technique == kHiddenQuad || info.technique == kDirectClaiming) continue;
    EXPECT_GT(judged_[info.technique], 0) << info.name;
  }
  for (const auto& [change, count] : changes_) EXPECT_GT(count, 5) << change;
}

}  // namespace
}  // namespace dokumill::testing
