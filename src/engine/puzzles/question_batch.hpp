// QuestionBatch: finds out whether puzzles have exactly one solution, for many puzzles at a time.
//
// A question may have a known digit: the puzzle has exactly one solution with this digit in its
// cell. So any second solution has another digit in this cell. Engine::find_other() answers such a
// question in half the time that counting takes. For questions without a known digit, and for
// questions that the engine gives up, the batch counts solutions. It does not count them for a
// question with KnownDigit::propagates: if propagation does not find the solution, the answer is
// no, even if the puzzle has exactly one solution.
//
// Memory: the constructor allocates all memory of the batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "engine/solver/other_solution.hpp"

namespace dokumill::puzzles {

class QuestionBatch {
 public:
  // A batch of at most `max` questions.
  explicit QuestionBatch(std::size_t max);

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }

  // The puzzle of the next question, which the caller fills in. Then add() adds this question.
  // REQUIRES: size() is less than `max`.
  Grid& next() { return puzzles_[size_]; }
  // `known` is a digit with which the puzzle has exactly one solution, or {}.
  void add(solver::KnownDigit known) { known_[size_++] = known; }

  // Answers all questions. `with_others`: other() may be called after it. Returns false if the
  // solver was stopped.
  bool answer(Solver& solver, bool with_others = false);
  // Counts the solutions of all puzzles instead, up to `limit`. Returns false if the solver was
  // stopped.
  bool count(Solver& solver, std::uint64_t limit) {
    return solver.count({puzzles_.data(), size_}, {counts_.data(), size_}, limit);
  }
  // REQUIRES: count() returned true.
  std::uint64_t solutions(std::size_t question) const { return counts_[question]; }
  // REQUIRES: answer() returned true.
  bool has_one_solution(std::size_t question) const {
    return answers_[question] == solver::OtherSolution::kNone;
  }
  // A solution without the known digit, or nullptr if none was found. REQUIRES: answer() returned
  // true, and was called with others.
  const Grid* other(std::size_t question) const {
    return others_[question].cells[0] != 0 ? &others_[question] : nullptr;
  }

 private:
  std::size_t size_ = 0;
  std::vector<Grid> puzzles_;
  std::vector<solver::KnownDigit> known_;
  std::vector<solver::OtherSolution> answers_;
  std::vector<Grid> others_;
  // The questions that remain for Solver::count().
  std::vector<std::size_t> unknown_;
  std::vector<Grid> unknown_puzzles_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace dokumill::puzzles
