#include "engine/classes/completions.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <tuple>

#include "base/permutation.hpp"
#include "engine/classes/partitions.hpp"

namespace dokumill::classes {
namespace {

using Rows = std::array<Row, 9>;

constexpr unsigned kAllDigits = 0777;

// A range of minirows, as numbers that are in their order.
struct MinirowRange {
  unsigned min = 0;
  unsigned max = 999;

  bool contains(unsigned minirow) const { return min <= minirow && minirow <= max; }
};

// What a class of a band or stack means beside that of the first band.
enum : std::uint8_t { kIsSmaller = 0, kIsGreater = 1, kIsEqual = 3 };

std::uint8_t compare_class(int number, int first) {
  return number < first ? kIsSmaller : number == first ? kIsEqual : kIsGreater;
}

// The minirows of boxes 7, 8 and 9.
using Lower = std::array<Sets, 3>;

// Rows 5 and 6, or 7, 8 and 9, as numbers that are in the order of the rows.
using Key = std::array<std::uint64_t, 3>;

std::uint64_t append(std::uint64_t key, unsigned digit) {
  return key << 4 | digit;
}

// Compares the rows 4 to 9 of `board` with those of its image by `map`, which turns `band` of
// `source` into the first band. `source` is the board or its transpose.
std::strong_ordering compare_image(const Rows& source, int band, const RowMap& map,
                                   const Rows& board) {
  const auto compare_row = [&](const Row& row, const Row& own) {
    for (int c = 0; c < 9; ++c) {
      const auto found = map.digits[row[map.columns[c]]] <=> own[c];
      if (found != 0) return found;
    }
    return std::strong_ordering::equal;
  };
  // The row that becomes the fourth one decides most comparisons, so it comes before the others.
  int fourth = (band + 1) % 3 * 3;
  while (map.digits[source[fourth][map.columns[0]]] != board[3][0]) fourth = (fourth + 1) % 9;
  if (const auto found = compare_row(source[fourth], board[3]); found != 0) return found;
  // The rows of the other bands, by their first digits in the image.
  std::array<std::array<unsigned, 3>, 2> order;
  for (int i = 0; i < 2; ++i) {
    const int other = (band + 1 + i) % 3;
    auto& keys = order[i];
    for (int r = 0; r < 3; ++r) {
      const int row = other * 3 + r;
      keys[r] = map.digits[source[row][map.columns[0]]] * 16U + static_cast<unsigned>(row);
    }
    if (keys[0] > keys[1]) std::swap(keys[0], keys[1]);
    if (keys[1] > keys[2]) std::swap(keys[1], keys[2]);
    if (keys[0] > keys[1]) std::swap(keys[0], keys[1]);
  }
  const int upper = order[1][0] < order[0][0] ? 1 : 0;
  for (int r = 0; r < 6; ++r) {
    const Row& row = source[order[r < 3 ? upper : 1 - upper][r % 3] % 16];
    if (const auto found = compare_row(row, board[3 + r]); found != 0) return found;
  }
  return std::strong_ordering::equal;
}

}  // namespace

class Completions::Search {
 public:
  using Digits = std::array<std::uint8_t, 6>;  // two minirows of a box

  struct Choice {
    Digits digits;
    std::uint16_t set;        // of the upper minirow
    std::uint16_t partition;  // the columns of the box below
    Sets columns;             // the same, from left to right
    // By the partition of the minirows of the box below: the class of the stack.
    std::array<std::uint8_t, Partitions::kCount> stacks{};
    // The partitions with which the stack is not smaller.
    std::array<std::uint16_t, 36> below;
    int count = 0;
  };

  struct Middle {
    const Choice* choices[3];
    std::uint8_t band;  // the class of the second band

    std::uint8_t digit(int row, int column) const {
      return choices[column / 3]->digits[row * 3 + column % 3];
    }
  };

  explicit Search(int number)
      : number_(number),
        first_(bands_.smallest(number)),
        automorphisms_(bands_.automorphisms(number)) {}

  void set_fourth_row(const Row& row) {
    fourth_ = row;
    is_possible_ = true;
    for (const RowMap& map : automorphisms_) {
      if (compare_fourth([&](int c) { return row[c]; }, map) < 0) is_possible_ = false;
    }
    for (int s = 0; s < 3 && is_possible_; ++s) list_choices(s);
  }

  // Calls visit(middle) for each middle whose upper minirow in box 4 is in `range`.
  template <class Visit>
  void each_middle(MinirowRange range, Visit visit) const {
    if (!is_possible_) return;
    const unsigned top[2] = {set_of(&fourth_[0]), set_of(&fourth_[3])};
    for (const Choice& x : choices_[0]) {
      if (!range.contains(minirow(&x.digits[0]))) continue;
      Row name{};
      for (std::uint8_t c = 0; c < 3; ++c) name[fourth_[c]] = c;
      for (std::uint8_t i = 0; i < 6; ++i) name[x.digits[i]] = static_cast<std::uint8_t>(3 + i);
      const auto names_of = [&](const std::uint8_t* upper, const Choice& choice) {
        Names names;
        for (int c = 0; c < 3; ++c) names[c] = name[upper[c]];
        for (int i = 0; i < 6; ++i) names[3 + i] = name[choice.digits[i]];
        return names;
      };
      const unsigned last_x = kAllDigits & ~(top[0] | x.set);
      for (const Choice& y : choices_[1]) {
        const unsigned last_y = kAllDigits & ~(top[1] | y.set);
        if ((x.set & y.set) != 0 || (last_x & last_y) != 0) continue;
        const std::uint16_t* const numbers = bands_.numbers_beside(names_of(&fourth_[3], y));
        const int rank = partitions_.rank(kAllDigits & ~(x.set | y.set));
        for (int i = starts_[rank]; i < starts_[rank + 1]; ++i) {
          const Choice& z = choices_[2][i];
          const int orders = Bands::orders(names_of(&fourth_[6], z));
          const std::uint8_t band = compare_class(numbers[orders], number_);
          if (band != kIsSmaller) visit(Middle{{&x, &y, &z}, band});
        }
      }
    }
  }

  // True if more choices for box 4 have a smaller upper minirow than a greater one.
  bool is_late(unsigned own_minirow) const {
    int balance = 0;
    for (const Choice& choice : choices_[0]) {
      const unsigned other = minirow(&choice.digits[0]);
      balance += (other < own_minirow) - (other > own_minirow);
    }
    return balance > 0;
  }

  // Calls visit(lower, automorphisms) for each canonical board with this middle.
  template <class Visit>
  void each_board(const Middle& middle, Visit visit) const {
    // The maps that may still make a board smaller.
    std::array<const RowMap*, kMaxAutomorphisms> maps;
    std::size_t count = 0;
    for (std::size_t i = 1; i < automorphisms_.size(); ++i) {
      const int order = compare_middle(middle, automorphisms_[i]);
      if (order < 0) return;
      if (order == 0) maps[count++] = &automorphisms_[i];
    }
    const std::span<const RowMap* const> open(maps.data(), count);
    const auto& [x, y, z] = middle.choices;
    const auto& fitting_second = partitions_.fitting_second(y->partition);
    const auto& fitting_third = partitions_.fitting_third(z->partition);
    for (int i = 0; i < x->count; ++i) {
      const int partition = x->below[i];
      std::uint64_t fitting = fitting_second[partition] & fitting_third[partition];
      if (fitting == 0) continue;
      const auto& neighbours = partitions_.neighbours(partition);
      Lower lower;
      lower[0] = partitions_.sets(partition);
      // The names of digits, by sets of one digit.
      std::array<std::uint8_t, 512> name;
      for (int k = 0; k < 9; ++k) {
        name[lower[0][k / 3] & x->columns[k % 3]] = static_cast<std::uint8_t>(k);
      }
      for (; fitting != 0; fitting &= fitting - 1) {
        const Neighbour& neighbour = neighbours[std::countr_zero(fitting)];
        const unsigned second = y->stacks[neighbour.partition];
        const unsigned third = z->stacks[neighbour.third];
        if (second == kIsSmaller || third == kIsSmaller) continue;
        lower[1] = neighbour.rows;
        Names second_names, third_names;
        for (int r = 0; r < 3; ++r) {
          lower[2][r] = static_cast<std::uint16_t>(kAllDigits & ~(lower[0][r] | lower[1][r]));
          for (int c = 0; c < 3; ++c) {
            second_names[r * 3 + c] = name[lower[1][r] & y->columns[c]];
            third_names[r * 3 + c] = name[lower[2][r] & z->columns[c]];
          }
        }
        const int number = bands_.numbers_beside(second_names)[Bands::orders(third_names)];
        const std::uint8_t band = compare_class(number, number_);
        if (band == kIsSmaller) continue;
        // Bits 1 to 5: the bands and stacks with the class of the first band.
        const unsigned equal = (middle.band & 2U) | (band & 2U) << 1 |
                               (x->stacks[partition] & 2U) << 2 | (second & 2U) << 3 |
                               (third & 2U) << 4;
        unsigned automorphisms = 1;
        if (equal != 0 || !open.empty()) {
          automorphisms = count_automorphisms(board(middle, lower), equal, open);
          if (automorphisms == 0) continue;
        }
        visit(lower, automorphisms);
      }
    }
  }

  std::uint64_t count(const Middle& middle) const {
    std::uint64_t count = 0;
    each_board(middle, [&](const Lower&, unsigned) { ++count; });
    return count;
  }

  Rows board(const Middle& middle, const Lower& lower) const {
    Rows rows;
    for (int r = 0; r < 3; ++r) rows[r] = first_[r];
    rows[3] = fourth_;
    for (int c = 0; c < 9; ++c) {
      rows[4][c] = middle.digit(0, c);
      rows[5][c] = middle.digit(1, c);
    }
    const unsigned first_column = middle.choices[0]->columns[0];
    for (int r = 0; r < 3; ++r) {
      // The three rows are in the order of their first digits.
      const unsigned before = (lower[0][r] & first_column) - 1;
      Row& row = rows[6 + std::popcount(before & first_column)];
      for (int c = 0; c < 9; ++c) {
        const unsigned cell = lower[c / 3][r] & middle.choices[c / 3]->columns[c % 3];
        row[c] = static_cast<std::uint8_t>(std::countr_zero(cell));
      }
    }
    return rows;
  }

  static Key middle_key(const Middle& middle) {
    Key key{};
    for (int c = 0; c < 9; ++c) {
      key[0] = append(key[0], middle.digit(0, c));
      key[1] = append(key[1], middle.digit(1, c));
    }
    return key;
  }
  // The rows first, first + 1, ... of a board.
  static Key rows_key(const Rows& rows, int first, int count) {
    Key key{};
    for (int r = 0; r < count; ++r) {
      for (const std::uint8_t digit : rows[first + r]) key[r] = append(key[r], digit);
    }
    return key;
  }
  static unsigned minirow(const std::uint8_t* digits) {
    return digits[0] * 81U + digits[1] * 9U + digits[2];
  }

 private:
  static constexpr std::size_t kMaxAutomorphisms = 108;

  static unsigned set_of(const std::uint8_t* digits) {
    return 1U << digits[0] | 1U << digits[1] | 1U << digits[2];
  }

  // Compares the image of a row, if this image is a fourth row, with the fourth row: below, at or
  // above 0. Otherwise returns 1. row(c): the digit in column c.
  template <class RowOf>
  int compare_fourth(const RowOf& row, const RowMap& map) const {
    for (int c = 0; c < 9; ++c) {
      const int difference = map.digits[row(map.columns[c])] - fourth_[c];
      if (difference != 0) return difference;
    }
    return 0;
  }

  // Below 0 if the image by `map` is smaller than the board, whatever its last rows are; above 0 if
  // it is greater; 0 if the last rows decide.
  int compare_middle(const Middle& middle, const RowMap& map) const {
    const std::uint8_t smallest = fourth_[0];
    if (map.digits[fourth_[map.columns[0]]] == smallest) {
      return compare_fourth([&](int c) { return fourth_[c]; }, map);
    }
    for (int r = 0; r < 2; ++r) {
      if (map.digits[middle.digit(r, map.columns[0])] == smallest) {
        return compare_fourth([&](int c) { return middle.digit(r, c); }, map);
      }
    }
    return 0;
  }

  // The number of maps that turn the board into itself, or 0 if one makes it smaller. `equal`: see
  // each_board(). `open`: the automorphisms of the first band that can do so.
  unsigned count_automorphisms(const Rows& board, unsigned equal,
                               std::span<const RowMap* const> open) const {
    unsigned count = 1;
    for (const RowMap* map : open) {
      const auto order = compare_image(board, 0, *map, board);
      if (order < 0) return 0;
      count += order == 0 ? 1 : 0;
    }
    if (equal == 0) return count;
    Rows transpose;
    for (int r = 0; r < 9; ++r) {
      for (int c = 0; c < 9; ++c) transpose[c][r] = board[r][c];
    }
    for (int i = 1; i < 6; ++i) {
      if ((equal >> i & 1) == 0) continue;
      const Rows& source = i < 3 ? board : transpose;
      const int band = i % 3;
      const RowMap to_first =
          bands_.map({source[band * 3], source[band * 3 + 1], source[band * 3 + 2]});
      for (const RowMap& map : automorphisms_) {
        RowMap both;
        for (int k = 0; k < 9; ++k) {
          both.digits[k] = map.digits[to_first.digits[k]];
          both.columns[k] = to_first.columns[map.columns[k]];
        }
        const auto order = compare_image(source, band, both, board);
        if (order < 0) return 0;
        count += order == 0 ? 1 : 0;
      }
    }
    return count;
  }

  // Lists the choices for box 4 + s. Those for box 6 are in the order of their upper sets.
  void list_choices(int s) {
    std::vector<Choice>& choices = choices_[s];
    choices.clear();
    // The stack, transposed, is a band whose first box has these names and sets of rows.
    Row name{};
    Sets own{};
    for (int i = 0; i < 9; ++i) {
      const std::uint8_t digit = first_[i % 3][3 * s + i / 3];
      name[digit] = static_cast<std::uint8_t>(i);
      own[i / 3] = static_cast<std::uint16_t>(own[i / 3] | 1U << digit);
    }
    std::vector<Digits> listed;
    Digits digits{};
    const auto place = [&](const auto& self, int i, unsigned used) -> void {
      if (i == 6) {
        listed.push_back(digits);
        return;
      }
      for (std::uint8_t digit = 0; digit < 9; ++digit) {
        if (((used | own[i % 3]) >> digit & 1) != 0) continue;
        if (s == 0 && i == 3 && digit < digits[0]) continue;  // rows 5 and 6 are in order
        digits[i] = digit;
        self(self, i + 1, used | 1U << digit);
      }
    };
    place(place, 0, set_of(&fourth_[3 * s]));
    if (s == 2) {
      std::ranges::stable_sort(
          listed, {}, [&](const Digits& it) { return partitions_.rank(set_of(it.data())); });
    }
    choices.reserve(listed.size());
    for (const Digits& it : listed) add_choice(s, it, name, own);
    if (s != 2) return;
    for (int rank = 0, i = 0; rank <= Partitions::kSets; ++rank) {
      const int count = static_cast<int>(choices.size());
      while (i < count && partitions_.rank(choices[i].set) < rank) ++i;
      starts_[rank] = static_cast<std::uint16_t>(i);
    }
  }

  void add_choice(int s, const Digits& digits, const Row& name, const Sets& own) {
    Choice& choice = choices_[s].emplace_back();
    choice.digits = digits;
    choice.set = static_cast<std::uint16_t>(set_of(digits.data()));
    Names names;
    // The digits that are left for each column, as sets of one digit, in the order of their names.
    unsigned left[3][3];
    for (int c = 0; c < 3; ++c) {
      const std::uint8_t column[3] = {fourth_[3 * s + c], digits[c], digits[3 + c]};
      for (int r = 0; r < 3; ++r) names[c * 3 + r] = name[column[r]];
      choice.columns[c] = static_cast<std::uint16_t>(kAllDigits & ~(own[c] | set_of(column)));
      int count = 0;
      for (int i = 0; i < 9; ++i) {
        const unsigned digit = 1U << first_[i % 3][3 * s + i / 3];
        if ((choice.columns[c] & digit) != 0) left[c][count++] = digit;
      }
    }
    choice.partition =
        static_cast<std::uint16_t>(partitions_.number(choice.columns[0], choice.columns[1]));
    const std::uint16_t* const numbers = bands_.numbers_beside(names);
    for (int orders = 0; orders < 36; ++orders) {
      const std::uint8_t stack = compare_class(numbers[orders], number_);
      if (stack == kIsSmaller) continue;
      const auto& second = kOrdersOfThree[orders / 6];
      const auto& third = kOrdersOfThree[orders % 6];
      const int partition = partitions_.number(left[0][0] | left[1][second[0]] | left[2][third[0]],
                                               left[0][1] | left[1][second[1]] | left[2][third[1]]);
      choice.stacks[partition] = stack;
      choice.below[choice.count++] = static_cast<std::uint16_t>(partition);
    }
    if (choice.count == 0) choices_[s].pop_back();
  }

  const Bands& bands_ = Bands::all();
  const Partitions& partitions_ = Partitions::all();
  const int number_;
  const Band first_;
  const std::vector<RowMap> automorphisms_;
  Row fourth_{};
  bool is_possible_ = false;  // no map makes the fourth row smaller
  std::array<std::vector<Choice>, 3> choices_;
  // The choices for box 6 whose upper set has the rank r: starts_[r] to starts_[r + 1].
  std::array<std::uint16_t, Partitions::kSets + 1> starts_{};
};

std::vector<Row> fourth_rows(int number) {
  const Band& band = Bands::all().smallest(number);
  std::vector<Row> rows;
  std::array<unsigned, 9> left;  // the digits that each column has below the band
  for (int c = 0; c < 9; ++c) {
    left[c] = kAllDigits & ~(1U << band[0][c] | 1U << band[1][c] | 1U << band[2][c]);
  }
  left[0] &= 0U - left[0];  // the smallest one
  Row row{};
  const auto place = [&](const auto& self, int c, unsigned used) -> void {
    if (c == 9) return rows.push_back(row);
    for (unsigned digits = left[c] & ~used; digits != 0; digits &= digits - 1) {
      row[c] = static_cast<std::uint8_t>(std::countr_zero(digits));
      self(self, c + 1, used | (digits & (0U - digits)));
    }
  };
  place(place, 0, 0);
  return rows;
}

Completions::Completions(int number) : search_(std::make_unique<Search>(number)) {}
Completions::~Completions() = default;

void Completions::set_fourth_row(const Row& row) {
  search_->set_fourth_row(row);
}

std::uint64_t Completions::count(Tally* tally) const {
  std::uint64_t count = 0;
  search_->each_middle({}, [&](const auto& middle) {
    search_->each_board(middle, [&](const Lower&, unsigned automorphisms) {
      ++count;
      if (tally != nullptr) ++(*tally)[automorphisms];
    });
  });
  return count;
}

std::uint64_t Completions::count_before(const Grid& board, std::uint64_t all) const {
  Rows rows;
  for (int cell = 0; cell < kCells; ++cell) {
    rows[cell / 9][cell % 9] = static_cast<std::uint8_t>(board.cells[cell] - 1);
  }
  const Key own_middle = Search::rows_key(rows, 4, 2);
  const Key own_lower = Search::rows_key(rows, 6, 3);
  const unsigned own_minirow = Search::minirow(rows[4].data());
  const bool counts_after = search_->is_late(own_minirow);
  const auto is_counted = [&](const Key& key, const Key& own) {
    return counts_after ? key > own : key < own;
  };
  const MinirowRange range =
      counts_after ? MinirowRange{.min = own_minirow} : MinirowRange{.max = own_minirow};
  std::uint64_t count = 0;
  search_->each_middle(range, [&](const auto& middle) {
    const Key key = Search::middle_key(middle);
    if (is_counted(key, own_middle)) count += search_->count(middle);
    if (key != own_middle) return;
    search_->each_board(middle, [&](const Lower& lower, unsigned) {
      const Key lower_key = Search::rows_key(search_->board(middle, lower), 6, 3);
      if (is_counted(lower_key, own_lower)) ++count;
    });
  });
  return counts_after ? all - 1 - count : count;
}

void Completions::make_boards(std::uint64_t begin, std::span<Grid> out) const {
  struct Counted {
    Key key;
    Search::Middle middle;
    std::uint64_t count;
  };
  std::vector<Counted> middles;
  search_->each_middle({}, [&](const auto& middle) {
    const std::uint64_t count = search_->count(middle);
    if (count != 0) middles.push_back({Search::middle_key(middle), middle, count});
  });
  std::ranges::sort(middles, {}, &Counted::key);
  std::vector<Rows> boards;
  for (const Counted& it : middles) {
    if (out.empty()) return;
    if (begin >= it.count) {
      begin -= it.count;
      continue;
    }
    boards.clear();
    search_->each_board(it.middle, [&](const Lower& lower, unsigned) {
      boards.push_back(search_->board(it.middle, lower));
    });
    std::ranges::sort(boards);
    for (; begin < boards.size() && !out.empty(); ++begin, out = out.subspan(1)) {
      for (int cell = 0; cell < kCells; ++cell) {
        const int digit = boards[begin][cell / 9][cell % 9];
        out.front().cells[cell] = static_cast<std::uint8_t>(digit + 1);
      }
    }
    begin = 0;
  }
}

}  // namespace dokumill::classes
