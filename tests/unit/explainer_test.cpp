// Tests of the scale se121: compares ratings with the answers of Sudoku Explainer, and every step
// with the solution.
#include "dokumill/explainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/test_size.hpp"
#include "unit/se121_judge.hpp"

namespace dokumill {
namespace {

struct Answer {
  const char* puzzle;
  int score;  // the answer of SukakuExplainer in its mode for Sudoku Explainer 1.2.1, in tenths
};

// In a sample of 4,000 puzzles, several techniques were the hardest technique of some puzzle. This
// table has one minimal puzzle for each of them. It also has a second puzzle with a BUG of type 2,
// in which no single house is enough to find out which candidates are extra (grave.cpp).
constexpr Answer kAnswers[] = {
    {"000251060000300000100000000500600003490000500008530970702000300000900000050007208", 15},
    {"060000237300080000090000000000006900740000050200004170000300490010090705000002016", 20},
    {"000070068200018704000000005004700023007800400503900000700500800000000010049000000", 23},
    {"300070400000540800690301700000000941000000000100900026900060000000730000510000000", 25},
    {"010006070008370050000000001205030094001200060080097000000000002000820006004005000", 26},
    {"050900000006000010100000030700230000000019008000000305902600001430105089000000000", 28},
    {"002008000000009600170000000020005807090600000050200304000002040000400080403071002", 30},
    {"400000000700005026050700300000008000080021069000300100030007008901000002068040010", 32},
    {"000700092000000000670900080400002000180030004900001050043000000000460700706300001", 34},
    {"700060000569080000000003000600040708300005200004000005000031052010800900000490800", 36},
    {"001000200036009005050060080403000000000380720000900000000040000200001000000000519", 40},
    {"090001000004060500000400200580007020007030080006002700000000461400708300003000000", 42},
    {"000200300039000000107009600670800050000100009000000720000040003081000000240008000", 44},
    {"000000060005080003720000195860007000000360200000000000040005009050030400300700050", 45},
    {"000000508700008000090000000008013006004000002500060100080041003100030000003020070", 45},
    {"006050080050000406204090000080030075037000900001000000400006100003007060000040000", 45},
    {"304001000050830001020000009096040000000570000500006300000408000800300500910000040", 45},
    {"000009501900850000020740003108000900006907080000006007283000000000170000010000006", 46},
    {"657000000000507080003000000800000906090000005000680000200040000000090230004708010", 46},
    {"800000100094000000300000060407800000000500203620004008000900000001357000002000300", 47},
    {"800000900040850000000000060130000000070600000006308172001200005050003026083400000", 47},
    {"004230000000807000390000000700600850001000030000503690000001700040020900010070060", 56},
    {"000000000930002000170000250000000080600509070058030960500904000000008340006003000", 57},
    {"060000580000000100802000070003700000004200600000005403000093000050006200638540000", 57},
    {"519000300032000090000005008354200080060000000000010000008130076000000000020004903", 57},
    {"000004000000932000006080000902000450057020000380000000003000065700009008000108900", 60},
    {"006509230097000000003600800000200018300001020000000070000350081870060004001090000", 65},
    {"500200000000050700000340002400070095100003800030000000060000000003005007007090206", 66},
    {"070019030000000000082000490090600021040030000010200000008003900507000010020740060", 67},
    {"000007000000000023312006000000009610034001000051000047007100059200070000080000004", 68},
    {"040600002100000600070000943000100009002000010907502004000053207000006000430000000", 71},
    {"409001008030000000020700040004900000003180000800002030000008972090406085000020000", 71},
    {"000805000000003072000490080450700103037000000901300060100000000080000410003000500", 76},
    {"400080010100702000029000000000000300006400100200068009050006080000020000840010005", 83},
    {"500004010003500400000090007802049000000000600030201000905080000100003090078000000", 85},
    {"006000004905670000080020005560000403000700060800010007128500000000000021000080000", 89},
    {"027109030040000090006400002039002000600900001000007000308006017002000059000000800", 89},
    {"006090070007600000510030006940000080000012039003004000020009005009100028751000000", 90},
    {"520000000007400010000090800700000520000008006010000070006010000200086000008730004", 90},
};

struct Published {
  const char* puzzle;
  int score;  // the ER, EP and ED that players have published, in tenths
  int pearl;
  int diamond;
};

// Puzzles that need nested forcing chains. The first one is from the thread "The hardest sudokus
// (new thread)" of the Sudoku Players' Forum. The other two are from the collection
// eleven-26370-TE2 in D. Berthier's repository Sudoku-classif.
constexpr Published kNested[] = {
    {"003000000400080036008000100040060073000900000000002005004070068600000000700600500", 110, 110,
     26},
    {"003006700400080006009000010200800004000062070090004000500008002000500300010000050", 108, 108,
     108},
    {"020400009007000200600002050000910000030004001000320800005000070010040002800000610", 108, 108,
     106},
};
// Golden Nugget (by tarek), one of the two hardest puzzles. Its rating takes a few seconds.
constexpr Published kGoldenNugget = {
    "000000039000001005003050800008090006070002000100400000009080050020000600400700000", 119, 119,
    113};

Grid grid_of(const std::string& text) {
  return parse_grid(text).value();
}

// In these puzzles, some step becomes impossible when another step removes a candidate that the
// first step needs.
constexpr Answer kOrderMatters[] = {
    {"000800070000009052860507000050000300100080000000002010010060037200700900507000400", 66},
    {"000010309709050040060000002072300000006001003005609000000000000500240000900003005", 66},
    {"801060002000009005200005000000000209000730010600100800006500000700001090003007006", 66},
    {"300000000000400920401050000070030500000006000008010609000020400000007000850900100", 66},
    {"000509307070210060050000200800000000003400010600701004030000070006050009500000400", 71},
    {"703098400000000000400070059020001090008300206000000004090080000000000931040700000", 71},
    {"009000078000000020003000560700900200018000000006050000060070080000063009080025600", 69},
    {"030000102040070050000062408004003000000907000290010000007000005008005063900006007", 71},
    {"002800700000000480001003000004060802000008007020100000019200000650009074000000500", 66},
    {"000200300104000000800940000030025690000300002000000000009000780000800050401070900", 66},
};

Grid solution_of(const Grid& puzzle) {
  static Solver solver = Solver::create("reference").value();
  return solver.solve(puzzle).solution;
}

// If rate() gets no list for the steps, it uses other code. This code applies many steps at a time,
// for the techniques up to the XYZ-Wing. When none of these techniques applies, it may also use
// Shortcut, which skips steps that cannot change the rating.
void expect_same_without_steps(const Grid& puzzle, const Se121Rating& rating, Se121Rater& rater) {
  const Se121Rating again = rater.rate(puzzle);
  EXPECT_EQ(again.score, rating.score) << to_line(puzzle);
  EXPECT_EQ(again.pearl, rating.pearl) << to_line(puzzle);
  EXPECT_EQ(again.diamond, rating.diamond) << to_line(puzzle);
  EXPECT_EQ(again.hardest, rating.hardest) << to_line(puzzle);
  EXPECT_EQ(again.is_exact, rating.is_exact);
  EXPECT_EQ(again.steps, 0);
}

// Expects that every step makes progress and agrees with the solution, that its pattern exists, and
// that its score fits its technique. The rating must follow from the steps.
void expect_right_steps(const Grid& puzzle, Se121Rater& rater) {
  std::vector<Se121Step> steps;
  const Se121Rating rating = rater.rate(puzzle, steps);
  testing::Se121Judge judge(puzzle, solution_of(puzzle));
  int score = 0;
  int pearl = 0;
  for (const Se121Step& step : steps) {
    EXPECT_GE(step.score, info_of(step.technique).lowest) << info_of(step.technique).name;
    ASSERT_EQ(judge.judge(step), "") << to_line(puzzle);
    score = std::max(score, step.score);
    if (step.placement && pearl == 0) pearl = score;
  }
  EXPECT_EQ(rating.steps, static_cast<int>(steps.size()));
  if (rating.is_exact) {
    EXPECT_TRUE(judge.is_solved());
    EXPECT_EQ(rating.score, score);
    EXPECT_EQ(rating.pearl, pearl);
    EXPECT_EQ(rating.diamond, steps.empty() ? 0 : steps.front().score);
  }
  expect_same_without_steps(puzzle, rating, rater);
}

// The judge must reject a step that removes fewer candidates than its pattern does, and a step with
// the name of another technique.
TEST(Explainer, TheJudgeRefusesWrongSteps) {
  Se121Rater rater;
  std::vector<Se121Step> steps;
  int refused = 0;
  int tries = 0;
  for (const Answer& answer : kAnswers) {
    const Grid puzzle = grid_of(answer.puzzle);
    rater.rate(puzzle, steps);
    testing::Se121Judge judge(puzzle, solution_of(puzzle));
    for (const Se121Step& step : steps) {
      const bool is_subset =
          step.technique >= Se121Technique::kPointing && step.technique <= Se121Technique::kXyzWing;
      if (is_subset && step.eliminations.size() >= 2) {
        tries += 2;
        testing::Se121Judge other = judge;
        Se121Step wrong = step;
        wrong.eliminations.pop_back();
        refused += other.judge(wrong).empty() ? 0 : 1;
        other = judge;
        wrong = step;
        wrong.technique = Se121Technique::kBugType1;
        refused += other.judge(wrong).empty() ? 0 : 1;
      }
      ASSERT_EQ(judge.judge(step), "");
    }
  }
  EXPECT_GT(tries, 100);
  EXPECT_EQ(refused, tries);
}

TEST(Explainer, RatesAsSudokuExplainer) {
  Se121Rater rater;
  for (const Answer& answer : kAnswers) {
    const Se121Rating rating = rater.rate(grid_of(answer.puzzle));
    EXPECT_EQ(rating.score, answer.score) << answer.puzzle;
    EXPECT_TRUE(rating.is_exact);
    EXPECT_LE(rating.pearl, rating.score);
    EXPECT_LE(rating.diamond, rating.pearl);
  }
}

void expect_published(const Published& known, Se121Rater& rater) {
  const Se121Rating rating = rater.rate(grid_of(known.puzzle));
  EXPECT_EQ(rating.score, known.score) << known.puzzle;
  EXPECT_EQ(rating.pearl, known.pearl) << known.puzzle;
  EXPECT_EQ(rating.diamond, known.diamond) << known.puzzle;
  EXPECT_EQ(rating.hardest, Se121Technique::kNestedForcingChains);
  EXPECT_TRUE(rating.is_exact);
}

TEST(Explainer, RatesNestedChainsAsPublished) {
  Se121Rater rater;
  for (const Published& known : kNested) expect_published(known, rater);
  if (testing::is_long_run()) expect_published(kGoldenNugget, rater);
}

TEST(Explainer, StepsOfNestedChainsAreTrue) {
  Se121Rater rater;
  for (const Published& known : kNested) expect_right_steps(grid_of(known.puzzle), rater);
}

// If the limit of the work is too low for the puzzle, the scores are lower bounds, and they are the
// same in every run.
TEST(Explainer, WithoutWorkTheRatingIsALowerBound) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  int last = 0;
  for (const std::uint64_t most : {0, 20'000, 100'000}) {
    Se121Rater rater(most);
    const Se121Rating rating = rater.rate(puzzle);
    EXPECT_FALSE(rating.is_exact);
    EXPECT_EQ(rating.hardest, Se121Technique::kNestedForcingChains);
    EXPECT_GE(rating.score, std::max(95, last));
    EXPECT_LE(rating.score, kNested[0].score);
    EXPECT_LE(rating.pearl, kNested[0].pearl);
    EXPECT_EQ(rating.diamond, kNested[0].diamond);
    const Se121Rating again = rater.rate(puzzle);
    EXPECT_EQ(again.score, rating.score);
    EXPECT_EQ(again.steps, 0);
    last = rating.score;
  }
  // The limit applies to nested chains only.
  EXPECT_TRUE(Se121Rater(0).rate(grid_of(kAnswers[0].puzzle)).is_exact);
}

// A stop at any time ends a rating at the next poll, and later ratings do not use what the stopped
// search found.
TEST(Explainer, AStopEndsARatingAndChangesNoOther) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  std::uint64_t polls = 0;
  std::uint64_t stop_at = UINT64_MAX;
  const auto new_rater = [&] {
    polls = 0;
    Se121Rater rater;
    rater.set_stop([&] { return ++polls >= stop_at; });
    return rater;
  };
  Se121Rater calm = new_rater();
  expect_published(kNested[0], calm);
  const std::uint64_t all = polls;
  // The rating takes more than 10^5 assumptions, which take about a microsecond each.
  EXPECT_GT(all, 1000U);
  for (std::uint64_t stop = 1; stop < all; stop += 1 + all / 5) {
    stop_at = stop;
    Se121Rater rater = new_rater();
    EXPECT_FALSE(rater.rate(puzzle).is_exact);
    EXPECT_EQ(polls, stop);
    std::vector<Se121Step> steps;
    Se121Rater walker = new_rater();
    EXPECT_FALSE(walker.rate(puzzle, steps).is_exact);
    EXPECT_EQ(polls, stop);
    stop_at = UINT64_MAX;
    expect_published(kNested[0], rater);
    expect_published(kNested[0], walker);
  }
}

// A rater that has rated other puzzles gives the same ratings as a new one.
TEST(Explainer, ARatingDependsOnThePuzzleAlone) {
  Se121Rater used;
  for (auto answer = std::rbegin(kAnswers); answer != std::rend(kAnswers); ++answer) {
    const Grid puzzle = grid_of(answer->puzzle);
    const Se121Rating fresh = Se121Rater().rate(puzzle);
    const Se121Rating again = used.rate(puzzle);
    EXPECT_EQ(fresh.score, again.score);
    EXPECT_EQ(fresh.steps, again.steps);
    EXPECT_EQ(fresh.hardest, again.hardest);
  }
}

TEST(Explainer, StepsAreTrueForEachTechnique) {
  Se121Rater rater;
  for (const Answer& answer : kAnswers) expect_right_steps(grid_of(answer.puzzle), rater);
}

// In a long run, this test and the tests of easy and hard puzzles below use 100,024 puzzles.
TEST(Explainer, StepsOfMinimalPuzzlesAreTrue) {
  Se121Rater rater;
  const std::size_t count = testing::is_long_run() ? 79'000 : 300;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 1, count);
  for (const Grid& puzzle : samples.value()) expect_right_steps(puzzle, rater);
}

// Shortcut must not skip the steps of these puzzles. Without its check for loops, the first two
// puzzles get a different rating; without its check for BUG, the next two; without its check for
// cycles, the next four; and without the comparison of scores, the last two.
TEST(Explainer, RatingsKeepStepsThatDependOnTheOrder) {
  Se121Rater rater;
  std::vector<Se121Step> steps;
  for (const Answer& answer : kOrderMatters) {
    const Grid puzzle = grid_of(answer.puzzle);
    const Se121Rating rating = rater.rate(puzzle, steps);
    EXPECT_EQ(rating.score, answer.score);
    expect_same_without_steps(puzzle, rating, rater);
  }
}

// Unlike the tests above, this test does not use the judge, so it has time for many puzzles that
// need chains.
TEST(Explainer, RatingsOfHardPuzzlesNeedNoSteps) {
  Se121Rater rater;
  std::vector<Se121Step> steps;
  const std::size_t count = testing::is_long_run() ? 200'000 : 1'000;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 2, count);
  std::set<Se121Technique> hardest;
  for (const Grid& puzzle : samples.value()) {
    if (rater.rate(puzzle).score < 62) continue;
    const Se121Rating rating = rater.rate(puzzle, steps);
    expect_same_without_steps(puzzle, rating, rater);
    hardest.insert(rating.hardest);
  }
  for (const auto technique : {Se121Technique::kForcingXChain, Se121Technique::kForcingChain,
                               Se121Technique::kXyCycle, Se121Technique::kMultipleForcingChains}) {
    EXPECT_TRUE(hardest.contains(technique)) << info_of(technique).name;
  }
}

TEST(Explainer, StepsOfEasyPuzzlesAreTrue) {
  Se121Rater rater;
  const std::size_t count = testing::is_long_run() ? 20'000 : 300;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, count);
  for (const Grid& puzzle : samples.value()) expect_right_steps(puzzle, rater);
}

TEST(Explainer, StepsOfHardPuzzlesAreTrue) {
  Se121Rater rater(200'000);
  const std::size_t count = testing::is_long_run() ? 1'024 : 24;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kHard, 1, count);
  for (const Grid& puzzle : samples.value()) expect_right_steps(puzzle, rater);
}

TEST(Explainer, AFullBoardHasNoRating) {
  const Grid board = solution_of(grid_of(kAnswers[0].puzzle));
  const Se121Rating rating = Se121Rater().rate(board);
  EXPECT_EQ(rating.score, 0);
  EXPECT_EQ(rating.clues, kCells);
  EXPECT_EQ(rating.steps, 0);
}

TEST(Explainer, TheTableIsInTheOrderOfTheEnumeration) {
  int row = 0;
  std::set<std::string_view> names;
  for (const Se121TechniqueInfo& info : se121_techniques()) {
    EXPECT_EQ(static_cast<int>(info.technique), row++);
    names.insert(info.name);
  }
  EXPECT_EQ(row, kSe121Techniques);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kSe121Techniques));
}

}  // namespace
}  // namespace dokumill
