// Tests of name_of(), sentences() and to_json(), with steps that are made by hand.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"

// The members that a step does not name are empty.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace dokumill {
namespace {

using enum Technique;

// "r3c8=8" is true, "r3c8-8" is false.
Implication claim(std::string_view text) {
  return {.candidate = {Cell::at(text[1] - '1', text[3] - '1'), Digit(text[5] - '0')},
          .is_true = text[4] == '='};
}
// "r3", "c8" or "b1"
std::uint8_t house(std::string_view name) {
  return static_cast<std::uint8_t>(std::string_view("rcb").find(name[0]) * 9 +
                                   static_cast<std::size_t>(name[1] - '1'));
}

// Builds a chain. A candidate that becomes false follows from one that is true, in its house or, if
// no house is given, in its cell. A candidate that becomes true is the last one of a house or cell.
class ChainMaker {
 public:
  explicit ChainMaker(std::string_view start) { chain_.implications.push_back(claim(start)); }

  // Follows from the previous implication, or from those in `from`.
  ChainMaker& then(std::string_view text, std::string_view in = "",
                   std::vector<std::uint16_t> from = {}) {
    Implication next = claim(text);
    if (next.is_true)
      next.because = in.empty() ? Because::kLastInCell : Because::kLastInHouse;
    else
      next.because = in.empty() ? Because::kSameCell : Because::kSameHouse;
    if (!in.empty()) next.house = house(in);
    if (from.empty()) from = {static_cast<std::uint16_t>(chain_.implications.size() - 1)};
    next.from = std::move(from);
    chain_.implications.push_back(std::move(next));
    return *this;
  }
  ChainMaker& by_step(std::string_view text, std::vector<std::uint16_t> from, Step step) {
    Implication next = claim(text);
    next.because = Because::kStep;
    next.inner_step = static_cast<std::uint16_t>(chain_.inner_steps.size());
    next.from = std::move(from);
    chain_.implications.push_back(std::move(next));
    chain_.inner_steps.push_back(std::move(step));
    return *this;
  }
  operator Chain() const { return chain_; }  // NOLINT

 private:
  Chain chain_;
};

// A step with one chain, which contradicts its first implication.
Step contradiction(Technique technique, const Chain& chain) {
  Step step{.technique = technique, .proof = Proof::kContradiction, .chains = {chain}};
  const Implication& start = chain.implications.front();
  if (start.is_true)
    step.eliminations = {start.candidate};
  else
    step.placement = start.candidate;
  return step;
}
Step cycle(Technique technique, const Chain& one, const Chain& other) {
  return {.technique = technique,
          .eliminations = {{Cell::at(8, 8), Digit(1)}},
          .proof = Proof::kCycle,
          .chains = {one, other}};
}

const Chain kSkyscraper = ChainMaker("r3c8=8")
                              .then("r1c8-8", "c8")
                              .then("r1c2=8", "r1")
                              .then("r5c2-8", "c2")
                              .then("r5c7=8", "r5")
                              .then("r3c8-8", "b3");

TEST(Names, OneDigitAndTwoStrongLinks) {
  const auto name = [](const Chain& chain) {
    return name_of(contradiction(kForcingXChain, chain));
  };
  EXPECT_EQ(name(kSkyscraper), "skyscraper");
  EXPECT_EQ(name(ChainMaker("r8c3=8")
                     .then("r8c1-8", "r8")
                     .then("r2c1=8", "c1")
                     .then("r2c5-8", "r2")
                     .then("r7c5=8", "c5")
                     .then("r8c3-8", "r7")),
            "skyscraper");
  EXPECT_EQ(name(ChainMaker("r8c8=8")
                     .then("r8c1-8", "r8")
                     .then("r2c1=8", "c1")
                     .then("r1c3-8", "b1")
                     .then("r1c8=8", "r1")
                     .then("r8c8-8", "c8")),
            "two-string kite");
  EXPECT_EQ(name(ChainMaker("r8c8=8")
                     .then("r8c4-8", "r8")
                     .then("r7c5=8", "b8")
                     .then("r1c5-8", "c5")
                     .then("r1c8=8", "r1")
                     .then("r8c8-8", "c8")),
            "turbot fish");
  // Two parallel links that a box joins are no skyscraper.
  EXPECT_EQ(name(ChainMaker("r3c8=8")
                     .then("r1c8-8", "c8")
                     .then("r1c2=8", "r1")
                     .then("r2c3-8", "b1")
                     .then("r2c7=8", "r2")
                     .then("r3c8-8", "b3")),
            "turbot fish");
  EXPECT_EQ(name(ChainMaker("r3c8=8")
                     .then("r1c8-8", "c8")
                     .then("r1c2=8", "r1")
                     .then("r5c2-8", "c2")
                     .then("r5c7=8", "r5")
                     .then("r9c7-8", "c7")
                     .then("r8c9=8", "b9")
                     .then("r3c8-8", "c8")),
            "X-chain");
  EXPECT_EQ(name(ChainMaker("r1c1-8")
                     .then("r1c8=8", "r1")
                     .then("r5c8-8", "c8")
                     .then("r5c2=8", "r5")
                     .then("r2c2-8", "c2")
                     .then("r1c1=8", "b1")),
            "X-chain");
}

TEST(Names, CellsAndAlternatingChains) {
  const auto name = [](const Chain& chain) { return name_of(contradiction(kForcingChain, chain)); };
  const Chain xy = ChainMaker("r1c9=1")
                       .then("r1c1-1", "r1")
                       .then("r1c1=2")
                       .then("r5c1-2", "c1")
                       .then("r5c1=3")
                       .then("r5c9-3", "r5")
                       .then("r5c9=1")
                       .then("r1c9-1", "c9");
  EXPECT_EQ(name(xy), "XY-chain");
  const Chain pair = ChainMaker("r1c9=1")
                         .then("r1c1-1", "r1")
                         .then("r1c1=2")
                         .then("r5c1-2", "c1")
                         .then("r5c1=1")
                         .then("r5c5-1", "r5")
                         .then("r5c5=2")
                         .then("r4c6-2", "b5")
                         .then("r4c6=1")
                         .then("r1c9-1");
  EXPECT_EQ(name(pair), "remote pair");
  const Chain w = ChainMaker("r1c9=1")
                      .then("r1c1-1", "r1")
                      .then("r1c1=2")
                      .then("r7c1-2", "c1")
                      .then("r7c8=2", "r7")
                      .then("r5c8-2", "c8")
                      .then("r5c8=1")
                      .then("r1c9-1");
  EXPECT_EQ(name(w), "W-wing");
  const Chain other = ChainMaker("r1c9=1")
                          .then("r1c1-1", "r1")
                          .then("r1c1=2")
                          .then("r7c1-2", "c1")
                          .then("r7c8=2", "r7")
                          .then("r5c8-2", "c8")
                          .then("r5c8=3")
                          .then("r5c9-3", "r5")
                          .then("r5c9=1")
                          .then("r1c9-1", "c9");
  EXPECT_EQ(name(other), "AIC");
  EXPECT_EQ(name_of(contradiction(kForcingChain, other), Language::kChinese), "交替推理链");
  EXPECT_EQ(name_of(contradiction(kDynamicForcingChains, other)), "dynamic forcing chains");
}

TEST(Names, Cycles) {
  const Chain digit =
      ChainMaker("r1c1=1").then("r1c9-1", "r1").then("r9c9=1", "c9").then("r9c1-1", "r9");
  EXPECT_EQ(name_of(cycle(kXCycle, digit, digit)), "X-cycle");
  const Chain cells = ChainMaker("r1c1=1")
                          .then("r1c9-1", "r1")
                          .then("r1c9=2")
                          .then("r9c9-2", "c9")
                          .then("r9c9=3")
                          .then("r9c1-3", "r9")
                          .then("r9c1=2");
  EXPECT_EQ(name_of(cycle(kYCycle, cells, cells)), "XY-cycle");
  const Chain mixed = ChainMaker("r1c1=1")
                          .then("r1c9-1", "r1")
                          .then("r1c9=2")
                          .then("r9c9-2", "c9")
                          .then("r9c1=2", "r9");
  EXPECT_EQ(name_of(cycle(kXyCycle, mixed, mixed)), "AIC ring");
}

TEST(Sentences, ASkyscraperInBothLanguages) {
  const Step step = contradiction(kForcingXChain, kSkyscraper);
  EXPECT_EQ(sentences(step),
            (std::vector<std::string>{
                "Skyscraper: remove 8 from r3c8.",
                "1. Suppose r3c8 is 8.",
                "2. Then r1c8 is not 8, so r1c2 is 8, because row 1 has no other place for 8.",
                "3. Then r5c2 is not 8, so r5c7 is 8, because row 5 has no other place for 8.",
                "4. Then r3c8 is not 8, which contradicts the assumption.",
                "5. So remove 8 from r3c8.",
            }));
  EXPECT_EQ(sentences(step, Language::kChinese),
            (std::vector<std::string>{
                "摩天楼：从r3c8删去8。",
                "1. 假设r3c8是8。",
                "2. 则r1c8不是8，所以r1c2是8，因为第1行没有8的其他位置。",
                "3. 则r5c2不是8，所以r5c7是8，因为第5行没有8的其他位置。",
                "4. 则r3c8不是8，与假设矛盾。",
                "5. 因此从r3c8删去8。",
            }));
}

TEST(Sentences, AChainFromAFalseCandidate) {
  const Step step = contradiction(kForcingXChain, ChainMaker("r1c1-8")
                                                      .then("r1c8=8", "r1")
                                                      .then("r5c8-8", "c8")
                                                      .then("r5c2=8", "r5")
                                                      .then("r2c2-8", "c2")
                                                      .then("r1c1=8", "b1"));
  EXPECT_EQ(sentences(step),
            (std::vector<std::string>{
                "X-chain: r1c1 is 8.",
                "1. Suppose r1c1 is not 8.",
                "2. Then r1c8 is 8, because row 1 has no other place for 8.",
                "3. Then r5c8 is not 8, so r5c2 is 8, because row 5 has no other place for 8.",
                "4. Then r2c2 is not 8, so r1c1 is 8, because box 1 has no other place for 8, "
                "which contradicts the assumption.",
                "5. So r1c1 is 8.",
            }));
}

// r1c1 = 1 leads to r9c9 = 5 and to r5c5 = 6, and both together empty r5c9.
const Chain kBranches = ChainMaker("r1c1=1")
                            .then("r9c1-1", "c1")
                            .then("r9c9=5")  // 1, 2
                            .then("r1c5-1", "r1", {0})
                            .then("r5c5=6", "c5")  // 3, 4
                            .then("r5c9-5", "c9", {2})
                            .then("r5c9-6", "r5", {4})  // 5, 6
                            .then("r5c9=7", "", {5, 6})
                            .then("r5c8-7", "r5")  // 7, 8
                            .then("r5c9-7", "", {2});

TEST(Sentences, BranchesReferToEarlierSentences) {
  EXPECT_EQ(sentences(contradiction(kDynamicForcingChains, kBranches)),
            (std::vector<std::string>{
                "Dynamic forcing chains: remove 1 from r1c1.",
                "1. Suppose r1c1 is 1.",
                "2. Then r9c1 is not 1, so r9c9 is 5, because it has no other candidate.",
                "3. r1c5 is not 1 (1), so r5c5 is 6, because column 5 has no other place for 6.",
                "4. r5c9 is not 5 (2) or 6 (3), so r5c9 is 7, because it has no other "
                "candidate.",
                "5. r5c9 is not 7 (2), so r5c9 has no candidate left (4).",
                "6. So remove 1 from r1c1.",
            }));
}

TEST(Sentences, InnerStepsComeBeforeWhatNeedsThem) {
  const Step pointing{.technique = kPointing,
                      .eliminations = {{Cell::at(0, 8), Digit(6)}},
                      .cells = {Cell(0), Cell(1)},
                      .houses = {house("b1"), house("r1")}};
  Step inner = contradiction(kForcingXChain, ChainMaker("r2c9=6")
                                                 .then("r2c1-6", "r2")
                                                 .then("r8c1=6", "c1")
                                                 .then("r8c9-6", "r8")
                                                 .then("r2c9=6", "c9")
                                                 .then("r2c9-6"));
  const Chain chain = ChainMaker("r5c5=6")
                          .then("r2c3-6", "b1")              // 1
                          .by_step("r1c9-6", {1}, pointing)  // 2
                          .by_step("r2c9-6", {1, 2}, inner)  // 3
                          .then("r9c9=6", "c9", {2, 3})      // 4
                          .then("r5c5-6", "c9");
  Step step = contradiction(kNestedForcingChains, chain);
  EXPECT_EQ(sentences(step)[2],
            "2. Then r2c3 is not 6. Pointing: in box 1, all places of 6 lie in row 1, so remove 6 "
            "from r1c9.");
  EXPECT_EQ(sentences(step)[3],
            "3. r1c9 is not 6 (2) and r2c3 is not 6 (1). Skyscraper: remove 6 from r2c9.");
  EXPECT_EQ(sentences(step)[4], "3.1. Suppose r2c9 is 6.");
  EXPECT_EQ(sentences(step)[6].substr(0, 5), "3.3. ");
  EXPECT_EQ(sentences(step)[9],
            "4. r1c9 is not 6 (2) and r2c9 is not 6 (3), so r9c9 is 6, because column 9 has no "
            "other place for 6.");
}

TEST(Sentences, ReferencesInsideOfAnInnerStepHaveItsNumber) {
  const Chain chain = ChainMaker("r7c7=1")
                          .then("r7c1-1", "r7")
                          .by_step("r1c1-1", {1}, contradiction(kDynamicForcingChains, kBranches))
                          .then("r7c7-1", "c1");
  const std::vector<std::string> lines = sentences(contradiction(kNestedForcingChains, chain));
  EXPECT_EQ(lines[2], "2. Then r7c1 is not 1. Dynamic forcing chains: remove 1 from r1c1.");
  EXPECT_EQ(lines[6],
            "2.4. r5c9 is not 5 (2.2) or 6 (2.3), so r5c9 is 7, because it has no other "
            "candidate.");
  EXPECT_EQ(lines[7], "2.5. r5c9 is not 7 (2.2), so r5c9 has no candidate left (2.4).");
}

TEST(Sentences, DigitsOfACellShareItsNameAndTheirNumber) {
  const Chain chain = ChainMaker("r1c1=1")
                          .then("r1c2-1", "r1")
                          .then("r1c2=2")
                          .then("r1c3-2", "r1")
                          .then("r1c3=3")
                          .then("r1c4-1", "r1", {0})
                          .then("r1c4-2", "r1", {2})
                          .then("r1c4=4", "", {5, 6})
                          .then("r1c1-5", "", {0})
                          .then("r1c1-6", "", {0})
                          .then("r1c1=7", "", {8, 9})
                          .then("r1c1-1");
  const std::vector<std::string> lines = sentences(contradiction(kDynamicForcingChains, chain));
  EXPECT_EQ(lines[4].substr(0, 33), "4. r1c4 is not 1 (1) or 2 (2), so");
  EXPECT_EQ(lines[5].substr(0, 29), "5. r1c1 is not 5 or 6 (1), so");
}

TEST(Sentences, CasesEndWithTheConclusionInEachOfThem) {
  Step step{
      .technique = kMultipleForcingChains,
      .eliminations = {{Cell::at(4, 4), Digit(3)}},
      .cells = {Cell(0)},
      .proof = Proof::kCell,
      .chains = {ChainMaker("r1c1=3").then("r5c5-3", "b1"),
                 ChainMaker("r1c1=4").then("r1c5-4", "r1").then("r1c5=3").then("r5c5-3", "c5")}};
  EXPECT_EQ(sentences(step),
            (std::vector<std::string>{
                "Multiple forcing chains: whatever r1c1 is, remove 3 from r5c5.",
                "1. Suppose r1c1 is 3.",
                "2. Then r5c5 is not 3.",
                "3. Suppose r1c1 is 4.",
                "4. Then r1c5 is not 4, so r1c5 is 3, because it has no other candidate.",
                "5. Then r5c5 is not 3.",
                "6. In each case, remove 3 from r5c5.",
            }));
  step.proof = Proof::kHouse;
  step.houses = {house("r1")};
  step.digits = {Digit(3)};
  EXPECT_EQ(sentences(step)[0],
            "Multiple forcing chains: wherever 3 is in row 1, remove 3 from r5c5.");
  step.proof = Proof::kBothWays;
  EXPECT_EQ(sentences(step)[0],
            "Multiple forcing chains: whether r1c1 is 3 or not, remove 3 from r5c5.");
}

TEST(Sentences, Patterns) {
  EXPECT_EQ(
      sentences({.technique = kFullHouse,
                 .placement = Candidate{Cell(0), Digit(5)},
                 .houses = {house("b1")}}),
      std::vector<std::string>{"Full house: r1c1 is the last empty cell of box 1, so r1c1 is 5."});
  EXPECT_EQ(sentences({.technique = kDirectPointing,
                       .placement = Candidate{Cell::at(8, 8), Digit(5)},
                       .cells = {Cell(0), Cell(1)},
                       .houses = {house("b1"), house("r1"), house("b3")}}),
            std::vector<std::string>{"Direct pointing: in box 1, all places of 5 lie in row 1, so "
                                     "in box 3, 5 fits only in r9c9."});
  Step rectangle{.technique = kUniqueRectangle,
                 .eliminations = {{Cell(10), Digit(1)}, {Cell(10), Digit(2)}},
                 .cells = {Cell(0), Cell(1), Cell(10), Cell(9)},
                 .digits = {Digit(1), Digit(2)},
                 .extras = {{Cell(10), Digit(5)}},
                 .type = 1};
  EXPECT_EQ(sentences(rectangle),
            std::vector<std::string>{
                "Unique rectangle type 1: r1c1, r1c2, r2c2 and r2c1 must not hold 1 and 2 alone, "
                "or the puzzle would have two solutions. Only r2c2 has another candidate, so "
                "remove 1 and 2 from r2c2."});
  rectangle.type = 4;
  rectangle.eliminations.pop_back();
  rectangle.extras.push_back({Cell(9), Digit(6)});
  rectangle.houses = {house("r2")};
  EXPECT_NE(sentences(rectangle)[0].find("In row 2, 2 fits only in r2c2 and r2c1, so remove 1"),
            std::string::npos);
  EXPECT_EQ(sentences(rectangle, Language::kChinese)[0].substr(0, 19), "唯一矩形4型：");
  rectangle.type = 3;
  rectangle.others = {Cell(12)};
  EXPECT_NE(
      sentences(rectangle)[0].find("In row 2, 1 and 2 fit only in r2c2 and r2c1, r2c4. One of "
                                   "r2c2 and r2c1 has another digit, so r2c4 can only hold "
                                   "1 and 2: remove 1 from r2c2."),
      std::string::npos)
      << sentences(rectangle)[0];
  rectangle.digits = {Digit(1), Digit(2), Digit(5), Digit(6)};
  EXPECT_NE(sentences(rectangle)[0].find("together with r2c4, form a set of 5 and 6 in row 2"),
            std::string::npos);
  EXPECT_EQ(sentences({.technique = kSwordfish,
                       .eliminations = {{Cell(80), Digit(5)}},
                       .houses = {0, 3, 6, 9, 10, 17}})[0],
            "Swordfish: in row 1, row 4 and row 7, 5 fits only in column 1, column 2 and column 9, "
            "so remove 5 from r9c9.");
}

TEST(Json, OfAStepWithAnInnerStep) {
  const Step pointing{.technique = kPointing,
                      .score = 26,
                      .eliminations = {{Cell(8), Digit(6)}},
                      .cells = {Cell(0), Cell(1)},
                      .houses = {house("b1"), house("r1")}};
  const Chain chain = ChainMaker("r5c5=6")
                          .then("r2c3-6", "b1")
                          .by_step("r1c9-6", {1}, pointing)
                          .then("r1c9=5")
                          .then("r5c5-6");
  Step step = contradiction(kNestedForcingChains, chain);
  step.score = 91;
  EXPECT_EQ(
      to_json(step),
      R"({"technique":"nested forcing chains","score":9.1,"remove":[[40,6]],)"
      R"("proof":"contradiction","chains":[{"implications":[)"
      R"({"cell":40,"digit":6,"on":true,"because":"assumed"},)"
      R"({"cell":11,"digit":6,"on":false,"because":"same_house","house":"b1","from":[0]},)"
      R"({"cell":8,"digit":6,"on":false,"because":"step","from":[1],"step":0},)"
      R"({"cell":8,"digit":5,"on":true,"because":"last_in_cell","from":[2]},)"
      R"({"cell":40,"digit":6,"on":false,"because":"same_cell","from":[3]}],)"
      R"("inner":[{"technique":"pointing","score":2.6,"remove":[[8,6]],"cells":[0,1],"houses":["b1","r1"]}]}]})");
}

TEST(Json, NamesTheShapeIfItIsNotTheTechnique) {
  const std::string text = to_json(contradiction(kForcingXChain, kSkyscraper));
  EXPECT_TRUE(text.starts_with(
      R"({"technique":"forcing X-chain","name":"skyscraper","score":0.0,"remove":[[25,8]],)"))
      << text;
}

}  // namespace
}  // namespace dokumill
