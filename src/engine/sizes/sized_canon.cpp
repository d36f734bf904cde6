#include "engine/sizes/sized_canon.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "base/random.hpp"
#include "base/text/format.hpp"
#include "engine/canon/share_threshold.hpp"

namespace dokumill::sizes {
namespace {

constexpr int kMost = 8;  // the most symbols
using Line = std::array<std::uint8_t, kMost>;

// All orders of n columns that keep the columns of a stack side by side: order[i] is the column
// that comes to place i.
std::vector<Line> make_column_orders(Shape shape) {
  const int n = shape.size();
  std::vector<Line> orders;
  Line order{0, 1, 2, 3, 4, 5, 6, 7};
  // Lexicographic order lists the few orders that keep the stacks together among all n!.
  do {
    bool keeps_stacks = true;
    for (int place = 0; place < n; ++place) {
      const int first = place / shape.box_columns * shape.box_columns;
      keeps_stacks &= order[place] / shape.box_columns == order[first] / shape.box_columns;
    }
    if (keeps_stacks) orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.begin() + n));
  return orders;
}

// The search for the smallest image under all row orders, one column order at a time. Rows are
// placed from the top. For given places of rows and columns, the smallest renaming numbers the
// symbols in the order in which they appear. A row that makes the image greater than the best one
// so far is not placed.
template <int kBoxRows, int kBoxColumns>
class FormSearch {
 public:
  // Writes the form, and returns how many images are equal to it.
  static std::uint32_t find(const std::uint8_t* cells, std::uint8_t* form) {
    FormSearch search(form);
    search.try_columns(cells);
    if constexpr (kBoxRows == kBoxColumns) {
      std::array<std::uint8_t, kSize * kSize> transposed{};
      for (int cell = 0; cell < kSize * kSize; ++cell) {
        transposed[cell % kSize * kSize + cell / kSize] = cells[cell];
      }
      search.try_columns(transposed.data());
    }
    return search.equal_images_;
  }

 private:
  static constexpr int kSize = kBoxRows * kBoxColumns;
  using Names = std::array<std::uint8_t, kSize + 1>;

  explicit FormSearch(std::uint8_t* form) : form_(form) {}

  void try_columns(const std::uint8_t* cells) {
    cells_ = cells;
    static const std::vector<Line> orders = make_column_orders({kBoxRows, kBoxColumns});
    for (const Line& columns : orders) {
      columns_ = &columns;
      place_row(0, 0, 0, Names{}, 0);
    }
  }

  // Places row number `place` and all after it. `used`: the rows that are placed. `band`: the band
  // of the last one. `names`: the new names of symbols, 0: none yet. `named`: how many have one.
  void place_row(int place, unsigned used, int band, const Names& names, int named) {
    if (place == kSize) {
      ++equal_images_;
      return;
    }
    const bool begins_band = place % kBoxRows == 0;
    for (int row = 0; row < kSize; ++row) {
      if ((used >> row & 1U) != 0) continue;
      const int its_band = row / kBoxRows;
      const unsigned band_rows = ((1U << kBoxRows) - 1U) << its_band * kBoxRows;
      if (begins_band ? (used & band_rows) != 0 : its_band != band) continue;
      Names new_names = names;
      int new_named = named;
      Line image{};
      std::uint8_t* const best = form_ + place * kSize;
      int order = place >= rows_of_best_ ? -1 : 0;  // of the image and the best one
      for (int i = 0; i < kSize && order <= 0; ++i) {
        const std::uint8_t symbol = cells_[row * kSize + (*columns_)[i]];
        if (symbol != 0 && new_names[symbol] == 0) {
          new_names[symbol] = static_cast<std::uint8_t>(++new_named);
        }
        image[i] = new_names[symbol];
        if (order == 0) order = image[i] - best[i];
      }
      if (order > 0) continue;
      if (order < 0) {
        std::copy(image.begin(), image.begin() + kSize, best);
        rows_of_best_ = place + 1;
        equal_images_ = 0;
      }
      place_row(place + 1, used | 1U << row, its_band, new_names, new_named);
    }
  }

  std::uint8_t* form_;
  int rows_of_best_ = 0;  // form_ has this many rows of the best image so far
  std::uint32_t equal_images_ = 0;
  const std::uint8_t* cells_ = nullptr;
  const Line* columns_ = nullptr;
};

constexpr std::uint32_t factorial(int n) {
  return n < 2 ? 1 : static_cast<std::uint32_t>(n) * factorial(n - 1);
}

// The orders of `groups` groups of `size` lines.
constexpr std::uint32_t line_orders(int groups, int size) {
  std::uint32_t orders = factorial(groups);
  for (int i = 0; i < groups; ++i) orders *= factorial(size);
  return orders;
}

}  // namespace

bool has_canonical_form(Shape shape) {
  return is_supported(shape) && shape.size() <= kMost;
}

Status check_forms(Shape shape) {
  if (has_canonical_form(shape)) return {};
  return {ErrorCode::kUsage,
          format_text("grids of {}: canonical forms exist for the sizes 4, 6, 8 and 9",
                      name_of(shape))};
}

std::uint32_t symmetries(Shape shape) {
  return line_orders(shape.box_columns, shape.box_rows) *
         line_orders(shape.box_rows, shape.box_columns) *
         (shape.box_rows == shape.box_columns ? 2 : 1);
}

std::uint32_t canonical_form(Shape shape, const std::uint8_t* cells, std::uint8_t* form) {
  assert(has_canonical_form(shape));
  switch (shape.box_rows * kMost + shape.box_columns) {
    case 2 * kMost + 2:
      return FormSearch<2, 2>::find(cells, form);
    case 2 * kMost + 3:
      return FormSearch<2, 3>::find(cells, form);
    case 3 * kMost + 2:
      return FormSearch<3, 2>::find(cells, form);
    case 2 * kMost + 4:
      return FormSearch<2, 4>::find(cells, form);
    default:
      return FormSearch<4, 2>::find(cells, form);
  }
}

bool goes_to_test(Shape shape, const std::uint8_t* form, Share share, std::uint64_t seed) {
  if (share.parts >= Share::kWhole) return true;
  // The form goes through Philox in cipher block chaining, after a block that marks this use and
  // the shape, as in goes_to_test() for 9x9.
  constexpr std::uint32_t kUse = 0x73697A65;  // "size"
  std::array<std::uint32_t, 4> state = philox({kUse, shape.box_rows, shape.box_columns, 0}, seed);
  const auto cells = static_cast<std::size_t>(shape.cells());
  for (std::size_t first = 0; first < cells; first += 16) {
    for (std::size_t i = first; i < std::min(first + 16, cells); ++i) {
      state[i % 16 / 4] ^= std::uint32_t{form[i]} << i % 4 * 8;
    }
    state = philox(state, seed);
  }
  return (std::uint64_t{state[1]} << 32 | state[0]) < threshold_of(share);
}

}  // namespace dokumill::sizes
