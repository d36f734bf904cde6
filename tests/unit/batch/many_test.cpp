// Tests of dokumill/many.hpp: its functions give the same answers as the functions for one grid,
// with any number of threads.
#include "dokumill/many.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "batch/flow/slices.hpp"
#include "dokumill/explainer.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill {
namespace {

class Many : public ::testing::TestWithParam<int> {
 protected:
  Many() {
    options_.threads = GetParam();
    // Adds grids without a solution, a grid with several solutions, and a complete board.
    grids_[3].cells[0] = grids_[3].cells[1] = 5;
    grids_[400] = Grid{};
    grids_[401] = make_board({}, 7);
    grids_[402] = make_board({}, 7);
    grids_[402].cells[80] = grids_[402].cells[79];
  }

  ManyOptions options_;
  std::vector<Grid> grids_ = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 23, 1000);
  Solver solver_ = Solver::create().value();
};

TEST_P(Many, UnavoidableSetsAreThoseOfTheFinder) {
  constexpr std::size_t kSizes = 7;
  std::vector<std::uint32_t> counts(grids_.size() * kSizes);
  std::vector<std::vector<UnavoidableSet>> sets(grids_.size());
  ASSERT_TRUE(unavoidable_many(grids_, 6, counts, sets, options_).ok());
  UnavoidableFinder finder(6);
  for (std::size_t i = 0; i < grids_.size(); i += i < 405 ? 1 : 37) {
    const SolveResult answer = solver_.solve(grids_[i]);
    std::span<const UnavoidableSet> expected;
    if (answer.solutions == GridKind::kUnique) expected = finder.find(answer.solution);
    ASSERT_EQ(sets[i].size(), expected.size()) << i;
    std::array<std::uint32_t, kSizes> own{};
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_EQ(sets[i][k].cells, expected[k].cells);
      ++own[expected[k].size];
    }
    for (std::size_t n = 0; n < kSizes; ++n) EXPECT_EQ(counts[i * kSizes + n], own[n]);
  }
  EXPECT_EQ(unavoidable_many(grids_, 3, counts).code(), ErrorCode::kUsage);
  EXPECT_EQ(unavoidable_many(grids_, 8, counts).code(), ErrorCode::kUsage);
}

// tests/python/traces_test.py replays traces.
TEST_P(Many, TracesAreTheStepsOfAnExplainer) {
  std::vector<Trace> traces(grids_.size());
  std::vector<Trace> texts(grids_.size());
  ASSERT_TRUE(traces_many(grids_, traces, {.removed = true}, options_).ok());
  ASSERT_TRUE(
      traces_many(grids_, texts, {.removed = true, .sentences = Language::kChinese}, options_)
          .ok());
  Explainer explainer;
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    EXPECT_EQ(traces[i].steps, texts[i].steps);
    EXPECT_EQ(traces[i].removed, texts[i].removed);
    EXPECT_TRUE(traces[i].sentences.empty());
    EXPECT_EQ(texts[i].sentences.size(), texts[i].steps.size());
    const GridKind solutions = solver_.solve(grids_[i]).solutions;
    EXPECT_EQ(traces[i].kind, i == 401 ? GridKind::kComplete : solutions);
    if (traces[i].kind != GridKind::kUnique) {
      EXPECT_TRUE(traces[i].steps.empty());
      continue;
    }
    if (i > 410 && i % 11 != 0) continue;
    std::size_t number = 0;
    std::vector<Candidate> gone;
    explainer.explain(grids_[i], [&](const Step& step) {
      const TraceStep& own = traces[i].steps[number];
      EXPECT_EQ(own.score, step.score);
      EXPECT_EQ(own.technique, step.technique);
      EXPECT_EQ(own.cell, step.placement ? step.placement->cell.index() : kNoCell);
      EXPECT_EQ(own.digit, step.placement ? step.placement->digit.value() : 0);
      std::string text;
      for (const std::string& sentence : sentences(step, Language::kChinese)) {
        text += (text.empty() ? "" : "\n") + sentence;
      }
      EXPECT_EQ(texts[i].sentences[number], text);
      gone.clear();
      for (const RemovedCandidates& removed : traces[i].removed) {
        for (int digit = 1; digit <= 9 && removed.step == number; ++digit) {
          if ((removed.digits >> (digit - 1) & 1) == 0) continue;
          gone.push_back({Cell(removed.cell), Digit(digit)});
        }
      }
      EXPECT_EQ(gone, step.eliminations);
      ++number;
      return true;
    });
    EXPECT_EQ(number, traces[i].steps.size());
  }
  EXPECT_EQ(traces_many(grids_, std::span(traces).first(5)).code(), ErrorCode::kUsage);
}

TEST_P(Many, SolvesAlsoInPlace) {
  std::vector<Grid> solutions(grids_.size());
  std::vector<GridKind> kinds(grids_.size());
  ASSERT_TRUE(solve_many(grids_, solutions, kinds, options_).ok());
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const SolveResult expected = solver_.solve(grids_[i]);
    ASSERT_EQ(solutions[i], expected.solution);
    ASSERT_EQ(kinds[i], expected.solutions);
  }
  ASSERT_TRUE(solve_many(grids_, grids_, {}, options_).ok());
  EXPECT_EQ(grids_, solutions);
  EXPECT_EQ(solve_many(grids_, std::span(solutions).first(5), {}, options_).code(),
            ErrorCode::kUsage);
}

TEST_P(Many, Counts) {
  std::vector<std::uint64_t> counts(grids_.size());
  ASSERT_TRUE(count_many(grids_, counts, 9, options_).ok());
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    ASSERT_EQ(counts[i], solver_.count(grids_[i], 9));
  }
}

TEST_P(Many, ListsSolutions) {
  constexpr std::size_t kLimit = 5;
  std::vector<Grid> solutions(grids_.size() * kLimit, Grid{});
  std::vector<std::uint64_t> counts(grids_.size());
  std::vector<PossibleDigits> digits(grids_.size());
  ASSERT_TRUE(solutions_many(grids_, kLimit, solutions, counts, options_).ok());
  ASSERT_TRUE(possible_many(grids_, digits, options_).ok());
  SolutionLister lister(solver_);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    std::vector<Grid> expected;
    lister.list(grids_[i], kLimit, [&](std::size_t, const Grid& grid) {
      expected.push_back(grid);
      return true;
    });
    ASSERT_EQ(counts[i], expected.size());
    expected.resize(kLimit);
    ASSERT_TRUE(std::ranges::equal(std::span(solutions).subspan(i * kLimit, kLimit), expected));
    PossibleDigits possible;
    find_possible(solver_, grids_[i], possible);
    ASSERT_EQ(digits[i], possible);
  }
  EXPECT_EQ(solutions_many(grids_, 4, solutions, counts, options_).code(), ErrorCode::kUsage);
  EXPECT_EQ(solutions_many(grids_, SIZE_MAX, solutions, counts, options_).code(),
            ErrorCode::kUsage);
}

TEST_P(Many, Checks) {
  std::vector<GridKind> kinds(grids_.size());
  std::vector<std::uint8_t> minimal(grids_.size());
  ASSERT_TRUE(check_many(grids_, kinds, minimal, options_).ok());
  EXPECT_EQ(kinds[3], GridKind::kUnsolvable);
  EXPECT_EQ(kinds[400], GridKind::kMultiple);
  EXPECT_EQ(kinds[401], GridKind::kComplete);
  EXPECT_EQ(kinds[402], GridKind::kUnsolvable);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    bool is_minimal = kinds[i] == GridKind::kUnique;
    for (int cell = 0; cell < kCells && is_minimal; ++cell) {
      Grid without = grids_[i];
      if (without[Cell(cell)] == 0) continue;
      without.cells[static_cast<std::size_t>(cell)] = 0;
      is_minimal = solver_.count(without, 2) == 2;
    }
    ASSERT_EQ(minimal[i], is_minimal ? 1 : 0);
  }
}

TEST_P(Many, CanonizesAndFindsEqualGrids) {
  std::vector<Grid> images(grids_.size());
  ASSERT_TRUE(augment_many(grids_, {}, {.seed = 5}, images, {}, options_).ok());
  std::vector<Grid> forms(grids_.size());
  std::vector<CanonicalMap> maps(grids_.size());
  std::vector<std::uint32_t> automorphisms(grids_.size());
  ASSERT_TRUE(canonize_many(grids_, forms, maps, automorphisms, options_).ok());
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    ASSERT_EQ(maps[i].apply(grids_[i]), forms[i]);
    ASSERT_EQ(forms[i], canonical_form(grids_[i]));
  }
  EXPECT_EQ(automorphisms[400], 3'359'232U);
  ASSERT_TRUE(canonize_many(images, images, {}, {}, options_).ok());  // in place
  EXPECT_EQ(images, forms);

  images.insert(images.end(), forms.begin(), forms.end());
  std::vector<std::uint64_t> first(images.size());
  ASSERT_TRUE(first_of_equal(images, first, options_).ok());
  for (std::size_t i = 0; i < forms.size(); ++i) {
    ASSERT_LE(first[i], i);
    ASSERT_EQ(images[first[i]], images[i]);
    ASSERT_EQ(first[i + forms.size()], first[i]);
  }
}

TEST_P(Many, FindsClassesAndMakesTheirBoards) {
  std::vector<Grid> boards(40);
  const BoardSource source{BoardFamily::kRandom, Digit(1), 3};
  ASSERT_TRUE(boards_many(source, 0, boards, options_).ok());
  boards[17] = {};
  std::vector<BoardClass> classes(boards.size());
  ASSERT_TRUE(classes_many(boards, classes, options_).ok());
  EXPECT_EQ(classes[17].number, 0U);
  std::vector<std::uint64_t> numbers;
  for (const BoardClass& it : classes) numbers.push_back(it.number);
  // Three numbers that follow each other.
  for (const std::uint64_t number : {99, 100, 101}) numbers.push_back(number);
  numbers[17] = 98;
  std::vector<Grid> forms(numbers.size());
  ASSERT_TRUE(class_boards_many(numbers, forms, options_).ok());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (i == 17) continue;
    ASSERT_EQ(to_line(forms[i]), to_line(canonical_form(boards[i])));
  }
  for (std::size_t i = boards.size(); i < forms.size(); ++i) {
    EXPECT_EQ(class_of(forms[i]).number, numbers[i]);
  }
  numbers[30] = kBoardClasses + 1;
  const Status status = class_boards_many(numbers, forms, options_);
  EXPECT_EQ(status.code(), ErrorCode::kUsage);
  EXPECT_NE(status.message().find("numbers[30]"), std::string::npos) << status.message();
  EXPECT_EQ(class_boards_many(numbers, boards, options_).code(), ErrorCode::kUsage);
  EXPECT_EQ(classes_many(boards, std::span(classes).first(3), options_).code(), ErrorCode::kUsage);
}

TEST_P(Many, AugmentsSolutionsAlike) {
  std::vector<Grid> solutions(grids_.size());
  ASSERT_TRUE(solve_many(grids_, solutions, {}, options_).ok());
  std::vector<Grid> images(grids_.size() * 3), mapped(grids_.size() * 3);
  const ImageChoice choice{9, 3, 1};
  ASSERT_TRUE(augment_many(grids_, solutions, choice, images, mapped, options_).ok());
  for (std::size_t i = 0; i < images.size(); ++i) {
    ASSERT_TRUE(keeps_givens(mapped[i], images[i]));
    ASSERT_EQ(count_clues(images[i]), count_clues(grids_[i / 3]));
  }
  // A call for a part of the grids gives the same images as the call for all grids.
  std::vector<Grid> part(3 * 10);
  ASSERT_TRUE(
      augment_many(std::span(grids_).subspan(500, 10), {}, {9, 3, 501}, part, {}, options_).ok());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), images.begin() + 1500));
}

TEST_P(Many, MakesBoardsAndPuzzles) {
  std::vector<Grid> boards(9000);
  const BoardSource source{BoardFamily::kRandom, Digit(1), 3};
  ASSERT_TRUE(boards_many(source, 77, boards, options_).ok());
  for (std::size_t i = 0; i < boards.size(); i += 100) {
    ASSERT_EQ(boards[i], make_board(source, 77 + i));
  }
  constexpr std::size_t kCount = 300;
  std::vector<Grid> puzzles(kCount), solutions(kCount);
  std::vector<PuzzleRating> ratings(kCount);
  PuzzleConstraints constraints;
  std::size_t made = 0;
  ASSERT_TRUE(puzzles_many(constraints, 8, 20, puzzles, solutions, ratings, made, options_).ok());
  EXPECT_EQ(made, kCount);
  constraints.with_rating = true;
  const auto expected = testing::make_puzzles(constraints, kCount, 8, 20);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(puzzles[i], expected[i].puzzle);
    ASSERT_EQ(solutions[i], expected[i].solution);
    ASSERT_EQ(ratings[i].score, expected[i].rating.score);
  }
}

TEST_P(Many, MakesUnbiasedPuzzlesAndPuzzlesWithARating) {
  constexpr std::size_t kCount = 60;
  std::vector<Grid> puzzles(kCount), solutions(kCount);
  std::vector<std::uint64_t> weights(kCount);
  std::vector<std::uint32_t> tries(kCount);
  ASSERT_TRUE(unbiased_puzzles_many(4, 9, puzzles, solutions, weights, tries, options_).ok());
  auto expected = testing::make_puzzles({.unbiased = true}, kCount, 4, 9);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(puzzles[i], expected[i].puzzle);
    ASSERT_EQ(solutions[i], expected[i].solution);
    ASSERT_EQ(weights[i], expected[i].weight);
    ASSERT_EQ(tries[i], expected[i].tries);
  }
  EXPECT_EQ(unbiased_puzzles_many(4, 9, puzzles, {}, {}, {}, options_).code(), ErrorCode::kUsage);
  weights.pop_back();
  EXPECT_EQ(unbiased_puzzles_many(4, 9, puzzles, {}, weights, {}, options_).code(),
            ErrorCode::kUsage);

  const PuzzleConstraints constraints{.rating = RatingGoal{.lowest = 66, .highest = 72}};
  std::size_t made = 0;
  ASSERT_TRUE(puzzles_many(constraints, 4, 9, puzzles, {}, {}, made, options_).ok());
  expected = testing::make_puzzles(constraints, kCount, 4, 9);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(puzzles[i], expected[i].puzzle);
}

TEST_P(Many, OrdersAreThoseOfTheSteps) {
  const std::span grids = std::span(grids_).first(450);
  std::vector<FillOrder> orders(grids.size());
  std::vector<GridKind> kinds(grids.size()), expected_kinds(grids.size());
  ASSERT_TRUE(steps_many(grids, orders, kinds, options_).ok());
  ASSERT_TRUE(check_many(grids, expected_kinds, {}, options_).ok());
  EXPECT_EQ(kinds, expected_kinds);
  Explainer explainer;
  for (std::size_t i = 0; i < grids.size(); ++i) {
    FillOrder expected{};
    if (kinds[i] == GridKind::kUnique || kinds[i] == GridKind::kComplete) {
      std::uint8_t filled = 0;
      explainer.explain(grids[i], [&](const Step& step) {
        if (step.placement) {
          expected[static_cast<std::size_t>(step.placement->cell.index())] = ++filled;
        }
        return true;
      });
    } else {
      expected.fill(kNoOrder);
    }
    ASSERT_EQ(orders[i], expected) << i;
  }
  EXPECT_EQ(steps_many(grids, std::span(orders).first(5), {}, options_).code(), ErrorCode::kUsage);
}

TEST_P(Many, TheFirstWrongCellValueIsNamed) {
  grids_[700].cells[80] = 10;
  grids_[650].cells[7] = 255;
  std::vector<std::uint64_t> numbers(grids_.size());
  std::vector<GridKind> kinds(grids_.size());
  std::vector<Grid> grids(grids_.size());
  std::vector<PuzzleRating> ratings(grids_.size());
  std::vector<FillOrder> orders(grids_.size());
  const std::vector<Grid> good(grids_.size());
  std::vector<Grid> images(grids_.size());
  const std::string fault = "[650]: cell 7 has the value 255, expected 0 to 9";
  for (const auto& [name, status] : std::initializer_list<std::pair<std::string, Status>>{
           {"puzzles", count_many(grids_, numbers, 2, options_)},
           {"grids", check_many(grids_, kinds, {}, options_)},
           {"puzzles", rate_many(grids_, ratings, options_)},
           {"puzzles", steps_many(grids_, orders, {}, options_)},
           {"grids", canonize_many(grids_, grids, {}, {}, options_)},
           {"grids", first_of_equal(grids_, numbers, options_)},
           {"puzzles", solve_many(grids_, grids, {}, options_)},
           {"puzzles", augment_many(grids_, {}, {}, grids, {}, options_)},
           {"puzzles", augment_many(grids_, good, {}, grids, images, options_)},
           {"solutions", augment_many(good, grids_, {}, grids, images, options_)}}) {
    EXPECT_EQ(status.code(), ErrorCode::kUsage);
    EXPECT_EQ(status.message(), name + fault);
  }
}

TEST_P(Many, Rates) {
  std::vector<GridKind> kinds(grids_.size());
  std::vector<PuzzleRating> ratings(grids_.size());
  ASSERT_TRUE(check_many(grids_, kinds, {}, options_).ok());
  for (const RaterOptions& wanted :
       {RaterOptions{}, RaterOptions{.at_most = 65, .counts_obstacles = true}}) {
    ASSERT_TRUE(rate_many(grids_, ratings, options_, wanted).ok());
    Rater rater(wanted);
    for (std::size_t i = 0; i < grids_.size(); ++i) {
      ASSERT_EQ(ratings[i].kind, kinds[i]);
      ASSERT_EQ(ratings[i].clues, count_clues(grids_[i]));
      const bool has_rating = kinds[i] == GridKind::kUnique || kinds[i] == GridKind::kComplete;
      const Rating expected = has_rating ? rater.rate(grids_[i]) : Rating{};
      ASSERT_EQ(ratings[i].score, expected.score);
      ASSERT_EQ(ratings[i].pearl, expected.pearl);
      ASSERT_EQ(ratings[i].diamond, expected.diamond);
      ASSERT_EQ(ratings[i].level, level_of(expected.score));
      ASSERT_EQ(ratings[i].hardest, expected.hardest);
      ASSERT_EQ(ratings[i].obstacles, expected.obstacles);
      ASSERT_EQ(ratings[i].is_exact, has_rating && expected.is_exact);
    }
  }
  for (const int at_most : {9, 121}) {
    EXPECT_EQ(rate_many(grids_, ratings, options_, {.at_most = at_most}).code(), ErrorCode::kUsage);
  }
}

TEST_P(Many, Stops) {
  std::atomic<int> left{3};
  options_.should_stop = [&left] { return left.fetch_sub(1) <= 0; };
  std::vector<Grid> images(100'000);
  EXPECT_EQ(boards_many({}, 0, images, options_).code(), ErrorCode::kInterrupted);
  std::vector<std::uint64_t> counts(1);
  left = 3;
  EXPECT_EQ(
      count_many(std::span(grids_).subspan(400, 1), counts, 1'000'000'000'000, options_).code(),
      ErrorCode::kInterrupted);
}

INSTANTIATE_TEST_SUITE_P(Threads, Many, ::testing::Values(0, 1, 2, 5));

TEST(Slices, TheFirstFailureInTheirOrderIsReturned) {
  const auto make = [](const batch::ShouldStop&) {
    return batch::worker_of([](std::size_t begin, std::size_t) {
      return begin % 7 != 5 ? Status() : Status(ErrorCode::kUnmet, std::to_string(begin));
    });
  };
  for (const int threads : {0, 1, 2, 4}) {
    for (int turn = 0; turn < 50; ++turn) {
      const batch::ShouldStop never;
      const Status status = batch::run_slices(system_platform(), {1000, 1, threads, never, make});
      ASSERT_EQ(status.message(), "5");
    }
  }
}

TEST(Slices, AStopThatEndsAnEarlierSliceComesBeforeAFailure) {
  for (const int threads : {2, 4}) {
    for (int turn = 0; turn < 20; ++turn) {
      std::atomic<bool> has_failed{false};
      // Slice 1 fails. Slice 0 continues until it is stopped, which happens after slice 1 has
      // failed.
      const auto make = [&](const batch::ShouldStop& should_stop) {
        return batch::worker_of([&has_failed, should_stop](std::size_t begin, std::size_t) {
          if (begin == 0) {
            while (!should_stop()) std::this_thread::yield();
            return Status(ErrorCode::kInterrupted, "interrupted");
          }
          has_failed = true;
          return Status(ErrorCode::kUnmet, std::to_string(begin));
        });
      };
      // If only one thread can be started, slice 1 never begins. Then `should_stop` stops slice 0
      // after a million calls.
      std::atomic<int> calls{0};
      const batch::ShouldStop should_stop = [&] { return has_failed || ++calls > 1'000'000; };
      const Status status =
          batch::run_slices(system_platform(), {2, 1, threads, should_stop, make});
      ASSERT_EQ(status.code(), ErrorCode::kInterrupted) << status.message();
    }
  }
}

}  // namespace
}  // namespace dokumill
