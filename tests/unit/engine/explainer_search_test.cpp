// Compares the fast searches of the rating with slow searches, on boards with random
// candidates. Each fast test and each shortcut must give the same answer as the slow search.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/explainer/assumptions/assumption.hpp"
#include "engine/explainer/assumptions/inner_chains.hpp"
#include "engine/explainer/assumptions/multiple_chains.hpp"
#include "engine/explainer/chains/any_chain.hpp"
#include "engine/explainer/chains/digit_chains.hpp"
#include "engine/explainer/chains/distances.hpp"
#include "engine/explainer/chains/length.hpp"
#include "engine/explainer/chains/static_chains.hpp"
#include "engine/explainer/patterns/basics.hpp"
#include "engine/explainer/patterns/finders.hpp"
#include "engine/explainer/steps/implication.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/test_size.hpp"
#include "unit/engine/rated_puzzles.hpp"
#include "unit/engine/step_judge.hpp"

namespace dokumill::explainer {
namespace {

// Returns boards with random candidates. For each minimal puzzle, each of three rounds removes
// about one of `one_of` candidates that are not in the solution, and adds the board to the result.
// No solving step led to these boards. So a search may also find removals that, in a real path, an
// easier search would have found before.
std::vector<Board> random_boards(std::size_t puzzles, std::uint32_t one_of = 4) {
  Solver solver = Solver::create("reference").value();
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 3, puzzles);
  std::vector<Board> boards;
  std::uint32_t random = 1;
  for (const Grid& puzzle : samples.value()) {
    const Grid solution = solver.solve(puzzle).solution;
    Board board(puzzle);
    for (int round = 0; round < 3; ++round) {
      for (int cell = 0; cell < kCells; ++cell) {
        const int digit = solution.cells[static_cast<std::size_t>(cell)] - 1;
        for_each_bit(board.candidates(cell) & ~(1U << digit), [&](int other) {
          random = random * 1664525U + 1013904223U;
          if ((random >> 16) % one_of == 0) board.remove(cell, other);
        });
      }
      boards.push_back(board);
    }
  }
  return boards;
}

// A chain: the number of its nodes, its source, and whether the source is assumed to be false.
using Chain = std::tuple<int, int, bool>;

TEST(ExplainerSearch, ChainsOfAllSourcesAreThoseOfEachSource) {
  auto links = std::make_unique<Links>();
  auto distances = std::make_unique<Distances>();
  std::size_t seen = 0;
  for (const Board& board : random_boards(60)) {
    for (const bool uses_y : {false, true}) {
      links->load(board, true, uses_y);
      distances->load(board, *links, uses_y);
      for (const int most : {2, 8, 1000}) {
        std::vector<Chain> slow;
        for (const int source : distances->ids()) {
          for (const bool from_true : {true, false}) {
            const int nodes = distances->nodes_of_chain(source, from_true, most);
            if (nodes != 0) slow.emplace_back(nodes, source, !from_true);
          }
        }
        std::sort(slow.begin(), slow.end());
        std::vector<Chain> fast;
        const auto take = [&](int source, bool from_true, int nodes) {
          fast.emplace_back(nodes, source, !from_true);
        };
        distances->each_chain(Distances::Sources::kAll, most, take);
        ASSERT_EQ(fast, slow);
        seen += fast.size();
        fast.clear();
        distances->each_chain(Distances::Sources::kTrue, most, take);
        std::erase_if(slow, [](const Chain& chain) { return std::get<2>(chain); });
        ASSERT_EQ(fast, slow);
      }
    }
  }
  EXPECT_GT(seen, 1'000U);
}

TEST(ExplainerSearch, ChainsEndAtALimitThatFalls) {
  auto links = std::make_unique<Links>();
  auto distances = std::make_unique<Distances>();
  int found = 0;
  for (const Board& board : random_boards(20)) {
    links->load(board, true, true);
    distances->load(board, *links, true);
    int most = 1000;
    int calls = 0;
    distances->each_chain(Distances::Sources::kAll, most, [&](int, bool, int) {
      ++calls;
      most = 0;
    });
    EXPECT_LE(calls, 1);
    found += calls;
  }
  EXPECT_GT(found, 0);
}

// Takes steps, because most boards without steps by chains are late ones.
TEST(ExplainerSearch, TheEndsOfChainsAreTheSourcesThatHaveOne) {
  auto links = std::make_unique<Links>();
  auto distances = std::make_unique<Distances>();
  auto chains = std::make_unique<StaticChains>();
  Basics basics;
  int seen[2] = {};
  for (Board board : random_boards(300, 1'000)) {
    Rating rating;
    basics.begin(board, 44);
    for (bool goes_on = true; goes_on;) {
      basics.run(rating);
      links->load(board, true, true);
      distances->load(board, *links, true);
      std::set<std::pair<int, bool>> sources;
      const int most = 1000;
      distances->each_chain(Distances::Sources::kAll, most, [&](int source, bool from_true, int) {
        sources.emplace(source, from_true);
      });
      const bool has_many = std::ranges::count_if(distances->ids(), [&](int id) {
                              return !links->of(id).empty();
                            }) > 64;
      const ChainEnds ends = ends_of_chains(board, *links);
      ASSERT_EQ(ends.empty(), sources.empty() && !has_many);
      for (const int id : distances->ids()) {
        ASSERT_EQ(ends.is_refuted(id), has_many || sources.contains({id, true}));
        ASSERT_EQ(ends.is_proven(id), has_many || sources.contains({id, false}));
      }
      if (!has_many) ++seen[sources.empty() ? 0 : 1];
      Hint hint;
      goes_on = chains->find(board, hint);
      if (goes_on) basics.apply(hint);
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
}

// The fewest nodes of a multiple forcing chain, by the candidates that it removes: a cell, and
// digits as bits.
using Removed = std::map<std::pair<int, unsigned>, int>;

// Adds the chains of one group of assumptions of which one is true.
void add_common(const Board& board, const std::vector<Statement>& group, Removed& removed) {
  std::vector<Assumption> cases(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    cases[i].run(board, group[i], kMultipleRules, nullptr);
  }
  for (int id = 0; id < kStatements; ++id) {
    const auto target = static_cast<Statement>(id);
    const int cell = cell_of(target);
    const unsigned digit = 1U << digit_of(target);
    if (is_true(target) && board.count(cell) < 2) continue;
    if (!std::ranges::all_of(cases, [&](const Assumption& one) { return one.has(target); })) {
      continue;
    }
    int nodes = 0;
    for (const Assumption& one : cases) nodes += one.nodes(target);
    const unsigned gone = is_true(target) ? board.candidates(cell) & ~digit : digit;
    const auto at = removed.try_emplace({cell, gone}, nodes).first;
    at->second = std::min(at->second, nodes);
  }
}

// A search goes on from the last one on the same board. All answers and the work are those of a
// search that begins again.
TEST(ExplainerSearch, EachLevelGoesOnFromTheOneBefore) {
  constexpr const ChainRules* kLevels[] = {&kDynamicRules,   &kDynamicPlusRules, &kNestedRules<2>,
                                           &kNestedRules<3>, &kNestedRules<4>,   &kNestedRules<5>};
  Work work;
  MultipleChains chains(work);
  int longer = 0;  // searches that needed more work than the level before
  std::size_t number = 0;
  for (const Board& board : random_boards(2)) {
    if (!testing::is_tested(number++)) continue;
    std::uint64_t before = 0;
    for (const ChainRules* const rules : kLevels) {
      Work fresh_work;
      MultipleChains fresh(fresh_work);
      Hint hint;
      Hint fresh_hint;
      work.done = 0;
      ASSERT_EQ(chains.find(board, *rules, hint), fresh.find(board, *rules, fresh_hint));
      ASSERT_EQ(hint.score, fresh_hint.score);
      ASSERT_EQ(hint.step().placement, fresh_hint.step().placement);
      ASSERT_EQ(hint.step().eliminations, fresh_hint.step().eliminations);
      ASSERT_EQ(work.done, fresh_work.done);
      longer += work.done > before ? 1 : 0;
      before = work.done;
    }
  }
  EXPECT_GT(longer, 3);
}

TEST(ExplainerSearch, MultipleChainsOfABoardAreThoseOfAllGroups) {
  Work work;
  MultipleChains chains(work);
  std::size_t seen = 0;
  for (const Board& board : random_boards(8, 12)) {
    Removed slow;
    std::vector<Statement> group;
    for (int cell = 0; cell < kCells; ++cell) {
      if (board.count(cell) < 3) continue;
      group.clear();
      for_each_bit(board.candidates(cell),
                   [&](int digit) { group.push_back(statement(cell, digit, true)); });
      add_common(board, group, slow);
      for_each_bit(board.candidates(cell), [&](int digit) {
        for (const int house : kHousesOf[cell]) {
          const unsigned places = board.places(house, digit);
          if (count9(places) < 2 || kHouseCells[house][first_bit(places)] != cell) continue;
          group.clear();
          for_each_bit(places, [&](int place) {
            group.push_back(statement(kHouseCells[house][place], digit, true));
          });
          add_common(board, group, slow);
        }
      });
    }
    InnerSteps all;
    chains.find_all(board, kMultipleRules, all);
    Removed fast;
    for (const InnerSteps::Step& step : all.steps) {
      ASSERT_EQ(step.removals, 1U);
      const Removal& gone = all.removals[step.first_removal];
      fast[{gone.cell, gone.digits}] = step.rank.nodes;
    }
    ASSERT_EQ(fast, slow);
    seen += slow.size();
  }
  EXPECT_GT(seen, 100U);
}

// find_chain() skips sources that are assumed to be false and have one partner, because the
// shortest chain never begins there.
TEST(ExplainerSearch, TheShortestChainOfADigitIsTheFirstOfAllChains) {
  DigitChains chains;
  int found = 0;
  for (const Board& board : random_boards(100)) {
    for (int digit = 0; digit < kDigits; ++digit) {
      if (board.cells_with(digit).count() > DigitChains::kMaxPlaces) continue;
      chains.load(board, digit);
      chains.find_chain();
      DigitChains::Chain first;
      for (int most = 4; most <= 100 && first.nodes == 0; most += 2) {
        chains.each_chain(most, [&](int cell, bool from_true) {
          if (first.nodes == 0) first = {most, cell, from_true};
        });
      }
      ASSERT_EQ(chains.chain().nodes, first.nodes);
      if (first.nodes == 0) continue;
      ASSERT_EQ(chains.chain().cell, first.cell);
      ASSERT_EQ(chains.chain().from_true, first.from_true);
      ++found;
    }
  }
  EXPECT_GT(found, 100);
}

TEST(ExplainerSearch, TheTestBeforeAlignedExclusionsMissesNoStep) {
  int found[4] = {};
  int not_found[4] = {};
  for (const Board& board : random_boards(1'500, 12)) {
    for (const int size : {2, 3}) {
      Hint fast;
      Hint slow;
      const bool is_there = search_aligned_exclusion(board, size, slow);
      ASSERT_EQ(find_aligned_exclusion(board, size, fast), is_there) << size;
      ++(is_there ? found : not_found)[size];
    }
  }
  for (const int size : {2, 3}) {
    EXPECT_GT(found[size], 10) << size;
    EXPECT_GT(not_found[size], 10) << size;
  }
}

// The search for nishio follows only candidates that certainly end in a contradiction. It runs on
// boards on which no house has only one place for a digit. So this test first applies the easiest
// steps.
TEST(ExplainerSearch, NishioFindsTheShortestContradictionOfAll) {
  Work work;
  MultipleChains chains(work);
  Assumption assumption;
  InnerSum sum;
  int found = 0;
  Basics basics;
  for (Board board : random_boards(300, 20)) {
    Rating rating;
    basics.begin(board, 15);
    basics.run(rating);
    int fewest = INT_MAX;
    for (int cell = 0; cell < kCells; ++cell) {
      if (board.count(cell) < 2) continue;
      for_each_bit(board.candidates(cell), [&](int digit) {
        for (const bool is_true : {true, false}) {
          assumption.run(board, statement(cell, digit, is_true), kNishioRules, nullptr);
          if (!assumption.is_contradiction()) continue;
          sum.clear();
          fewest = std::min(fewest, assumption.contradiction_nodes(sum));
        }
      });
    }
    Hint hint;
    ASSERT_EQ(chains.find(board, kNishioRules, hint), fewest != INT_MAX);
    if (fewest == INT_MAX) continue;
    ++found;
    EXPECT_EQ(hint.score, in_tenths(kNishioRules.base + length_difficulty(fewest)));
  }
  EXPECT_GT(found, 10);
}

// What is wrong with the step, or "".
std::string judged(const Board& board, const Step& step, testing::Place place) {
  testing::Marks marks{};
  for (std::size_t cell = 0; cell < marks.size(); ++cell) {
    marks[cell] = board.candidates(static_cast<int>(cell)) << 1;
  }
  try {
    testing::judge_step(marks, step, place);
  } catch (const testing::Wrong& wrong) {
    return wrong.what;
  }
  return "";
}

template <bool (*kFind)(const Board&, Hint&)>
bool unsized(const Board& board, int, Hint& hint) {
  return kFind(board, hint);
}

// On these boards, easier steps are possible. So a link of a chain or the cells of a rectangle can
// be in two houses of which only one has two places of the digit.
TEST(ExplainerSearch, PatternsOfAnyBoardFollowFromTheirCells) {
  using Find = bool (*)(const Board&, int, Hint&);
  const std::tuple<Find, int, int> finders[] = {
      {unsized<find_direct_locking>, 0, 0},
      {find_direct_hidden_set, 2, 3},
      {unsized<find_locking>, 0, 0},
      {find_naked_set, 2, 4},
      {find_hidden_set, 2, 4},
      {find_fish, 2, 4},
      {find_wing, 2, 3},
      {unsized<find_unique_loop>, 0, 0},
      {find_aligned_exclusion, 2, 3},
  };
  std::map<Technique, int> found;
  for (const Board& board : random_boards(400, 12)) {
    for (const auto& [find, first, last] : finders) {
      for (int size = first; size <= last; ++size) {
        Hint hint;
        if (!find(board, size, hint)) continue;
        const Step step = hint.step();
        ++found[step.technique];
        ASSERT_EQ(judged(board, step, testing::Place::kPath), "") << info_of(step.technique).name;
      }
    }
  }
  EXPECT_GE(found.size(), 18U);
}

TEST(ExplainerSearch, ChainsOfAnyBoardFollowFromTheirReasons) {
  using testing::Place;
  StaticChains fixed;
  Work work;
  MultipleChains multiple(work);
  int found = 0;
  const auto expect_right = [&](const Board& board, Hint& hint, auto& chains) {
    Step step = hint.step();
    chains.explain(step);
    EXPECT_EQ(judged(board, step, Place::kPath), "") << info_of(step.technique).name;
    ++found;
  };
  for (const Board& board : random_boards(60)) {
    Hint hint;
    if (fixed.find(board, hint)) expect_right(board, hint, fixed);
    InnerSteps all;
    fixed.find_all(board, all);
    for (std::size_t i = 0; i < all.steps.size() && i < 8; ++i) {
      Step step;
      fixed.explain_one_of_all(board, all.steps[i].order, step);
      EXPECT_EQ(judged(board, step, Place::kInsideChain), "") << info_of(step.technique).name;
    }
    hint.clear();
    if (multiple.find(board, kMultipleRules, hint)) expect_right(board, hint, multiple);
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  EXPECT_GT(found, 100);
}

// No known puzzle needs chains of level 5, in which inner chains have inner chains. So this test
// follows assumptions that end in a contradiction at this level.
TEST(ExplainerSearch, ChainsInsideInnerChainsFollowFromTheirReasons) {
  const Board board(testing::grid_of(testing::kNested[2].puzzle));
  Work work;
  InnerChains inner(work);
  Assumption assumption;
  assumption.keep_inner_steps();
  int found = 0;
  for (int cell = 0; cell < kCells && found < 1'000; ++cell) {
    for_each_bit(board.candidates(cell), [&](int digit) {
      assumption.run(board, statement(cell, digit, true), kNestedRules<5>, &inner);
      if (!assumption.is_contradiction()) return;
      Step step;
      step.technique = Technique::kNestedForcingChains;
      step.score = kMostScore;
      step.proof = Proof::kContradiction;
      step.eliminations = {candidate_of(cell * 9 + digit)};
      assumption.explain_contradiction(step.chains.emplace_back());
      int inside = 0;
      for (const Step& one : step.chains[0].inner_steps) {
        for (const dokumill::Chain& chain : one.chains) {
          inside += static_cast<int>(chain.inner_steps.size());
        }
      }
      if (inside == 0) return;
      found += inside;
      EXPECT_EQ(judged(board, step, testing::Place::kPath), "");
    });
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  EXPECT_GE(found, 1'000);
}

// The house and the digit of the first hidden single, house by house: first the houses with one
// open cell, then the others.
std::vector<int> slow_hidden_single(const Board& board) {
  for (const bool is_last_cell : {true, false}) {
    for (const int first : {kFirstBox, kFirstColumn, kFirstRow}) {
      for (int house = first; house < first + 9; ++house) {
        if ((board.open_in(house) == 1) != is_last_cell) continue;
        const unsigned digits = board.only_once(house);
        if (digits != 0) return {house, first_bit(digits)};
      }
    }
  }
  return {};
}

TEST(ExplainerSearch, TheFirstHiddenSingleIsThatOfTheSlowSearch) {
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 3, 100);
  int last_cells = 0;
  int others = 0;
  for (const Grid& puzzle : samples.value()) {
    Board board(puzzle);
    Basics basics;
    basics.begin(board, kMostScore);
    for (;;) {
      const std::vector<int> slow = slow_hidden_single(board);
      const std::uint32_t houses = basics.houses_with_single();
      Hint hint;
      ASSERT_EQ(find_hidden_single(board, hint), !slow.empty());
      ASSERT_EQ(houses != 0, !slow.empty());
      if (slow.empty()) break;
      Hint known;
      ASSERT_TRUE(take_hidden_single(board, houses, known));
      for (const Hint& found : {hint, known}) {
        ASSERT_EQ(found.pattern.houses, std::vector<std::uint8_t>{std::uint8_t(slow[0])});
        ASSERT_EQ(found.digit, slow[1]);
        ASSERT_EQ(found.cell, kHouseCells[slow[0]][first_bit(board.places(slow[0], slow[1]))]);
        ASSERT_EQ(found.technique == Technique::kFullHouse, board.open_in(slow[0]) == 1);
      }
      hint.technique == Technique::kFullHouse ? ++last_cells : ++others;
      basics.apply(hint);
    }
  }
  EXPECT_GT(last_cells, 100);
  EXPECT_GT(others, 1000);
}

TEST(ExplainerSearch, CellsByTheirNumberOfCandidates) {
  for (const Board& board : random_boards(20)) {
    CellSet with[4];
    for (int cell = 0; cell < kCells; ++cell) {
      if (board.count(cell) < 4) with[board.count(cell)].add(cell);
    }
    EXPECT_TRUE(board.single_cells() == with[1]);
    EXPECT_TRUE(board.bivalue_cells() == with[2]);
    EXPECT_TRUE(board.trivalue_cells() == with[3]);
  }
}

}  // namespace
}  // namespace dokumill::explainer
