// The table of techniques: names, scores, levels, and how each differs from Sudoku Explainer.
#include "dokumill/logic.hpp"

namespace dokumill {
namespace {

using enum Technique;
using enum Level;

constexpr std::string_view kNoChainsByLength =
    "Sudoku Explainer adds to 6.5 or more by the length of the chain; here all are alike";

constexpr std::array<TechniqueInfo, kTechniques> kTable{{
    {kHiddenSingleInBox, "hidden single in a box", "宫内隐性唯一", 12, kEasy,
     "the last empty cell of a house is 1.0 there"},
    {kHiddenSingleInLine, "hidden single in a line", "行列隐性唯一", 15, kEasy, ""},
    {kNakedSingle, "naked single", "显性唯一", 23, kEasy, ""},
    {kPointing, "pointing", "宫区块", 26, kMedium,
     "1.7 there when a hidden single follows at once"},
    {kClaiming, "claiming", "行列区块", 28, kMedium,
     "1.9 there when a hidden single follows at once"},
    {kNakedPair, "naked pair", "显性数对", 30, kMedium, ""},
    {kXWing, "X-Wing", "X翼", 32, kHard, ""},
    {kHiddenPair, "hidden pair", "隐性数对", 34, kMedium,
     "2.0 there when a hidden single follows at once"},
    {kNakedTriple, "naked triple", "显性三数组", 36, kMedium, ""},
    {kSwordfish, "Swordfish", "剑鱼", 38, kHard, ""},
    {kHiddenTriple, "hidden triple", "隐性三数组", 40, kMedium,
     "2.5 there when a hidden single follows at once"},
    {kXyWing, "XY-Wing", "XY翼", 42, kHard, ""},
    {kXyzWing, "XYZ-Wing", "XYZ翼", 44, kHard, ""},
    {kWWing, "W-Wing", "W翼", 44, kHard, "a chain of 6.6 there"},
    {kUniqueRectangle1, "unique rectangle type 1", "唯一矩形1型", 45, kHard, ""},
    {kUniqueRectangle2, "unique rectangle type 2", "唯一矩形2型", 45, kHard, ""},
    {kUniqueRectangle4, "unique rectangle type 4", "唯一矩形4型", 45, kHard, ""},
    {kNakedQuad, "naked quad", "显性四数组", 50, kHard, ""},
    {kJellyfish, "Jellyfish", "水母", 52, kHard, ""},
    {kHiddenQuad, "hidden quad", "隐性四数组", 54, kHard, ""},
    {kBugPlusOne, "BUG+1", "全双值坟墓+1", 56, kHard, ""},
    {kRemotePairs, "remote pairs", "远程数对", 65, kHard, kNoChainsByLength},
    {kSimpleColouring, "simple colouring", "简单染色", 65, kHard, kNoChainsByLength},
    {kXyChain, "XY-chain", "XY链", 67, kExpert, kNoChainsByLength},
    {kForcing, "forcing", "强制链", 75, kExpert,
     "Sudoku Explainer has chains of 6.5 to about 7.5 for 77 % of these puzzles; the others are "
     "7.5 "
     "(nishio) and up there"},
    {kGuess, "guess", "试填", 90, kExpert, "there dynamic chains of 8.5 and more"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].technique != static_cast<Technique>(i)) return false;
    if (i > 0 && kTable[i].score < kTable[i - 1].score) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const TechniqueInfo> techniques() {
  return kTable;
}

const TechniqueInfo& info_of(Technique technique) {
  return kTable[static_cast<std::size_t>(technique)];
}

std::string_view name_of(Level level) {
  constexpr std::array<std::string_view, kLevels> kNames{"easy", "medium", "hard", "expert"};
  return kNames[static_cast<std::size_t>(level)];
}

}  // namespace dokumill
