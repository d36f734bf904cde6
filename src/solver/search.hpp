// Search: depth-first search over Candidates nodes; meets every solution of a root exactly once.
//
// Thread safety: none, one thread owns it. Memory: the stack of nodes is part of the object (14 KB;
// put it on the heap), so a search allocates nothing and uses about a kilobyte of machine stack.
#pragma once

#include <cstdint>
#include <limits>

#include "solver/candidates.hpp"
#include "solver/stop_request.hpp"

namespace dokumill::solver {

enum class Order {
  kSmallestChoice,  // the fewest nodes
  kCellOrder,       // solutions come in lexicographical order
};

class Search {
 public:
  enum class Outcome { kSolution, kEnd, kBudgetSpent, kStopped };

  static constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();

  // `stop` is looked at every kStepsBetweenLooks nodes, however many searches they belong to.
  static constexpr std::uint64_t kStepsBetweenLooks = 256;
  explicit Search(const StopRequest* stop = nullptr) : stop_(stop) {}

  // Begins a search below `root`, which need not be propagated, that may guess `budget` times.
  void start(const Candidates& root, Order order = Order::kSmallestChoice,
             std::uint64_t budget = kNoBudget);

  // The next solution, or why there is none. After anything but kSolution only start() may
  // follow.
  Outcome next();

  // The solution that next() met. REQUIRES: its outcome was kSolution.
  Grid solution() const { return board_of(node_); }

  // Branches since the object was created.
  std::uint64_t guesses() const { return guesses_; }

 private:
  bool step_back();

  Candidates node_;           // where the search is
  Candidates stack_[kCells];  // the other sides of the branches above; a branch fills a cell, so
                              // there are never more than cells
  int depth_ = 0;
  bool is_at_solution_ = false;  // node_ is a solution: the search goes on from the stack
  Order order_ = Order::kSmallestChoice;
  std::uint64_t budget_ = kNoBudget;
  std::uint64_t guesses_ = 0;
  std::uint64_t steps_ = 0;
  const StopRequest* stop_;
};

}  // namespace dokumill::solver
