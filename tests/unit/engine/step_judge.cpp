#include "unit/engine/step_judge.hpp"

namespace dokumill::testing {

StepJudge::StepJudge(const Grid& puzzle, const Grid& solution) : solution_(solution) {
  candidates_.fill(0x3fe);
  for (int cell = 0; cell < 81; ++cell) {
    const int digit = puzzle.cells[cell];
    if (digit != 0) place(cell, digit);
  }
}

void StepJudge::place(int cell, int digit) {
  board_.cells[cell] = static_cast<std::uint8_t>(digit);
  candidates_[cell] = 0;
  for (int other = 0; other < 81; ++other) {
    if (sees(cell, other)) candidates_[other] &= ~bit(digit);
  }
}

std::string StepJudge::judge(const Step& step) {
  try {
    require_truth(step);
    judge_step(candidates_, step, Place::kPath);
  } catch (const Wrong& wrong) {
    return std::string(info_of(step.technique).name) + ": " + wrong.what;
  }
  candidates_ = without(candidates_, marks_of(step.eliminations));
  if (step.placement) place(step.placement->cell.index(), step.placement->digit.value());
  return "";
}

void StepJudge::require_truth(const Step& step) const {
  const auto is_true = [&](Candidate one) {
    return solution_.cells[one.cell.index()] == one.digit.value();
  };
  for (const Candidate gone : step.eliminations) {
    require(!is_true(gone), "removes a digit of the solution");
  }
  require(!step.placement || is_true(*step.placement), "places a wrong digit");
}

void judge_step(const Marks& board, const Step& step, Place place) {
  require(step.placement || !step.eliminations.empty(), "changes nothing");
  require(std::is_sorted(step.eliminations.begin(), step.eliminations.end()),
          "the eliminations are not in order");
  const Marks gone = marks_of(step.eliminations);
  require(is_subset(gone, board), "removes what is not there");
  require(!step.placement || has(board, *step.placement), "places what is not there");
  const bool is_pattern = step.proof == Proof::kPattern;
  require(is_pattern == (step.technique < Technique::kXCycle ||
                         step.technique == Technique::kAlignedTripletExclusion),
          "the proof is not one of the technique");
  const Conclusion follows = is_pattern ? judge_pattern(board, step) : judge_chains(board, step);
  require(step.placement == follows.placement, "places something else than what follows");
  require(place == Place::kInsideChain ? is_subset(gone, follows.gone) : gone == follows.gone,
          "removes something else than what follows");
}

}  // namespace dokumill::testing
