// StepJudge: checks that each step follows from exactly the reasons that it names, and that it
// agrees with the solution. It shares nothing with the code that finds and explains the steps: it
// knows only the definitions of the techniques and the contract in dokumill/explainer.hpp. It is
// slow and simple on purpose.
#pragma once

#include <string>

#include "dokumill/explainer.hpp"
#include "unit/engine/step_judge_board.hpp"

namespace dokumill::testing {

class StepJudge {
 public:
  StepJudge(const Grid& puzzle, const Grid& solution);

  // Judges the step on the current board. If the step is right, applies it and returns "".
  // Otherwise, returns what is wrong, and the board does not change.
  std::string judge(const Step& step);
  bool is_solved() const { return board_.cells == solution_.cells; }

 private:
  void require_truth(const Step& step) const;
  void place(int cell, int digit);

  Grid board_;
  Grid solution_;
  Marks candidates_{};
};

// These functions throw Wrong if the step does not follow from its reasons.

// Checks a step on a board. A step inside a chain may have fewer eliminations than follow.
enum class Place { kPath, kInsideChain };
void judge_step(const Marks& board, const Step& step, Place place);

// Each returns what follows from the step's pattern or from its chains, and checks the score.
Conclusion judge_pattern(const Marks& board, const Step& step);
Conclusion judge_unique_loop(const Marks& board, const Step& step);
Conclusion judge_bug(const Marks& board, const Step& step);
Conclusion judge_chains(const Marks& board, const Step& step);

}  // namespace dokumill::testing
