// Tests of the features: each against its definition, computed in another way.
#include "dokumill/features.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dokumill/canon.hpp"
#include "engine/features/singles.hpp"
#include "engine/features/trial.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/is_minimal.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/naive_solver.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "unit/engine/slow_singles.hpp"

namespace dokumill::testing {
namespace {

std::vector<std::size_t> all_features() {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < known_features().size(); ++i) all.push_back(i);
  return all;
}

FeatureValue value(Features& of, std::string_view name) {
  return of.value(feature_named(name).value());
}
std::uint64_t number(Features& of, std::string_view name) {
  EXPECT_TRUE(value(of, name).is_known) << name;
  return value(of, name).number;
}
std::string word(Features& of, std::string_view name) {
  return std::string(value(of, name).word);
}

std::vector<Grid> minimal_puzzles(std::size_t count) {
  return *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 11, count);
}
// Arto Inkala's puzzle of 2010, and Golden Nugget (tarek, 2007): neither is in T&E(1).
constexpr std::string_view kHardest[] = {
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "000000039000001005003050800008090006070002000100400000009080050020000600400700000"};

TEST(Singles, AreThoseOfTheDefinition) {
  features::Singles singles;
  int solved = 0;
  for (const Grid& grid : mixed_puzzles(testing::test_rounds(30), 3)) {
    SlowSingles slow(grid);
    slow.run();
    ASSERT_EQ(singles.start(grid), !slow.is_contradiction) << to_line(grid);
    if (slow.is_contradiction) continue;
    ASSERT_EQ(singles.set_cells().count(), slow.set_cells()) << to_line(grid);
    ASSERT_EQ(singles.count_candidates(), slow.count()) << to_line(grid);
    ASSERT_EQ(singles.is_solved(), slow.is_solved());
    for (int cell = 0; cell < kCells; ++cell) {
      ASSERT_EQ(singles.is_set(cell), slow.candidates[cell].size() == 1);
      for (int digit = 1; digit <= 9; ++digit) {
        ASSERT_EQ(singles.has(cell, digit), slow.candidates[cell].count(digit) == 1);
        ASSERT_EQ(singles.candidates()[cell] >> (digit - 1) & 1, singles.has(cell, digit));
      }
    }
    solved += slow.is_solved() ? 1 : 0;
  }
  EXPECT_GT(solved, 10);
}

// With each digit in turn in an empty cell: most of these grids have a contradiction, which the
// singles of some of them find late.
TEST(Singles, FindEachContradiction) {
  features::Singles singles;
  int contradictions = 0;
  for (const Grid& puzzle : minimal_puzzles(testing::test_rounds(10))) {
    for (int cell = 0; cell < kCells; cell += 7) {
      if (puzzle.cells[cell] != 0) continue;
      for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        Grid grid = puzzle;
        grid.cells[cell] = digit;
        SlowSingles slow(grid);
        slow.run();
        const bool is_consistent = singles.start(grid);
        ASSERT_EQ(is_consistent, !slow.is_contradiction) << to_line(grid);
        contradictions += is_consistent ? 0 : 1;
        if (!singles.start(puzzle) || !singles.has(cell, digit)) continue;
        ASSERT_EQ(singles.set(cell, digit), is_consistent) << to_line(grid);
      }
    }
  }
  EXPECT_GT(contradictions, 100);
}

TEST(TrialDepth, IsThatOfTheDefinition) {
  features::Singles singles;
  std::set<int> seen;
  for (const Grid& puzzle : minimal_puzzles(testing::test_rounds(12))) {
    SlowSingles slow(puzzle);
    slow.run();
    int depth = 0;
    if (!slow.is_solved()) {
      slow.run(1);
      depth = slow.is_solved() ? 1 : 2;
    }
    ASSERT_TRUE(singles.start(puzzle));
    ASSERT_EQ(features::trial_depth(singles, {}), depth) << to_line(puzzle);
    seen.insert(depth);
  }
  EXPECT_EQ(seen.size(), 2U);
  for (const std::string_view text : kHardest) {
    const Grid puzzle = parse_grid(text).value();
    SlowSingles slow(puzzle);
    slow.run(1);
    EXPECT_FALSE(slow.is_solved() || slow.is_contradiction);
    ASSERT_TRUE(singles.start(puzzle));
    EXPECT_EQ(features::trial_depth(singles, {}), 2) << text;
  }
}

// Right candidates are never removed, so a grid with two solutions is not solved at any depth.
TEST(TrialDepth, OfAGridWithTwoSolutionsIsMore) {
  const std::vector<Grid> grids =
      *puzzles::sample_puzzles(puzzles::SampleKind::kSeveral, 3, testing::test_rounds(4));
  features::Singles singles;
  for (const Grid& grid : grids) {
    ASSERT_TRUE(singles.start(grid));
    EXPECT_EQ(features::trial_depth(singles, {}), features::kMoreDepth) << to_line(grid);
  }
}

// A loop over all sets of up to two cells finds the same sets.
TEST(Backdoor, TheSmallestAreFound) {
  NaiveSolver naive;
  features::Singles singles;
  std::vector<Grid> puzzles = minimal_puzzles(testing::test_rounds(8));
  for (const std::string_view text : kHardest) puzzles.push_back(parse_grid(text).value());
  std::set<std::size_t> sizes;
  for (const Grid& puzzle : puzzles) {
    ASSERT_EQ(naive.count(puzzle, 2), 1);
    const Grid solution = naive.smallest();
    const auto solves = [&](const std::vector<int>& cells) {
      Grid more = puzzle;
      for (const int cell : cells) more.cells[cell] = solution.cells[cell];
      return singles.start(more) && singles.is_solved();
    };
    std::vector<std::vector<int>> all;
    if (solves({})) all.emplace_back();
    for (int a = 0; a < kCells && !solves({}); ++a) {
      if (solves({a})) all.push_back({a});
    }
    const bool has_small = !all.empty();
    for (int a = 0; a < kCells && !has_small; ++a) {
      for (int b = a + 1; b < kCells; ++b) {
        if (solves({a, b})) all.push_back({a, b});
      }
    }
    singles.start(puzzle);
    const auto found = features::find_backdoors(singles, solution, 1, {});
    const auto found_sets = features::find_backdoors(singles, solution, SIZE_MAX, {});
    ASSERT_EQ(found.empty(), found_sets.empty());
    if (!found.empty()) {
      ASSERT_EQ(found.size(), 1U);
      ASSERT_EQ(found.front(), found_sets.front());
    }
    if (!all.empty()) {
      ASSERT_EQ(found_sets, all) << to_line(puzzle);
    } else {
      for (const std::vector<int>& cells : found_sets) {
        ASSERT_TRUE(cells.size() == 3 && solves(cells)) << to_line(puzzle);
      }
    }
    sizes.insert(found.empty() ? 4 : found.front().size());
  }
  EXPECT_GE(sizes.size(), 3U);
}

// Some puzzles are left out, some are not announced, and one is asked for twice.
TEST(Features, OfAnnouncedGridsAreTheSame) {
  Features one_by_one = Features::create(all_features()).value();
  Features announced = Features::create(all_features()).value();
  std::vector<Grid> grids = mixed_puzzles(testing::test_rounds(40), 9);
  const std::vector<Grid> others = minimal_puzzles(3);
  announced.expect(grids);
  grids.insert(grids.begin() + 20, others[0]);
  grids.insert(grids.begin() + 10, {others[1], others[2]});
  grids.push_back(grids.back());
  int redundant = 0;
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (i % 3 == 2) continue;
    one_by_one.start(grids[i]);
    announced.start(grids[i]);
    const FeatureValue slow = value(one_by_one, "redundant_clues");
    const FeatureValue fast = value(announced, "redundant_clues");
    ASSERT_EQ(fast.is_known, slow.is_known);
    ASSERT_EQ(fast.number, slow.number) << to_line(grids[i]);
    ASSERT_EQ(value(announced, "minimal").number, value(one_by_one, "minimal").number);
    redundant += slow.number > 0 ? 1 : 0;
  }
  EXPECT_GT(redundant, 3);
}

// Each group that makes the orbits of random cells, closed under its maps.
TEST(Features, SymmetryIsTheGroupOfThePattern) {
  const auto turn = [](int cell) { return cell % 9 * 9 + 8 - cell / 9; };
  const auto flip = [](int cell) { return (8 - cell / 9) * 9 + cell % 9; };
  const auto mirror = [](int cell) { return cell / 9 * 9 + 8 - cell % 9; };
  const auto transpose = [](int cell) { return cell % 9 * 9 + cell / 9; };
  const auto half = [&](int cell) { return turn(turn(cell)); };
  const auto other = [&](int cell) { return half(transpose(cell)); };
  using Map = std::function<int(int)>;
  const std::vector<std::pair<std::string, std::vector<Map>>> groups = {
      {"none", {}},
      {"rotational", {half}},
      {"quarter", {turn}},
      {"horizontal", {flip}},
      {"vertical", {mirror}},
      {"mirrors", {flip, mirror}},
      {"diagonal", {transpose}},
      {"antidiagonal", {other}},
      {"diagonals", {transpose, other}},
      {"full", {turn, flip}}};
  Features of = Features::create(all_features()).value();
  testing::TestRandom random(3);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Grid grid;
    const auto add = [&](const auto& self, int cell) -> void {
      if (grid.cells[cell] != 0) return;
      grid.cells[cell] = static_cast<std::uint8_t>(1 + random.below(9));
      for (const Map& map : groups[i].second) self(self, map(cell));
    };
    for (int k = 0; k < 4; ++k) add(add, random.below(kCells));
    of.start(grid);
    EXPECT_EQ(word(of, "symmetry"), groups[i].first) << to_line(grid);
    EXPECT_EQ(value(of, "symmetry").number, i);
  }
}

TEST(Features, AreThoseOfTheirDefinitions) {
  Features of = Features::create(all_features()).value();
  Solver reference = Solver::create("reference").value();
  Canonizer canonizer;
  Rater rater({.counts_obstacles = true});
  features::Singles singles;
  int redundant = 0;
  for (const Grid& grid : mixed_puzzles(testing::test_rounds(12), 5)) {
    of.start(grid);
    EXPECT_EQ(number(of, "clues"), count_clues(grid));
    EXPECT_EQ(number(of, "automorphisms"), canonizer.canonize(grid).automorphisms);
    if (reference.count(grid, 2) == 1) {
      EXPECT_EQ(number(of, "class"), class_of(reference.solve(grid).solution).number);
    }
    const SolveResult answer = reference.solve(grid);
    const bool is_full = answer.solutions == GridKind::kUnique && answer.solution == grid;
    EXPECT_EQ(word(of, "outcome"), name_of(is_full ? GridKind::kComplete : answer.solutions));
    EXPECT_EQ(value(of, "candidates").is_known, singles.start(grid));
    if (answer.solutions != GridKind::kUnique) {
      for (const char* name : {"minimal", "depth", "backdoor", "backdoor_cells", "er", "level"}) {
        EXPECT_FALSE(value(of, name).is_known) << name;
      }
      EXPECT_EQ(of.rating(), nullptr);
      continue;
    }
    std::uint64_t candidates = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      for (int digit = 1; digit <= 9 && grid.cells[cell] == 0; ++digit) {
        bool is_free = true;
        for (const int peer : kPeerCells[cell]) is_free &= grid.cells[peer] != digit;
        candidates += is_free ? 1 : 0;
      }
    }
    EXPECT_EQ(number(of, "candidates"), candidates);
    std::uint64_t removable = 0;
    for (int cell = 0; cell < kCells && !is_full; ++cell) {
      Grid without = grid;
      without.cells[cell] = 0;
      removable += grid.cells[cell] != 0 && reference.count(without, 2) == 1 ? 1 : 0;
    }
    if (!is_full) {
      EXPECT_EQ(number(of, "redundant_clues"), removable);
      EXPECT_EQ(number(of, "minimal"), removable == 0 ? 1U : 0U);
      redundant += removable != 0 ? 1 : 0;
    }
    Solver fresh = Solver::create("reference").value();
    fresh.solve(grid);
    EXPECT_EQ(number(of, "guesses_reference"), fresh.work().guesses);
    const Rating rating = rater.rate(grid);
    EXPECT_EQ(number(of, "er"), rating.score);
    EXPECT_EQ(number(of, "ep"), rating.pearl);
    EXPECT_EQ(number(of, "ed"), rating.diamond);
    EXPECT_EQ(number(of, "obstacles"), rating.obstacles);
    EXPECT_EQ(word(of, "level"), is_full ? "complete" : name_of(level_of(rating.score)));
  }
  EXPECT_GT(redundant, 5);
}

TEST(Features, OfAnImageAreEqual) {
  Features of = Features::create(all_features()).value();
  TestRandom random(4);
  for (const Grid& puzzle : minimal_puzzles(testing::test_rounds(20))) {
    const Grid image = random_image(puzzle, random);
    for (const char* name : {"candidates", "clues_after_singles", "candidates_after_singles",
                             "redundant_clues", "automorphisms", "backdoor", "depth"}) {
      of.start(puzzle);
      const std::uint64_t expected = number(of, name);
      of.start(image);
      EXPECT_EQ(number(of, name), expected) << name << ' ' << to_line(puzzle);
    }
  }
}

TEST(Features, AreParsedFromNames) {
  EXPECT_EQ(parse_features("er, clues").value(),
            (std::vector{*feature_named("er"), *feature_named("clues")}));
  for (const char* names : {"", "er,", ",er", "er,er", "ER", "er clues"}) {
    const auto result = parse_features(names);
    ASSERT_FALSE(result.ok()) << names;
    EXPECT_EQ(result.status().code(), ErrorCode::kUsage);
    const std::string_view part = std::string_view(names) == "er,er"
                                      ? "columns: 'er' is named twice"
                                      : "columns: expected one of outcome, clues, candidates, ";
    EXPECT_TRUE(result.status().message().starts_with(part)) << result.status().message();
  }
}

TEST(Features, Stop) {
  Features of = Features::create(all_features()).value();
  const Grid puzzle = parse_grid(kHardest[1]).value();
  for (const char* name : {"depth", "er", "backdoor"}) {
    int polls = 0;
    of.set_stop([&] { return ++polls != 0; });
    of.start(puzzle);
    of.value(feature_named(name).value());
    EXPECT_TRUE(of.is_stopped()) << name;
    EXPECT_EQ(polls, 1) << name;
  }
  of.set_stop({});
  of.start(puzzle);
  EXPECT_EQ(number(of, "depth"), 2U);
}

}  // namespace
}  // namespace dokumill::testing
