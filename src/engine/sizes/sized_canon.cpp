#include "engine/sizes/sized_canon.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

// What the first row of an image can be, by the set of columns in which the row has clues (bit
// i for column i). If its clues differ, their new names are 1, 2, ... from left to right, so the
// set alone decides.
struct FirstRows {
  struct Best {
    unsigned image = ~0U;      // the smallest one, as a number with the first column on top
    std::vector<Line> orders;  // all orders of the columns that give it
  };
  std::array<Best, 1U << kMost> best;  // by set

  explicit FirstRows(Shape shape) {
    const int n = shape.size();
    for (const Line& order : make_column_orders(shape)) {
      for (unsigned set = 0; set < 1U << n; ++set) {
        unsigned image = 0;
        for (int i = 0; i < n; ++i) image = image << 1 | (set >> order[i] & 1U);
        Best& its = best[set];
        if (image > its.image) continue;
        if (image < its.image) its.orders.clear();
        its.image = image;
        its.orders.push_back(order);
      }
    }
  }
};

// The search for the smallest image: first for the rows and orders of columns that give the
// smallest first row, and then depth first for the rows below. For given places of rows and
// columns, the smallest renaming numbers the symbols in the order in which they appear. A row that
// makes the image greater than the best one so far is not placed.
template <int kBoxRows, int kBoxColumns>
class FormSearch {
 public:
  // Writes the form, and returns how many images are equal to it.
  static std::uint32_t find(const std::uint8_t* cells, std::uint8_t* form) {
    static const FirstRows first_rows({kBoxRows, kBoxColumns});
    constexpr int kSides = kBoxRows == kBoxColumns ? 2 : 1;
    std::array<std::array<std::uint8_t, kSize * kSize>, kSides> grids;
    for (int cell = 0; cell < kSize * kSize; ++cell) {
      grids[0][cell] = cells[cell];
      grids[kSides - 1][kSides == 1 ? cell : cell % kSize * kSize + cell / kSize] = cells[cell];
    }
    std::array<unsigned, kSides * kSize> sets{};  // of the rows of all grids
    bool have_twins = false;                      // a row with equal clues
    for (int row = 0; row < kSides * kSize; ++row) {
      unsigned symbols = 0;
      for (int column = 0; column < kSize; ++column) {
        const unsigned symbol = grids[row / kSize][row % kSize * kSize + column];
        if (symbol == 0) continue;
        have_twins |= (symbols >> symbol & 1U) != 0;
        symbols |= 1U << symbol;
        sets[row] |= 1U << column;
      }
    }
    // Then the sets do not decide. All orders of columns are those of the empty set.
    if (have_twins) sets = {};
    unsigned smallest = ~0U;
    for (const unsigned set : sets) smallest = std::min(smallest, first_rows.best[set].image);
    FormSearch search;
    for (int row = 0; row < kSides * kSize; ++row) {
      const FirstRows::Best& its = first_rows.best[sets[row]];
      if (its.image != smallest) continue;
      search.cells_ = grids[row / kSize].data();
      for (const Line& columns : its.orders) {
        search.columns_ = &columns;
        search.place_row(0, row % kSize, 0, 0, 0);
      }
    }
    for (int row = 0; row < kSize; ++row) {
      for (int i = 0; i < kSize; ++i) {
        form[row * kSize + i] = static_cast<std::uint8_t>(search.best_[row] >> 8 * (kSize - 1 - i));
      }
    }
    return search.equal_images_;
  }

 private:
  static constexpr int kSize = kBoxRows * kBoxColumns;

  FormSearch() { best_.fill(kNoRow); }

  // Places a row, and all rows after it. `used`: the rows that are placed. `names`: the new names
  // of symbols, four bits for each, 0: none yet. `named`: how many have one.
  void place_row(int place, int row, unsigned used, std::uint64_t names, unsigned named) {
    std::uint64_t image = 0;
    for (int i = 0; i < kSize; ++i) {
      // Without branches, which no processor can predict here.
      const unsigned symbol = cells_[row * kSize + (*columns_)[i]];
      const unsigned is_new = (symbol != 0) & ((names >> 4 * symbol & 15) == 0);
      named += is_new;
      names |= std::uint64_t{named * is_new} << 4 * symbol;
      image = image << 8 | (names >> 4 * symbol & 15);
    }
    if (image > best_[place]) return;
    const int next = place + 1;
    if (image < best_[place]) {
      best_[place] = image;
      if (next < kSize) best_[next] = kNoRow;
      equal_images_ = 0;
    }
    if (next == kSize) {
      ++equal_images_;
      return;
    }
    used |= 1U << row;
    // The other rows of the band come next, and after them those of all other bands.
    constexpr unsigned kAll = (1U << kSize) - 1;
    constexpr unsigned kBand = (1U << kBoxRows) - 1;
    unsigned rows = ~used & (next % kBoxRows == 0 ? kAll : kBand << row / kBoxRows * kBoxRows);
    for (; rows != 0; rows &= rows - 1) {
      place_row(next, std::countr_zero(rows), used, names, named);
    }
  }

  // A row as a number, with a byte for each column and the first one on top. No row is kNoRow.
  static constexpr std::uint64_t kNoRow = ~std::uint64_t{0};
  std::array<std::uint64_t, kSize> best_;  // the best image so far; rows after kNoRow do not count
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
