#include "engine/puzzles/orbits.hpp"

#include <algorithm>

namespace dokumill::puzzles {
namespace {

constexpr int turned(int cell) {
  return 80 - cell;
}
constexpr int upside_down(int cell) {
  return (8 - cell / 9) * 9 + cell % 9;
}
constexpr int mirrored(int cell) {
  return cell / 9 * 9 + 8 - cell % 9;
}
constexpr int transposed(int cell) {
  return cell % 9 * 9 + cell / 9;
}

constexpr int image(Symmetry symmetry, int cell, int generator) {
  switch (symmetry) {
    case Symmetry::kNone:
      return cell;
    case Symmetry::kRotational:
      return turned(cell);
    case Symmetry::kHorizontal:
      return upside_down(cell);
    case Symmetry::kVertical:
      return mirrored(cell);
    case Symmetry::kDiagonal:
      return transposed(cell);
    case Symmetry::kFull:
      break;
  }
  return generator == 0 ? transposed(cell) : mirrored(cell);
}

constexpr Orbits make_orbits(Symmetry symmetry) {
  Orbits all;
  std::array<bool, kCells> is_taken{};
  for (int first = 0; first < kCells; ++first) {
    if (is_taken[first]) continue;
    Orbit& orbit = all.orbits[all.count++];
    is_taken[first] = true;
    orbit.cells[orbit.size++] = static_cast<std::uint8_t>(first);
    for (int i = 0; i < orbit.size; ++i) {
      for (int generator = 0; generator < 2; ++generator) {
        const int cell = image(symmetry, orbit.cells[i], generator);
        if (is_taken[cell]) continue;
        is_taken[cell] = true;
        orbit.cells[orbit.size++] = static_cast<std::uint8_t>(cell);
      }
    }
  }
  return all;
}

constexpr std::array<Orbits, 6> kOrbits{
    make_orbits(Symmetry::kNone),       make_orbits(Symmetry::kRotational),
    make_orbits(Symmetry::kHorizontal), make_orbits(Symmetry::kVertical),
    make_orbits(Symmetry::kDiagonal),   make_orbits(Symmetry::kFull)};

}  // namespace

const Orbits& orbits_of(Symmetry symmetry) {
  return kOrbits[static_cast<std::size_t>(symmetry)];
}

}  // namespace dokumill::puzzles
