// PatternSearch: a depth-first search over the digits of the cells of a pattern.
//
// The cells have an order: next comes the cell with the most peers before it, so that digits run
// out early. A node has digits in the first cells. The digits are named in the order in which they
// first appear, so a cell gets a digit that was used before, or the next new one. A node is given
// up if
//
//   - a symmetry of the pattern turns its digits into a smaller sequence. The first cells of both
//     sequences are compared, until a cell without a digit. So only the smallest puzzle of a class
//     is left, and the subtrees of its images are cut where they differ.
//   - the remaining cells cannot bring the number of digits to eight. With two digits missing, they
//     could be exchanged.
//   - it has no solution.
//   - only one digit of the last cell leaves a solution. Then this clue follows from the others,
// and
//     no puzzle below is minimal.
//
// At the end, each clue of a puzzle with one solution is removed in turn, to see that it is
// minimal.
//
// The children of kBlock nodes are one call of the solver, which fills the lanes of an engine.
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "engine/boards/row_group.hpp"

namespace dokumill {
namespace {

using CluePattern = std::bitset<kCells>;

// The order of the cells of a pattern.
std::vector<std::uint8_t> order_of(const CluePattern& pattern) {
  std::vector<std::uint8_t> order;
  std::array<int, kCells> peers{};  // how many peers of the cell come before it
  CluePattern left = pattern;
  while (left.any()) {
    std::uint8_t next = kCells;
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if (left[cell] && (next == kCells || peers[cell] > peers[next])) next = cell;
    }
    left[next] = false;
    order.push_back(next);
    for (const std::uint8_t peer : kPeerCells[next]) ++peers[peer];
  }
  return order;
}

// [i]: the place in the order whose cell a symmetry maps to the i-th cell.
using Sources = std::vector<std::uint8_t>;

// All symmetries of the grid that map the pattern to itself; the first one is the identity.
// Compares the rows and columns of the arranged rows with those of the pattern.
std::vector<Sources> symmetries_of(const CluePattern& pattern,
                                   const std::vector<std::uint8_t>& order) {
  std::array<std::uint8_t, kCells> place{};
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::uint8_t>(i);
  const auto source_of = [](bool is_transposed, std::size_t row, std::size_t column) {
    return is_transposed ? column * 9 + row : row * 9 + column;
  };
  std::array<unsigned, 9> wanted{};  // [column]: its rows that have clues
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (pattern[cell]) wanted[cell % 9] |= 1U << cell / 9;
  }
  std::vector<Sources> symmetries;
  for (const bool is_transposed : {false, true}) {
    for (const auto& rows : boards::kArrangement) {
      std::array<unsigned, 9> found{};
      for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t column = 0; column < 9; ++column) {
          if (pattern[source_of(is_transposed, rows[row], column)]) found[column] |= 1U << row;
        }
      }
      for (const auto& columns : boards::kArrangement) {
        std::size_t column = 0;
        while (column < 9 && found[columns[column]] == wanted[column]) ++column;
        if (column < 9) continue;
        Sources sources;
        for (const std::uint8_t cell : order) {
          sources.push_back(place[source_of(is_transposed, rows[cell / 9], columns[cell % 9])]);
        }
        symmetries.push_back(std::move(sources));
      }
    }
  }
  return symmetries;
}

}  // namespace

class PatternSearch::Tree {
 public:
  Tree(const CluePattern& pattern, Solver solver)
      : solver_(std::move(solver)),
        order_(order_of(pattern)),
        symmetries_(symmetries_of(pattern, order_)) {
    // The subtrees are those of the first level that has enough of them.
    subtrees_.push_back({});
    while (subtrees_.size() < kEnoughSubtrees && subtree_depth_ + 1 < order_.size()) {
      std::vector<Node> next;
      for (const Node& node : subtrees_) add_children(node, subtree_depth_, next);
      subtrees_ = std::move(next);
      ++subtree_depth_;
    }
  }

  std::string_view engine() const { return solver_.engine(); }
  std::uint64_t subtrees() const { return subtrees_.size(); }
  std::uint32_t symmetries() const { return static_cast<std::uint32_t>(symmetries_.size()); }
  void set_stop(std::function<bool()> should_stop) { solver_.set_stop(std::move(should_stop)); }

  using Visit = std::function<void(const Grid& puzzle, const Grid& solution)>;
  std::uint64_t subtree_of(const Grid& puzzle) const {
    std::vector<std::uint8_t> smallest;
    for (const Sources& sources : symmetries_) {
      std::array<std::uint8_t, kDigits + 1> names{};
      std::uint8_t digits = 0;
      std::vector<std::uint8_t> image;
      for (const std::uint8_t source : sources) {
        std::uint8_t& name = names[puzzle.cells[order_[source]]];
        if (name == 0) name = ++digits;
        image.push_back(name);
      }
      if (smallest.empty() || image < smallest) smallest = std::move(image);
    }
    const auto has_its_digits = [&](const Node& node) {
      std::size_t i = 0;
      while (i < subtree_depth_ && node.puzzle.cells[order_[i]] == smallest[i]) ++i;
      return i == subtree_depth_;
    };
    return static_cast<std::uint64_t>(std::ranges::find_if(subtrees_, has_its_digits) -
                                      subtrees_.begin());
  }
  bool search(std::uint64_t subtree, const Visit& visit) {
    levels_.resize(order_.size() + 1);
    return search({&subtrees_[static_cast<std::size_t>(subtree)], 1}, subtree_depth_, visit);
  }

 private:
  static constexpr std::size_t kEnoughSubtrees = 4096;
  static constexpr std::size_t kBlock = 64;
  static constexpr int kFewestDigits = 8;

  struct Node {
    Grid puzzle;
    int digits = 0;  // the digits 1..digits are in use
  };
  // The children of a block of nodes.
  struct Level {
    std::vector<Node> children;
    // [node]: the number of the children up to this node, and whether the children of this node
    // have all digits that its last cell can have.
    std::vector<std::pair<std::size_t, bool>> ends;
  };

  // Returns true if the children have all digits that the cell can have, up to new names.
  bool add_children(const Node& node, std::size_t depth, std::vector<Node>& children) const {
    const std::uint8_t cell = order_[depth];
    unsigned used = 0;
    for (const std::uint8_t peer : kPeerCells[cell]) used |= 1U << node.puzzle.cells[peer];
    const auto left = static_cast<int>(order_.size() - depth) - 1;
    Node child = node;
    bool has_all = true;
    for (int digit = 1; digit <= std::min(node.digits + 1, kDigits); ++digit) {
      if ((used >> digit & 1U) != 0) continue;
      child.puzzle.cells[cell] = static_cast<std::uint8_t>(digit);
      child.digits = std::max(node.digits, digit);
      const bool is_kept =
          child.digits + left >= kFewestDigits && is_smallest(child.puzzle, depth + 1);
      if (is_kept) children.push_back(child);
      has_all = has_all && is_kept;
    }
    return has_all;
  }

  // False if a symmetry makes a smaller sequence from the digits of the first `depth` cells.
  bool is_smallest(const Grid& puzzle, std::size_t depth) const {
    const auto others = std::span(symmetries_).subspan(1);
    return std::ranges::none_of(others, [&](const Sources& sources) {
      std::array<std::uint8_t, kDigits + 1> names{};
      std::uint8_t digits = 0;
      for (std::size_t i = 0; i < depth; ++i) {
        if (sources[i] >= depth) return false;
        std::uint8_t& name = names[puzzle.cells[order_[sources[i]]]];
        if (name == 0) name = ++digits;
        const std::uint8_t own = puzzle.cells[order_[i]];
        if (name != own) return name < own;
      }
      return false;
    });
  }

  bool search(std::span<const Node> nodes, std::size_t depth, const Visit& visit) {
    for (std::size_t begin = 0; begin < nodes.size(); begin += kBlock) {
      const auto block = nodes.subspan(begin, std::min(kBlock, nodes.size() - begin));
      Level& level = levels_[depth];
      level.children.clear();
      level.ends.clear();
      for (const Node& node : block) {
        const bool has_all = add_children(node, depth, level.children);
        level.ends.emplace_back(level.children.size(), has_all);
      }
      const bool is_last = depth + 1 == order_.size();
      // With few clues, nearly every node has solutions, and the solver would take most of the
      // time.
      if (is_last || depth > order_.size() / 2) {
        if (!keep_solvable(level, is_last)) return false;
      }
      if (is_last) {
        if (!report(level.children, visit)) return false;
      } else if (!search(level.children, depth + 1, visit)) {
        return false;
      }
    }
    return true;
  }

  // Keeps the children that have a solution, at the last level exactly one. Keeps none if it is
  // known that only one digit leaves a solution.
  bool keep_solvable(Level& level, bool is_last) {
    puzzles_.clear();
    for (const Node& child : level.children) puzzles_.push_back(child.puzzle);
    counts_.resize(puzzles_.size());
    if (!solver_.count(puzzles_, counts_, is_last ? 2 : 1)) return false;
    std::size_t kept = 0, begin = 0;
    for (const auto& [end, has_all] : level.ends) {
      std::size_t solvable = 0;
      for (std::size_t i = begin; i < end; ++i) solvable += counts_[i] != 0 ? 1 : 0;
      const bool is_implied = has_all && solvable == 1;
      for (std::size_t i = begin; i < end && !is_implied; ++i) {
        if (is_last ? counts_[i] == 1 : counts_[i] != 0) level.children[kept++] = level.children[i];
      }
      begin = end;
    }
    level.children.resize(kept);
    return true;
  }

  bool report(const std::vector<Node>& unique, const Visit& visit) {
    for (const Node& node : unique) {
      puzzles_.clear();
      for (const std::uint8_t cell : order_) {
        puzzles_.push_back(node.puzzle);
        puzzles_.back().cells[cell] = 0;
      }
      counts_.resize(puzzles_.size());
      if (!solver_.count(puzzles_, counts_, 2)) return false;
      if (std::ranges::find(counts_, 1U) != counts_.end()) continue;
      visit(node.puzzle, solver_.solve(node.puzzle).solution);
    }
    return true;
  }

  Solver solver_;
  std::vector<std::uint8_t> order_;
  std::vector<Sources> symmetries_;
  std::size_t subtree_depth_ = 0;
  std::vector<Node> subtrees_;
  std::vector<Level> levels_;
  std::vector<Grid> puzzles_;  // of a call of the solver
  std::vector<std::uint64_t> counts_;
};

Result<PatternSearch> PatternSearch::create(const std::bitset<kCells>& pattern,
                                            std::string_view engine) {
  if (std::optional<std::string> reason = why_no_puzzle(pattern, true)) {
    return Status(ErrorCode::kUsage, "no minimal puzzle has this pattern: " + *reason);
  }
  Result<Solver> solver = Solver::create(engine);
  if (!solver.ok()) return solver.status();
  return PatternSearch(std::make_unique<Tree>(pattern, *std::move(solver)));
}

PatternSearch::PatternSearch(std::unique_ptr<Tree> tree) : tree_(std::move(tree)) {}
PatternSearch::PatternSearch(PatternSearch&&) noexcept = default;
PatternSearch& PatternSearch::operator=(PatternSearch&&) noexcept = default;
PatternSearch::~PatternSearch() = default;

std::string_view PatternSearch::engine() const {
  return tree_->engine();
}
std::uint64_t PatternSearch::subtrees() const {
  return tree_->subtrees();
}
std::uint32_t PatternSearch::symmetries() const {
  return tree_->symmetries();
}
std::uint64_t PatternSearch::subtree_of(const Grid& puzzle) const {
  return tree_->subtree_of(puzzle);
}
void PatternSearch::set_stop(std::function<bool()> should_stop) {
  tree_->set_stop(std::move(should_stop));
}
bool PatternSearch::search(
    std::uint64_t subtree,
    const std::function<void(const Grid& puzzle, const Grid& solution)>& visit) {
  return tree_->search(subtree, visit);
}

}  // namespace dokumill
