#include "dokumill/canon.hpp"

#include <bit>
#include <span>
#include <utility>

#include "base/cell_values.hpp"
#include "engine/canon/board_form.hpp"
#include "engine/canon/row_search.hpp"

namespace dokumill {

struct Canonizer::Workspace {
  canon::RowSearch search;
  bool is_stopped = false;
  std::uint64_t tries = 0;
};

bool is_symmetry(const CanonicalMap& map) {
  const auto is_permutation = [](std::span<const std::uint8_t> values) {
    unsigned seen = 0;
    for (const std::uint8_t value : values) seen |= value <= 9 ? 1U << value : 0;
    return std::popcount(seen) == static_cast<int>(values.size());
  };
  const auto keeps_bands = [](const std::array<std::uint8_t, 9>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] / 3 != lines[i - i % 3] / 3) return false;
    }
    return true;
  };
  return is_permutation(map.digits) && map.digits[0] == 0 && is_permutation(map.rows) &&
         is_permutation(map.columns) && keeps_bands(map.rows) && keeps_bands(map.columns);
}

Grid CanonicalMap::apply(const Grid& grid) const {
  // The cell of row r and column c comes from the cell from_row[r] + from_column[c].
  std::array<std::uint8_t, 9> from_row;
  std::array<std::uint8_t, 9> from_column;
  for (std::size_t i = 0; i < 9; ++i) {
    from_row[i] = static_cast<std::uint8_t>(rows[i] * (is_transposed ? 1 : 9));
    from_column[i] = static_cast<std::uint8_t>(columns[i] * (is_transposed ? 9 : 1));
  }
  Grid image;
  for (std::size_t r = 0; r < 9; ++r) {
    const std::uint8_t* const row = grid.cells.data() + from_row[r];
    for (std::size_t c = 0; c < 9; ++c) {
      const std::uint8_t value = row[from_column[c]];
      image.cells[r * 9 + c] = value <= kDigits ? digits[value] : value;
    }
  }
  return image;
}

Canonizer::Canonizer() : workspace_(std::make_unique<Workspace>()) {}
Canonizer::Canonizer(Canonizer&&) noexcept = default;
Canonizer& Canonizer::operator=(Canonizer&&) noexcept = default;
Canonizer::~Canonizer() = default;

void Canonizer::set_stop(std::function<bool()> should_stop) {
  workspace_->search.set_stop(std::move(should_stop));
}

bool Canonizer::is_stopped() const {
  return workspace_->is_stopped;
}

std::uint64_t Canonizer::tries() const {
  return workspace_->tries;
}

Canonical Canonizer::canonize(const Grid& grid) {
  workspace_->is_stopped = false;
  if (is_complete(grid)) return canon::canonize_board(grid);
  if (!has_only_cells({&grid, 1})) {
    Canonical itself;
    itself.form = grid;
    return itself;
  }
  const Canonical found = workspace_->search.run(grid);
  workspace_->is_stopped = workspace_->search.is_stopped();
  workspace_->tries += workspace_->search.tries();
  return found;
}

Grid canonical_form(const Grid& grid) {
  return Canonizer().canonize(grid).form;
}

}  // namespace dokumill
