// SmallLanes: propagates 16, 32 or 64 puzzles with up to 8 symbols at once. Included once per
// instruction set.
//
// A vector has one cell of all puzzles: byte i is the cell of puzzle i, as a set of symbols (bit
// d - 1 for the symbol d). So a 6x6 puzzle is 36 vectors, and an operation between two of them does
// the same for all puzzles. Loading and storing transpose blocks of 16 cells.
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
    lanes.load(task.in, task.count, task.has_candidates);
    lanes.propagate(task);
    lanes.store(task);
  }

  // See SearchKernel::check_lanes(). A house is right if every symbol is in one of its cells, where
  // an empty cell has all symbols, and a wrong number has none.
  static void check(const std::uint8_t* puzzles, const std::uint8_t* boards, int count,
                    std::uint8_t* are_wrong) {
    SmallLanes puzzle;
    SmallLanes board;
    puzzle.load(puzzles, count, false);
    board.load(boards, count, false);
    Bytes wrong{};
    const auto judge = [&](const Counts& house) { wrong |= house.twice | (house.once ^ kAll); };
    Counts columns[kSize]{};
    for (int band = 0; band < kBands; ++band) {
      Counts boxes[kStacks]{};
      DOKUMILL_UNROLL
      for (int r = 0; r < kBoxRows; ++r) {
        Counts line{};
        DOKUMILL_UNROLL
        for (int column = 0; column < kSize; ++column) {
          const Bytes x = board.cell(band * kBoxRows + r, column);
          wrong |= x & ~puzzle.cell(band * kBoxRows + r, column);
          add(line, x);
          add(columns[column], x);
          add(boxes[column / kBoxColumns], x);
        }
        judge(line);
      }
      for (const Counts& box : boxes) judge(box);
    }
    for (const Counts& column : columns) judge(column);
    __builtin_memcpy(are_wrong, &wrong, static_cast<std::size_t>(count));
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

  template <class Half, std::size_t... kAt>
  DOKUMILL_INLINE static auto join(const Half& a, const Half& b, std::index_sequence<kAt...>) {
    return __builtin_shufflevector(a, b, kAt...);
  }
  template <class Half>
  DOKUMILL_INLINE static auto join(const Half& a, const Half& b) {
    return join(a, b, std::make_index_sequence<2 * sizeof(Half)>());
  }

  // In each 16 bytes, interleaves the lower (kFrom = 0) or upper (8) eight of a and b.
  template <int kFrom, std::size_t... kAt>
  DOKUMILL_INLINE static Bytes interleave(const Bytes& a, const Bytes& b,
                                          std::index_sequence<kAt...>) {
    return __builtin_shufflevector(
        a, b, (kAt / kBlock * kBlock + kFrom + kAt % kBlock / 2 + kAt % 2 * kLanes)...);
  }

  // Transposes each of the blocks of 16 x 16 bytes that lie side by side in `rows`. Each of four
  // rounds interleaves the first and the second half.
  DOKUMILL_INLINE static void transpose(Bytes* rows) {
    constexpr std::make_index_sequence<kLanes> kBytes{};
    DOKUMILL_UNROLL
    for (int round = 0; round < 4; ++round) {
      Bytes mixed[kBlock];
      DOKUMILL_UNROLL
      for (int i = 0; i < kBlock / 2; ++i) {
        mixed[2 * i] = interleave<0>(rows[i], rows[i + kBlock / 2], kBytes);
        mixed[2 * i + 1] = interleave<kBlock / 2>(rows[i], rows[i + kBlock / 2], kBytes);
      }
      DOKUMILL_UNROLL
      for (int i = 0; i < kBlock; ++i) rows[i] = mixed[i];
    }
  }

  // Calls use(first cell) for blocks that cover all cells. The last one overlaps the one before it.
  template <class Use>
  DOKUMILL_INLINE static void each_block(Use use) {
    for (int cell = 0; cell < kCells; cell += kBlock) {
      use(cell + kBlock <= kCells ? cell : kCells - kBlock);
    }
  }

  void load(const std::uint8_t* in, int count, bool has_candidates) {
    each_block([&](int cell) {
      const auto block_of = [&](int lane) {
        // Lanes without a puzzle repeat the last one.
        const int puzzle = lane < count ? lane : count - 1;
        Block block;
        __builtin_memcpy(&block, in + puzzle * kCells + cell, kBlock);
        return block;
      };
      Bytes rows[kBlock];
      DOKUMILL_UNROLL
      for (int i = 0; i < kBlock; ++i) {
        if constexpr (kLanes == kBlock) {
          rows[i] = block_of(i);
        } else if constexpr (kLanes == 2 * kBlock) {
          rows[i] = join(block_of(i), block_of(i + kBlock));
        } else {
          rows[i] = join(join(block_of(i), block_of(i + kBlock)),
                         join(block_of(i + 2 * kBlock), block_of(i + 3 * kBlock)));
        }
      }
      transpose(rows);
      for (int i = 0; i < kBlock; ++i) cells_[cell + i] = rows[i];
    });
    if (has_candidates) return;
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
    // LaneState: 0 for impossible, 1 for solved, and then 2 for unfinished or 3 for open.
    const Bytes states = (1 + (is_open & 2) - (changing_ & 1)) & ~impossible;
    __builtin_memcpy(task.states, &states, static_cast<std::size_t>(task.count));
    const bool has_open = count_ones(static_cast<Bytes>(states > 1)) != 0;
    if (!task.wants_solutions && !has_open) return;
    for (Bytes& x : cells_) {
      // The symbol of a single is 1 + 4a + 2b + c, if its bit has the number 4a + 2b + c.
      const Bytes symbol = (static_cast<Bytes>((x & 0xF0) != 0) & 4) +
                           (static_cast<Bytes>((x & 0xCC) != 0) & 2) +
                           (static_cast<Bytes>((x & 0xAA) != 0) & 1) + 1;
      x = (x & is_open) | (symbol & ~is_open);
      x &= ~impossible;
    }
    each_block([&](int cell) {
      Bytes rows[kBlock];
      for (int i = 0; i < kBlock; ++i) rows[i] = cells_[cell + i];
      transpose(rows);
      for (int lane = 0; lane < task.count; ++lane) {
        __builtin_memcpy(
            task.out + lane * kCells + cell,
            reinterpret_cast<const std::uint8_t*>(&rows[lane % kBlock]) + lane / kBlock * kBlock,
            kBlock);
      }
    });
  }

  Bytes cells_[kCells];
  // Of each house: the symbols of its singles, or those that have one place.
  Bytes of_row_[kSize], of_column_[kSize], of_box_[kSize];
  Bytes open_{}, empty_{}, full_{}, changing_{};
};

template <class Use>
void with_lanes(Shape shape, Use use) {
  switch (shape.box_rows * 8 + shape.box_columns) {
    case 2 * 8 + 2:
      return use.template operator()<SmallLanes<2, 2>>();
    case 2 * 8 + 3:
      return use.template operator()<SmallLanes<2, 3>>();
    case 3 * 8 + 2:
      return use.template operator()<SmallLanes<3, 2>>();
    case 2 * 8 + 4:
      return use.template operator()<SmallLanes<2, 4>>();
    default:
      return use.template operator()<SmallLanes<4, 2>>();
  }
}

void run_lanes(Shape shape, const LaneTask& task) {
  with_lanes(shape, [&]<class Lanes>() { Lanes::run(task); });
}

void check_lanes(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards, int count,
                 std::uint8_t* are_wrong) {
  with_lanes(shape, [&]<class Lanes>() { Lanes::check(puzzles, boards, count, are_wrong); });
}

}  // namespace dokumill::sizes::DOKUMILL_SIZES_NAMESPACE
