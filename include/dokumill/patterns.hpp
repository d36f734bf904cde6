// PatternSearch: all minimal puzzles with a given pattern of clues.
//
// The pattern is the set of cells that have clues. Two puzzles of a pattern are of one class if new
// names for the digits, and a symmetry of the grid that maps the pattern to itself, turn one into
// the other. The search finds one puzzle of each class. It names the digits in the order of their
// first clues, and assigns digits to cells. It gives up an assignment that has no solution, in
// which a clue follows from the others, or that is not the smallest one of its class.
//
// The search is a tree, and has numbered subtrees. They can be searched in any order, by several
// threads or machines. A pattern always has the same subtrees. docs/puzzles.md has the method, and
// shows which patterns are small enough.
//
// Thread safety: several threads can each use their own PatternSearch of one pattern. Memory: 1
// MiB, and 84 bytes for each subtree, at most 4 MiB.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// The reason why no puzzle with this pattern has exactly one solution, or nullopt if a puzzle may
// exist. Only proofs count. `is_minimal`: the reason why no such puzzle is minimal.
std::optional<std::string> why_no_puzzle(const std::bitset<kCells>& pattern, bool is_minimal);

class PatternSearch {
 public:
  // kUsage: no minimal puzzle has the pattern (why_no_puzzle()), or the engine is unknown.
  static Result<PatternSearch> create(const std::bitset<kCells>& pattern,
                                      std::string_view engine = "auto");

  PatternSearch(PatternSearch&&) noexcept;
  PatternSearch& operator=(PatternSearch&&) noexcept;
  ~PatternSearch();

  std::string_view engine() const;

  // The number of subtrees. No class has puzzles in two of them.
  std::uint64_t subtrees() const;
  // The number of the subtree that has the class of a puzzle with this pattern. REQUIRES: the
  // puzzle has clues in exactly the cells of the pattern, of eight digits or more, and no conflict.
  std::uint64_t subtree_of(const Grid& puzzle) const;
  // The number of symmetries of the grid that map the pattern to itself.
  std::uint32_t symmetries() const;

  // search() calls `should_stop` at intervals of at most a few milliseconds.
  void set_stop(std::function<bool()> should_stop);

  // Calls visit(puzzle, solution) for each puzzle of a subtree, in a fixed order. Returns false if
  // the stop function returned true. REQUIRES: subtree < subtrees().
  bool search(std::uint64_t subtree,
              const std::function<void(const Grid& puzzle, const Grid& solution)>& visit);

 private:
  class Tree;
  explicit PatternSearch(std::unique_ptr<Tree> tree);
  std::unique_ptr<Tree> tree_;
};

}  // namespace dokumill
