#include "dokumill/canon.hpp"

#include "canon/board_form.hpp"
#include "canon/row_search.hpp"
#include "core/cell_values.hpp"

namespace dokumill {

struct Canonizer::Workspace {
  canon::RowSearch search;
};

Grid CanonicalMap::apply(const Grid& grid) const {
  Grid image;
  for (int r = 0; r < 9; ++r) {
    for (int c = 0; c < 9; ++c) {
      const int from = is_transposed ? columns[c] * 9 + rows[r] : rows[r] * 9 + columns[c];
      const std::uint8_t value = grid.cells[from];
      image.cells[r * 9 + c] = value <= kDigits ? digits[value] : value;
    }
  }
  return image;
}

Canonizer::Canonizer() : workspace_(std::make_unique<Workspace>()) {}
Canonizer::Canonizer(Canonizer&&) noexcept = default;
Canonizer& Canonizer::operator=(Canonizer&&) noexcept = default;
Canonizer::~Canonizer() = default;

Canonical Canonizer::canonize(const Grid& grid) {
  if (is_complete(grid)) return canon::canonize_board(grid);
  if (!has_only_cells({&grid, 1})) {
    Canonical itself;
    itself.form = grid;
    return itself;
  }
  return workspace_->search.run(grid);
}

Grid canonical_form(const Grid& grid) {
  return Canonizer().canonize(grid).form;
}

}  // namespace dokumill
