#include <algorithm>
#include <cassert>

#include "dokumill/canon.hpp"
#include "engine/canon/board_form.hpp"
#include "engine/classes/bands.hpp"
#include "engine/classes/class_table.hpp"
#include "engine/classes/completions.hpp"

namespace dokumill {
namespace classes {
namespace {

// Band `band` of a board, or of its transpose.
Band band_of(const Grid& board, int band, bool is_transposed) {
  Band rows;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 9; ++c) {
      const int row = band * 3 + r;
      const int cell = is_transposed ? c * 9 + row : row * 9 + c;
      rows[r][c] = static_cast<std::uint8_t>(board.cells[cell] - 1);
    }
  }
  return rows;
}

}  // namespace
}  // namespace classes

bool has_board_classes() {
  return true;
}

BoardClass class_of(const Grid& board) {
  if (!is_complete(board)) return {};
  const Canonical canonical = canon::canonize_board(board);
  BoardClass found;
  found.automorphisms = canonical.automorphisms;
  const classes::Bands& bands = classes::Bands::all();
  for (int i = 0; i < 6; ++i) {
    const int number = bands.number(classes::band_of(canonical.form, i % 3, i >= 3));
    found.bands[i] = static_cast<std::uint16_t>(number + 1);
  }
  const int first = found.bands[0] - 1;
  for (int band = 0; band < first; ++band) found.number += classes::boards_of_band(band);
  const std::vector<classes::Row> rows = classes::fourth_rows(first);
  const std::vector<std::uint32_t> counts = classes::boards_of_rows(first, rows.size());
  const classes::Row own = classes::band_of(canonical.form, 1, false)[0];
  std::size_t row = 0;
  for (; rows[row] != own; ++row) found.number += counts[row];
  classes::Completions completions(first);
  completions.set_fourth_row(own);
  found.number += completions.count_before(canonical.form, counts[row]) + 1;
  return found;
}

void class_boards(std::uint64_t first, std::span<Grid> out) {
  std::uint64_t before = 0;  // the boards of earlier bands and rows
  if (first == 0 && !out.empty()) {
    out.front() = {};
    out = out.subspan(1);
    first = 1;
  }
  for (int band = 0; band < classes::kBandClasses && !out.empty(); ++band) {
    const std::uint64_t boards = classes::boards_of_band(band);
    if (first - 1 >= before + boards) {
      before += boards;
      continue;
    }
    const std::vector<classes::Row> rows = classes::fourth_rows(band);
    const std::vector<std::uint32_t> counts = classes::boards_of_rows(band, rows.size());
    classes::Completions completions(band);
    for (std::size_t row = 0; row < rows.size() && !out.empty(); ++row) {
      if (first - 1 < before + counts[row]) {
        const std::uint64_t begin = first - 1 - before;
        const auto made =
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), counts[row] - begin));
        completions.set_fourth_row(rows[row]);
        completions.make_boards(begin, out.first(made));
        out = out.subspan(made);
        first += made;
      }
      before += counts[row];
    }
  }
  std::ranges::fill(out, Grid{});
}

}  // namespace dokumill
