// Solver: solutions of one puzzle or of many, exactly: none, one, or several; their number.
//
// To solve, every puzzle is searched until a second solution is found or excluded. Of several
// solutions the lexicographically smallest (row-major order) is returned, so an answer depends on
// the puzzle alone: not on the engine, the neighbours in the batch or the machine. There is no
// giving up and no time limit; a caller may ask to stop.
//
// Thread safety: a Solver is a workspace of one thread; different Solvers may run at the same time.
// engines() is a constant. Memory: a Solver allocates when it is created and never while it
// searches.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

enum class Solutions : std::uint8_t { kNone, kOne, kSeveral };

struct SolveResult {
  Grid solution;  // the only or the lexicographically smallest solution; the puzzle itself when
                  // there is none
  Solutions solutions;  // contradictory givens are kNone
};

// One way to solve. All engines give the same results.
struct EngineInfo {
  std::string_view name;         // what `--engine` takes
  std::string_view description;  // a few words
  bool is_available;             // on this processor
};

// All engines of this build, the preferred ones first.
std::span<const EngineInfo> engines();

// Work done since the Solver was created: counts that repeat exactly, on every machine. The guesses
// of a puzzle with one or no solution depend on the puzzle and the kind of engine alone; with
// several solutions, where the search ends early, and for sweeps the batch matters, too. So it does
// with the engine "auto", which treats calls for one puzzle differently.
struct SolverWork {
  std::uint64_t puzzles = 0;  // handed over
  std::uint64_t guesses = 0;  // branches of the search, the proof of uniqueness included
  std::uint64_t sweeps = 0;   // propagation steps of all lanes; engines without lanes count none
};

class SolutionVisitor;

// An object with `bool operator()(std::size_t puzzle, const Grid& solution)`.
template <class Object>
concept VisitsSolutions = std::predicate<Object&, std::size_t, const Grid&> &&
    std::is_object_v<std::remove_reference_t<Object>> &&
    !std::same_as<std::remove_cvref_t<Object>, SolutionVisitor>;

// What enumerate() calls for each solution: an object that says whether to go on. Refers to it and
// does not own it, so that a call allocates nothing, whatever a lambda captures; std::function
// would.
class SolutionVisitor {
 public:
  template <VisitsSolutions Object>
  SolutionVisitor(Object&& object)  // implicit: a lambda is passed as it is
      : object_(std::addressof(object)),
        call_([](const void* referred, std::size_t puzzle, const Grid& solution) {
          using Type = std::remove_reference_t<Object>;
          return bool((*static_cast<Type*>(const_cast<void*>(referred)))(puzzle, solution));
        }) {}

  bool operator()(std::size_t puzzle, const Grid& solution) const {
    return call_(object_, puzzle, solution);
  }

 private:
  const void* object_;
  bool (*call_)(const void* object, std::size_t puzzle, const Grid& solution);
};

namespace solver {
class Engine;
}

class Solver {
 public:
  // `engine` is a name from engines() or "auto" for the first available one. With "auto", a call
  // for one puzzle begins with the search of the engine "reference", which is twice as fast there
  // unless the puzzle is hard; engine() names the first available one all the same. Unknown or
  // unavailable: kUsage, with the list.
  static Result<Solver> create(std::string_view engine = "auto");

  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  std::string_view engine() const;

  // `should_stop` is asked when a call begins and then every few milliseconds at most, wherever the
  // search is; when it returns true the call ends. An empty function, as in a new Solver: never.
  // It may throw. Calls for one puzzle that return no bool cannot report that they were stopped.
  void set_stop(std::function<bool()> should_stop);

  // Solves `puzzles[i]` into `results[i]`. False: it was stopped, and the results are unspecified;
  // or the sizes differ, and nothing is written. Every cell value should be 0..9: the result of a
  // puzzle with another value is unspecified, and depends on the engine. Nothing else is affected.
  // (solve_many() in batch.hpp checks the values.)
  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results);
  SolveResult solve(const Grid& puzzle);

  // The number of solutions of `puzzles[i]`, at most `limit`, into `counts[i]`. A puzzle's search
  // ends at its limit, whatever the others need. False: it was stopped, and the counts are what was
  // found so far; or the sizes differ, and nothing is written. With limit 0 every count is 0. Cell
  // values: as for solve().
  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts, std::uint64_t limit);
  std::uint64_t count(const Grid& puzzle, std::uint64_t limit);

  // Calls `visit(i, solution)` for every solution of `puzzles[i]`, exactly once each, in an order
  // that depends on the engine; solutions of different puzzles come mixed. False: `visit` returned
  // false, and was not called again, or it was stopped. `visit` may throw, and must not use this
  // Solver. Cell values: as for solve().
  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit);
  bool enumerate(const Grid& puzzle, SolutionVisitor visit);

  const SolverWork& work() const;

 private:
  explicit Solver(std::unique_ptr<solver::Engine> engine);
  std::unique_ptr<solver::Engine> engine_;
};

}  // namespace dokumill
