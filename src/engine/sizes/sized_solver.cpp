#include "engine/sizes/sized_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "engine/sizes/best_search.hpp"
#include "engine/solver/stop_request.hpp"

namespace dokumill::sizes {
namespace {

// How many solutions of a puzzle are kept and sorted at once: for a list of all, and for the
// smallest one.
constexpr std::size_t kMostListed = 1024;
constexpr std::size_t kMostForSmallest = 8;

constexpr std::uint64_t kNoBound = ~std::uint64_t{0};

}  // namespace

class SizedSolver::Search {
 public:
  explicit Search(Shape its_shape)
      : shape(its_shape),
        cells(static_cast<std::size_t>(its_shape.cells())),
        workspace_(make_workspace(kernel_, its_shape)) {}

  SearchResult run(const std::uint8_t* puzzle, std::uint64_t limit, std::uint8_t* solutions,
                   std::size_t room, Effort effort = Effort::kGuesses) {
    return kernel_.search(workspace_.get(), shape,
                          {puzzle, effort, limit, kNoBound, 0, solutions, room, should_stop, this});
  }

  // Visits the solutions in increasing order, `at_once` of them in one search. If there are more,
  // fixes the first empty cell from `first_cell` on to each symbol in turn.
  bool list(std::vector<std::uint8_t>& puzzle, std::size_t first_cell, std::size_t at_once,
            const std::function<bool(const std::uint8_t*)>& visit) {
    found_.resize((at_once + 1) * cells);
    const SearchResult result = run(puzzle.data(), at_once + 1, found_.data(), at_once + 1);
    if (result.end == SearchResult::End::kStopped) return false;
    if (result.end == SearchResult::End::kComplete) return visit_sorted(result.found, visit);
    const auto empty = std::find(puzzle.begin() + static_cast<std::ptrdiff_t>(first_cell),
                                 puzzle.end(), std::uint8_t{0});
    assert(empty != puzzle.end());
    const auto cell = static_cast<std::size_t>(empty - puzzle.begin());
    for (int symbol = 1; symbol <= shape.size(); ++symbol) {
      puzzle[cell] = static_cast<std::uint8_t>(symbol);
      if (!list(puzzle, cell + 1, at_once, visit)) return false;
    }
    puzzle[cell] = 0;
    return true;
  }

  // Writes the smallest solution. Returns false if the search was stopped. REQUIRES: the puzzle has
  // a solution.
  bool smallest(const std::uint8_t* puzzle, std::uint8_t* out) {
    std::vector<std::uint8_t> fixed(puzzle, puzzle + cells);
    bool is_found = false;
    list(fixed, 0, kMostForSmallest, [&](const std::uint8_t* solution) {
      std::copy(solution, solution + cells, out);
      is_found = true;
      return false;
    });
    return is_found;
  }

  Shape shape;
  std::size_t cells;
  solver::StopRequest stop;

 private:
  bool visit_sorted(std::uint64_t count, const std::function<bool(const std::uint8_t*)>& visit) {
    std::vector<const std::uint8_t*> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = found_.data() + i * cells;
    std::sort(order.begin(), order.end(), [&](const std::uint8_t* a, const std::uint8_t* b) {
      return std::memcmp(a, b, cells) < 0;
    });
    return std::all_of(order.begin(), order.end(), visit);
  }

  static bool should_stop(void* context) { return static_cast<Search*>(context)->stop.is_made(); }

  const SearchKernel& kernel_ = best_search();
  Workspace workspace_;
  std::vector<std::uint8_t> found_;
};

SizedSolver::SizedSolver(Shape shape) : search_(std::make_unique<Search>(shape)) {
  assert(is_supported(shape));
}
SizedSolver::SizedSolver(SizedSolver&&) noexcept = default;
SizedSolver& SizedSolver::operator=(SizedSolver&&) noexcept = default;
SizedSolver::~SizedSolver() = default;

Shape SizedSolver::shape() const {
  return search_->shape;
}

void SizedSolver::set_stop(std::function<bool()> should_stop) {
  search_->stop.ask(std::move(should_stop));
}

bool SizedSolver::solve(const std::uint8_t* puzzles, std::size_t count, int limit,
                        std::uint8_t* solutions, std::uint8_t* counts) {
  assert(limit >= 1 && limit <= kMostCount);
  const std::size_t cells = search_->cells;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const puzzle = puzzles + i * cells;
    std::uint8_t* const out = solutions == nullptr ? nullptr : solutions + i * cells;
    // A second solution shows that the first one may not be the smallest.
    const int searched = out == nullptr ? limit : std::max(limit, 2);
    const SearchResult result =
        search_->run(puzzle, static_cast<std::uint64_t>(searched), out, out == nullptr ? 0 : 1);
    if (result.end == SearchResult::End::kStopped) return false;
    counts[i] = static_cast<std::uint8_t>(std::min<std::uint64_t>(result.found, limit));
    if (out == nullptr) continue;
    if (result.found == 0) std::fill(out, out + cells, std::uint8_t{0});
    if (result.found >= 2 && !search_->smallest(puzzle, out)) return false;
  }
  return true;
}

bool SizedSolver::count(const std::uint8_t* puzzle, std::uint64_t limit, std::uint64_t& found) {
  found = 0;
  if (limit == 0) return true;
  const SearchResult result = search_->run(puzzle, limit, nullptr, 0);
  found = result.found;
  return result.end != SearchResult::End::kStopped;
}

bool SizedSolver::each_solution(const std::uint8_t* puzzle,
                                const std::function<bool(const std::uint8_t*)>& visit) {
  std::vector<std::uint8_t> cells(puzzle, puzzle + search_->cells);
  return search_->list(cells, 0, kMostListed, visit);
}

bool SizedSolver::singles_solve(const std::uint8_t* puzzle) {
  return search_->run(puzzle, 2, nullptr, 0, Effort::kSingles).found == 1;
}

bool SizedSolver::redundant_clues(const std::uint8_t* puzzle, std::vector<int>& cells) {
  cells.clear();
  std::vector<std::uint8_t> without(puzzle, puzzle + search_->cells);
  for (std::size_t cell = 0; cell < without.size(); ++cell) {
    const std::uint8_t clue = without[cell];
    if (clue == 0) continue;
    without[cell] = 0;
    std::uint64_t found = 0;
    if (!count(without.data(), 2, found)) return false;
    if (found == 1) cells.push_back(static_cast<int>(cell));
    without[cell] = clue;
  }
  return true;
}

}  // namespace dokumill::sizes
