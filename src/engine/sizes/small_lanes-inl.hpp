// SmallLanes: propagates 16, 32 or 64 puzzles with up to 8 symbols at once. Included once per
// instruction set.
//
// A vector has one cell of all puzzles: byte i is the cell of puzzle i, as a set of symbols (bit
// d - 1 for the symbol d). So a 6x6 puzzle is 36 vectors, and an operation between two of them does
// the same for all puzzles. Loading and storing transpose blocks of 16 puzzles and 16 cells.
//
// A sweep is one round of naked and one of hidden singles for all cells. It goes over the cells
// twice: first it removes the singles from the cells of their houses and counts the places of each
// symbol, then it sets the hidden singles and collects the new singles.

namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE {

template <int kBoxRows, int kBoxColumns>
class SmallLanes {
 public:
  static void run(const LaneTask& task) {
    SmallLanes lanes;
    lanes.load(task);
    lanes.propagate(task);
    lanes.store(task);
  }

 private:
  static constexpr int kLanes = DOKUMILL_SIZES_LANES;
  static constexpr int kSize = kBoxRows * kBoxColumns;
  static constexpr int kCells = kSize * kSize;
  static constexpr int kBands = kBoxColumns;
  static constexpr int kStacks = kBoxRows;
  static constexpr int kBlock = 16;  // puzzles and cells of a transposed block
  static constexpr std::uint8_t kAll = (1U << kSize) - 1U;
  typedef std::uint8_t Bytes __attribute__((vector_size(kLanes)));
  typedef std::uint8_t Block __attribute__((vector_size(kBlock)));

  // The symbols that are in one cell of a house at least, and in two at least.
  struct Counts {
    Bytes once, twice;
  };

  DOKUMILL_INLINE static void add(Counts& to, const Bytes& x) {
    to.twice |= to.once & x;
    to.once |= x;
  }

  // Transposes 16 x 16 bytes. Each of four rounds interleaves the first and the second half.
  DOKUMILL_INLINE static void transpose(Block* rows) {
    for (int round = 0; round < 4; ++round) {
      Block mixed[kBlock];
      for (int i = 0; i < kBlock / 2; ++i) {
        const Block a = rows[i];
        const Block b = rows[i + kBlock / 2];
        mixed[2 * i] =
            __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        mixed[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                                   29, 14, 30, 15, 31);
      }
      for (int i = 0; i < kBlock; ++i) rows[i] = mixed[i];
    }
  }

  // Calls use(first cell, first lane) for blocks that cover all cells and lanes. The last block of
  // cells overlaps the one before it.
  template <class Use>
  DOKUMILL_INLINE static void each_block(Use use) {
    for (int lane = 0; lane < kLanes; lane += kBlock) {
      for (int cell = 0; cell < kCells; cell += kBlock) {
        use(cell + kBlock <= kCells ? cell : kCells - kBlock, lane);
      }
    }
  }

  void load(const LaneTask& task) {
    each_block([&](int cell, int lane) {
      Block rows[kBlock];
      for (int i = 0; i < kBlock; ++i) {
        // Lanes without a puzzle repeat the last one.
        const int puzzle = lane + i < task.count ? lane + i : task.count - 1;
        __builtin_memcpy(&rows[i], task.in + puzzle * kCells + cell, kBlock);
      }
      transpose(rows);
      for (int i = 0; i < kBlock; ++i) {
        __builtin_memcpy(reinterpret_cast<std::uint8_t*>(&cells_[cell + i]) + lane, &rows[i],
                         kBlock);
      }
    });
    if (task.has_candidates) return;
    for (Bytes& x : cells_) {
      Bytes candidates = static_cast<Bytes>(x == 0) & kAll;
      for (int symbol = 1; symbol <= kSize; ++symbol) {
        candidates |= static_cast<Bytes>(x == static_cast<std::uint8_t>(symbol)) &
                      static_cast<std::uint8_t>(1U << (symbol - 1));
      }
      x = candidates;
    }
  }

  // Sweeps until most lanes do not change any more.
  void propagate(const LaneTask& task) {
    collect_singles();
    while (true) {
      Bytes changed{};
      remove_singles(changed);
      set_hidden_singles(changed);
      changing_ = static_cast<Bytes>(changed != 0) & ~static_cast<Bytes>(empty_ != 0) &
                  static_cast<Bytes>(full_ == kAll);
      if (count_ones(changing_) <= task.most_changing) return;
    }
  }

  DOKUMILL_INLINE Bytes& cell(int row, int column) { return cells_[row * kSize + column]; }

  // The loops over the cells of a band are unrolled, so the values of the columns, of the boxes and
  // of the row stay in registers. (Unrolling the loop over the bands, too, GCC 12 took minutes.)

  DOKUMILL_INLINE void collect_singles() {
    Bytes columns[kSize]{};
    open_ = empty_ = Bytes{};
    for (int band = 0; band < kBands; ++band) {
      Bytes boxes[kStacks]{};
      DOKUMILL_UNROLL
      for (int r = 0; r < kBoxRows; ++r) {
        const int row = band * kBoxRows + r;
        Bytes line{};
        DOKUMILL_UNROLL
        for (int column = 0; column < kSize; ++column) {
          collect(cell(row, column), line, columns[column], boxes[column / kBoxColumns]);
        }
        of_row_[row] = line;
      }
      for (int i = 0; i < kStacks; ++i) of_box_[band * kStacks + i] = boxes[i];
    }
    for (int column = 0; column < kSize; ++column) of_column_[column] = columns[column];
  }

  // Adds a cell to the singles of its houses.
  DOKUMILL_INLINE void collect(const Bytes& x, Bytes& row, Bytes& column, Bytes& box) {
    const Bytes more = x & (x - 1);
    const Bytes single = x & static_cast<Bytes>(more == 0);
    open_ |= more;
    empty_ |= static_cast<Bytes>(x == 0);
    row |= single;
    column |= single;
    box |= single;
  }

  // Removes the singles of the houses from the other cells. Then sets the houses to the symbols
  // that have one place.
  DOKUMILL_INLINE void remove_singles(Bytes& changed) {
    Counts columns[kSize]{};
    full_ = Bytes{} + kAll;
    for (int band = 0; band < kBands; ++band) {
      Counts boxes[kStacks]{};
      DOKUMILL_UNROLL
      for (int r = 0; r < kBoxRows; ++r) {
        const int row = band * kBoxRows + r;
        Counts line{};
        DOKUMILL_UNROLL
        for (int column = 0; column < kSize; ++column) {
          const int stack = column / kBoxColumns;
          const Bytes x = cell(row, column);
          const Bytes singles = of_row_[row] | of_column_[column] | of_box_[band * kStacks + stack];
          const Bytes gone = x & singles & static_cast<Bytes>((x & (x - 1)) != 0);
          const Bytes next = x ^ gone;
          changed |= gone;
          cell(row, column) = next;
          add(line, next);
          add(columns[column], next);
          add(boxes[stack], next);
        }
        settle(line, of_row_[row]);
      }
      for (int i = 0; i < kStacks; ++i) settle(boxes[i], of_box_[band * kStacks + i]);
    }
    for (int column = 0; column < kSize; ++column) settle(columns[column], of_column_[column]);
  }

  // Replaces the singles of a house, whose cells are all counted, by the symbols with one place. A
  // single has no other place, or two cells are the same single.
  DOKUMILL_INLINE void settle(const Counts& counts, Bytes& house) {
    full_ &= counts.once & ~(counts.twice & house);
    house = counts.once & ~counts.twice;
  }

  // Sets the cells that are the only place of a symbol, and collects the singles.
  DOKUMILL_INLINE void set_hidden_singles(Bytes& changed) {
    Bytes columns[kSize]{};
    open_ = empty_ = Bytes{};
    for (int band = 0; band < kBands; ++band) {
      Bytes boxes[kStacks]{};
      DOKUMILL_UNROLL
      for (int r = 0; r < kBoxRows; ++r) {
        const int row = band * kBoxRows + r;
        Bytes line{};
        DOKUMILL_UNROLL
        for (int column = 0; column < kSize; ++column) {
          const int stack = column / kBoxColumns;
          const Bytes x = cell(row, column);
          const Bytes hidden =
              x & (of_row_[row] | of_column_[column] | of_box_[band * kStacks + stack]);
          const Bytes next = hidden | (x & static_cast<Bytes>(hidden == 0));
          changed |= next ^ x;
          cell(row, column) = next;
          collect(next, line, columns[column], boxes[stack]);
        }
        of_row_[row] = line;
      }
      for (int i = 0; i < kStacks; ++i) of_box_[band * kStacks + i] = boxes[i];
    }
    for (int column = 0; column < kSize; ++column) of_column_[column] = columns[column];
  }

  // The number of bytes that are 0xFF. REQUIRES: the others are 0.
  DOKUMILL_INLINE static int count_ones(const Bytes& x) {
    std::uint64_t words[kLanes / 8];
    __builtin_memcpy(words, &x, kLanes);
    int count = 0;
    for (const std::uint64_t word : words) count += __builtin_popcountll(word);
    return count / 8;
  }

  void store(const LaneTask& task) {
    const Bytes impossible = static_cast<Bytes>(empty_ != 0) | static_cast<Bytes>(full_ != kAll);
    const Bytes is_open = static_cast<Bytes>(open_ != 0) | changing_;
    bool has_open = false;
    for (int lane = 0; lane < task.count; ++lane) {
      task.states[lane] = impossible[lane] != 0  ? LaneState::kImpossible
                          : changing_[lane] != 0 ? LaneState::kUnfinished
                          : is_open[lane] != 0   ? LaneState::kOpen
                                                 : LaneState::kSolved;
      has_open |= task.states[lane] >= LaneState::kUnfinished;
    }
    if (!task.wants_solutions && !has_open) return;
    for (Bytes& x : cells_) {
      // The symbol of a single is 1 + 4a + 2b + c, if its bit has the number 4a + 2b + c.
      const Bytes symbol = (static_cast<Bytes>((x & 0xF0) != 0) & 4) +
                           (static_cast<Bytes>((x & 0xCC) != 0) & 2) +
                           (static_cast<Bytes>((x & 0xAA) != 0) & 1) + 1;
      x = (x & is_open) | (symbol & ~is_open);
      x &= ~impossible;
    }
    each_block([&](int cell, int lane) {
      Block rows[kBlock];
      for (int i = 0; i < kBlock; ++i) {
        __builtin_memcpy(&rows[i], reinterpret_cast<std::uint8_t*>(&cells_[cell + i]) + lane,
                         kBlock);
      }
      transpose(rows);
      for (int i = 0; i < kBlock && lane + i < task.count; ++i) {
        __builtin_memcpy(task.out + (lane + i) * kCells + cell, &rows[i], kBlock);
      }
    });
  }

  Bytes cells_[kCells];
  // Of each house: the symbols of its singles, or those that have one place.
  Bytes of_row_[kSize], of_column_[kSize], of_box_[kSize];
  Bytes open_{}, empty_{}, full_{}, changing_{};
};

void run_lanes(Shape shape, const LaneTask& task) {
  switch (shape.box_rows * 8 + shape.box_columns) {
    case 2 * 8 + 2:
      return SmallLanes<2, 2>::run(task);
    case 2 * 8 + 3:
      return SmallLanes<2, 3>::run(task);
    case 3 * 8 + 2:
      return SmallLanes<3, 2>::run(task);
    case 2 * 8 + 4:
      return SmallLanes<2, 4>::run(task);
    default:
      return SmallLanes<4, 2>::run(task);
  }
}

}  // namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE
