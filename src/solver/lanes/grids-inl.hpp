// Reading grids into lanes and writing boards out of them, lane by lane, for instruction sets
// without gathers and scatters that are worth it. vector_avx512.hpp has its own.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// kCandidates[value]: the digit of a given, all nine of an empty cell.
inline constexpr std::uint16_t kCandidates[16] = {
    0x1FF, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF};

class GridReader {
 public:
  // grids[i]: the address of grid i relative to `base`.
  GridReader(const std::uint8_t* base, const std::int32_t* grids) {
    for (int i = 0; i < kLanes; ++i) grids_[i] = base + grids[i];
  }
  static int lane_of_grid(int i) { return i; }

  // Reads four cells of all grids as candidates.
  DOKUMILL_INLINE void read_four(int cell, Row* out) const {
    alignas(64) std::uint16_t lanes[4][kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      std::uint8_t cells[4];
      std::memcpy(cells, grids_[lane] + cell, sizeof cells);
      for (int k = 0; k < 4; ++k) lanes[k][lane] = kCandidates[cells[k] & 15];
    }
    std::memcpy(out, lanes, sizeof lanes);
  }

 private:
  const std::uint8_t* grids_[kLanes];
};

class BoardWriter {
 public:
  BoardWriter(std::uint8_t* base, const std::int32_t* boards, int count) : count_(count) {
    for (int i = 0; i < count; ++i) boards_[i] = base + boards[i];
  }

  // Writes four cells of the first `count` lanes; each row holds one digit's bit a lane.
  DOKUMILL_INLINE void write_four(int cell, const Row* rows) const {
    alignas(64) std::uint16_t lanes[4][kLanes];
    for (int k = 0; k < 4; ++k) {
      const Row digit = popcount(rows[k] | add(rows[k], set1(-1)));
      std::memcpy(lanes[k], &digit, sizeof digit);
    }
    for (int lane = 0; lane < count_; ++lane) {
      std::uint8_t cells[4];
      for (int k = 0; k < 4; ++k) cells[k] = static_cast<std::uint8_t>(lanes[k][lane]);
      std::memcpy(boards_[lane] + cell, cells, sizeof cells);
    }
  }

 private:
  std::uint8_t* boards_[kLanes];
  int count_;
};

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
