#include "engine/solver/reference_engine.hpp"

#include "engine/solver/candidates.hpp"
#include "engine/solver/one_puzzle.hpp"
#include "engine/solver/propagate.hpp"
#include "engine/solver/search.hpp"

namespace dokumill::solver {
namespace {

class ReferenceEngine final : public Engine {
 public:
  std::string_view name() const override { return kReferenceEngineName; }

  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    return for_each(puzzles,
                    [&](std::size_t i) { return solve_one(search_, puzzles[i], results[i]); });
  }

  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    return for_each(
        puzzles, [&](std::size_t i) { return count_one(search_, puzzles[i], limit, counts[i]); });
  }

  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    return for_each(puzzles, [&](std::size_t i) {
      const auto visit_this = [&](const Grid& solution) { return visit(i, solution); };
      return enumerate_one(search_, puzzles[i], visit_this);
    });
  }

  bool find_other(std::span<const Grid> puzzles, std::span<const KnownDigit> known,
                  std::span<OtherSolution> answers, std::span<Grid> others) override {
    return for_each(puzzles, [&](std::size_t i) {
      answers[i] = OtherSolution::kUnknown;
      if (known[i].digit == 0 && !known[i].propagates) return true;
      Candidates root = candidates_of(puzzles[i]);
      if (known[i].digit == 0) {
        if (propagate(root) == Verdict::kSolved) answers[i] = OtherSolution::kNone;
        return true;
      }
      remove(root, known[i].cell, known[i].digit);
      search_.start(root);
      const Search::Outcome outcome = search_.next();
      const bool is_found = outcome == Search::Outcome::kSolution;
      answers[i] = is_found ? OtherSolution::kExists : OtherSolution::kNone;
      if (is_found && !others.empty()) others[i] = search_.solution();
      return outcome != Search::Outcome::kStopped;
    });
  }

  const SolverWork& work() const override { return work_; }

 private:
  // Calls `use(index)` for each puzzle until `use` returns false. Returns false if `use` returned
  // false.
  template <class Use>
  bool for_each(std::span<const Grid> puzzles, Use use) {
    bool goes_on = true;
    for (std::size_t i = 0; i < puzzles.size() && goes_on; ++i) {
      goes_on = use(i);
    }
    work_.puzzles += puzzles.size();
    work_.guesses = search_.guesses();
    return goes_on;
  }

  Search search_{&stop_};
  SolverWork work_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine() {
  return std::make_unique<ReferenceEngine>();
}

}  // namespace dokumill::solver
