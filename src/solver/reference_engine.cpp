#include "solver/reference_engine.hpp"

#include "solver/candidates.hpp"
#include "solver/search.hpp"
#include "solver/smallest_solution.hpp"

namespace dokumill::solver {
namespace {

class ReferenceEngine final : public Engine {
 public:
  std::string_view name() const override { return kReferenceEngineName; }

  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    return for_each(puzzles, [&](std::size_t i) { return solve_one(puzzles[i], results[i]); });
  }

  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    return for_each(puzzles, [&](std::size_t i) {
      Outcome outcome = Outcome::kSolution;
      while (counts[i] < limit && (outcome = search_.next()) == Outcome::kSolution) ++counts[i];
      return outcome != Outcome::kStopped;
    });
  }

  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    return for_each(puzzles, [&](std::size_t i) {
      Outcome outcome;
      while ((outcome = search_.next()) == Outcome::kSolution) {
        if (!visit(i, search_.solution())) return false;
      }
      return outcome != Outcome::kStopped;
    });
  }

  const SolverWork& work() const override { return work_; }

 private:
  using Outcome = Search::Outcome;

  // Starts the search of each puzzle and calls `use(its index)` until that returns false. Returns
  // whether it never did.
  template <class Use>
  bool for_each(std::span<const Grid> puzzles, Use use) {
    bool goes_on = true;
    for (std::size_t i = 0; i < puzzles.size() && goes_on; ++i) {
      search_.start(candidates_of(puzzles[i]));
      goes_on = use(i);
    }
    work_.puzzles += puzzles.size();
    work_.guesses = search_.guesses();
    return goes_on;
  }

  // False: it was stopped. REQUIRES: the search of the puzzle was started.
  bool solve_one(const Grid& puzzle, SolveResult& result) {
    Outcome outcome = search_.next();
    if (outcome != Outcome::kSolution) {
      result = {puzzle, Solutions::kNone};
      return outcome == Outcome::kEnd;
    }
    result = {search_.solution(), Solutions::kOne};
    outcome = search_.next();
    if (outcome != Outcome::kSolution) return outcome == Outcome::kEnd;
    const auto smallest = smallest_solution(search_, candidates_of(puzzle), result.solution);
    if (!smallest) return false;
    result = {*smallest, Solutions::kSeveral};
    return true;
  }

  Search search_{&stop_};
  SolverWork work_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine() {
  return std::make_unique<ReferenceEngine>();
}

}  // namespace dokumill::solver
