// The kind of a grid: how many solutions it has.
#pragma once

#include <cstdint>
#include <string_view>

namespace dokumill {

// check() writes the name of the kind as a word for each record.
enum class GridKind : std::uint8_t {
  kUnsolvable,  // also contradictory givens
  kUnique,
  kMultiple,
  kComplete,  // a valid full board, where full boards are distinguished from puzzles
  kMalformed  // a record that is not a grid; only jobs on texts use this kind
};
inline constexpr int kGridKinds = static_cast<int>(GridKind::kMalformed) + 1;
// "none", "unique", "multiple", "complete" or "malformed".
std::string_view name_of(GridKind kind);

}  // namespace dokumill
