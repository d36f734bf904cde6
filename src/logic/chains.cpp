// Chains of cells with two candidates each. Each cell sees the next cell, and the two cells have a
// candidate in common. For example, take the chain 12, 23, 31 (each number lists the candidates of
// a cell), and let z be 1. If the first cell is not 1, it is 2. Then the second cell is 3, and the
// last cell is 1. In general, z is a candidate of both ends. If the first cell is not z, it has its
// other candidate. A later cell cannot have the digit of the cell before it, so it has its other
// candidate, too. In the last cell, this is z. So one of the two ends is z, and z can be removed
// from the cells that see both ends.
//
//   remote pairs  all cells have the same two candidates, so the two digits alternate along the
//                 chain. Two cells with an odd distance in the chain have different digits. If a
//                 cell outside the chain sees both of them, both digits are removed from this cell
//   XY-chain      the cells may have different pairs of candidates
#include "logic/finder.hpp"

namespace dokumill::logic {
namespace {

// Searches the XY-chains that begin in the cell `start`, the shortest chains first. A chain begins
// with the assumption that this cell does not have the digit `z`.
class XyChain {
 public:
  XyChain(const View& view, int start, int z) : view_(view), start_(start), z_(z) {}

  bool find(Step& step) {
    push(start_, std::countr_zero(view_.candidates(start_) & ~(1U << z_)), 0);
    for (std::size_t at = 0; at < size_; ++at) {
      const Link link = queue_[at];
      // If the cell is `link.value`, its peers are not `link.value`.
      CellSet next = view_.bivalue & view_.places[link.value] & peers_of(link.cell);
      next = next - reached_[link.value];
      bool is_found = false;
      next.for_each([&](int cell) {
        if (is_found || is_in_chain(cell, at)) return;
        reached_[link.value].add(cell);
        const int value = std::countr_zero(view_.candidates(cell) & ~(1U << link.value));
        push(cell, value, at);
        if (value != z_) return;
        eliminate(view_, peers_of(start_) & peers_of(cell), z_, step);
        is_found = !step.eliminations.empty();
      });
      if (!is_found) continue;
      tell(step);
      return true;
    }
    return false;
  }

 private:
  struct Link {
    std::uint8_t cell;
    std::uint8_t value;
    std::uint8_t before;  // the index of the previous link in the queue
  };

  void push(int cell, int value, std::size_t before) {
    queue_[size_++] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(value),
                       static_cast<std::uint8_t>(before)};
  }
  // True if the chain that ends with queue_[end] contains `cell`. A chain may contain a cell only
  // once.
  bool is_in_chain(int cell, std::size_t end) const {
    for (std::size_t at = end; at != 0; at = queue_[at].before) {
      if (queue_[at].cell == cell) return true;
    }
    return cell == start_;
  }
  // Stores in `step` the chain that ends with the last link of the queue.
  void tell(Step& step) const {
    for (std::size_t at = size_ - 1;; at = queue_[at].before) {
      step.cells.insert(step.cells.begin(), Cell(queue_[at].cell));
      if (at == 0) break;
    }
    step.digits.emplace_back(z_ + 1);
  }

  const View& view_;
  int start_;
  int z_;
  // A cell enters the queue at most once for each of its two digits.
  std::array<Link, 2 * kCells + 1> queue_;
  std::size_t size_ = 0;
  CellSet reached_[kDigits];
};

}  // namespace

bool find_remote_pairs(const View& view, Step& step) {
  for (CellSet left = view.bivalue; !left.empty();) {
    const int start = left.first();
    const unsigned pair = view.candidates(start);
    CellSet alike = view.bivalue & view.places[std::countr_zero(pair)] &
                    view.places[std::countr_zero(pair & (pair - 1))];
    CellSet sides[2] = {CellSet::of(start), {}};
    int side = 0;
    for (CellSet fresh = sides[0]; !fresh.empty(); side ^= 1) {
      CellSet next;
      fresh.for_each([&](int cell) { next |= peers_of(cell); });
      fresh = (next & alike) - sides[side ^ 1];
      sides[side ^ 1] |= fresh;
    }
    const CellSet chain = sides[0] | sides[1];
    left = left - chain;
    if (chain.count() < 4) continue;
    CellSet seen[2];
    for (int i = 0; i < 2; ++i) {
      sides[i].for_each([&](int cell) { seen[i] |= peers_of(cell); });
    }
    for (unsigned digits = pair; digits != 0; digits &= digits - 1) {
      eliminate(view, (seen[0] & seen[1]) - chain, std::countr_zero(digits), step);
    }
    if (step.eliminations.empty()) continue;
    add_cells(sides[0], step);
    step.first_colour = sides[0].count();
    add_cells(sides[1], step);
    add_digits(pair, step);
    return true;
  }
  return false;
}

bool find_xy_chain(const View& view, Step& step) {
  bool is_found = false;
  view.bivalue.for_each([&](int start) {
    for (unsigned digits = view.candidates(start); digits != 0 && !is_found; digits &= digits - 1) {
      is_found = XyChain(view, start, std::countr_zero(digits)).find(step);
    }
  });
  return is_found;
}

}  // namespace dokumill::logic
