// The table of levels.
#include <algorithm>
#include <array>

#include "dokumill/rating.hpp"

namespace dokumill {
namespace {

constexpr std::array<LevelInfo, kLevels> kLevelTable{{
    {Level::kEasy, "easy", "简单", 0, 15,
     "Each step looks for the only place of a digit in a box, a row or a column.",
     "每一步只需找出某个数字在宫、行或列中的唯一位置。"},
    {Level::kMedium, "medium", "中等", 16, 25,
     "Each step still places a digit, but for some you have to compare several houses, or to count "
     "the digits that a cell can have.",
     "每一步仍能填入一个数字，但有时要同时看几个宫、行或列，或数清一格的所有候选数。"},
    {Level::kHard, "hard", "困难", 26, 44,
     "Some steps place no digit. They remove candidates: locked candidates, pairs and triplets, "
     "fish and wings.",
     "有些步骤不填数字，只删去候选数：区块、数对和三数组、鱼、翼。"},
    {Level::kExpert, "expert", "专家", 45, 74,
     "Some steps need unique rectangles, large patterns, or one chain of implications.",
     "有些步骤要用唯一矩形、大型图形，或一条推理链。"},
    {Level::kExtreme, "extreme", "极难", 75, kMostScore,
     "Some steps follow several chains at once, or chains inside of chains.",
     "有些步骤要同时推演几条链，甚至链中套链。"},
}};

}  // namespace

std::span<const LevelInfo> levels() {
  return kLevelTable;
}

const LevelInfo& info_of(Level level) {
  return kLevelTable[static_cast<std::size_t>(level)];
}

std::string_view name_of(Level level) {
  return info_of(level).name;
}

Level level_of(int score) {
  const auto* const found = std::ranges::find_if(
      kLevelTable, [score](const LevelInfo& info) { return score <= info.highest; });
  return found == kLevelTable.end() ? Level::kExtreme : found->level;
}

}  // namespace dokumill
