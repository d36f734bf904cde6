// LinkRows: what follows from each candidate by one link or two, as rows of bits. It finds the
// shortest chain or closed walk from one source, and handles all candidates at the same distance at
// once (distances.hpp has the idea).
#pragma once

#include "engine/explainer/board/bit_rows.hpp"

namespace dokumill::explainer {

// By candidate, kWords words each. Bit i is the candidate of row i. A candidate without a bit can
// only be a source.
template <std::size_t kWords>
struct LinkRows {
  using Set = Bits<kWords>;

  const Word* excluded;  // the candidates that it excludes if it is true
  const Word* after;     // the next true candidates if it is false
  const Word* next;      // the next true candidates if it is true

  static Set row(const Word* rows, std::size_t at) { return Set::load(rows + at * kWords); }

  // Replaces `front` by the next true candidates that are not in `seen`, and adds them to `seen`.
  // Returns false if there are no such candidates.
  [[gnu::always_inline]] bool step(Set& front, Set& seen) const {
    const Set reached = front.union_of(next);
    front = reached - seen;
    seen |= reached;
    return front.has_any();
  }

  // The number of nodes of the shortest chain from the source; 0 if every chain has more than
  // `max`. REQUIRES: max >= 4. `has_bit`: whether the source has a bit.
  int nodes_of_chain(std::size_t source, bool has_bit, bool from_true, int max) const {
    Set front = row(from_true ? next : after, source);
    Set seen = front;
    if (from_true) {
      if (has_bit) {
        seen.add(source);
        front.remove(source);
      }
      if ((front & row(excluded, source)).has_any()) return 4;
    }
    for (int nodes = from_true ? 6 : 4; nodes <= max; nodes += 4) {
      const Set lost = front.union_of(excluded);
      if ((front & lost).has_any()) return nodes;
      if (nodes + 2 > max || !step(front, seen)) return 0;
      if ((front & lost).has_any()) return nodes + 2;
    }
    return 0;
  }

  // Whether a walk of `min` to `max` nodes leads from the source, which is true, to its partner
  // `back`, which is then false. The first step of the walk must not lead through this partner.
  bool comes_back(std::size_t source, std::size_t back, int min, int max) const {
    Set lost = row(excluded, source);
    lost.remove(back);
    Set front = lost.union_of(after);
    front.remove(source);
    Set seen = front;
    seen.add(source);
    const Set ends = row(excluded, back);
    for (int nodes = 4; nodes <= max; nodes += 2) {
      if (nodes >= min && (front & ends).has_any()) return true;
      if (nodes + 2 > max || !step(front, seen)) return false;
    }
    return false;
  }
};

}  // namespace dokumill::explainer
