#include "engine/canon/row_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/permutation.hpp"

namespace dokumill::canon {
namespace {

constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

// The three columns of one stack, in an order that gives the smallest cells.
struct Arrangement {
  std::uint32_t cells;  // three labels of four bits
  Stack stack;
  std::array<std::uint8_t, 3> new_digits;  // in the order of their new labels
};

struct Arrangements {
  std::array<Arrangement, 6> list;
  int count;
  int new_digits;  // digits in the stack that have no label yet
};

constexpr int kOrderCount[4] = {1, 1, 2, 6};
// The orders of two things, in the format of kOrdersOfThree.
constexpr std::uint8_t kOrdersOfTwo[2][3] = {{0, 1, 2}, {1, 0, 2}};

// The columns of a stack as numbers to sort. Bits 8 and 9: the place of the class in the stack.
// Bits 4 to 7: the label of the cell. Bits 0 to 3: the column.
using Columns = std::array<unsigned, 3>;

constexpr unsigned kLabelBits = 15U << 4;

constexpr bool is_new(unsigned column) {
  return (column & kLabelBits) == unsigned{kNew} << 4;
}

constexpr unsigned with_label(unsigned column, unsigned label) {
  return (column & ~kLabelBits) | label << 4;
}

// The order of two columns is hard to predict, so there is no branch.
void sort_pair(unsigned& a, unsigned& b) {
  const unsigned change = (a ^ b) & (0U - static_cast<unsigned>(b < a));
  a ^= change;
  b ^= change;
}

void sort(Columns& columns) {
  sort_pair(columns[0], columns[1]);
  sort_pair(columns[1], columns[2]);
  sort_pair(columns[0], columns[1]);
}

std::uint32_t cells_of(const Columns& columns) {
  return (columns[0] & kLabelBits) << 4 | (columns[1] & kLabelBits) |
         (columns[2] & kLabelBits) >> 4;
}

// Writes sorted columns, whose labels are all known, into `arrangement`.
void write(const Columns& columns, unsigned starts, Arrangement& arrangement) {
  arrangement.cells = cells_of(columns);
  for (int i = 0; i < 3; ++i) {
    arrangement.stack.columns[i] = static_cast<std::uint8_t>(columns[i] & 15U);
  }
  starts |= static_cast<unsigned>((columns[0] ^ columns[1]) >> 4 != 0) << 1;
  starts |= static_cast<unsigned>((columns[1] ^ columns[2]) >> 4 != 0) << 2;
  arrangement.stack.class_starts = static_cast<std::uint8_t>(starts);
}

// Finds all arrangements of sorted columns that have the smallest cells, also if several cells have
// no label.
void arrange_new_digits(const Columns& columns, unsigned starts, unsigned next,
                        const std::uint8_t* source, Arrangements& found) {
  std::array<std::uint8_t, 3> fresh;   // the digits without a label
  std::array<unsigned, 3> fresh_of{};  // which of them is in a cell
  unsigned fresh_count = 0;
  for (int i = 0; i < 3; ++i) {
    if (!is_new(columns[i])) continue;
    const std::uint8_t digit = source[columns[i] & 15U];
    unsigned k = 0;
    while (k < fresh_count && fresh[k] != digit) ++k;
    if (k == fresh_count) fresh[fresh_count++] = digit;
    fresh_of[i] = k;
  }
  found.new_digits = static_cast<int>(fresh_count);
  found.count = 0;
  // Tries every order of labels for the new digits. An order whose labels do not ascend along the
  // row cannot give the smallest cells, so the comparison of the cells drops it.
  const int orders = starts == 7U ? 1 : kOrderCount[fresh_count];
  for (int order = 0; order < orders; ++order) {
    const std::uint8_t* const rank = fresh_count == 3 ? kOrdersOfThree[order] : kOrdersOfTwo[order];
    Columns named = columns;
    for (int i = 0; i < 3; ++i) {
      if (is_new(columns[i])) named[i] = with_label(columns[i], next + rank[fresh_of[i]]);
    }
    sort(named);
    if (found.count != 0) {
      const std::uint32_t cells = cells_of(named);
      if (cells > found.list[0].cells) continue;
      if (cells < found.list[0].cells) found.count = 0;
    }
    Arrangement& arrangement = found.list[found.count++];
    write(named, starts, arrangement);
    for (unsigned i = 0; i < fresh_count; ++i) arrangement.new_digits[rank[i]] = fresh[i];
  }
}

// Finds all arrangements of `stack` that have the smallest cells.
void arrange(const Partial& partial, const Stack& stack, const std::uint8_t* source,
             Arrangements& found) {
  // The class of each column, by the starts at the second and third place.
  constexpr unsigned kClass[4][3] = {
      {0, 0, 0}, {0, 1U << 8, 1U << 8}, {0, 0, 1U << 8}, {0, 1U << 8, 2U << 8}};
  const unsigned starts = stack.class_starts;
  Columns columns;
  for (int i = 0; i < 3; ++i) {
    columns[i] = kClass[starts >> 1][i] | unsigned{partial.label[source[stack.columns[i]]]} << 4 |
                 stack.columns[i];
  }
  sort(columns);
  const int new_cells = is_new(columns[0]) + is_new(columns[1]) + is_new(columns[2]);
  if (new_cells > 1) {
    arrange_new_digits(columns, starts, partial.next, source, found);
    return;
  }
  found.count = 1;
  found.new_digits = new_cells;
  // Whether a cell is new is hard to predict, so there is no branch.
  unsigned new_column = columns[0];
  new_column = is_new(columns[1]) ? columns[1] : new_column;
  new_column = is_new(columns[2]) ? columns[2] : new_column;
  found.list[0].new_digits[0] = source[new_column & 15U];
  const unsigned change = (unsigned{kNew} - partial.next) << 4;
  for (unsigned& column : columns) column -= change & (0U - static_cast<unsigned>(is_new(column)));
  write(columns, starts, found.list[0]);
}

// Puts arrangement i of `found` at `place`, and gives its new digits their labels.
void choose(Partial& partial, int place, const Arrangements& found, int i) {
  partial.stacks[place] = found.list[i].stack;
  for (int k = 0; k < found.new_digits; ++k) {
    partial.label[found.list[i].new_digits[k]] = partial.next++;
  }
}

// The number of orders of columns and stacks that a partial map stands for.
std::uint32_t column_symmetries(const Partial& partial) {
  constexpr std::uint32_t kOrders[4] = {6, 2, 2, 1};  // by the starts at the second and third place
  std::uint32_t orders = kOrders[partial.group_starts >> 1 & 3U];
  for (const Stack& stack : partial.stacks) orders *= kOrders[stack.class_starts >> 1];
  return orders;
}

// Merging fewer partial maps than this costs more than it saves.
constexpr std::size_t kMergeFrom = 64;

bool is_same_future(const Future& a, const Future& b) {
  return a.cells == b.cells && a.class_starts == b.class_starts &&
         a.group_starts == b.group_starts && a.next == b.next;
}

bool comes_before(const Future& a, const Future& b) {
  const int order = std::memcmp(a.cells.data(), b.cells.data(), a.cells.size());
  if (order != 0) return order < 0;
  return std::tie(a.class_starts, a.group_starts, a.next, a.partial) <
         std::tie(b.class_starts, b.group_starts, b.next, b.partial);
}

// Calls use(begin, end) for each run of places. Bit i of `starts`: a run begins at place i.
template <class Use>
void each_run(unsigned starts, int places, Use use) {
  for (int begin = 0; begin < places;) {
    int end = begin + 1;
    while (end < places && (starts >> end & 1U) == 0) ++end;
    use(begin, end);
    begin = end;
  }
}

// The rows that a partial map has yet to place: those of one band or of two.
struct OpenRows {
  std::array<std::uint8_t, 6> rows{};
  std::size_t count = 0;
};

OpenRows open_rows_of(const Partial& partial) {
  OpenRows open;
  for (int row = 0; row < 9; ++row) {
    if ((partial.used >> row & 1U) == 0) open.rows[open.count++] = static_cast<std::uint8_t>(row);
  }
  return open;
}

// Sorts a few items by insertion. Stable, and unlike std::stable_sort() without a request for
// memory.
template <class Item, class Less>
void sort_few(Item* begin, Item* end, const Less& less) {
  for (Item* at = begin; at != end; ++at) {
    const Item item = *at;
    Item* hole = at;
    for (; hole != begin && less(item, hole[-1]); --hole) *hole = hole[-1];
    *hole = item;
  }
}

// Returns the source columns in the order of future_of(): sorted within each class, and the stacks
// within each group.
//
// A cell is of one of eleven kinds: it is empty, or has a digit with the label 1 to 9 (one kind for
// each label), or has a digit without a label. The weight of a column has the number of its cells
// of each kind in the open rows. It does not depend on the order of these rows.
std::array<std::uint8_t, 9> ordered_columns(const Partial& partial, const Lines& lines,
                                            const OpenRows& open, unsigned class_starts) {
  std::array<std::uint8_t, 9> columns;
  for (int stack = 0; stack < 3; ++stack) {
    std::copy_n(partial.stacks[stack].columns.begin(), 3, columns.begin() + stack * 3);
  }
  std::array<std::uint64_t, 9> weight{};
  for (int c = 0; c < 9; ++c) {
    for (std::size_t i = 0; i < open.count; ++i) {
      weight[c] += std::uint64_t{1} << (4 * partial.label[lines.row[open.rows[i]][columns[c]]]);
    }
  }
  std::array<std::uint8_t, 9> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  each_run(class_starts, 9, [&](int begin, int end) {
    sort_few(order.data() + begin, order.data() + end,
             [&](int a, int b) { return weight[a] < weight[b]; });
  });
  std::array<std::uint8_t, 3> stacks{0, 1, 2};
  each_run(partial.group_starts, 3, [&](int begin, int end) {
    sort_few(stacks.data() + begin, stacks.data() + end, [&](int a, int b) {
      for (int i = 0; i < 3; ++i) {
        const std::uint64_t x = weight[order[a * 3 + i]];
        const std::uint64_t y = weight[order[b * 3 + i]];
        if (x != y) return x < y;
      }
      return false;
    });
  });
  std::array<std::uint8_t, 9> ordered;
  for (int c = 0; c < 9; ++c) ordered[c] = columns[order[stacks[c / 3] * 3 + c % 3]];
  return ordered;
}

using FutureRow = std::array<std::uint8_t, 18>;  // the labels (or kNew), then the digits
using FutureBands = std::array<std::array<FutureRow, 3>, 2>;

// Returns the open rows with their cells in the order of `columns`, sorted by their labels: the
// rows of each band, and the bands.
FutureBands ordered_rows(const Partial& partial, const Lines& lines, const OpenRows& open,
                         const std::array<std::uint8_t, 9>& columns) {
  FutureBands bands{};
  for (std::size_t i = 0; i < open.count; ++i) {
    FutureRow& row = bands[i / 3][i % 3];
    for (int c = 0; c < 9; ++c) {
      const std::uint8_t digit = lines.row[open.rows[i]][columns[c]];
      row[c] = partial.label[digit];
      row[9 + c] = digit;
    }
  }
  const auto shows_less = [](const FutureRow& a, const FutureRow& b) {
    return std::memcmp(a.data(), b.data(), 9) < 0;
  };
  for (std::size_t i = 0; i < open.count / 3; ++i) {
    sort_few(bands[i].data(), bands[i].data() + bands[i].size(), shows_less);
  }
  if (open.count == 6 &&
      std::lexicographical_compare(bands[1].begin(), bands[1].end(), bands[0].begin(),
                                   bands[0].end(), shows_less)) {
    std::swap(bands[0], bands[1]);
  }
  return bands;
}

// Writes the labels of `rows` rows, and gives the new digits 10, 11, ... as they appear.
void write_cells(const FutureBands& bands, std::size_t rows, std::array<std::uint8_t, 54>& cells) {
  std::array<std::uint8_t, 10> name{};
  std::uint8_t next = kNew;
  for (std::size_t i = 0; i < rows; ++i) {
    const FutureRow& row = bands[i / 3][i % 3];
    for (std::size_t c = 0; c < 9; ++c) {
      std::uint8_t& cell = cells[i * 9 + c];
      cell = row[c];
      if (cell != kNew) continue;
      std::uint8_t& known = name[row[9 + c]];
      if (known == 0) known = next++;
      cell = known;
    }
  }
}

// Returns the rows that `partial` has yet to place, in a form that can be compared. Where the order
// of columns, stacks, rows or bands is open, the function chooses an order by a fixed rule. If the
// results for two partial maps are equal, both maps leave the same rows to place. The converse need
// not hold. REQUIRES: the rows that are placed make up whole bands.
Future future_of(const Partial& partial, const Lines& lines) {
  Future future{};
  for (int stack = 0; stack < 3; ++stack) {
    future.class_starts = static_cast<std::uint16_t>(
        future.class_starts | unsigned{partial.stacks[stack].class_starts} << (stack * 3));
  }
  future.group_starts = partial.group_starts;
  future.next = partial.next;
  const OpenRows open = open_rows_of(partial);
  const auto columns = ordered_columns(partial, lines, open, future.class_starts);
  write_cells(ordered_rows(partial, lines, open, columns), open.count, future.cells);
  return future;
}

CanonicalMap map_of(const Partial& partial) {
  CanonicalMap map{partial.is_transposed, partial.rows, {}, partial.label};
  for (int c = 0; c < 9; ++c) map.columns[c] = partial.stacks[c / 3].columns[c % 3];
  unsigned next = partial.next;
  for (int digit = 1; digit <= 9; ++digit) {
    if (map.digits[digit] == kNew) map.digits[digit] = static_cast<std::uint8_t>(next++);
  }
  return map;
}

}  // namespace

Canonical RowSearch::run(const Grid& grid) {
  partials_.clear();
  tries_ = 0;
  is_stopped_ = false;
  for (const bool is_transposed : {false, true}) {
    lines_[is_transposed] = lines_of(grid, is_transposed);
    Partial all{};
    all.stacks = {Stack{{0, 1, 2}, 1}, Stack{{3, 4, 5}, 1}, Stack{{6, 7, 8}, 1}};
    all.label.fill(kNew);
    all.label[0] = 0;
    all.next = 1;
    all.weight = 1;
    all.group_starts = 1;
    all.is_transposed = is_transposed;
    partials_.push_back(all);
  }
  find_first_rows();
  Canonical result;
  for (int place = 0; place < 9; ++place) {
    extended_.clear();
    best_ = kNoRow;
    for (const Partial& partial : partials_) {
      if (poll()) return result;
      extend(partial, place);
    }
    for (int c = 0; c < 9; ++c) {
      result.form.cells[place * 9 + c] = static_cast<std::uint8_t>(best_ >> (32 - 4 * c) & 15U);
    }
    std::swap(partials_, extended_);
    if ((place == 2 || place == 5) && partials_.size() >= kMergeFrom) merge_equal_futures();
    if (is_stopped_) return result;
  }
  result.map = map_of(partials_.front());
  result.automorphisms = 0;
  for (const Partial& partial : partials_) {
    result.automorphisms +=
        partial.weight * column_symmetries(partial) * lines_[partial.is_transposed].row_symmetries;
  }
  return result;
}

void RowSearch::find_first_rows() {
  // Bits 2e and 2e + 1: the number of minirows with e empty cells. Rows that repeat a digit have 0.
  // The emptiest minirow goes first, and the clues of the others are 1, 2, 3 and so on. So the
  // greatest number has the smallest cells.
  std::array<std::array<unsigned, 9>, 2> emptiness{};
  unsigned emptiest = 0;
  for (int side = 0; side < 2; ++side) {
    const Lines& lines = lines_[side];
    for (int row = 0; row < 9; ++row) {
      for (const std::uint8_t empty : lines.empty[row]) emptiness[side][row] += 1U << (2 * empty);
      emptiness[side][row] &= (lines.repeats >> row & 1U) - 1U;
      emptiest = std::max(emptiest, emptiness[side][row]);
    }
  }
  for (int side = 0; side < 2; ++side) {
    first_rows_[side] = lines_[side].repeats;
    for (int row = 0; row < 9; ++row) {
      first_rows_[side] |= static_cast<unsigned>(emptiness[side][row] == emptiest) << row;
    }
  }
}

bool RowSearch::poll() {
  constexpr std::uint32_t kPollEvery = 1024;  // partial maps: up to a few milliseconds
  if (++polls_ % kPollEvery == 0 && should_stop_ && should_stop_()) is_stopped_ = true;
  return is_stopped_;
}

void RowSearch::merge_equal_futures() {
  futures_.clear();
  for (const Partial& partial : partials_) {
    if (poll()) return;
    futures_.push_back(future_of(partial, lines_[partial.is_transposed]));
    futures_.back().partial = static_cast<std::uint32_t>(futures_.size() - 1);
  }
  std::sort(futures_.begin(), futures_.end(), comes_before);
  extended_.clear();
  for (std::size_t i = 0; i < futures_.size(); ++i) {
    const Partial& partial = partials_[futures_[i].partial];
    if (i != 0 && is_same_future(futures_[i - 1], futures_[i])) {
      extended_.back().weight += partial.weight;
    } else {
      extended_.push_back(partial);
    }
  }
  std::swap(partials_, extended_);
}

void RowSearch::extend(const Partial& partial, int place) {
  const Lines& lines = lines_[partial.is_transposed];
  unsigned rows = place == 0 ? first_rows_[partial.is_transposed] : ~partial.used & 0x1ffU;
  if (place % 3 != 0) rows &= 7U << (partial.rows[place - 1] / 3 * 3);
  // The source stacks that can come first. The one with the most empty cells bounds the first three
  // cells of the new row.
  const int count = std::countr_zero(partial.group_starts >> 1 | 4U) + 1;
  std::array<int, 3> stacks;
  for (int s = 0; s < 3; ++s) stacks[s] = partial.stacks[s < count ? s : 0].columns[0] / 3;
  for (; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    const auto& empty = lines.empty[row];
    const int max = std::max({empty[stacks[0]], empty[stacks[1]], empty[stacks[2]]});
    constexpr std::uint64_t kSmallest[4] = {0x111, 0x011, 0x001, 0x000};  // by the most empty cells
    if (kSmallest[max] > best_ >> 24) continue;
    if ((lines.copies[row] & ~partial.used) == 0) extend_by(partial, place, row);
  }
}

void RowSearch::extend_by(const Partial& partial, int place, int source_row) {
  ++tries_;
  Partial next = partial;
  next.used = static_cast<std::uint16_t>(next.used | 1U << source_row);
  next.rows[place] = static_cast<std::uint8_t>(source_row);
  source_ = lines_[partial.is_transposed].row[source_row].data();
  place_stack(next, 0, 0);
}

void RowSearch::place_stack(Partial& partial, int stack, std::uint64_t text) {
  while (stack < 3) {
    const int end = std::countr_zero((partial.group_starts | 8U) >> (stack + 1)) + stack + 1;
    Arrangements found[3];
    std::uint32_t smallest = ~0U;
    for (int s = stack; s < end; ++s) {
      arrange(partial, partial.stacks[s], source_, found[s]);
      smallest = std::min(smallest, found[s].list[0].cells);
    }
    text = text << 12 | smallest;
    if (text > best_ >> (24 - 12 * stack)) return;
    if (end == stack + 1 && found[stack].count == 1) {  // nothing to choose: no copy
      choose(partial, stack, found[stack], 0);
      ++stack;
      partial.group_starts = static_cast<std::uint8_t>(partial.group_starts | 1U << stack);
      continue;
    }
    int count = 0;  // the number of stacks that have the smallest cells and no new digits
    for (int s = stack; s < end; ++s) {
      if (found[s].list[0].cells != smallest) continue;
      if (found[s].new_digits == 0) {
        partial.stacks[s] = partial.stacks[stack + count];
        partial.stacks[stack + count] = found[s].list[0].stack;
        ++count;
        continue;
      }
      for (int i = 0; i < found[s].count; ++i) {
        Partial branch = partial;
        std::swap(branch.stacks[stack], branch.stacks[s]);
        choose(branch, stack, found[s], i);
        branch.group_starts = static_cast<std::uint8_t>(branch.group_starts | 2U << stack);
        place_stack(branch, stack + 1, text);
      }
    }
    if (count == 0) return;
    for (int i = 1; i < count; ++i) text = text << 12 | smallest;
    stack += count;
    partial.group_starts = static_cast<std::uint8_t>(partial.group_starts | 1U << stack);
    if (stack < 3 && text > best_ >> (36 - 12 * stack)) return;
  }
  if (text > best_) return;
  if (text < best_) {
    best_ = text;
    extended_.clear();
  }
  extended_.push_back(partial);
}

}  // namespace dokumill::canon
