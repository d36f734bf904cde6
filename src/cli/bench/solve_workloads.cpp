// Workloads that solve, rate or canonize sets of sample puzzles in memory. The solver searches each
// puzzle for a second solution.
#include <array>
#include <span>

#include "cli/bench/digest.hpp"
#include "cli/bench/workload.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/many.hpp"
#include "dokumill/rating.hpp"
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

// A workload whose input is a set of sample puzzles.
class SampleWorkload : public Workload {
 protected:
  SampleWorkload(const WorkloadInfo& info, const WorkloadContext& context)
      : Workload(info), context_(context) {}

  // Makes the puzzles, and sets the digest of the input.
  Status make_puzzles(SampleKind kind, std::size_t count, Fingerprint& fingerprint) {
    records_ = context_.share(count);
    Result<std::vector<Grid>> made =
        puzzles::sample_puzzles(kind, 1, records_, context_.should_stop);
    if (!made.ok()) return made.status();
    puzzles_ = *std::move(made);
    Digest input;
    input.add(bytes_of(puzzles_));
    fingerprint.input = input.value();
    return {};
  }

  ManyOptions many_options(int threads) const {
    return {threads, context_.engine, context_.should_stop};
  }
  bool is_stopping() const { return context_.should_stop && context_.should_stop(); }

  WorkloadContext context_;
  std::vector<Grid> puzzles_;
};

Status interrupted() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

class SolveWorkload final : public SampleWorkload {
 public:
  SolveWorkload(const Set& set, const WorkloadContext& context)
      : SampleWorkload({set.name, set.about, "puzzles"}, context), set_(set) {}

  Result<Fingerprint> prepare() override {
    Fingerprint fingerprint;
    Status status = make_puzzles(set_.kind, set_.puzzles, fingerprint);
    if (!status.ok()) return status;
    results_.resize(puzzles_.size());
    Result<Solver> solver = Solver::create(context_.engine);
    if (!solver.ok()) return solver.status();
    solver->set_stop(context_.should_stop);
    if (!solver->solve(puzzles_, results_)) return interrupted();
    fingerprint.counts = {{"guesses", solver->work().guesses}, {"sweeps", solver->work().sweeps}};
    return fingerprint;
  }

  Status pass(int threads) override {
    return solve_many(puzzles_, results_, many_options(threads));
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
  std::vector<SolveResult> results_;
};

class RateWorkload final : public SampleWorkload {
 public:
  explicit RateWorkload(const WorkloadContext& context)
      : SampleWorkload({"rate", "rate minimal puzzles", "puzzles"}, context) {}

  Result<Fingerprint> prepare() override {
    Fingerprint fingerprint;
    Status status = make_puzzles(SampleKind::kMinimal, kPuzzles, fingerprint);
    if (!status.ok()) return status;
    ratings_.resize(puzzles_.size());
    Rater rater;
    for (const Grid& puzzle : puzzles_) {
      if (is_stopping()) return interrupted();
      rater.rate(puzzle);
    }
    fingerprint.counts = {{"searches", rater.work().searches},
                          {"assumptions", rater.work().assumptions}};
    return fingerprint;
  }

  Status pass(int threads) override { return rate_many(puzzles_, ratings_, many_options(threads)); }

  Result<std::uint64_t> output_digest() override {
    Digest output;
    for (const PuzzleRating& rating : ratings_) {
      const std::array<std::uint16_t, 4> numbers{rating.score, rating.pearl, rating.diamond,
                                                 static_cast<std::uint16_t>(rating.hardest)};
      for (const std::uint16_t number : numbers) {
        const std::array<char, 2> bytes{static_cast<char>(number & 255),
                                        static_cast<char>(number >> 8)};
        output.add({bytes.data(), bytes.size()});
      }
    }
    return output.value();
  }

 private:
  static constexpr std::size_t kPuzzles = 512;
  std::vector<PuzzleRating> ratings_;
};

class CanonWorkload final : public SampleWorkload {
 public:
  explicit CanonWorkload(const WorkloadContext& context)
      : SampleWorkload({"canon", "canonical forms of minimal puzzles", "puzzles"}, context) {}

  Result<Fingerprint> prepare() override {
    Fingerprint fingerprint;
    Status status = make_puzzles(SampleKind::kMinimal, kPuzzles, fingerprint);
    if (!status.ok()) return status;
    forms_.resize(puzzles_.size());
    Canonizer canonizer;
    canonizer.set_stop(context_.should_stop);
    for (const Grid& puzzle : puzzles_) {
      canonizer.canonize(puzzle);
      if (canonizer.is_stopped()) return interrupted();
    }
    fingerprint.counts = {{"tries", canonizer.tries()}};
    return fingerprint;
  }

  Status pass(int threads) override {
    return canonize_many(puzzles_, forms_, {}, {}, many_options(threads));
  }

  Result<std::uint64_t> output_digest() override {
    Digest output;
    output.add(bytes_of(forms_));
    return output.value();
  }

 private:
  static constexpr std::size_t kPuzzles = std::size_t{1} << 13;
  std::vector<Grid> forms_;
};

}  // namespace

void add_solve_workloads(const WorkloadContext& context, Workloads& all) {
  for (const Set& set : kSets) all.push_back(std::make_unique<SolveWorkload>(set, context));
  all.push_back(std::make_unique<RateWorkload>(context));
  all.push_back(std::make_unique<CanonWorkload>(context));
}

}  // namespace dokumill::throughput
