// The table of the techniques of the scale se121.
#include <algorithm>
#include <array>

#include "dokumill/explainer.hpp"

namespace dokumill {
namespace {

using enum Se121Technique;

constexpr std::array<Se121TechniqueInfo, kSe121Techniques> kSe121Table{{
    {kFullHouse, "full house", 10, 10},
    {kHiddenSingleInBox, "hidden single in a box", 12, 12},
    {kHiddenSingleInLine, "hidden single in a line", 15, 15},
    {kDirectPointing, "direct pointing", 17, 17},
    {kDirectClaiming, "direct claiming", 19, 19},
    {kDirectHiddenPair, "direct hidden pair", 20, 20},
    {kNakedSingle, "naked single", 23, 23},
    {kDirectHiddenTriplet, "direct hidden triplet", 25, 25},
    {kPointing, "pointing", 26, 26},
    {kClaiming, "claiming", 28, 28},
    {kNakedPair, "naked pair", 30, 30},
    {kXWing, "X-Wing", 32, 32},
    {kHiddenPair, "hidden pair", 34, 34},
    {kNakedTriplet, "naked triplet", 36, 36},
    {kSwordfish, "Swordfish", 38, 38},
    {kHiddenTriplet, "hidden triplet", 40, 40},
    {kXyWing, "XY-Wing", 42, 42},
    {kXyzWing, "XYZ-Wing", 44, 44},
    {kUniqueRectangle, "unique rectangle", 45, 48},
    {kUniqueLoop, "unique loop", 46, 53},
    {kNakedQuad, "naked quad", 50, 50},
    {kJellyfish, "Jellyfish", 52, 52},
    {kHiddenQuad, "hidden quad", 54, 54},
    {kBugType1, "BUG type 1", 56, 56},
    {kBugType2, "BUG type 2", 57, 57},
    {kBugType3, "BUG type 3", 58, 62},
    {kBugType4, "BUG type 4", 57, 57},
    {kAlignedPairExclusion, "aligned pair exclusion", 62, 62},
    {kXCycle, "bidirectional X-cycle", 65, kMostSe121Score},
    {kYCycle, "bidirectional Y-cycle", 65, kMostSe121Score},
    {kForcingXChain, "forcing X-chain", 66, kMostSe121Score},
    {kXyCycle, "bidirectional cycle", 70, kMostSe121Score},
    {kForcingChain, "forcing chain", 70, kMostSe121Score},
    {kAlignedTripletExclusion, "aligned triplet exclusion", 75, 75},
    {kNishio, "nishio forcing chain", 75, kMostSe121Score},
    {kMultipleForcingChains, "multiple forcing chains", 80, kMostSe121Score},
    {kDynamicForcingChains, "dynamic forcing chains", 85, kMostSe121Score},
    {kDynamicForcingChainsPlus, "dynamic forcing chains (+)", 90, kMostSe121Score},
    {kNestedForcingChains, "nested forcing chains", 95, kMostSe121Score},
}};

char folded(char c) {
  if (c == '-' || c == '_') return ' ';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::span<const Se121TechniqueInfo> se121_techniques() {
  return kSe121Table;
}

const Se121TechniqueInfo& info_of(Se121Technique technique) {
  return kSe121Table[static_cast<std::size_t>(technique)];
}

std::optional<Se121Technique> se121_technique(std::string_view name) {
  const auto* const found = std::ranges::find_if(kSe121Table, [name](const auto& info) {
    return std::ranges::equal(info.name, name, {}, folded, folded);
  });
  if (found == kSe121Table.end()) return std::nullopt;
  return found->technique;
}

}  // namespace dokumill
