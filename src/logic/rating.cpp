// rate() takes the steps of next_step() until the puzzle is solved, and keeps the hardest
// technique. rate_at() does the same for puzzles of one level.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "dokumill/logic.hpp"
#include "logic/cell_set.hpp"
#include "logic/rate_at.hpp"
#include "solver/candidates.hpp"
#include "solver/propagate.hpp"

namespace dokumill {

// Makes the LogicState of a node (solver/candidates.hpp). REQUIRES: the node has stalled, so every
// cell with one candidate is in node.solved.
struct logic::StateOfNode {
  static LogicState make(const solver::Candidates& node) {
    LogicState state;
    state.open_ = kCells - CellSet(node.solved).count();
    for (int d = 0; d < kDigits; ++d) {
      CellSet(node.places[d] & node.solved).for_each([&](int cell) {
        state.grid_.cells[cell] = static_cast<std::uint8_t>(d + 1);
      });
      const solver::Bands open = node.places[d] & ~node.solved;
      std::memcpy(state.places_[d].data(), &open, sizeof open);
    }
    state.set_candidates();
    return state;
  }
};

namespace {

void add_step(const Step& step, Rating& rating) {
  const TechniqueInfo& info = info_of(step.technique);
  ++rating.steps[static_cast<std::size_t>(step.technique)];
  rating.hardest = std::max(rating.hardest, step.technique);
  rating.level = std::max(rating.level, info.level);
  rating.score = std::max(rating.score, info.score);
}

void apply(const Step& step, solver::Candidates& node) {
  if (step.placement) {
    solver::keep_only(node, step.placement->cell.index(), step.placement->digit.value());
  }
  for (const Candidate& gone : step.eliminations) {
    solver::remove(node, gone.cell.index(), gone.digit.value());
  }
}

// Returns false only if the level that rate() returns is not `level`. `others` gets the steps that
// are neither singles nor locked candidates, up to the first expert step.
//
// next_step() tries singles and locked candidates first. These techniques lead to the same state,
// whatever the order in which they are applied. propagate() applies exactly these techniques, and
// finds this state in a microsecond. So the steps of other techniques are the same as in rate().
bool may_have_level(const Grid& puzzle, Level level, std::vector<Step>& others) {
  solver::Candidates node = solver::candidates_of(puzzle);
  if (solver::propagate(node) == solver::Verdict::kSolved) return level <= Level::kMedium;
  if (level == Level::kEasy) return false;
  Level most = Level::kMedium;
  do {
    Step& step = others.emplace_back();
    if (!logic::next_step_after_locked(logic::StateOfNode::make(node), level, step)) return false;
    most = std::max(most, info_of(step.technique).level);
    if (most > level) return false;
    if (most == Level::kExpert) return true;  // no level is higher
    apply(step, node);
  } while (solver::propagate(node) == solver::Verdict::kStalled);
  return most == level;
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
  std::vector<Step> others;
  if (!may_have_level(puzzle, level, others)) return std::nullopt;
  Rating rating;
  rating.clues = count_clues(puzzle);
  LogicState state(puzzle);
  Step step;
  for (auto other = others.cbegin(); !state.is_solved(); state.apply(step)) {
    if (!next_single_or_locked(state, step)) {
      if (other != others.cend()) {
        step = *other++;
      } else if (!next_step_after_locked(state, level, step)) {
        return std::nullopt;
      }
    }
    if (info_of(step.technique).level > level) return std::nullopt;
    add_step(step, rating);
  }
  if (rating.level != level) return std::nullopt;
  return rating;
}

}  // namespace dokumill
