// The table of the techniques.
#include <algorithm>
#include <array>

#include "dokumill/rating.hpp"

namespace dokumill {
namespace {

using enum Technique;

constexpr std::array<TechniqueInfo, kTechniques> kTechniqueTable{{
    {kFullHouse, "full house", "最后一格", 10, 10},
    {kHiddenSingleInBox, "hidden single in a box", "宫内隐性唯一", 12, 12},
    {kHiddenSingleInLine, "hidden single in a line", "行列隐性唯一", 15, 15},
    {kDirectPointing, "direct pointing", "直接宫区块", 17, 17},
    {kDirectClaiming, "direct claiming", "直接行列区块", 19, 19},
    {kDirectHiddenPair, "direct hidden pair", "直接隐性数对", 20, 20},
    {kNakedSingle, "naked single", "显性唯一", 23, 23},
    {kDirectHiddenTriplet, "direct hidden triplet", "直接隐性三数组", 25, 25},
    {kPointing, "pointing", "宫区块", 26, 26},
    {kClaiming, "claiming", "行列区块", 28, 28},
    {kNakedPair, "naked pair", "显性数对", 30, 30},
    {kXWing, "X-Wing", "X翼", 32, 32},
    {kHiddenPair, "hidden pair", "隐性数对", 34, 34},
    {kNakedTriplet, "naked triplet", "显性三数组", 36, 36},
    {kSwordfish, "Swordfish", "剑鱼", 38, 38},
    {kHiddenTriplet, "hidden triplet", "隐性三数组", 40, 40},
    {kXyWing, "XY-Wing", "XY翼", 42, 42},
    {kXyzWing, "XYZ-Wing", "XYZ翼", 44, 44},
    {kUniqueRectangle, "unique rectangle", "唯一矩形", 45, 48},
    {kUniqueLoop, "unique loop", "唯一环", 46, 53},
    {kNakedQuad, "naked quad", "显性四数组", 50, 50},
    {kJellyfish, "Jellyfish", "水母", 52, 52},
    {kHiddenQuad, "hidden quad", "隐性四数组", 54, 54},
    {kBugType1, "BUG type 1", "全双值坟墓1型", 56, 56},
    {kBugType2, "BUG type 2", "全双值坟墓2型", 57, 57},
    {kBugType3, "BUG type 3", "全双值坟墓3型", 58, 62},
    {kBugType4, "BUG type 4", "全双值坟墓4型", 57, 57},
    {kAlignedPairExclusion, "aligned pair exclusion", "数对排除", 62, 62},
    {kXCycle, "bidirectional X-cycle", "X环", 65, kMostScore},
    {kYCycle, "bidirectional Y-cycle", "Y环", 65, kMostScore},
    {kForcingXChain, "forcing X-chain", "强制X链", 66, kMostScore},
    {kXyCycle, "bidirectional cycle", "双向环", 70, kMostScore},
    {kForcingChain, "forcing chain", "强制链", 70, kMostScore},
    {kAlignedTripletExclusion, "aligned triplet exclusion", "三数组排除", 75, 75},
    {kNishio, "nishio forcing chain", "单数字强制链", 75, kMostScore},
    {kMultipleForcingChains, "multiple forcing chains", "多重强制链", 80, kMostScore},
    {kDynamicForcingChains, "dynamic forcing chains", "动态强制链", 85, kMostScore},
    {kDynamicForcingChainsPlus, "dynamic forcing chains (+)", "动态强制链（+）", 90, kMostScore},
    {kNestedForcingChains, "nested forcing chains", "嵌套强制链", 95, kMostScore},
}};

char folded(char c) {
  if (c == '-' || c == '_') return ' ';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::span<const TechniqueInfo> techniques() {
  return kTechniqueTable;
}

const TechniqueInfo& info_of(Technique technique) {
  return kTechniqueTable[static_cast<std::size_t>(technique)];
}

std::optional<Technique> technique_named(std::string_view name) {
  const auto* const found = std::ranges::find_if(kTechniqueTable, [name](const auto& info) {
    return std::ranges::equal(info.name, name, {}, folded, folded);
  });
  if (found == kTechniqueTable.end()) return std::nullopt;
  return found->technique;
}

}  // namespace dokumill
