// The table of techniques: one row each, in the order of the enumeration.
//
// A row has everything about a technique that is not code: its names, its scores and its family,
// the finder of its steps, and the rule with which Basics takes all of its steps. What depends on
// the table is made from it by the compiler: the finders in the order of Sudoku Explainer
// (rater.cpp), the rules of Basics (basics.cpp), and the public table (techniques.cpp). A missing
// row, or a score that differs from that of the chains, does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "engine/explainer/assumptions/multiple_chains.hpp"
#include "engine/explainer/chains/static_chains.hpp"
#include "engine/explainer/patterns/basics.hpp"
#include "engine/explainer/patterns/finders.hpp"

namespace dokumill::explainer {

// The memory of the finders of chains.
struct Chains {
  StaticChains fixed;
  StaticChains::Watch watch;
  Work work;
  MultipleChains multiple{work};
};

// Finds the first step, see finders.hpp.
using Find = bool (*)(const Board& board, Chains& chains, Hint& hint);

template <bool (*kFind)(const Board&, Hint&)>
bool plain(const Board& board, Chains&, Hint& hint) {
  return kFind(board, hint);
}
template <bool (*kFind)(const Board&, int, Hint&), int kSize>
bool sized(const Board& board, Chains&, Hint& hint) {
  return kFind(board, kSize, hint);
}
inline bool find_static(const Board& board, Chains& chains, Hint& hint) {
  return chains.fixed.find(board, hint, chains.watch);
}
template <const ChainRules& kRules>
bool multiple(const Board& board, Chains& chains, Hint& hint) {
  return chains.multiple.find(board, kRules, hint);
}

// A rule of Basics. Once a rating has the score of the technique `covered_by`, the rule is not
// needed any more (see basics.hpp).
struct TakeAll {
  void (Basics::*take)() = nullptr;
  std::optional<Technique> covered_by = {};
};

struct TechniqueRow {
  TechniqueInfo info;
  Family family;
  Find find;  // nullptr: the finder of the row before also finds steps of this technique
  TakeAll take_all = {};
};

// clang-format off
inline constexpr std::array kTechniqueTable = [] {
  using enum Technique;
  using enum Family;
  return std::array<TechniqueRow, kTechniques>{{
      {{kFullHouse, "full house", "最后一格", 10, 10}, kSingle,
       plain<find_hidden_single>, {&Basics::full_houses, kHiddenSingleInLine}},
      {{kHiddenSingleInBox, "hidden single in a box", "宫内隐性唯一", 12, 12}, kSingle,
       nullptr, {&Basics::hidden_singles<kAllBoxes>, kHiddenSingleInLine}},
      {{kHiddenSingleInLine, "hidden single in a line", "行列隐性唯一", 15, 15}, kSingle,
       nullptr, {&Basics::hidden_singles<kAllHouses>}},
      {{kDirectPointing, "direct pointing", "直接宫区块", 17, 17}, kPattern,
       plain<find_direct_locking>, {&Basics::direct_locking<kPointingKinds>, kPointing}},
      {{kDirectClaiming, "direct claiming", "直接行列区块", 19, 19}, kPattern,
       nullptr, {&Basics::direct_locking<kClaimingKinds>, kClaiming}},
      {{kDirectHiddenPair, "direct hidden pair", "直接隐性数对", 20, 20}, kPattern,
       sized<find_direct_hidden_set, 2>, {&Basics::direct_hidden_sets<2>, kHiddenPair}},
      {{kNakedSingle, "naked single", "显性唯一", 23, 23}, kSingle,
       plain<find_naked_single>, {&Basics::naked_singles}},
      {{kDirectHiddenTriplet, "direct hidden triplet", "直接隐性三数组", 25, 25}, kPattern,
       sized<find_direct_hidden_set, 3>, {&Basics::direct_hidden_sets<3>, kHiddenTriplet}},
      {{kPointing, "pointing", "宫区块", 26, 26}, kPattern,
       plain<find_locking>, {&Basics::locking<kPointingKinds>}},
      {{kClaiming, "claiming", "行列区块", 28, 28}, kPattern,
       nullptr, {&Basics::locking<kClaimingKinds>}},
      {{kNakedPair, "naked pair", "显性数对", 30, 30}, kPattern,
       sized<find_naked_set, 2>, {&Basics::naked_sets<2>}},
      {{kXWing, "X-Wing", "X翼", 32, 32}, kPattern,
       sized<find_fish, 2>, {&Basics::fish<2>}},
      {{kHiddenPair, "hidden pair", "隐性数对", 34, 34}, kPattern,
       sized<find_hidden_set, 2>, {&Basics::hidden_sets<2>}},
      {{kNakedTriplet, "naked triplet", "显性三数组", 36, 36}, kPattern,
       sized<find_naked_set, 3>, {&Basics::naked_sets<3>}},
      {{kSwordfish, "Swordfish", "剑鱼", 38, 38}, kPattern,
       sized<find_fish, 3>, {&Basics::fish<3>}},
      {{kHiddenTriplet, "hidden triplet", "隐性三数组", 40, 40}, kPattern,
       sized<find_hidden_set, 3>, {&Basics::hidden_sets<3>}},
      {{kXyWing, "XY-Wing", "XY翼", 42, 42}, kPattern,
       sized<find_wing, 2>, {&Basics::wings<false>}},
      {{kXyzWing, "XYZ-Wing", "XYZ翼", 44, 44}, kPattern,
       sized<find_wing, 3>, {&Basics::wings<true>}},
      {{kUniqueRectangle, "unique rectangle", "唯一矩形", 45, 48}, kUniqueness,
       plain<find_unique_loop>},
      {{kUniqueLoop, "unique loop", "唯一环", 46, 53}, kUniqueness, nullptr},
      {{kNakedQuad, "naked quad", "显性四数组", 50, 50}, kPattern, sized<find_naked_set, 4>},
      {{kJellyfish, "Jellyfish", "水母", 52, 52}, kPattern, sized<find_fish, 4>},
      {{kHiddenQuad, "hidden quad", "隐性四数组", 54, 54}, kPattern, sized<find_hidden_set, 4>},
      {{kBugType1, "BUG type 1", "全双值坟墓1型", 56, 56}, kUniqueness, plain<find_bug>},
      {{kBugType2, "BUG type 2", "全双值坟墓2型", 57, 57}, kUniqueness, nullptr},
      {{kBugType3, "BUG type 3", "全双值坟墓3型", 58, 62}, kUniqueness, nullptr},
      {{kBugType4, "BUG type 4", "全双值坟墓4型", 57, 57}, kUniqueness, nullptr},
      {{kAlignedPairExclusion, "aligned pair exclusion", "数对排除", 62, 62}, kPattern,
       sized<find_aligned_exclusion, 2>},
      {{kXCycle, "bidirectional X-cycle", "X环", 65, kMostScore}, kStatic, find_static},
      {{kYCycle, "bidirectional Y-cycle", "Y环", 65, kMostScore}, kStatic, nullptr},
      {{kForcingXChain, "forcing X-chain", "强制X链", 66, kMostScore}, kStatic, nullptr},
      {{kXyCycle, "bidirectional cycle", "双向环", 70, kMostScore}, kStatic, nullptr},
      {{kForcingChain, "forcing chain", "强制链", 70, kMostScore}, kStatic, nullptr},
      {{kAlignedTripletExclusion, "aligned triplet exclusion", "三数组排除", 75, 75}, kPattern,
       sized<find_aligned_exclusion, 3>},
      {{kNishio, "nishio forcing chain", "单数字强制链", 75, kMostScore}, kMultiple,
       multiple<kNishioRules>},
      {{kMultipleForcingChains, "multiple forcing chains", "多重强制链", 80, kMostScore}, kMultiple,
       multiple<kMultipleRules>},
      {{kDynamicForcingChains, "dynamic forcing chains", "动态强制链", 85, kMostScore}, kMultiple,
       multiple<kDynamicRules>},
      {{kDynamicForcingChainsPlus, "dynamic forcing chains (+)", "动态强制链（+）", 90, kMostScore},
       kMultiple, multiple<kDynamicPlusRules>},
      {{kNestedForcingChains, "nested forcing chains", "嵌套强制链", 95, kMostScore}, kMultiple,
       multiple<kNestedRules<2>>},
  }};
}();
// clang-format on

constexpr const TechniqueRow& row_of(Technique technique) {
  return kTechniqueTable[static_cast<std::size_t>(technique)];
}
constexpr int lowest_of(Technique technique) {
  return row_of(technique).info.lowest;
}

// The number of techniques that Basics takes: the first ones.
inline constexpr std::size_t kBasicTechniques = [] {
  std::size_t count = 0;
  while (kTechniqueTable[count].take_all.take != nullptr) ++count;
  return count;
}();

namespace detail {
constexpr bool has_every_technique() {
  for (std::size_t i = 0; i < kTechniqueTable.size(); ++i) {
    const TechniqueInfo& info = kTechniqueTable[i].info;
    if (static_cast<std::size_t>(info.technique) != i || info.name.empty()) return false;
  }
  return true;
}
constexpr bool has_score_of(const ChainRules& rules) {
  return lowest_of(rules.technique) == in_tenths(rules.base);
}
}  // namespace detail
static_assert(detail::has_every_technique());
static_assert(detail::has_score_of(kNishioRules) && detail::has_score_of(kMultipleRules) &&
              detail::has_score_of(kDynamicRules) && detail::has_score_of(kDynamicPlusRules) &&
              detail::has_score_of(kNestedRules<2>));
static_assert(lowest_of(Technique::kForcingXChain) == kLowestChain);

}  // namespace dokumill::explainer
