// Workloads that solve sets of sample puzzles in memory. Each puzzle is searched for a second
// solution.
#include <span>

#include "cli/bench/digest.hpp"
#include "cli/bench/workload.hpp"
#include "dokumill/many.hpp"
#include "engine/puzzles/sample_puzzles.hpp"

namespace dokumill::throughput {
namespace {

using puzzles::SampleKind;

struct Set {
  std::string_view name;
  std::string_view about;
  SampleKind kind;
  std::size_t puzzles;  // solving them all takes 10 to 20 ms on a processor of 2024 with AVX-512
  GridKind expected;
};

constexpr Set kSets[] = {
    {"easy", "33 clues", SampleKind::kEasy, std::size_t{1} << 18, GridKind::kUnique},
    {"minimal", "no clue can go", SampleKind::kMinimal, std::size_t{1} << 17, GridKind::kUnique},
    {"hard", "minimal, with many guesses", SampleKind::kHard, std::size_t{1} << 13,
     GridKind::kUnique},
    {"several", "several solutions, the smallest is found", SampleKind::kSeveral,
     std::size_t{1} << 15, GridKind::kMultiple},
};

std::string_view bytes_of(std::span<const Grid> grids) {
  return {reinterpret_cast<const char*>(grids.data()), grids.size_bytes()};
}

class SolveWorkload final : public Workload {
 public:
  SolveWorkload(const Set& set, const WorkloadContext& context)
      : Workload({set.name, set.about, "puzzles"}), set_(set), context_(context) {}

  Result<Fingerprint> prepare() override {
    Result<std::vector<Grid>> made =
        puzzles::sample_puzzles(set_.kind, 1, set_.puzzles, context_.should_stop);
    if (!made.ok()) return made.status();
    puzzles_ = *std::move(made);
    results_.resize(puzzles_.size());
    records_ = puzzles_.size();
    Result<Solver> solver = Solver::create(context_.engine);
    if (!solver.ok()) return solver.status();
    solver->set_stop(context_.should_stop);
    if (!solver->solve(puzzles_, results_)) return Status(ErrorCode::kInterrupted, "interrupted");
    Digest input;
    input.add(bytes_of(puzzles_));
    return Fingerprint{
        input.value(), 0, {{"guesses", solver->work().guesses}, {"sweeps", solver->work().sweeps}}};
  }

  Status pass(int threads) override {
    return solve_many(puzzles_, results_, {threads, context_.engine, context_.should_stop});
  }

  Result<std::uint64_t> output_digest() override {
    Digest output;
    for (const SolveResult& result : results_) {
      if (result.solutions != set_.expected) {
        return Status(ErrorCode::kSelfCheck, "a puzzle has another number of solutions");
      }
      output.add(bytes_of({&result.solution, 1}));
    }
    return output.value();
  }

 private:
  Set set_;
  WorkloadContext context_;
  std::vector<Grid> puzzles_;
  std::vector<SolveResult> results_;
};

}  // namespace

void add_solve_workloads(const WorkloadContext& context, Workloads& all) {
  for (const Set& set : kSets) all.push_back(std::make_unique<SolveWorkload>(set, context));
}

}  // namespace dokumill::throughput
