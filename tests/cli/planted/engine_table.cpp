// The table of engines with the planted bug: each row creates a shipped engine inside a
// WrongEngine.
#define engine_table true_engine_table
#include "engine/solver/engine_table.cpp"
#undef engine_table

#include <array>
#include <utility>
#include <vector>

#include "cli/planted/planted.hpp"

namespace dokumill::solver {
namespace {

class WrongEngine final : public Engine {
 public:
  explicit WrongEngine(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {
    engine_->set_stop([this] { return should_stop(); });
  }
  std::string_view name() const override { return engine_->name(); }
  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    const bool is_done = engine_->solve(puzzles, results);
    const auto& wrong = planted::wrong_answer();
    for (std::size_t i = 0; wrong && i < puzzles.size(); ++i) {
      if (puzzles[i] == wrong->puzzle) results[i] = wrong->result;
    }
    return is_done;
  }
  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    return engine_->count(puzzles, counts, limit);
  }
  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    return engine_->enumerate(puzzles, visit);
  }
  bool find_other(std::span<const Grid> puzzles, std::span<const KnownDigit> known,
                  std::span<OtherSolution> answers, std::span<Grid> others) override {
    return engine_->find_other(puzzles, known, answers, others);
  }
  const SolverWork& work() const override { return engine_->work(); }

 private:
  std::unique_ptr<Engine> engine_;
};

template <std::size_t kRow>
std::unique_ptr<Engine> make_wrong_engine() {
  return std::make_unique<WrongEngine>(true_engine_table()[kRow].create());
}

template <std::size_t... kRows>
std::vector<EngineEntry> wrong_engines(std::index_sequence<kRows...>) {
  constexpr std::unique_ptr<Engine> (*kMakers[])() = {make_wrong_engine<kRows>...};
  std::vector<EngineEntry> table;
  for (const EngineEntry& entry : true_engine_table()) {
    table.push_back(entry);
    table.back().create = kMakers[table.size() - 1];
  }
  return table;
}

}  // namespace

std::span<const EngineEntry> engine_table() {
  static const std::vector<EngineEntry> table =
      wrong_engines(std::make_index_sequence<std::size(kEngines)>());
  return table;
}

}  // namespace dokumill::solver
