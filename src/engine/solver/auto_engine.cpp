#include "engine/solver/auto_engine.hpp"

#include <cstdint>
#include <utility>

#include "engine/solver/one_puzzle.hpp"
#include "engine/solver/search.hpp"

namespace dokumill::solver {
namespace {

// After this number of guesses, the scalar search leaves a puzzle to the lanes.
constexpr std::uint64_t kGuesses = 4;

class AutoEngine final : public Engine {
 public:
  explicit AutoEngine(std::unique_ptr<Engine> lanes) : lanes_(std::move(lanes)) {
    lanes_->set_stop([this] { return should_stop(); });
  }

  std::string_view name() const override { return lanes_->name(); }

  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    if (puzzles.size() != 1) return lanes_->solve(puzzles, results);
    const Attempt attempt = try_to_solve(search_, puzzles[0], kGuesses, results[0]);
    if (attempt == Attempt::kBudgetSpent) return lanes_->solve(puzzles, results);
    ++alone_;
    return attempt == Attempt::kDone;
  }

  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    if (puzzles.size() != 1) return lanes_->count(puzzles, counts, limit);
    const Attempt attempt = try_to_count(search_, puzzles[0], limit, kGuesses, counts[0]);
    if (attempt == Attempt::kBudgetSpent) {
      counts[0] = 0;
      return lanes_->count(puzzles, counts, limit);
    }
    ++alone_;
    return attempt == Attempt::kDone;
  }

  // The search for all solutions keeps the lanes busy, so the scalar search is not tried first.
  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    return lanes_->enumerate(puzzles, visit);
  }

  bool find_other(std::span<const Grid> puzzles, std::span<const KnownDigit> known,
                  std::span<OtherSolution> answers, std::span<Grid> others) override {
    return lanes_->find_other(puzzles, known, answers, others);
  }

  const SolverWork& work() const override {
    const SolverWork& of_lanes = lanes_->work();
    work_ = {of_lanes.puzzles + alone_, of_lanes.guesses + search_.guesses(), of_lanes.sweeps};
    return work_;
  }

 private:
  std::unique_ptr<Engine> lanes_;
  Search search_{&stop_};
  std::uint64_t alone_ = 0;  // puzzles that never reached the lanes
  mutable SolverWork work_;  // what work() returned last
};

}  // namespace

std::unique_ptr<Engine> make_auto_engine(std::unique_ptr<Engine> lanes) {
  return std::make_unique<AutoEngine>(std::move(lanes));
}

}  // namespace dokumill::solver
