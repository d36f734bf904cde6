#include "canon/row_search.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "core/permutation.hpp"

namespace dokumill::canon {
namespace {

constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

// The three columns of one stack, in an order that gives the smallest cells.
struct Arrangement {
  std::uint32_t cells;  // three labels of four bits
  std::array<std::uint8_t, 3> columns;
  std::uint8_t class_starts;               // as in Partial, bits 0..2
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

void sort_pair(unsigned& a, unsigned& b) {
  const unsigned low = std::min(a, b);
  b = std::max(a, b);
  a = low;
}

// Finds all arrangements of the stack at `place` that have the smallest cells. The function tries
// every order of labels for the new digits. An order whose labels do not ascend along the row
// cannot give the smallest cells, so the comparison of the cells drops it.
void arrange(const Partial& partial, int place, const std::uint8_t* source, Arrangements& found) {
  const std::uint8_t* columns = partial.columns.data() + place * 3;
  const unsigned starts = partial.class_starts >> (place * 3) & 7U;
  unsigned label[3];
  unsigned digit[3];
  std::array<std::uint8_t, 3> fresh{};
  unsigned fresh_of[3] = {3, 3, 3};
  int fresh_count = 0;
  for (int i = 0; i < 3; ++i) {
    digit[i] = source[columns[i]];
    label[i] = partial.label[digit[i]];
    if (label[i] == 0 && digit[i] != 0) {
      int k = 0;
      while (k < fresh_count && fresh[k] != digit[i]) ++k;
      if (k == fresh_count) fresh[fresh_count++] = static_cast<std::uint8_t>(digit[i]);
      fresh_of[i] = static_cast<unsigned>(k);
    }
  }
  found.count = 0;
  found.new_digits = fresh_count;
  for (int order = 0; order < kOrderCount[fresh_count]; ++order) {
    const std::uint8_t* const rank = fresh_count == 3 ? kOrdersOfThree[order] : kOrdersOfTwo[order];
    unsigned cell[3];  // the label in the upper bits, the column in the lower four
    for (int i = 0; i < 3; ++i) {
      const unsigned value = fresh_of[i] == 3 ? label[i] : partial.next + rank[fresh_of[i]];
      cell[i] = value << 4 | columns[i];
    }
    // Bit 1 of `starts`: the second column begins a class. Bit 2: the third column begins a class.
    if ((starts & 2U) == 0) sort_pair(cell[0], cell[1]);
    if ((starts & 4U) == 0) {
      sort_pair(cell[1], cell[2]);
      if ((starts & 2U) == 0) sort_pair(cell[0], cell[1]);
    }
    const std::uint32_t cells = (cell[0] >> 4) << 8 | (cell[1] >> 4) << 4 | cell[2] >> 4;
    if (found.count != 0) {
      if (cells > found.list[0].cells) continue;
      if (cells < found.list[0].cells) found.count = 0;
    }
    Arrangement& arrangement = found.list[found.count++];
    arrangement.cells = cells;
    unsigned new_starts = starts;
    if ((cell[0] ^ cell[1]) >> 4 != 0) new_starts |= 2U;
    if ((cell[1] ^ cell[2]) >> 4 != 0) new_starts |= 4U;
    arrangement.class_starts = static_cast<std::uint8_t>(new_starts);
    for (int i = 0; i < 3; ++i) {
      arrangement.columns[i] = static_cast<std::uint8_t>(cell[i] & 15U);
      if (i < fresh_count) arrangement.new_digits[rank[i]] = fresh[i];
    }
  }
}

void put(Partial& partial, int place, const Arrangement& arrangement) {
  for (int i = 0; i < 3; ++i) partial.columns[place * 3 + i] = arrangement.columns[i];
  partial.class_starts =
      static_cast<std::uint16_t>((partial.class_starts & ~(7U << (place * 3))) |
                                 unsigned{arrangement.class_starts} << (place * 3));
}

void swap_stacks(Partial& partial, int a, int b) {
  if (a == b) return;
  for (int i = 0; i < 3; ++i) std::swap(partial.columns[a * 3 + i], partial.columns[b * 3 + i]);
  const unsigned starts = partial.class_starts;
  const unsigned differ = (starts >> (a * 3) ^ starts >> (b * 3)) & 7U;
  partial.class_starts = static_cast<std::uint16_t>(starts ^ differ << (a * 3) ^ differ << (b * 3));
}

std::uint32_t factorial(int n) {
  return n <= 1 ? 1 : n == 2 ? 2 : 6;
}

// The number of orders of columns and stacks that a partial map stands for.
std::uint32_t column_symmetries(const Partial& partial) {
  std::uint32_t orders = 1;
  for (int begin = 0; begin < 9;) {
    int end = begin + 1;
    while (end < 9 && (partial.class_starts >> end & 1U) == 0) ++end;
    orders *= factorial(end - begin);
    begin = end;
  }
  for (int begin = 0; begin < 3;) {
    int end = begin + 1;
    while (end < 3 && (partial.group_starts >> end & 1U) == 0) ++end;
    orders *= factorial(end - begin);
    begin = end;
  }
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

// Returns the rows that `partial` has yet to place, in a form that can be compared. Where the order
// of columns, stacks, rows or bands is open, the function chooses an order by a fixed rule. If the
// results for two partial maps are equal, both maps leave the same rows to place. The converse need
// not hold. REQUIRES: the rows that are placed make up whole bands.
Future future_of(const Partial& partial, const Lines& lines) {
  constexpr std::uint8_t kNew = 10;
  Future future{};
  future.class_starts = partial.class_starts;
  future.group_starts = partial.group_starts;
  future.next = partial.next;
  std::array<std::uint8_t, 6> rows{};  // the rows that are not placed yet
  std::size_t count = 0;
  for (int row = 0; row < 9; ++row) {
    if ((partial.used >> row & 1U) == 0) rows[count++] = static_cast<std::uint8_t>(row);
  }
  const auto shown = [&](int row, int column) {
    const int digit = lines.row[row][column];
    return digit != 0 && partial.label[digit] == 0 ? kNew : partial.label[digit];
  };

  // A cell is of one of eleven kinds: it is empty, or has a digit with the label 1 to 9 (one kind
  // for each label), or has a digit without a label. For each column, count the cells of each kind
  // in the rows that are not placed yet. Then sort the columns of each class by these counts. The
  // counts do not depend on the order of the rows.
  std::array<std::uint64_t, 9> weight{};
  for (int c = 0; c < 9; ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      weight[c] += std::uint64_t{1} << (4 * shown(rows[i], partial.columns[c]));
    }
  }
  std::array<std::uint8_t, 9> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  for (int begin = 0; begin < 9;) {
    int end = begin + 1;
    while (end < 9 && (partial.class_starts >> end & 1U) == 0) ++end;
    std::stable_sort(order.begin() + begin, order.begin() + end,
                     [&](int a, int b) { return weight[a] < weight[b]; });
    begin = end;
  }
  std::array<std::uint8_t, 3> stacks{0, 1, 2};
  for (int begin = 0; begin < 3;) {
    int end = begin + 1;
    while (end < 3 && (partial.group_starts >> end & 1U) == 0) ++end;
    std::stable_sort(stacks.begin() + begin, stacks.begin() + end, [&](int a, int b) {
      for (int i = 0; i < 3; ++i) {
        const std::uint64_t x = weight[order[a * 3 + i]];
        const std::uint64_t y = weight[order[b * 3 + i]];
        if (x != y) return x < y;
      }
      return false;
    });
    begin = end;
  }

  using Row = std::array<std::uint8_t, 18>;  // the labels (or kNew), then the digits
  using Band = std::array<Row, 3>;
  std::array<Band, 2> bands{};
  for (std::size_t i = 0; i < count; ++i) {
    Row& row = bands[i / 3][i % 3];
    for (int c = 0; c < 9; ++c) {
      const int column = partial.columns[order[stacks[c / 3] * 3 + c % 3]];
      row[c] = shown(rows[i], column);
      row[9 + c] = lines.row[rows[i]][column];
    }
  }
  const auto shows_less = [](const Row& a, const Row& b) {
    return std::memcmp(a.data(), b.data(), 9) < 0;
  };
  for (std::size_t i = 0; i < count / 3; ++i) {
    std::stable_sort(bands[i].begin(), bands[i].end(), shows_less);
  }
  if (count == 6 && std::lexicographical_compare(bands[1].begin(), bands[1].end(), bands[0].begin(),
                                                 bands[0].end(), shows_less)) {
    std::swap(bands[0], bands[1]);
  }
  std::array<std::uint8_t, 10> name{};
  std::uint8_t next = kNew;
  for (std::size_t i = 0; i < count; ++i) {
    const Row& row = bands[i / 3][i % 3];
    for (std::size_t c = 0; c < 9; ++c) {
      std::uint8_t& cell = future.cells[i * 9 + c];
      cell = row[c];
      if (cell != kNew) continue;
      std::uint8_t& known = name[row[9 + c]];
      if (known == 0) known = next++;
      cell = known;
    }
  }
  return future;
}

CanonicalMap map_of(const Partial& partial) {
  CanonicalMap map{partial.is_transposed, partial.rows, partial.columns, partial.label};
  unsigned next = partial.next;
  for (int digit = 1; digit <= 9; ++digit) {
    if (map.digits[digit] == 0) map.digits[digit] = static_cast<std::uint8_t>(next++);
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
    all.columns = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    all.next = 1;
    all.weight = 1;
    all.group_starts = 1;
    all.class_starts = 0b001001001;
    all.is_transposed = is_transposed;
    partials_.push_back(all);
  }
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
  if (place % 3 != 0) {
    const int first = partial.rows[place - 1] / 3 * 3;
    for (int row = first; row < first + 3; ++row) {
      if ((partial.used >> row & 1U) == 0 && (lines.row_copies[row] & ~partial.used) == 0) {
        extend_by(partial, place, row);
      }
    }
    return;
  }
  unsigned used_bands = 0;
  for (int band = 0; band < 3; ++band) {
    if ((partial.used >> (band * 3) & 7U) != 0) used_bands |= 1U << band;
  }
  for (int band = 0; band < 3; ++band) {
    if ((used_bands >> band & 1U) != 0 || (lines.band_copies[band] & ~used_bands) != 0) continue;
    for (int row = band * 3; row < band * 3 + 3; ++row) {
      if (lines.row_copies[row] == 0) extend_by(partial, place, row);
    }
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

void RowSearch::place_stack(const Partial& partial, int stack, std::uint64_t text) {
  Partial now = partial;
  while (stack < 3) {
    int end = stack + 1;
    while (end < 3 && (now.group_starts >> end & 1U) == 0) ++end;
    Arrangements found[3];
    std::uint32_t smallest = ~0U;
    for (int s = stack; s < end; ++s) {
      arrange(now, s, source_, found[s]);
      smallest = std::min(smallest, found[s].list[0].cells);
    }
    text = text << 12 | smallest;
    if (text > best_ >> (24 - 12 * stack)) return;
    int count = 0;  // the number of stacks that have the smallest cells and no new digits
    for (int s = stack; s < end; ++s) {
      if (found[s].list[0].cells != smallest) continue;
      if (found[s].new_digits == 0) {
        put(now, s, found[s].list[0]);
        swap_stacks(now, stack + count, s);
        std::swap(found[s], found[stack + count]);
        ++count;
        continue;
      }
      for (int i = 0; i < found[s].count; ++i) {
        const Arrangement& arrangement = found[s].list[i];
        Partial branch = now;
        swap_stacks(branch, stack, s);
        put(branch, stack, arrangement);
        for (int k = 0; k < found[s].new_digits; ++k)
          branch.label[arrangement.new_digits[k]] = branch.next++;
        branch.group_starts = static_cast<std::uint8_t>(branch.group_starts | 2U << stack);
        place_stack(branch, stack + 1, text);
      }
    }
    if (count == 0) return;
    for (int i = 1; i < count; ++i) text = text << 12 | smallest;
    stack += count;
    now.group_starts = static_cast<std::uint8_t>(now.group_starts | 1U << stack);
    if (stack < 3 && text > best_ >> (36 - 12 * stack)) return;
  }
  if (text > best_) return;
  if (text < best_) {
    best_ = text;
    extended_.clear();
  }
  extended_.push_back(now);
}

}  // namespace dokumill::canon
