// Tests of ratings and explanations without memory. A failed allocation throws std::bad_alloc and
// nothing else, and the rater or explainer can be used afterwards.
#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "dokumill/explainer.hpp"
#include "support/system/allocations.hpp"
#include "support/test_size.hpp"
#include "unit/engine/rated_puzzles.hpp"

namespace dokumill::testing {
namespace {

// A puzzle of each technique, also of nested chains.
std::vector<Grid> puzzles() {
  std::vector<Grid> all;
  for (const Answer& answer : kAnswers) all.push_back(grid_of(answer.puzzle));
  all.push_back(grid_of(kNested[0].puzzle));
  return all;
}

using Steps = std::vector<std::vector<std::string>>;
Steps sentences_of(Explainer& explainer, const Grid& puzzle) {
  Steps steps;
  explainer.explain(puzzle, [&](const Step& step) {
    steps.push_back(sentences(step));
    return true;
  });
  return steps;
}

// Makes one allocation of the call fail: about ten of its allocations in turn, each with a new
// object. `judge` has to find that the object works afterwards. Returns the number of failed calls.
// (std::stable_sort does without the memory.)
template <class Object, class Call, class Judge>
int fail_some(const Call& call, const Judge& judge) {
  Object first;
  watch_allocations();
  call(first);
  leave_allocations();
  const std::uint64_t all = watched_allocations();
  int failures = 0;
  std::size_t number = 0;
  for (std::uint64_t fails = 1; fails <= all; fails += 1 + all / 10) {
    if (!is_tested(number++)) continue;
    Object object;
    watch_allocations(fails, 1);
    try {
      call(object);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    leave_allocations();
    judge(object);
  }
  return failures;
}

TEST(ExplainerAllocations, ARaterCanBeUsedAfterAFailure) {
  int failures = 0;
  for (const Grid& puzzle : puzzles()) {
    const int score = Rater().rate(puzzle).score;
    failures += fail_some<Rater>([&](Rater& rater) { rater.rate(puzzle); },
                                 [&](Rater& rater) { EXPECT_EQ(rater.rate(puzzle).score, score); });
  }
  EXPECT_GT(failures, kIsSanitized ? 15 : 50);
}

TEST(ExplainerAllocations, AnExplainerCanBeUsedAfterAFailure) {
  int failures = 0;
  for (const Grid& puzzle : puzzles()) {
    Explainer explainer;
    const Steps steps = sentences_of(explainer, puzzle);
    failures +=
        fail_some<Explainer>([&](Explainer& one) { sentences_of(one, puzzle); },
                             [&](Explainer& one) { EXPECT_EQ(sentences_of(one, puzzle), steps); });
  }
  EXPECT_GT(failures, kIsSanitized ? 30 : 100);
}

}  // namespace
}  // namespace dokumill::testing
