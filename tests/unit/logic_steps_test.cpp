// Tests of the steps of the logic solver: they are sound, they follow their techniques, and no
// technique that comes earlier on the scale makes progress.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/logic.hpp"
#include "dokumill/solver.hpp"
#include "puzzles/hard_puzzles.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/read_rest.hpp"
#include "support/test_size.hpp"
#include "unit/logic_judge.hpp"

namespace dokumill {
namespace {

using puzzles::sample_puzzles;
using puzzles::SampleKind;

std::vector<Grid> samples(SampleKind kind, std::size_t count, std::uint64_t seed = 1) {
  return sample_puzzles(kind, seed, count).value();
}

using Steps = std::array<std::uint64_t, kTechniques>;

// Solves the puzzle step by step, and checks each step with the judge. Adds the number of steps of
// each technique to `total`. The check that no earlier technique makes progress (`judges_order`)
// takes most of the time.
void expect_right_path(const Grid& puzzle, const Grid& solution, bool judges_order, Steps& total) {
  SCOPED_TRACE(to_line(puzzle));
  LogicState state(puzzle);
  testing::LogicJudge judge(puzzle);
  Steps counts{};
  for (Step step; next_step(state, step);) {
    SCOPED_TRACE(describe(step));
    ++counts[static_cast<std::size_t>(step.technique)];
    ASSERT_EQ(judge.fault(step), "");
    if (judges_order) {
      const std::optional<Technique> earlier = judge.earliest(step.technique);
      ASSERT_FALSE(earlier.has_value()) << info_of(*earlier).name;
    }
    if (step.placement) {
      ASSERT_EQ(solution[step.placement->cell], step.placement->digit.value());
    }
    for (const Candidate& gone : step.eliminations) {
      ASSERT_NE(solution[gone.cell], gone.digit.value());
    }
    state.apply(step);
    judge.apply(step);
    for (int cell = 0; cell < kCells; ++cell) {
      ASSERT_EQ(state.candidates(Cell(cell)), judge.marks(cell) >> 1) << cell;
    }
  }
  ASSERT_TRUE(state.is_solved());
  ASSERT_EQ(state.open_cells(), 0);
  ASSERT_EQ(state.grid(), solution);

  const Rating rating = rate(puzzle);
  EXPECT_EQ(rating.clues, count_clues(puzzle));
  int score = 0;
  Level level = Level::kEasy;
  Technique hardest = Technique::kHiddenSingleInBox;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_EQ(rating.steps[i], counts[i]);
    total[i] += counts[i];
    if (counts[i] == 0) continue;
    hardest = static_cast<Technique>(i);
    score = std::max(score, techniques()[i].score);
    level = std::max(level, techniques()[i].level);
  }
  EXPECT_EQ(rating.hardest, hardest);
  EXPECT_EQ(rating.score, score);
  EXPECT_EQ(rating.level, level);
}

Steps expect_right_paths(const std::vector<Grid>& puzzles) {
  Steps total{};
  Solver solver = Solver::create().value();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    expect_right_path(puzzles[i], solver.solve(puzzles[i]).solution, i % 4 == 0, total);
    if (::testing::Test::HasFatalFailure()) break;
  }
  return total;
}

TEST(LogicSteps, MinimalPuzzles) {
  const Steps steps = expect_right_paths(samples(
      SampleKind::kMinimal, testing::is_long_run() ? 100'000 : testing::slow_test_rounds(3'000)));
  // All techniques but the rarest must occur.
  for (const TechniqueInfo& info : techniques()) {
    const bool is_rare =
        info.technique == Technique::kJellyfish || info.technique == Technique::kHiddenQuad ||
        info.technique == Technique::kRemotePairs || info.technique == Technique::kGuess;
    EXPECT_TRUE(is_rare || steps[static_cast<std::size_t>(info.technique)] > 0) << info.name;
  }
}

TEST(LogicSteps, EasyPuzzles) {
  expect_right_paths(samples(SampleKind::kEasy, testing::is_long_run() ? 100'000 : 1'000));
}

TEST(LogicSteps, HardPuzzles) {
  std::vector<Grid> puzzles;
  std::size_t number = 0;
  for (const Grid& puzzle : puzzles::hard_puzzles()) {
    if (testing::is_tested(number++)) puzzles.push_back(puzzle);
  }
  puzzles.push_back(
      parse_grid("80000000000360000007009020005000700000004570000010003000100006800850"
                 "0010090000400")
          .value());
  EXPECT_GT(expect_right_paths(puzzles)[static_cast<std::size_t>(Technique::kGuess)], 0U);
}

// For each technique of the table, one puzzle that uses it and needs few other techniques. The
// puzzles are among the first 300,000 minimal puzzles of seed 0. None of these needs a guess, so
// the example for the guess is A. Inkala's puzzle of 2012.
TEST(LogicSteps, EveryTechniqueIsReached) {
  struct Example {
    Technique technique;
    const char* puzzle;
  };
  const std::vector<Example> examples = {
      {Technique::kHiddenSingleInBox,
       "500000000680001705000020083000000070000930004070000300103700040400500090000290006"},
      {Technique::kHiddenSingleInLine,
       "003000015800000000090870002000023006700450009000007000030000000005034020006080100"},
      {Technique::kNakedSingle,
       "040300090000000008005710003010040600300000070060002000002806030003000050089000000"},
      {Technique::kPointing,
       "520000004100700000008000000400000600000208030089045000004000760900007000000001520"},
      {Technique::kClaiming,
       "700000020900000000200050086060001008050760009000405000000089603020000070500000000"},
      {Technique::kNakedPair,
       "103004700000820003020010050700000010005290006200400000000000008300000402070002000"},
      {Technique::kXWing,
       "007008100090700080000000307000000008000509000803000706000030002900000050482950000"},
      {Technique::kHiddenPair,
       "020500000008000000003006009000007004700080930056000800005400600940000700080090003"},
      {Technique::kNakedTriple,
       "000000000600021078800370260000708410010040600500002000006010000040500000178000000"},
      {Technique::kSwordfish,
       "000700013080001074009000060090007030000000002000200190004320000300000000270600008"},
      {Technique::kHiddenTriple,
       "000050900000280003300970006005000300001000800080000407024000500003048000000001009"},
      {Technique::kXyWing,
       "607000008000020070800000620100040005035000000200108000084007102000030800001005000"},
      {Technique::kXyzWing,
       "070090000000000580006001007140000709000000000708900006000367200900014000083000100"},
      {Technique::kWWing,
       "003000050000010072500004900009000000200100000100060300350920800000007004000300201"},
      {Technique::kUniqueRectangle1,
       "000340000900000405000001009000082000093004000080500010036008050200000000100920600"},
      {Technique::kUniqueRectangle2,
       "400680050000000000086000002701006800625800300000900000000001000002090470000043105"},
      {Technique::kUniqueRectangle4,
       "580090010014000000000700650009000200300075009008000500001067080000940002000010000"},
      {Technique::kNakedQuad,
       "209000400000590000060000090100000630000040020005900080050800067000004000802050300"},
      {Technique::kJellyfish,
       "800000000000004000759600803000391000060000080004000001980030005030046000000000700"},
      {Technique::kHiddenQuad,
       "000006500270100000809002006000000180030000000508000603092008000000003008300050020"},
      {Technique::kBugPlusOne,
       "000620000050080200900003060080000500001004000072000000600000007008050004140006090"},
      {Technique::kRemotePairs,
       "000091000060300204070000000000000000003240090000009610230000007047050003010000060"},
      {Technique::kSimpleColouring,
       "403108000078300000100007050000090100030000002005000008006000070950000000701000906"},
      {Technique::kXyChain,
       "000180600000000400003059020006790501017400000000030070001300000020000038000002000"},
      {Technique::kForcing,
       "280403000000000000000008100000501803000700045030000006005800000800302000190000780"},
      {Technique::kGuess,
       "800000000003600000070090200050007000000045700000100030001000068008500010090000400"},
  };
  ASSERT_EQ(examples.size(), static_cast<std::size_t>(kTechniques));
  Solver solver = Solver::create().value();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    ASSERT_EQ(static_cast<std::size_t>(examples[i].technique), i);
    SCOPED_TRACE(info_of(examples[i].technique).name);
    const Grid puzzle = parse_grid(examples[i].puzzle).value();
    const SolveResult solved = solver.solve(puzzle);
    ASSERT_EQ(solved.solutions, Solutions::kUnique);
    Steps steps{};
    expect_right_path(puzzle, solved.solution, true, steps);
    EXPECT_GT(steps[i], 0U);
  }
}

TEST(LogicSteps, KnownRatings) {
  const auto expect_rating = [](const char* text, int score, Technique hardest) {
    const Rating rating = rate(parse_grid(text).value());
    EXPECT_EQ(rating.score, score) << text;
    EXPECT_EQ(rating.hardest, hardest) << text << info_of(rating.hardest).name;
  };
  // The first two puzzles are the example of Wikipedia's article on Sudoku, and A. Inkala's puzzle
  // of 2012.
  expect_rating("530070000600195000098000060800060003400803001700020006060000280000419005000080079",
                12, Technique::kHiddenSingleInBox);
  expect_rating("800000000003600000070090200050007000000045700000100030001000068008500010090000400",
                90, Technique::kGuess);
  expect_rating("608000790000060000000000100809045000000080000347900080021057000000000050003002900",
                32, Technique::kXWing);
  expect_rating("100500007700003100090000060000000654007010200400020001000002006081400000040300590",
                42, Technique::kXyWing);
  expect_rating("108007600009000800000002013006300584000000060000008002000081057200074000090000000",
                56, Technique::kBugPlusOne);
}

// Checks the numbers of steps over a fixed sample. If they change, ratings that users already have
// change, too. So such a change needs a minor version and a note in CHANGELOG.md
// (docs/compatibility.md).
TEST(LogicSteps, Case88_KnownStepCounts) {
  Steps total{};
  for (const Grid& puzzle : samples(SampleKind::kMinimal, 20'000)) {
    const Rating rating = rate(puzzle);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += rating.steps[i];
  }
  EXPECT_EQ(total, (Steps{988336, 110863, 32306, 34685, 7994, 7434, 1318, 4080, 961,
                          329,    385,    3693,  1617,  4615, 748,  169,  984,  26,
                          7,      0,      187,   10,    2564, 5201, 5251, 0}));
}

// In each sentence, every placeholder is filled, no part is empty, and a cell is named.
TEST(LogicSteps, SentencesAreFilled) {
  Step step;
  for (const Grid& puzzle : samples(SampleKind::kMinimal, 300)) {
    for (LogicState state(puzzle); next_step(state, step); state.apply(step)) {
      const std::string english = describe(step);
      const std::string chinese = describe(step, Language::kChinese);
      for (const std::string& text : {english, chinese}) {
        ASSERT_EQ(text.find_first_of("{}"), std::string::npos) << text;
        ASSERT_EQ(text.find("  "), std::string::npos) << text;
        const Cell cell = step.placement ? step.placement->cell : step.eliminations.front().cell;
        const std::string name =
            "r" + std::to_string(cell.row() + 1) + "c" + std::to_string(cell.column() + 1);
        ASSERT_NE(text.find(name), std::string::npos) << text;
      }
      ASSERT_TRUE(english.ends_with("."));
      ASSERT_TRUE(chinese.ends_with("\u3002"));
      ASSERT_TRUE(chinese.starts_with(info_of(step.technique).chinese_name));
    }
  }
}

TEST(LogicSteps, Sentences) {
  Step step;
  step.technique = Technique::kSimpleColouring;
  step.cells = {Cell(0), Cell(10), Cell(40), Cell(80)};
  step.digits = {Digit(3)};
  step.first_colour = 3;
  step.eliminations = {{Cell(8), Digit(3)}};
  EXPECT_EQ(describe(step),
            "Simple colouring: 3 is right in r1c1, r2c2 and r5c5, or else in r9c9, so 3 goes from "
            "r1c9.");
  step = {};
  step.technique = Technique::kHiddenSingleInBox;
  step.digits = {Digit(3)};
  step.houses = {20};
  step.cells = {Cell(16)};
  step.placement = Candidate{Cell(16), Digit(3)};
  EXPECT_EQ(describe(step), "Hidden single in a box: in box 3, 3 fits only in r2c8.");
}

TEST(LogicTable, NamesAreUniqueAndScoresInOrder) {
  std::set<std::string_view> english, chinese;
  int score = 0;
  for (const TechniqueInfo& info : techniques()) {
    EXPECT_EQ(&info_of(info.technique), &info);
    EXPECT_TRUE(english.insert(info.name).second) << info.name;
    EXPECT_TRUE(chinese.insert(info.chinese_name).second) << info.chinese_name;
    EXPECT_EQ(info.name.find_first_of(",\t\"\n"), std::string_view::npos) << info.name;
    EXPECT_GE(info.score, score) << info.name;
    score = info.score;
  }
  EXPECT_EQ(english.size(), std::size_t{kTechniques});
}

}  // namespace
}  // namespace dokumill
