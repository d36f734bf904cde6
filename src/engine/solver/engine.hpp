// Engine: the interface of a solving method, and the table of all engines.
//
// To add an engine, derive from Engine and add a row to engine_table.cpp. All engines give the same
// results (see solver.hpp). The tests run every row of the table.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "dokumill/solver.hpp"
#include "engine/solver/other_solution.hpp"
#include "engine/solver/stop_request.hpp"

namespace dokumill::solver {

// Memory: only EngineEntry::create() allocates.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;
  void set_stop(std::function<bool()> should_stop) { stop_.ask(std::move(should_stop)); }
  bool should_stop() const { return stop_.is_made(); }

  // solve(), count() and enumerate() do the work of the functions of Solver with the same names.
  // REQUIRES (count): all counts are 0, and the limit is not 0.
  virtual bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) = 0;
  virtual bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
                     std::uint64_t limit) = 0;
  virtual bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) = 0;
  // For each puzzle, answers the question whether it has a solution besides a known one. The answer
  // for puzzles[i] is answers[i]. The known solution is the only one with the digit known[i].digit
  // in the cell known[i].cell. If known[i].digit is 0, no digit is known, and the answer is
  // kUnknown, with one exception: if known[i].propagates is set and the engine solves the puzzle
  // without a guess, the answer is kNone. An engine may answer kUnknown to any question. If
  // `others` is not empty and the answer is kExists, others[i] is the solution that was found.
  // Returns false if the call was stopped. REQUIRES: the sizes are equal, but `others` may be
  // empty; puzzles[i] has exactly one solution with the known digit, or at least one solution if no
  // digit is known.
  virtual bool find_other(std::span<const Grid> puzzles, std::span<const KnownDigit> known,
                          std::span<OtherSolution> answers, std::span<Grid> others) = 0;
  virtual const SolverWork& work() const = 0;

 protected:
  StopRequest stop_;
};

struct EngineEntry {
  std::string_view name;
  std::string_view description;
  bool (*is_available)();  // on this processor
  std::unique_ptr<Engine> (*create)();
};

// All engines, best first. The last one is available on every processor.
std::span<const EngineEntry> engine_table();

}  // namespace dokumill::solver
