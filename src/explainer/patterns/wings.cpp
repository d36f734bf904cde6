// XY-Wing and XYZ-Wing.
#include "explainer/patterns/finders.hpp"

namespace dokumill::explainer {

bool find_wing(const Board& board, int pivot_candidates, Hint& hint) {
  const bool is_xyz = pivot_candidates == 3;
  for (int pivot = 0; pivot < kCells; ++pivot) {
    const unsigned xy = board.candidates(pivot);
    if (count9(xy) != pivot_candidates) continue;
    for (const int first : kGeometry.peers[pivot]) {
      const unsigned xz = board.candidates(first);
      if (count9(xz) != 2 || count9(xy & ~xz) != 1) continue;
      for (const int second : kGeometry.peers[pivot]) {
        const unsigned yz = board.candidates(second);
        if (count9(yz) != 2 || count9(xy | xz | yz) != 3) continue;
        if (count9(xy & xz & yz) != (is_xyz ? 1 : 0)) continue;
        const unsigned z = xz & yz;
        CellSet seen = peers_of(first) & peers_of(second);
        if (is_xyz) seen &= peers_of(pivot);
        seen.remove(pivot);
        seen.for_each([&](int cell) { hint.add_candidates(board, cell, z & (0U - z)); });
        if (hint.removals.empty()) continue;
        for (const int cell : {pivot, first, second}) hint.pattern.add_cell(cell);
        hint.pattern.add_digits((xy | xz | yz) & ~z);
        hint.pattern.add_digits(z);
        return is_xyz ? hint.remove(Technique::kXyzWing, 44) : hint.remove(Technique::kXyWing, 42);
      }
    }
  }
  return false;
}

}  // namespace dokumill::explainer
