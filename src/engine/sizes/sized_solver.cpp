#include "engine/sizes/sized_solver.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

constexpr std::uint64_t kFirstGuesses = 500;

}  // namespace

class SizedSolver::Search {
 public:
  explicit Search(Shape its_shape)
      : shape(its_shape),
        cells(static_cast<std::size_t>(its_shape.cells())),
        workspace_(make_workspace(kernel_, its_shape)) {}

  SearchResult run(const std::uint8_t* puzzle, std::uint64_t limit, std::uint8_t* solutions,
                   std::size_t room, Effort effort = Effort::kGuesses, int excluded_cell = -1,
                   std::uint8_t excluded_symbol = 0, const std::uint8_t* near = nullptr) {
    // A few searches take very many guesses only because of their first ones. So a search begins
    // anew after more and more guesses, in another order.
    std::uint64_t order = 0;
    for (std::uint64_t most_guesses = kFirstGuesses;; most_guesses *= 2) {
      const SearchResult result =
          kernel_.search(workspace_.get(), shape,
                         {puzzle, effort, limit, most_guesses, order, solutions, room, should_stop,
                          this, excluded_cell, excluded_symbol, near});
      if (result.end != SearchResult::End::kGaveUp || effort == Effort::kSingles) return result;
      order = (order + 1) * 0x9E3779B97F4A7C15U;
    }
  }

  // Solves small puzzles side by side, with the contract of SizedSolver::solve(), but counts up to
  // `limit` even if a solution is wanted, and writes any solution if the limit is reached.
  bool solve_small(const std::uint8_t* puzzles, std::size_t count, int limit,
                   std::uint8_t* solutions, std::uint8_t* counts) {
    pool_.clear();
    pool_puzzles_.clear();
    const auto most_lanes = static_cast<std::size_t>(kernel_.lanes);
    std::array<LaneState, kMostLanes> states;
    std::array<std::uint8_t, kMostLanes * kMostLaneCells> out;
    std::array<std::size_t, kMostLanes> numbers;
    for (std::size_t next = 0, runs = 0; next < count || !pool_puzzles_.empty(); ++runs) {
      if (runs % 256 == 255 && stop.is_made()) return false;
      // New puzzles only while the pool does not fill all lanes, so the pool stays small.
      const bool from_pool = pool_puzzles_.size() >= most_lanes || next == count;
      const std::size_t lanes =
          std::min<std::size_t>(from_pool ? pool_puzzles_.size() : count - next, most_lanes);
      const std::size_t first = from_pool ? pool_puzzles_.size() - lanes : next;
      const std::uint8_t* const in = (from_pool ? pool_.data() : puzzles) + first * cells;
      std::uint8_t* const to =
          from_pool || solutions == nullptr ? out.data() : solutions + first * cells;
      kernel_.run_lanes(shape,
                        {in, from_pool, static_cast<int>(lanes), most_changing(lanes, most_lanes),
                         solutions != nullptr, to, states.data()});
      for (std::size_t i = 0; i < lanes; ++i)
        numbers[i] = from_pool ? pool_puzzles_[first + i] : next + i;
      if (from_pool) {
        pool_.resize(first * cells);
        pool_puzzles_.resize(first);
      } else {
        for (std::size_t i = 0; i < lanes; ++i) {
          counts[next + i] = states[i] == LaneState::kSolved ? 1 : 0;
        }
        next += lanes;
      }
      for (std::size_t i = 0; i < lanes; ++i) {
        if (states[i] < (from_pool ? LaneState::kSolved : LaneState::kUnfinished)) continue;
        const std::size_t puzzle = numbers[i];
        std::uint8_t* const result = to + i * cells;
        if (counts[puzzle] >= limit) continue;
        if (states[i] == LaneState::kSolved) {
          if (solutions != nullptr &&
              (counts[puzzle] == 0 || std::memcmp(result, solutions + puzzle * cells, cells) < 0)) {
            std::copy(result, result + cells, solutions + puzzle * cells);
          }
          ++counts[puzzle];
        } else {
          push(puzzle, result, states[i]);
          if (!from_pool && solutions != nullptr)
            std::fill(result, result + cells, std::uint8_t{0});
        }
      }
    }
    return true;
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
  static constexpr int kMostLaneCells = kMostLaneSymbols * kMostLaneSymbols;

  static int most_changing(std::size_t lanes, std::size_t most) {
    return lanes == most ? static_cast<int>(most / 4) : 0;
  }

  // The first cell with two candidates or, if there is none, with the fewest above that.
  std::size_t find_fewest(const std::uint8_t* candidates) const {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto more = candidates[cell] & (candidates[cell] - 1);
      if (more != 0 && (more & (more - 1)) == 0) return cell;
    }
    std::size_t best = 0;
    int fewest = kMostLaneSymbols + 1;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const int count = std::popcount(candidates[cell]);
      if (count < 2 || count >= fewest) continue;
      best = cell;
      fewest = count;
    }
    return best;
  }

  // Puts candidates into the pool: as they are, or once for each candidate of the cell with the
  // fewest.
  void push(std::size_t puzzle, const std::uint8_t* candidates, LaneState state) {
    std::size_t best = 0;
    std::uint8_t left = 0;
    if (state == LaneState::kOpen) {
      best = find_fewest(candidates);
      left = candidates[best];
    }
    do {
      pool_puzzles_.push_back(puzzle);
      pool_.insert(pool_.end(), candidates, candidates + cells);
      if (left != 0) pool_[pool_.size() - cells + best] = static_cast<std::uint8_t>(left & -left);
      left = static_cast<std::uint8_t>(left & (left - 1));
    } while (left != 0);
  }

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
  // The nodes of solve_small(): the candidates of each, and the number of its puzzle.
  std::vector<std::uint8_t> pool_;
  std::vector<std::size_t> pool_puzzles_;
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
  // A second solution shows that the first one may not be the smallest.
  const int searched = solutions == nullptr ? limit : std::max(limit, 2);
  if (shape().size() <= kMostLaneSymbols && kHasLanes) {
    if (!search_->solve_small(puzzles, count, searched, solutions, counts)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (solutions != nullptr && counts[i] >= searched &&
          !search_->smallest(puzzles + i * cells, solutions + i * cells)) {
        return false;
      }
      counts[i] = static_cast<std::uint8_t>(std::min<int>(counts[i], limit));
    }
    return true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const puzzle = puzzles + i * cells;
    std::uint8_t* const out = solutions == nullptr ? nullptr : solutions + i * cells;
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

void check_solutions(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards,
                     std::size_t count, std::uint8_t* are_wrong) {
  const SearchKernel& kernel = best_search();
  const auto cells = static_cast<std::size_t>(shape.cells());
  const bool is_small = kHasLanes && shape.size() <= kMostLaneSymbols;
  const std::size_t step = is_small ? static_cast<std::size_t>(kernel.lanes) : 1;
  for (std::size_t first = 0; first < count; first += step) {
    const std::uint8_t* const puzzle = puzzles + first * cells;
    const std::uint8_t* const board = boards + first * cells;
    if (is_small) {
      kernel.check_lanes(shape, puzzle, board, static_cast<int>(std::min(step, count - first)),
                         are_wrong + first);
    } else {
      are_wrong[first] = is_solution(shape, board, puzzle) ? 0 : 1;
    }
  }
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

bool SizedSolver::has_solution_without(const std::uint8_t* puzzle, int cell, int symbol,
                                       bool& is_found, const std::uint8_t* near) {
  const SearchResult result = search_->run(puzzle, 1, nullptr, 0, Effort::kGuesses, cell,
                                           static_cast<std::uint8_t>(symbol), near);
  is_found = result.found != 0;
  return result.end != SearchResult::End::kStopped;
}

bool SizedSolver::redundant_clues(const std::uint8_t* puzzle, std::vector<int>& cells) {
  cells.clear();
  std::vector<std::uint8_t> without(puzzle, puzzle + search_->cells);
  for (std::size_t cell = 0; cell < without.size(); ++cell) {
    const std::uint8_t clue = without[cell];
    if (clue == 0) continue;
    without[cell] = 0;
    bool is_needed = false;
    if (!has_solution_without(without.data(), static_cast<int>(cell), clue, is_needed)) {
      return false;
    }
    if (!is_needed) cells.push_back(static_cast<int>(cell));
    without[cell] = clue;
  }
  return true;
}

}  // namespace dokumill::sizes
