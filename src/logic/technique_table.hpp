// The table of techniques: everything about a technique is in one row.
//
// A new technique needs a value of Technique, a row here, and a finder in the file of its family.
// If a row leaves out a part, this file does not compile.
#pragma once

#include <array>
#include <string_view>

#include "core/required.hpp"
#include "logic/finder.hpp"

namespace dokumill::logic {

// A template for the sentence that describes a step. These names stand for parts of the step:
//   {name}                the technique
//   {house}, {crossing}   the first and the second house
//   {base}, {cover}       the houses of a fish: the first half and the second half
//   {cell}, {end}         the first and the last cell
//   {cells}, {others}     all cells, and all cells but the first
//   {colour}, {rest}      the cells of the first colour, and the cells of the other colour
//   {digit}, {last}       the first and the last digit
//   {digits}              all digits
//   {gone}                the eliminations: "7 goes from r1c2 and r1c3, 8 from r4c4"
struct Sentence {
  Required<std::string_view> english;
  Required<std::string_view> chinese;
};

// The function that finds a step. The techniques for singles work on the state alone, so
// next_step() tries them before it computes a View.
class Finder {
 public:
  using OnState = bool (*)(const LogicState&, Step&);
  using OnView = bool (*)(const View&, Step&);

  constexpr Finder(OnState find) : on_state(find) {}  // NOLINT
  constexpr Finder(OnView find) : on_view(find) {}    // NOLINT

  OnState on_state = nullptr;
  OnView on_view = nullptr;
};

// Makes the finder of one technique from the finder of its family. `kSize`: the size or the type of
// the technique.
template <bool (*kFind)(const View&, int, Step&), int kSize>
bool sized(const View& view, Step& step) {
  return kFind(view, kSize, step);
}

// A row has the members of TechniqueInfo, the finder and the sentence.
struct TechniqueRow {
  Required<Technique> technique;
  Required<std::string_view> name;
  Required<std::string_view> chinese_name;
  Required<int> score;
  Required<Level> level;
  Required<std::string_view> deviation;
  Finder find;
  Sentence sentence;
};

inline constexpr Sentence kHiddenSingle{
    .english = "{name}: in {house}, {digit} fits only in {cell}.",
    .chinese = "{name}：{house}中，{digit}只能填在{cell}。"};
inline constexpr Sentence kLocked{
    .english = "{name}: in {house}, all places of {digit} lie in {crossing}, so {gone}.",
    .chinese = "{name}：{house}中，{digit}的位置都在{crossing}内，因此{gone}。"};
inline constexpr Sentence kNakedSubset{
    .english = "{name}: in {house}, {cells} hold {digits} and nothing else, so {gone}.",
    .chinese = "{name}：{house}中，{cells}只含{digits}，因此{gone}。"};
inline constexpr Sentence kHiddenSubset{
    .english = "{name}: in {house}, {digits} fit only in {cells}, so {gone}.",
    .chinese = "{name}：{house}中，{digits}只能填在{cells}，因此{gone}。"};
inline constexpr Sentence kFish{
    .english = "{name}: in {base}, {digit} fits only in {cover}, so {gone}.",
    .chinese = "{name}：{base}中，{digit}只能在{cover}，因此{gone}。"};
inline constexpr std::string_view kNoChainsByLength =
    "Sudoku Explainer adds to 6.5 or more by the length of the chain; here all are alike";

inline constexpr std::array<TechniqueRow, kTechniques> kTechniqueTable{{
    {
        .technique = Technique::kHiddenSingleInBox,
        .name = "hidden single in a box",
        .chinese_name = "宫内隐性唯一",
        .score = 12,
        .level = Level::kEasy,
        .deviation = "the last empty cell of a house is 1.0 there",
        .find = find_hidden_single_in_box,
        .sentence = kHiddenSingle,
    },
    {
        .technique = Technique::kHiddenSingleInLine,
        .name = "hidden single in a line",
        .chinese_name = "行列隐性唯一",
        .score = 15,
        .level = Level::kEasy,
        .deviation = "",
        .find = find_hidden_single_in_line,
        .sentence = kHiddenSingle,
    },
    {
        .technique = Technique::kNakedSingle,
        .name = "naked single",
        .chinese_name = "显性唯一",
        .score = 23,
        .level = Level::kEasy,
        .deviation = "",
        .find = find_naked_single,
        .sentence = Sentence{.english = "{name}: {cell} can only be {digit}.",
                             .chinese = "{name}：{cell}只能是{digit}。"},
    },
    {
        .technique = Technique::kPointing,
        .name = "pointing",
        .chinese_name = "宫区块",
        .score = 26,
        .level = Level::kMedium,
        .deviation = "1.7 there when a hidden single follows at once",
        .find = find_pointing,
        .sentence = kLocked,
    },
    {
        .technique = Technique::kClaiming,
        .name = "claiming",
        .chinese_name = "行列区块",
        .score = 28,
        .level = Level::kMedium,
        .deviation = "1.9 there when a hidden single follows at once",
        .find = find_claiming,
        .sentence = kLocked,
    },
    {
        .technique = Technique::kNakedPair,
        .name = "naked pair",
        .chinese_name = "显性数对",
        .score = 30,
        .level = Level::kMedium,
        .deviation = "",
        .find = sized<find_naked_subset, 2>,
        .sentence = kNakedSubset,
    },
    {
        .technique = Technique::kXWing,
        .name = "X-Wing",
        .chinese_name = "X翼",
        .score = 32,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_fish, 2>,
        .sentence = kFish,
    },
    {
        .technique = Technique::kHiddenPair,
        .name = "hidden pair",
        .chinese_name = "隐性数对",
        .score = 34,
        .level = Level::kMedium,
        .deviation = "2.0 there when a hidden single follows at once",
        .find = sized<find_hidden_subset, 2>,
        .sentence = kHiddenSubset,
    },
    {
        .technique = Technique::kNakedTriple,
        .name = "naked triple",
        .chinese_name = "显性三数组",
        .score = 36,
        .level = Level::kMedium,
        .deviation = "",
        .find = sized<find_naked_subset, 3>,
        .sentence = kNakedSubset,
    },
    {
        .technique = Technique::kSwordfish,
        .name = "Swordfish",
        .chinese_name = "剑鱼",
        .score = 38,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_fish, 3>,
        .sentence = kFish,
    },
    {
        .technique = Technique::kHiddenTriple,
        .name = "hidden triple",
        .chinese_name = "隐性三数组",
        .score = 40,
        .level = Level::kMedium,
        .deviation = "2.5 there when a hidden single follows at once",
        .find = sized<find_hidden_subset, 3>,
        .sentence = kHiddenSubset,
    },
    {
        .technique = Technique::kXyWing,
        .name = "XY-Wing",
        .chinese_name = "XY翼",
        .score = 42,
        .level = Level::kHard,
        .deviation = "",
        .find = find_xy_wing,
        .sentence =
            Sentence{.english = "{name}: whatever {cell} is, one of {others} is {last}, so {gone}.",
                     .chinese = "{name}：无论{cell}填什么，{others}之一必为{last}，因此{gone}。"},
    },
    {
        .technique = Technique::kXyzWing,
        .name = "XYZ-Wing",
        .chinese_name = "XYZ翼",
        .score = 44,
        .level = Level::kHard,
        .deviation = "",
        .find = find_xyz_wing,
        .sentence = Sentence{.english = "{name}: one of {cells} is {last}, so {gone}.",
                             .chinese = "{name}：{cells}之一必为{last}，因此{gone}。"},
    },
    {
        .technique = Technique::kWWing,
        .name = "W-Wing",
        .chinese_name = "W翼",
        .score = 44,
        .level = Level::kHard,
        .deviation = "a chain of 6.6 there",
        .find = find_w_wing,
        .sentence = Sentence{.english = "{name}: in {house}, {digit} has two places, seen by "
                                        "{cell} and by {end}: one of these is {last}, so {gone}.",
                             .chinese = "{name}：{house}中{digit}只有两处，分别被{cell}和{end}"
                                        "看到，后两格之一必为{last}，因此{gone}。"},
    },
    {
        .technique = Technique::kUniqueRectangle1,
        .name = "unique rectangle type 1",
        .chinese_name = "唯一矩形1型",
        .score = 45,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_unique_rectangle, 1>,
        .sentence = Sentence{.english = "{name}: {end} is the only corner of {cells} with more "
                                        "than {digits}, so {gone}.",
                             .chinese = "{name}：{cells}中只有{end}不止{digits}，因此{gone}。"},
    },
    {
        .technique = Technique::kUniqueRectangle2,
        .name = "unique rectangle type 2",
        .chinese_name = "唯一矩形2型",
        .score = 45,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_unique_rectangle, 2>,
        .sentence =
            Sentence{
                .english = "{name}: two corners of {cells} must not be left with the same two "
                           "digits, so one of them is {last} and {gone}.",
                .chinese =
                    "{name}：{cells}不能只剩相同的两个数字，后两格之一必为{last}，因此{gone}。"},
    },
    {
        .technique = Technique::kUniqueRectangle4,
        .name = "unique rectangle type 4",
        .chinese_name = "唯一矩形4型",
        .score = 45,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_unique_rectangle, 4>,
        .sentence =
            Sentence{.english = "{name}: two corners of {cells} are the only places of {digit} in "
                                "{house}, so {gone}.",
                     .chinese = "{name}：{house}中{digit}只能在{cells}的后两格，因此{gone}。"},
    },
    {
        .technique = Technique::kNakedQuad,
        .name = "naked quad",
        .chinese_name = "显性四数组",
        .score = 50,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_naked_subset, 4>,
        .sentence = kNakedSubset,
    },
    {
        .technique = Technique::kJellyfish,
        .name = "Jellyfish",
        .chinese_name = "水母",
        .score = 52,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_fish, 4>,
        .sentence = kFish,
    },
    {
        .technique = Technique::kHiddenQuad,
        .name = "hidden quad",
        .chinese_name = "隐性四数组",
        .score = 54,
        .level = Level::kHard,
        .deviation = "",
        .find = sized<find_hidden_subset, 4>,
        .sentence = kHiddenSubset,
    },
    {
        .technique = Technique::kBugPlusOne,
        .name = "BUG+1",
        .chinese_name = "全双值坟墓+1",
        .score = 56,
        .level = Level::kHard,
        .deviation = "",
        .find = find_bug_plus_one,
        .sentence =
            Sentence{.english = "{name}: without {digit} in {cell} every cell would have two "
                                "candidates and the puzzle two solutions, so {cell} is {digit}.",
                     .chinese = "{name}：若{cell}没有{digit}"
                                "，所有空格都只剩两个候选数，题目不止一解，因此{cell}是{digit}。"},
    },
    {
        .technique = Technique::kRemotePairs,
        .name = "remote pairs",
        .chinese_name = "远程数对",
        .score = 65,
        .level = Level::kHard,
        .deviation = kNoChainsByLength,
        .find = find_remote_pairs,
        .sentence =
            Sentence{.english =
                         "{name}: one of {digits} is in {colour}, the other in {rest}, so {gone}.",
                     .chinese = "{name}：{digits}之一在{colour}，另一个在{rest}，因此{gone}。"},
    },
    {
        .technique = Technique::kSimpleColouring,
        .name = "simple colouring",
        .chinese_name = "简单染色",
        .score = 65,
        .level = Level::kHard,
        .deviation = kNoChainsByLength,
        .find = find_simple_colouring,
        .sentence =
            Sentence{
                .english = "{name}: {digit} is right in {colour}, or else in {rest}, so {gone}.",
                .chinese = "{name}：{digit}要么在{colour}，要么在{rest}，因此{gone}。"},
    },
    {
        .technique = Technique::kXyChain,
        .name = "XY-chain",
        .chinese_name = "XY链",
        .score = 67,
        .level = Level::kExpert,
        .deviation = kNoChainsByLength,
        .find = find_xy_chain,
        .sentence =
            Sentence{
                .english = "{name}: along {cells}, the first or the last is {digit}, so {gone}.",
                .chinese = "{name}：沿{cells}，首尾之一必为{digit}，因此{gone}。"},
    },
    {
        .technique = Technique::kForcing,
        .name = "forcing",
        .chinese_name = "强制链",
        .score = 75,
        .level = Level::kExpert,
        .deviation = "Sudoku Explainer has chains of 6.5 to about 7.5 for 77 % of these puzzles; "
                     "the others are 7.5 (nishio) and up there",
        .find = find_forcing,
        .sentence =
            Sentence{.english = "{name}: {digit} in {cell} leads to a contradiction, so {gone}.",
                     .chinese = "{name}：若{cell}填{digit}则产生矛盾，因此{gone}。"},
    },
    {
        .technique = Technique::kGuess,
        .name = "guess",
        .chinese_name = "试填",
        .score = 90,
        .level = Level::kExpert,
        .deviation = "there dynamic chains of 8.5 and more",
        .find = find_guess,
        .sentence = Sentence{.english = "{name}: no simple step is left; trying {cell} in full "
                                        "shows that it is {digit}.",
                             .chinese = "{name}：没有更简单的步骤；试填得出{cell}是{digit}。"},
    },
}};

// The number of techniques that work on the state alone. These techniques are the first rows of the
// table.
inline constexpr std::size_t kStateTechniques = [] {
  std::size_t count = 0;
  while (kTechniqueTable[count].find.on_state != nullptr) ++count;
  return count;
}();

static_assert(
    [] {
      for (std::size_t i = 0; i < kTechniqueTable.size(); ++i) {
        const TechniqueRow& row = kTechniqueTable[i];
        if (row.technique != static_cast<Technique>(i)) return false;
        if (i > 0 && row.score < kTechniqueTable[i - 1].score) return false;
        if ((row.find.on_view != nullptr) != (i >= kStateTechniques)) return false;
      }
      return true;
    }(),
    "the rows are in the order of Technique, scores never decrease, and techniques that work on "
    "the "
    "state come first");

inline constexpr const TechniqueRow& row_of(Technique technique) {
  return kTechniqueTable[static_cast<std::size_t>(technique)];
}

}  // namespace dokumill::logic
