// The part of a chain's score that its length adds, and the order among chains.
//
// Sudoku Explainer adds this part to the base score of the chain and compares the sums. It uses
// binary floating-point numbers. Two sums that are equal in tenths can differ (6.6 + 0.1 is less
// than 6.5 + 0.2). So we add in the same way.
#pragma once

#include <climits>

namespace dokumill::explainer {

// `nodes`: the number of assumptions and conclusions in the chain, both ends included.
inline double length_difficulty(int nodes) {
  double added = 0.0;
  int limit = 4;
  for (bool is_odd = false; nodes - 2 > limit; is_odd = !is_odd) {
    added += 0.1;
    limit = is_odd ? limit * 4 / 3 : limit * 3 / 2;
  }
  return added;
}

constexpr int in_tenths(double difficulty) {
  return static_cast<int>((difficulty + 0.05) * 10);
}

// The rank of a chain. A chain with a lower rank comes first. Of chains with equal ranks, the one
// that the search finds first comes first.
struct Rank {
  double difficulty = 1000.0;
  int nodes = INT_MAX;
  int kind = INT_MAX;

  static Rank of(double base, int nodes, int kind) {
    return {base + length_difficulty(nodes), nodes, kind};
  }
  bool is_before(const Rank& other) const {
    if (difficulty != other.difficulty) return difficulty < other.difficulty;
    return nodes != other.nodes ? nodes < other.nodes : kind < other.kind;
  }
};

// The largest number of nodes with which a chain of this base score has a score of at most `score`,
// in tenths. Below 4 if all chains of this base score have a higher score.
inline int max_nodes_up_to(int score, double base) {
  int nodes = 2;
  while (nodes < 1000 && in_tenths(base + length_difficulty(nodes + 2)) <= score) nodes += 2;
  return nodes;
}

// The largest number of nodes with which a chain of this base score and kind comes before `best`; 0
// if no such chain comes before `best`.
inline int max_nodes(const Rank& best, double base, int kind) {
  constexpr int kMax = 1000;
  if (best.nodes == INT_MAX) return kMax;
  int low = 0;
  for (int high = kMax; low < high;) {
    const int middle = (low + high + 1) / 2;
    if (Rank::of(base, middle, kind).is_before(best)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace dokumill::explainer
