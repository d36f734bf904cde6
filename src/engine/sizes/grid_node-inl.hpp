// GridNode: a state of the search of one puzzle: the candidates of every cell, and the rules that
// remove candidates. Included once per instruction set.
//
// A cell is a set of symbols, bit d - 1 for the symbol d. A vector has the cells of one place in
// all boxes, one lane for each box, so a grid with n symbols is n vectors. For n = 6 in boxes of
// 2 x 3 (letters are vectors, digits are lanes, the last two lanes are not used):
//
//     a0 b0 c0 | a1 b1 c1       A box house is one lane of all vectors, so the boxes are handled
//     d0 e0 f0 | d1 e1 f1       by operations between whole vectors. The rows go in two steps:
//     ---------+---------       between vectors to the segments of three cells (a, b, c give the
//     a2 b2 c2 | a3 b3 c3       upper segment of every box), and then between the lanes of a band
//     d2 e2 f2 | d3 e3 f3       (0 and 1). Columns: between a and d, and then between the lanes of
//     ---------+---------       a stack (0, 2 and 4).
//     a4 b4 c4 | a5 b5 c5
//     d4 e4 f4 | d5 e5 f5
//
// The steps between lanes have a number for each segment only, so plain loops do them.
//
// Invariant: the candidates of every solution of the puzzle that the node stands for stay. Lanes
// without a box always have the candidates 1, 2 and 3.

namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE {

// kIs4x4: all boxes are 4 x 4, so the numbers of the shape are constants, and the steps between
// lanes exchange them in two steps: in a band lanes 1 and 2 apart, in a stack 4 and 8 apart.
template <class Bits, int kLanes, bool kIs4x4>
class GridNode {
 public:
  typedef Bits Vector __attribute__((vector_size(sizeof(Bits) * kLanes)));
  enum class State { kOpen, kSolved, kImpossible };

  // The parts of a shape, as plain numbers.
  struct Rules {
    int n, box_rows, box_columns, stacks;
    Bits all;         // all symbols
    Vector in_use{};  // the same for each lane with a box, else 0
  };

  // REQUIRES: all cells are 0..n.
  void load(const Rules& rules, const std::uint8_t* puzzle) {
    for (int place = 0; place < rules.n; ++place) {
      for (int lane = 0; lane < kLanes; ++lane) {
        cells_[place][lane] = lane < rules.n ? rules.all : Bits{7};
      }
    }
    each_cell(rules, [&](int cell, int place, int lane) {
      if (puzzle[cell] != 0) cells_[place][lane] = static_cast<Bits>(Bits{1} << (puzzle[cell] - 1));
    });
  }

  void exclude(const Rules& rules, int excluded_cell, int symbol) {
    each_cell(rules, [&](int cell, int place, int lane) {
      if (cell != excluded_cell) return;
      cells_[place][lane] = static_cast<Bits>(cells_[place][lane] & ~(Bits{1} << (symbol - 1)));
    });
  }

  // Writes the smallest candidate of each cell.
  void write(const Rules& rules, std::uint8_t* out) const {
    each_cell(rules, [&](int cell, int place, int lane) {
      out[cell] = static_cast<std::uint8_t>(__builtin_ctz(cells_[place][lane]) + 1);
    });
  }

  Bits& at(int place, int lane) { return reinterpret_cast<Bits*>(&cells_[place])[lane]; }

  // Finds a cell with the fewest candidates, two at least, in the places from `first` on. If there
  // is a cell with two, this takes vector operations only. REQUIRES: the node is open.
  void find_fewest(const Rules& rules, int first, int& best_place, int& best_lane) const {
    int fewest = kLanes + 1;
    for (int i = 0, place = first; i < rules.n; ++i, place = place + 1 == rules.n ? 0 : place + 1) {
      const Vector more = cells_[place] & (cells_[place] - 1);
      const Vector pairs = more & static_cast<Vector>((more & (more - 1)) == 0);
      if (!any(pairs) && fewest == 3) continue;
      for (int lane = 0; lane < rules.n; ++lane) {
        const int count = __builtin_popcount(cells_[place][lane]);
        if (count < 2 || count >= fewest) continue;
        fewest = count;
        best_place = place;
        best_lane = lane;
        if (count == 2) return;
      }
    }
  }

  // Removes candidates until no rule removes more: naked and hidden singles and, with
  // `with_locked`, locked candidates.
  State propagate(const Rules& rules, bool with_locked) {
    while (true) {
      Segments segments;
      const Step step = sweep(rules, segments);
      if (step == Step::kImpossible) return State::kImpossible;
      if (step == Step::kSolved) return State::kSolved;
      if (step == Step::kChanged) continue;
      if (!with_locked || !remove_locked(rules, segments)) return State::kOpen;
    }
  }

 private:
  enum class Step { kUnchanged, kChanged, kSolved, kImpossible };
  static constexpr int kMostPerSide = kIs4x4 || kLanes <= 8 ? 4 : 5;

  // The symbols that are in one cell at least, and in two at least.
  struct Counts {
    Vector once, twice;
  };
  struct Segments {
    Vector rows[kMostPerSide], columns[kMostPerSide];  // of boxes: the candidates of each
  };

  // Calls use(cell, place, lane) for all cells, in row-major order.
  template <class Use>
  DOKUMILL_INLINE static void each_cell(const Rules& rules, Use use) {
    int cell = 0;
    for (int first = 0; first < rules.n; first += rules.stacks) {
      for (int r = 0; r < rules.box_rows; ++r) {
        for (int stack = 0; stack < rules.stacks; ++stack) {
          for (int c = 0; c < rules.box_columns; ++c) {
            use(cell++, r * rules.box_columns + c, first + stack);
          }
        }
      }
    }
  }

  DOKUMILL_INLINE static bool any(const Vector& x) {
    std::uint64_t words[sizeof(Vector) / 8];
    __builtin_memcpy(words, &x, sizeof(Vector));
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }

  DOKUMILL_INLINE static void add(Counts& to, const Vector& x) {
    to.twice |= to.once & x;
    to.once |= x;
  }

  template <int kApart, std::size_t... kAt>
  DOKUMILL_INLINE static void exchange(const Vector& x, Vector& out, std::index_sequence<kAt...>) {
    out = __builtin_shufflevector(x, x, (kAt ^ kApart)...);
  }
  template <int kApart>
  DOKUMILL_INLINE static void join_apart(Vector& x) {
    Vector other;
    exchange<kApart>(x, other, std::make_index_sequence<kLanes>());
    x |= other;
  }
  template <int kApart>
  DOKUMILL_INLINE static void join_apart(Counts& x) {
    Vector once;
    exchange<kApart>(x.once, once, std::make_index_sequence<kLanes>());
    join_apart<kApart>(x.twice);
    x.twice |= x.once & once;
    x.once |= once;
  }
  // For each lane, the union of all lanes in the same band (or stack); the same for counts.
  template <class Lanes>
  DOKUMILL_INLINE static void join_band(const Rules& rules, Lanes& x) {
    if constexpr (kIs4x4) {
      join_apart<1>(x);
      join_apart<2>(x);
    } else {
      join_lanes_of_band(rules, x);
    }
  }
  template <class Lanes>
  DOKUMILL_INLINE static void join_stack(const Rules& rules, Lanes& x) {
    if constexpr (kIs4x4) {
      join_apart<4>(x);
      join_apart<8>(x);
    } else {
      join_lanes_of_stack(rules, x);
    }
  }
  DOKUMILL_INLINE static void join_lanes_of_band(const Rules& rules, Vector& x) {
    for (int first = 0; first < rules.n; first += rules.stacks) {
      Bits all = 0;
      for (int lane = first; lane < first + rules.stacks; ++lane) all |= x[lane];
      for (int lane = first; lane < first + rules.stacks; ++lane) x[lane] = all;
    }
  }
  DOKUMILL_INLINE static void join_lanes_of_stack(const Rules& rules, Vector& x) {
    for (int first = 0; first < rules.stacks; ++first) {
      Bits all = 0;
      for (int lane = first; lane < rules.n; lane += rules.stacks) all |= x[lane];
      for (int lane = first; lane < rules.n; lane += rules.stacks) x[lane] = all;
    }
  }
  DOKUMILL_INLINE static void join_lanes_of_band(const Rules& rules, Counts& x) {
    for (int first = 0; first < rules.n; first += rules.stacks) {
      Bits once = 0, twice = 0;
      for (int lane = first; lane < first + rules.stacks; ++lane) {
        twice |= x.twice[lane] | (once & x.once[lane]);
        once |= x.once[lane];
      }
      for (int lane = first; lane < first + rules.stacks; ++lane) {
        x.once[lane] = once;
        x.twice[lane] = twice;
      }
    }
  }
  DOKUMILL_INLINE static void join_lanes_of_stack(const Rules& rules, Counts& x) {
    for (int first = 0; first < rules.stacks; ++first) {
      Bits once = 0, twice = 0;
      for (int lane = first; lane < rules.n; lane += rules.stacks) {
        twice |= x.twice[lane] | (once & x.once[lane]);
        once |= x.once[lane];
      }
      for (int lane = first; lane < rules.n; lane += rules.stacks) {
        x.once[lane] = once;
        x.twice[lane] = twice;
      }
    }
  }

  // One round of naked singles, and one of hidden singles. Fills `segments` with the candidates
  // before the hidden singles, which are all candidates if the result is kUnchanged.
  Step sweep(const Rules& rules, Segments& segments) {
    const int rows = kIs4x4 ? 4 : rules.box_rows;
    const int columns = kIs4x4 ? 4 : rules.box_columns;
    Vector box{}, row[kMostPerSide]{}, column[kMostPerSide]{}, open{};
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Vector x = cells_[r * columns + c];
        const Vector more = x & (x - 1);
        const Vector single = x & static_cast<Vector>(more == 0);
        open |= more;
        box |= single;
        row[r] |= single;
        column[c] |= single;
      }
    }
    for (int r = 0; r < rows; ++r) join_band(rules, row[r]);
    for (int c = 0; c < columns; ++c) join_stack(rules, column[c]);

    Counts in_box{}, in_row[kMostPerSide]{}, in_column[kMostPerSide]{};
    Vector changed{}, empty{};
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        Vector& x = cells_[r * columns + c];
        const Vector is_open = static_cast<Vector>((x & (x - 1)) != 0);
        const Vector gone = x & (box | row[r] | column[c]) & is_open;
        x ^= gone;
        changed |= gone;
        empty |= static_cast<Vector>(x == 0);
        add(in_box, x);
        add(in_row[r], x);
        add(in_column[c], x);
      }
    }
    if (any(empty)) return Step::kImpossible;
    for (int r = 0; r < rows; ++r) {
      segments.rows[r] = in_row[r].once;
      join_band(rules, in_row[r]);
    }
    for (int c = 0; c < columns; ++c) {
      segments.columns[c] = in_column[c].once;
      join_stack(rules, in_column[c]);
    }
    // Every symbol must be somewhere in every house, and a single has no other place: if it has,
    // two cells of the house are the same single.
    Vector everywhere = in_box.once & ~(in_box.twice & box);
    for (int r = 0; r < rows; ++r) everywhere &= in_row[r].once & ~(in_row[r].twice & row[r]);
    for (int c = 0; c < columns; ++c) {
      everywhere &= in_column[c].once & ~(in_column[c].twice & column[c]);
    }
    if (any(rules.in_use & ~everywhere)) return Step::kImpossible;
    // Cells that were all single at the start of the sweep did not change.
    if (!any(open & rules.in_use)) return Step::kSolved;

    const Vector alone_in_box = in_box.once & ~in_box.twice;
    for (int r = 0; r < rows; ++r) row[r] = in_row[r].once & ~in_row[r].twice;
    for (int c = 0; c < columns; ++c) column[c] = in_column[c].once & ~in_column[c].twice;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        Vector& x = cells_[r * columns + c];
        const Vector hidden = x & (alone_in_box | row[r] | column[c]);
        const Vector gone = x & ~hidden & static_cast<Vector>(hidden != 0);
        x ^= gone;
        changed |= gone;
      }
    }
    return any(changed) ? Step::kChanged : Step::kUnchanged;
  }

  // Removes locked candidates. If all places of a symbol in a box are in one segment, the symbol
  // goes from the other segments of the line (pointing). If all places in a line are in one
  // segment, it goes from the other segments of the box (claiming). Returns whether any did.
  bool remove_locked(const Rules& rules, const Segments& segments) {
    Vector row_gone[kMostPerSide], column_gone[kMostPerSide];
    find_locked(rules, segments.rows, rules.box_rows, row_gone,
                [](const Rules& its, auto& x) { join_band(its, x); });
    find_locked(rules, segments.columns, rules.box_columns, column_gone,
                [](const Rules& its, auto& x) { join_stack(its, x); });
    Vector changed{};
    for (int r = 0; r < rules.box_rows; ++r) {
      for (int c = 0; c < rules.box_columns; ++c) {
        Vector& x = cells_[r * rules.box_columns + c];
        const Vector gone = x & (row_gone[r] | column_gone[c]);
        x ^= gone;
        changed |= gone;
      }
    }
    return any(changed);
  }

  // For the segments of one direction, which symbols go from each.
  template <class Join>
  DOKUMILL_INLINE static void find_locked(const Rules& rules, const Vector* segments, int count,
                                          Vector* gone, Join join) {
    Counts in_box{};
    for (int i = 0; i < count; ++i) add(in_box, segments[i]);
    const Vector only_in_box = in_box.once & ~in_box.twice;
    Vector claimed[kMostPerSide], all_claimed{};
    for (int i = 0; i < count; ++i) {
      const Vector pointing = segments[i] & only_in_box;
      Vector all_pointing = pointing;
      join(rules, all_pointing);
      gone[i] = all_pointing & ~pointing;
      Counts in_line{segments[i], Vector{}};
      join(rules, in_line);
      claimed[i] = segments[i] & in_line.once & ~in_line.twice;
      all_claimed |= claimed[i];
    }
    for (int i = 0; i < count; ++i) gone[i] |= all_claimed & ~claimed[i];
  }

  Vector cells_[kLanes];
};

}  // namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE
