// rate(): follows next_step() to the end of a puzzle and keeps the hardest technique.
#include <algorithm>

#include "dokumill/logic.hpp"

namespace dokumill {

Rating rate(const Grid& puzzle) {
  Rating rating;
  rating.clues = count_clues(puzzle);
  LogicState state(puzzle);
  for (Step step; next_step(state, step); state.apply(step)) {
    const TechniqueInfo& info = info_of(step.technique);
    ++rating.steps[static_cast<std::size_t>(step.technique)];
    rating.hardest = std::max(rating.hardest, step.technique);
    rating.level = std::max(rating.level, info.level);
    rating.score = std::max(rating.score, info.score);
  }
  return rating;
}

}  // namespace dokumill
