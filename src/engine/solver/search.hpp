// Search: depth-first search over Candidates nodes that finds every solution of a root exactly
// once.
//
// Memory: the stack of nodes is part of the object (14 KB, so put the object on the heap). A search
// allocates nothing and uses about a kilobyte of machine stack.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/solver/candidates.hpp"
#include "engine/solver/stop_request.hpp"

namespace dokumill::solver {

enum class Order {
  kSmallestChoice,  // visits fewer nodes than kCellOrder
  kCellOrder,       // finds the solutions in lexicographical order
};

class Search {
 public:
  enum class Outcome { kSolution, kEnd, kBudgetSpent, kStopped };

  static constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();

  // The search checks `stop` every kStepsBetweenLooks nodes, counted over all searches of the
  // object.
  static constexpr std::uint64_t kStepsBetweenLooks = 256;
  explicit Search(const StopRequest* stop = nullptr) : stop_(stop) {}

  // Starts a search below `root` that may make up to `budget` guesses. `root` need not be
  // propagated.
  void start(const Candidates& root, Order order = Order::kSmallestChoice,
             std::uint64_t budget = kNoBudget);

  // Finds the next solution. Returns kSolution, or the reason why it found no further solution:
  // kEnd (the search is complete), kBudgetSpent or kStopped. If next() returns anything but
  // kSolution, call start() before you call next() again.
  Outcome next();

  // The solution that next() found. REQUIRES: next() returned kSolution.
  Grid solution() const { return board_of(node_); }

  // Branches since the object was created.
  std::uint64_t guesses() const { return guesses_; }

 private:
  bool step_back();

  Candidates node_;           // the current node
  Candidates stack_[kCells];  // the unvisited children of the branches above node_; each of these
                              // branches fills a cell, so there are at most kCells branches
  int depth_ = 0;
  bool is_at_solution_ = false;  // node_ is a solution: next() continues from the stack
  Order order_ = Order::kSmallestChoice;
  std::uint64_t budget_ = kNoBudget;
  std::uint64_t guesses_ = 0;
  std::uint64_t steps_ = 0;
  const StopRequest* stop_;
};

}  // namespace dokumill::solver
