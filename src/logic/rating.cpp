// rate(): follows next_step() to the end of a puzzle and keeps the hardest technique.
#include <algorithm>

#include "dokumill/logic.hpp"
#include "logic/rate_at.hpp"
#include "solver/candidates.hpp"
#include "solver/propagate.hpp"

namespace dokumill {
namespace {

void add_step(const Step& step, Rating& rating) {
  const TechniqueInfo& info = info_of(step.technique);
  ++rating.steps[static_cast<std::size_t>(step.technique)];
  rating.hardest = std::max(rating.hardest, step.technique);
  rating.level = std::max(rating.level, info.level);
  rating.score = std::max(rating.score, info.score);
}

}  // namespace

Rating rate(const Grid& puzzle) {
  Rating rating;
  rating.clues = count_clues(puzzle);
  LogicState state(puzzle);
  for (Step step; next_step(state, step); state.apply(step)) add_step(step, rating);
  return rating;
}

std::optional<Rating> logic::rate_at(const Grid& puzzle, Level level) {
  // next_step() tries singles and locked candidates first, in whatever order. If they solve the
  // puzzle alone, they are all that it needs. propagate() knows these techniques only, and takes a
  // microsecond.
  if (level > Level::kMedium) {
    solver::Candidates node = solver::candidates_of(puzzle);
    if (solver::propagate(node) == solver::Verdict::kSolved) return std::nullopt;
  }
  Rating rating;
  rating.clues = count_clues(puzzle);
  LogicState state(puzzle);
  for (Step step; next_step_up_to(state, level, step); state.apply(step)) {
    if (info_of(step.technique).level > level) return std::nullopt;
    add_step(step, rating);
  }
  if (!state.is_solved() || rating.level != level) return std::nullopt;
  return rating;
}

}  // namespace dokumill
