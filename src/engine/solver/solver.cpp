#include "dokumill/solver.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/printable.hpp"
#include "engine/solver/auto_engine.hpp"
#include "engine/solver/engine.hpp"

namespace dokumill {
namespace {

Status unknown_engine(std::string_view name, std::string_view problem) {
  std::string message =
      "engine '" + printable(name) + "' is " + std::string(problem) + ", expected one of: auto";
  for (const EngineInfo& engine : engines()) {
    if (engine.is_available) message.append(", ").append(engine.name);
  }
  return {ErrorCode::kUsage, std::move(message)};
}

}  // namespace

std::span<const EngineInfo> engines() {
  static const std::vector<EngineInfo> infos = [] {
    std::vector<EngineInfo> list;
    for (const solver::EngineEntry& entry : solver::engine_table()) {
      list.push_back({entry.name, entry.description, entry.is_available()});
    }
    return list;
  }();
  return infos;
}

Result<Solver> Solver::create(std::string_view engine) {
  for (const solver::EngineEntry& entry : solver::engine_table()) {
    if (engine != "auto" && engine != entry.name) continue;
    if (entry.is_available()) {
      std::unique_ptr<solver::Engine> created = entry.create();
      return Solver(engine == "auto" ? solver::make_auto_engine(std::move(created))
                                     : std::move(created));
    }
    if (engine != "auto") return unknown_engine(engine, "not available on this processor");
  }
  return unknown_engine(engine, "unknown");
}

Solver::Solver(std::unique_ptr<solver::Engine> engine) : engine_(std::move(engine)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

std::string_view Solver::engine() const {
  return engine_->name();
}

void Solver::set_stop(std::function<bool()> should_stop) {
  engine_->set_stop(std::move(should_stop));
}

bool Solver::solve(std::span<const Grid> puzzles, std::span<SolveResult> results) {
  if (puzzles.size() != results.size()) return false;
  return !engine_->should_stop() && engine_->solve(puzzles, results);
}

SolveResult Solver::solve(const Grid& puzzle) {
  SolveResult result{puzzle, GridKind::kUnsolvable};
  solve(std::span(&puzzle, 1), std::span(&result, 1));
  return result;
}

bool Solver::count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                   std::uint64_t limit) {
  if (puzzles.size() != counts.size()) return false;
  std::fill(counts.begin(), counts.end(), 0);
  if (engine_->should_stop()) return false;
  return limit == 0 || engine_->count(puzzles, counts, limit);
}

std::uint64_t Solver::count(const Grid& puzzle, std::uint64_t limit) {
  std::uint64_t found = 0;
  count(std::span(&puzzle, 1), std::span(&found, 1), limit);
  return found;
}

bool Solver::enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) {
  return !engine_->should_stop() && engine_->enumerate(puzzles, visit);
}

bool Solver::enumerate(const Grid& puzzle, SolutionVisitor visit) {
  return enumerate(std::span(&puzzle, 1), visit);
}

const SolverWork& Solver::work() const {
  return engine_->work();
}

}  // namespace dokumill
