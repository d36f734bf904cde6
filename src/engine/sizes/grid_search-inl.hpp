// The search of one puzzle: depth first, in the cell with the fewest candidates. Included once per
// instruction set, after grid_node-inl.hpp.
//
// A guess tries one candidate of the cell in a copy of the node, and leaves the others in the node.

namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE {

template <class Bits, int kLanes, bool kIs4x4 = false>
class GridSearch {
 public:
  using Node = GridNode<Bits, kLanes, kIs4x4>;
  using Rules = typename Node::Rules;
  using End = SearchResult::End;

  static std::size_t workspace_bytes(Shape shape) {
    // Each guess fixes a cell.
    return sizeof(Node) * (static_cast<std::size_t>(shape.cells()) + 1);
  }

  static SearchResult search(void* workspace, Shape shape, const SearchTask& task) {
    const int n = shape.size();
    Rules rules{n, shape.box_rows, shape.box_columns, n / shape.box_columns,
                static_cast<Bits>((std::uint64_t{1} << n) - 1)};
    for (int lane = 0; lane < n; ++lane) rules.in_use[lane] = rules.all;
    Node* const nodes = static_cast<Node*>(workspace);
    const bool can_guess = task.effort == Effort::kGuesses;
    SearchResult result{End::kComplete, 0, 0};
    std::uint64_t random = task.random;
    nodes[0].load(rules, task.puzzle);
    Node near;
    if (task.near != nullptr) near.load(rules, task.near);
    if (task.excluded_cell >= 0) nodes[0].exclude(rules, task.excluded_cell, task.excluded_symbol);
    for (int depth = 0; depth >= 0;) {
      Node& node = nodes[depth];
      const auto state = node.propagate(rules, can_guess);
      if (state == Node::State::kSolved) {
        if (result.found < task.room) {
          node.write(rules, task.solutions + result.found * static_cast<std::size_t>(n * n));
        }
        if (++result.found == task.limit) return {End::kLimit, result.found, result.guesses};
      }
      if (state != Node::State::kOpen) {
        --depth;
        continue;
      }
      if (!can_guess || result.guesses == task.most_guesses) {
        return {End::kGaveUp, result.found, result.guesses};
      }
      if (++result.guesses % 256 == 0 && task.should_stop(task.context)) {
        return {End::kStopped, result.found, result.guesses};
      }
      int place = 0, lane = 0;
      const auto first = static_cast<int>((random >> 32) * static_cast<unsigned>(n) >> 32);
      node.find_fewest(rules, first, place, lane);
      const Bits candidates = node.at(place, lane);
      const Bits of_near = task.near != nullptr ? candidates & near.at(place, lane) : 0;
      const Bits tried = of_near != 0 ? of_near : pick(candidates, random);
      nodes[depth + 1] = node;
      nodes[depth + 1].at(place, lane) = tried;
      node.at(place, lane) = static_cast<Bits>(candidates ^ tried);
      ++depth;
    }
    return result;
  }

 private:
  // The smallest candidate if `random` is 0, else any.
  static Bits pick(Bits candidates, std::uint64_t& random) {
    if (random != 0) {
      // A linear congruential generator modulo 2^64 (D. E. Knuth, MMIX), and its upper bits.
      random = random * 6364136223846793005U + 1442695040888963407U;
      const auto count = static_cast<unsigned>(__builtin_popcount(candidates));
      for (auto skip = static_cast<unsigned>((random >> 32) * count >> 32); skip != 0; --skip) {
        candidates = static_cast<Bits>(candidates & (candidates - 1));
      }
    }
    return static_cast<Bits>(candidates & -candidates);
  }
};

}  // namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE
