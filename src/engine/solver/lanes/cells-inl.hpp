// Cells: converts grids in memory to vectors and back, sixteen cells of all lanes at a time. Each
// of the 81 cells has a vector, with a different grid in each lane.
//
// A strip is 16 bytes of a vector register. When eight registers are loaded, strip l of register r
// (0..7) holds sixteen cells of grid 8 * l + r. Three rounds of byte interleaving within the strips
// turn these eight registers into registers of two cells each, in which the eight grids of strip l
// are side by side. In the table, g2 g1 g0 are the bits of the number r, and c3 c2 c1 c0 are the
// bits of the cell's number in the strip:
//
//   load    register g2 g1 g0   byte of the strip c3 c2 c1 c0
//   round   Registers that differ in g2 are interleaved. Then g2 is the lowest bit of the byte's
//           place. The former highest bit of the place, c3, selects one of the two results.
//           The next two rounds do the same with g1 and g0.
//   rows    register c3 c2 c1   byte of the strip c0 g2 g1 g0
//
// Writing boards takes the same three rounds, but starts with registers in this layout:
//
//   boards  register c2 c1 c0   byte of the strip g2 g1 g0 c3
//
// docs/kernels/vectors.md has the times, also of gathers and scatters.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// The first cells of the strips that cover a grid; the last two strips overlap.
inline constexpr int kStripStarts[] = {0, 16, 32, 48, 64, 65};

DOKUMILL_INLINE void interleave_rounds(LaneVector* x) {
  DOKUMILL_UNROLL
  for (int bit = 4; bit != 0; bit /= 2) {
    DOKUMILL_UNROLL
    for (int r = 0; r < 8; ++r) {
      if ((r & bit) != 0) continue;
      const LaneVector a = x[r], b = x[r | bit];
      x[r] = interleave_low(a, b);
      x[r | bit] = interleave_high(a, b);
    }
  }
}

// givens[c] := in each lane, the bit of the given in cell c (0..80) of grids[lane]; 0 if the cell
// is empty.
inline void read_grids(const std::uint8_t* const* grids, LaneVector* givens) {
  const LaneVector zero = set1(0);
  DOKUMILL_NO_UNROLL
  for (const int start : kStripStarts) {
    LaneVector x[8];
    DOKUMILL_UNROLL
    for (int r = 0; r < 8; ++r) x[r] = load_strips(grids + r, start);
    interleave_rounds(x);
    DOKUMILL_UNROLL
    for (int j = 0; j < 8; ++j) {
      givens[start + 2 * j] = bits_of_digits(interleave_low(x[j], zero));
      givens[start + 2 * j + 1] = bits_of_digits(interleave_high(x[j], zero));
    }
  }
}

// Writes the boards of solved nodes: boards[lane][81] := the digits of the lane's node.
inline void write_grids(const Block& node, std::uint8_t* const* boards) {
  LaneVector bits[kCells];
  DOKUMILL_UNROLL
  for (int band = 0; band < 3; ++band) {
    LaneVector columns[9];
    DOKUMILL_UNROLL
    for (int k = 0; k < 9; ++k) columns[k] = entry(node.trio(3 + k / 3), 3 + k / 3, band, k % 3);
    DOKUMILL_UNROLL
    for (int row = 0; row < 3; ++row) {
      DOKUMILL_UNROLL
      for (int k = 0; k < 9; ++k) {
        bits[9 * (3 * band + row) + k] = entry(node.trio(band), band, row, k / 3) & columns[k];
      }
    }
  }
  DOKUMILL_NO_UNROLL
  for (const int start : kStripStarts) {
    LaneVector x[8];
    DOKUMILL_UNROLL
    for (int j = 0; j < 8; ++j) x[j] = digits_of_bits(bits[start + j], bits[start + j + 8]);
    interleave_rounds(x);
    DOKUMILL_UNROLL
    for (int r = 0; r < 8; ++r) store_strips(x[r], boards + r, start);
  }
}

// Solved nodes that wait until their boards are written, for all lanes at a time.
class BoardQueue {
 public:
  void clear() {
    count_ = 0;
    for (LaneVector& row : node_.row) row = set1(0);
  }
  // Queues the boards of the given lanes. `puzzle`: the number of each lane's puzzle. When the
  // queue is full, writes it.
  template <class BoardOf>
  void add(const Block& node, const LaneVector& puzzle, LaneMask lanes, BoardOf board_of) {
    while (lanes != 0) {
      const auto [from, to, match] = hand_over(lanes, kAllLanes & ~first_lanes(count_));
      move_lanes(node_, node, match, to);
      move_lanes(puzzle_, puzzle, match, to);
      count_ += count_lanes(from);
      lanes &= ~from;
      if (count_ == kLanes) write(board_of);
    }
  }
  // Writes the queued boards; board_of(number) is the grid of a puzzle.
  template <class BoardOf>
  void write(BoardOf board_of) {
    if (count_ == 0) return;
    std::uint8_t nobody[kCells];
    std::uint8_t* boards[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      boards[i] = i < count_ ? board_of(get(puzzle_, i)).cells.data() : nobody;
    }
    write_grids(node_, boards);
    count_ = 0;
  }
  // Whether the board of a puzzle is in the queue.
  bool has(std::uint32_t puzzle) const {
    return (lanes_equal(puzzle_, set1(static_cast<int>(puzzle))) & first_lanes(count_)) != 0;
  }

 private:
  Block node_;
  LaneVector puzzle_;
  int count_;
};

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
