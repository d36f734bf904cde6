#include "solver/reference_engine.hpp"

#include <cassert>

#include "solver/candidates.hpp"
#include "solver/search.hpp"
#include "solver/smallest_solution.hpp"

namespace dokumill::solver {
namespace {

class ReferenceEngine final : public Engine {
 public:
  std::string_view name() const override { return kReferenceEngineName; }

  void solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    assert(puzzles.size() == results.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) results[i] = solve_one(puzzles[i]);
    note_work(puzzles.size());
  }

  void count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      search_.start(candidates_of(puzzles[i]));
      counts[i] = 0;
      while (counts[i] < limit && search_.next() == Search::Outcome::kSolution) ++counts[i];
    }
    note_work(puzzles.size());
  }

  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    bool goes_on = true;
    for (std::size_t i = 0; i < puzzles.size() && goes_on; ++i) {
      search_.start(candidates_of(puzzles[i]));
      while (goes_on && search_.next() == Search::Outcome::kSolution) {
        goes_on = visit(i, search_.solution());
      }
    }
    note_work(puzzles.size());
    return goes_on;
  }

  const SolverWork& work() const override { return work_; }

 private:
  SolveResult solve_one(const Grid& puzzle) {
    const Candidates root = candidates_of(puzzle);
    search_.start(root);
    if (search_.next() != Search::Outcome::kSolution) return {puzzle, Solutions::kNone};
    const Grid first = search_.solution();
    if (search_.next() != Search::Outcome::kSolution) return {first, Solutions::kOne};
    return {smallest_solution(search_, root, first), Solutions::kSeveral};
  }

  void note_work(std::uint64_t puzzles) {
    work_.puzzles += puzzles;
    work_.guesses = search_.guesses();
  }

  Search search_;
  SolverWork work_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine() {
  return std::make_unique<ReferenceEngine>();
}

}  // namespace dokumill::solver
