// Solver: finds, counts and enumerates the solutions of one puzzle or of many, exactly. A
// SolutionLister, at the end of this file, lists them in increasing order.
//
// solve() searches every puzzle until it finds a second solution or proves that there is no second
// one. If a puzzle has several solutions, solve() returns the lexicographically smallest one
// (row-major order). So the answer depends on the puzzle alone, not on the engine, the other
// puzzles of the call or the machine. The solver never gives up and has no time limit, but you can
// cancel a call with set_stop().
//
// Thread safety: a Solver is the workspace of one thread; several threads can each use their own.
// engines() is a constant. Memory: a Solver allocates when it is created and never while it
// searches.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

struct SolveResult {
  Grid solution;       // the only or the smallest solution; with kUnsolvable, the puzzle itself
  GridKind solutions;  // kUnsolvable also for contradictory givens
};

// An engine is one implementation of the search. All engines give the same results.
struct EngineInfo {
  std::string_view name;         // for Solver::create() and `--engine`
  std::string_view description;  // a short phrase
  bool is_available;             // on this processor
};

// All engines of this build, in order of preference.
std::span<const EngineInfo> engines();

// The work done since the Solver was created. The same calls give the same counts on every machine.
//
// Guesses for a puzzle with one or no solution: they depend only on the puzzle and the kind of
// engine, with one exception. If the first puzzles of a call are easy, avx512 and avx2 begin to use
// bit planes. A few puzzles that take a guess in the lanes take none in the planes.
//
// Guesses for a puzzle with several solutions: the search ends before all branches are searched.
// How many guesses it has taken by then also depends on the other puzzles of the call.
//
// Sweeps: for any puzzle, they depend on the other puzzles of the call.
//
// The engine "auto" handles a call for one puzzle differently. So with this engine, the guesses for
// any puzzle also depend on whether the call has other puzzles.
struct SolverWork {
  std::uint64_t puzzles = 0;  // puzzles passed to the Solver
  std::uint64_t guesses = 0;  // branches of the search, including the proof of uniqueness
  std::uint64_t sweeps = 0;   // propagation steps of all lanes or bit planes; 0 without lanes
};

class SolutionVisitor;

// An object that can be called as `bool(std::size_t puzzle, const Grid& solution)`.
template <class Object>
concept VisitsSolutions = std::predicate<Object&, std::size_t, const Grid&> &&
    std::is_object_v<std::remove_reference_t<Object>> &&
    !std::same_as<std::remove_cvref_t<Object>, SolutionVisitor>;

// A reference to the object that enumerate() calls for each solution. The object returns true to
// continue. SolutionVisitor does not own the object, so, unlike std::function, it never allocates,
// whatever a lambda captures.
class SolutionVisitor {
 public:
  template <VisitsSolutions Object>
  SolutionVisitor(Object&& object)  // implicit, so that a caller can pass a lambda directly
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

class Solver;

namespace solver {
class Engine;
struct EngineAccess;
}  // namespace solver

class Solver {
 public:
  // `engine` is a name from engines(), or "auto" for the first available engine. With "auto", a
  // call of solve() or count() for a single puzzle first tries the search of the engine
  // "reference". Unless the puzzle is hard, this makes the call twice as fast. engine() still
  // returns the name of the first available engine. kUsage if the engine is unknown or not
  // available; the message lists the available engines.
  static Result<Solver> create(std::string_view engine = "auto");

  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  std::string_view engine() const;

  // Every call runs `should_stop` when it begins, and then at intervals of at most a few
  // milliseconds during the search. When `should_stop` returns true, the call is cancelled. With an
  // empty function, as in a new Solver, calls are never cancelled. `should_stop` may throw; the
  // exception leaves the call. Calls for one puzzle that return no bool cannot report cancellation.
  void set_stop(std::function<bool()> should_stop);

  // Solves `puzzles[i]` into `results[i]`. Returns false if the call was cancelled (the results are
  // then unspecified) or if the sizes differ (nothing is written). Every cell value should be 0..9.
  // The result of a puzzle with another value is unspecified and depends on the engine; the other
  // results are not affected. solve_many() in batch.hpp checks the values.
  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results);
  SolveResult solve(const Grid& puzzle);

  // Counts the solutions of `puzzles[i]`, up to `limit`, into `counts[i]`. The search for each
  // puzzle ends when its count reaches the limit, independently of the other puzzles. Returns false
  // if the call was cancelled (each count is then the number of solutions found so far) or if the
  // sizes differ (nothing is written). With limit 0, every count is 0. Cell values: as for solve().
  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts, std::uint64_t limit);
  std::uint64_t count(const Grid& puzzle, std::uint64_t limit);

  // Calls `visit(i, solution)` exactly once for every solution of `puzzles[i]`. The order depends
  // on the engine, and the solutions of different puzzles are interleaved. Returns false if `visit`
  // returned false (it is then not called again) or if the call was cancelled. `visit` may throw,
  // and it must not use this Solver. Cell values: as for solve().
  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit);
  bool enumerate(const Grid& puzzle, SolutionVisitor visit);

  const SolverWork& work() const;

 private:
  friend struct solver::EngineAccess;
  explicit Solver(std::unique_ptr<solver::Engine> engine);
  std::unique_ptr<solver::Engine> engine_;
};

// All solutions of a puzzle in increasing order, and the digits that occur in them.

// Lists the solutions of puzzles in increasing order: row-major order, as numbers with 81 digits.
// The order does not depend on the engine.
//
// The solutions of a puzzle with few solutions are found in one search, and sorted. If there are
// more, the lister fixes the first empty cell to each of its digits in turn, and lists the
// solutions of these puzzles.
//
// Thread safety: a SolutionLister is the workspace of one thread. Memory: at most kMostAtOnce
// grids.
class SolutionLister {
 public:
  static constexpr std::size_t kMostAtOnce = 65'536;

  // `solver` does the searches. REQUIRES: it outlives this object.
  explicit SolutionLister(Solver& solver) : solver_(&solver) {}

  // Calls visit(0, solution) for each of the `limit` smallest solutions of the puzzle, or for all
  // if there are fewer. Returns false if `visit` returned false, or if the solver was stopped.
  // `visit` may throw, and it must not use the solver. A value above 9 is no digit: the puzzle has
  // no solution.
  bool list(const Grid& puzzle, std::uint64_t limit, SolutionVisitor visit);

 private:
  bool list_below(Grid puzzle, std::size_t first_cell, SolutionVisitor visit);

  Solver* solver_;
  std::size_t max_ = 0;     // solutions to hold at once
  std::uint64_t left_ = 0;  // solutions to visit
  std::vector<Grid> found_;
};

// The digits of each cell: bit d - 1 of digits[cell] is set for the digit d.
using PossibleDigits = std::array<std::uint16_t, kCells>;

// Finds the digits that occur in any solution of the puzzle, into `digits`. If the puzzle has no
// solution, there are none. Returns false if the solver was stopped. REQUIRES: no value is above 9.
bool find_possible(Solver& solver, const Grid& puzzle, PossibleDigits& digits);

// PossibleDigits as text: nine characters for each cell, the digit or '.', as in files of candidate
// grids ("pencilmarks").
inline constexpr std::size_t kPossibleBytes = std::size_t{kCells} * kDigits;
void write_possible(const PossibleDigits& digits, char* out);

}  // namespace dokumill
