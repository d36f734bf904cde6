// The table of the techniques of the scale se121.
#include <array>

#include "dokumill/explainer.hpp"

namespace dokumill {
namespace {

using enum Se121Technique;

constexpr std::array<Se121TechniqueInfo, kSe121Techniques> kSe121Table{{
    {kFullHouse, "full house", 10},
    {kHiddenSingleInBox, "hidden single in a box", 12},
    {kHiddenSingleInLine, "hidden single in a line", 15},
    {kDirectPointing, "direct pointing", 17},
    {kDirectClaiming, "direct claiming", 19},
    {kDirectHiddenPair, "direct hidden pair", 20},
    {kNakedSingle, "naked single", 23},
    {kDirectHiddenTriplet, "direct hidden triplet", 25},
    {kPointing, "pointing", 26},
    {kClaiming, "claiming", 28},
    {kNakedPair, "naked pair", 30},
    {kXWing, "X-Wing", 32},
    {kHiddenPair, "hidden pair", 34},
    {kNakedTriplet, "naked triplet", 36},
    {kSwordfish, "Swordfish", 38},
    {kHiddenTriplet, "hidden triplet", 40},
    {kXyWing, "XY-Wing", 42},
    {kXyzWing, "XYZ-Wing", 44},
    {kUniqueRectangle, "unique rectangle", 45},
    {kUniqueLoop, "unique loop", 46},
    {kNakedQuad, "naked quad", 50},
    {kJellyfish, "Jellyfish", 52},
    {kHiddenQuad, "hidden quad", 54},
    {kBugType1, "BUG type 1", 56},
    {kBugType2, "BUG type 2", 57},
    {kBugType3, "BUG type 3", 58},
    {kBugType4, "BUG type 4", 57},
    {kAlignedPairExclusion, "aligned pair exclusion", 62},
    {kXCycle, "bidirectional X-cycle", 65},
    {kYCycle, "bidirectional Y-cycle", 65},
    {kForcingXChain, "forcing X-chain", 66},
    {kXyCycle, "bidirectional cycle", 70},
    {kForcingChain, "forcing chain", 70},
    {kAlignedTripletExclusion, "aligned triplet exclusion", 75},
    {kNishio, "nishio forcing chain", 75},
    {kMultipleForcingChains, "multiple forcing chains", 80},
    {kDynamicForcingChains, "dynamic forcing chains", 85},
    {kDynamicForcingChainsPlus, "dynamic forcing chains (+)", 90},
    {kNestedForcingChains, "nested forcing chains", 95},
}};

}  // namespace

std::span<const Se121TechniqueInfo> se121_techniques() {
  return kSe121Table;
}

const Se121TechniqueInfo& info_of(Se121Technique technique) {
  return kSe121Table[static_cast<std::size_t>(technique)];
}

}  // namespace dokumill
