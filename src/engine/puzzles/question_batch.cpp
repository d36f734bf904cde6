#include "engine/puzzles/question_batch.hpp"

#include "engine/solver/engine.hpp"
#include "engine/solver/engine_of.hpp"

namespace dokumill::puzzles {

using solver::OtherSolution;

QuestionBatch::QuestionBatch(std::size_t max)
    : puzzles_(max),
      known_(max),
      answers_(max),
      others_(max),
      unknown_(max),
      unknown_puzzles_(max),
      counts_(max) {}

bool QuestionBatch::answer(Solver& solver, bool with_others) {
  solver::Engine& engine = solver::EngineAccess::engine_of(solver);
  if (engine.should_stop() ||
      !engine.find_other({puzzles_.data(), size_}, {known_.data(), size_}, {answers_.data(), size_},
                         {others_.data(), with_others ? size_ : 0})) {
    return false;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    if (answers_[i] != OtherSolution::kUnknown) continue;
    others_[i] = {};
    if (known_[i].propagates) continue;
    unknown_puzzles_[count] = puzzles_[i];
    unknown_[count++] = i;
  }
  if (!solver.count({unknown_puzzles_.data(), count}, {counts_.data(), count}, 2)) return false;
  for (std::size_t k = 0; k < count; ++k) {
    answers_[unknown_[k]] = counts_[k] == 1 ? OtherSolution::kNone : OtherSolution::kExists;
  }
  return true;
}

}  // namespace dokumill::puzzles
