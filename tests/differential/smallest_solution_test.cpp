// Compares the two methods that find the smallest solution, on puzzles with too many solutions for
// the naive solver, and tests the search that both use.
#include "engine/solver/smallest_solution.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "base/validate.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

using solver::Candidates;
using solver::Order;
using solver::Search;

TEST(SmallestSolution, IsTheSameWithEveryBudget) {
  const auto search = std::make_unique<Search>();
  TestRandom random(21);
  for (int i = 0; i < 3000; ++i) {
    const Grid puzzle = i % 2 == 0 ? random_holes(14 + random.below(12), random)
                                   : random_clues(14 + random.below(10), 9, random);
    const Candidates root = solver::candidates_of(puzzle);
    search->start(root);
    if (search->next() != Search::Outcome::kSolution) continue;
    const Grid known = search->solution();
    const Grid smallest = *solver::smallest_solution(*search, root, known, Search::kNoBudget);
    EXPECT_TRUE(is_solution_of_slow(smallest, puzzle));
    EXPECT_LE(smallest, known);
    for (const std::uint64_t budget : {0, 3, 300}) {
      EXPECT_EQ(solver::smallest_solution(*search, root, known, budget), smallest)
          << budget << ' ' << to_line(puzzle);
    }
    EXPECT_EQ(solver::smallest_solution(*search, root, smallest, 0), smallest);
  }
}

TEST(Search, MeetsTheSameSolutionsInBothOrders) {
  const auto search = std::make_unique<Search>();
  TestRandom random(22);
  for (int i = 0; i < 300; ++i) {
    const Candidates root = solver::candidates_of(random_holes(24 + random.below(10), random));
    int counts[2]{};
    for (const Order order : {Order::kSmallestChoice, Order::kCellOrder}) {
      int& count = counts[order == Order::kCellOrder];
      search->start(root, order);
      Grid previous;
      while (count < 2000 && search->next() == Search::Outcome::kSolution) {
        ++count;
        if (order == Order::kCellOrder) {
          EXPECT_LT(previous, search->solution());
        }
        previous = search->solution();
      }
    }
    EXPECT_EQ(counts[0], counts[1]);
  }
}

TEST(Search, StopsWhenTheBudgetIsSpent) {
  const auto search = std::make_unique<Search>();
  search->start(solver::candidates_of(Grid{}), Order::kSmallestChoice, 5);
  EXPECT_EQ(search->next(), Search::Outcome::kBudgetSpent);
  EXPECT_EQ(search->guesses(), 5U);
}

}  // namespace
}  // namespace dokumill::testing
