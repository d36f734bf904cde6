// The vector type of the lane engine, AVX-512: 32 lanes of 16 bits.
//
// Needs AVX-512 BW and BITALG (Ice Lake, Zen 4): a three-operand logic instruction, tests into mask
// registers, a popcount and a lane permute of 16-bit lanes. Compiled inside a target region; see
// lanes_avx512.cpp. The three vector_*.hpp define the same names.
// NOLINTBEGIN: no guard, included once per engine

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kLanes = 32;
using Row = __m512i;
using LaneSet = std::uint32_t;  // bit L: lane L
using Permutation = __m512i;

DOKUMILL_INLINE Row set1(int x) {
  return _mm512_set1_epi16(static_cast<short>(x));
}

// Logic of three rows; the last argument is the truth table.
DOKUMILL_INLINE Row or3(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xFE);
}
DOKUMILL_INLINE Row and3(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x80);
}
DOKUMILL_INLINE Row xor3(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}
// Two or three of a, b, c.
DOKUMILL_INLINE Row majority(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xE8);
}
// a & ~b & ~c
DOKUMILL_INLINE Row only(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x10);
}
// (x & ~taken) | own
DOKUMILL_INLINE Row replace(Row x, Row taken, Row own) {
  return _mm512_ternarylogic_epi32(x, taken, own, 0xBA);
}
// a | (b ^ c)
DOKUMILL_INLINE Row or_difference(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xF6);
}
// a | (b & ~c)
DOKUMILL_INLINE Row or_without(Row a, Row b, Row c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xF4);
}

DOKUMILL_INLINE Row add(Row a, Row b) {
  return _mm512_add_epi16(a, b);
}
// Of numbers 0..32767.
DOKUMILL_INLINE Row min(Row a, Row b) {
  return _mm512_min_epu16(a, b);
}
template <int kBits>
DOKUMILL_INLINE Row shift_left(Row x) {
  return _mm512_slli_epi16(x, kBits);
}
DOKUMILL_INLINE Row popcount(Row x) {
  return _mm512_popcnt_epi16(x);
}

// By lanes: x & digits where that is not empty, else x.
DOKUMILL_INLINE Row prefer(Row x, Row digits) {
  return _mm512_mask_mov_epi16(x, _mm512_test_epi16_mask(x, digits), _mm512_and_si512(x, digits));
}
// By lanes: x if it has at most one bit, else 0.
DOKUMILL_INLINE Row single(Row x) {
  return _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, add(x, set1(-1))), x);
}
// By lanes: x if a == b, else 0.
DOKUMILL_INLINE Row if_equal(Row a, Row b, Row x) {
  return _mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(a, b), x);
}
// By lanes: all ones where x == 0, else 0.
DOKUMILL_INLINE Row ones_where_zero(Row x) {
  return _mm512_movm_epi16(_mm512_testn_epi16_mask(x, x));
}

DOKUMILL_INLINE LaneSet lanes_with_any(Row x) {
  return _mm512_test_epi16_mask(x, x);
}
DOKUMILL_INLINE LaneSet lanes_equal(Row a, Row b) {
  return _mm512_cmpeq_epi16_mask(a, b);
}
// All ones in the lanes of the set, else 0.
DOKUMILL_INLINE Row row_of(LaneSet lanes) {
  return _mm512_movm_epi16(lanes);
}
// By lanes: `a` in the lanes of the set, else `b`.
DOKUMILL_INLINE Row select(LaneSet lanes, Row a, Row b) {
  return _mm512_mask_mov_epi16(b, lanes, a);
}

// from[L]: the lane that lane L takes.
DOKUMILL_INLINE Permutation make_permutation(const std::uint16_t* from) {
  return _mm512_loadu_si512(from);
}
DOKUMILL_INLINE Row permute(Permutation from, Row x) {
  return _mm512_permutexvar_epi16(from, x);
}

// Reads cell `cell` and the three after it of 32 grids, lane by lane, as candidates: the digit of a
// given, all nine of an empty cell. Lane 2i is grid i, lane 2i + 1 is grid 16 + i, so that two
// gathers of four bytes make four rows; lane_of_grid() tells.
class GridReader {
 public:
  // grids[i]: the address of grid i relative to `base`.
  GridReader(const std::uint8_t* base, const std::int32_t* grids) : base_(base) {
    alignas(64) std::uint16_t table[32];
    for (int i = 0; i < 32; ++i) {
      table[i] = static_cast<std::uint16_t>(i >= 1 && i <= 9 ? 1U << (i - 1) : 0x1FF);
    }
    candidates_ = _mm512_load_si512(table);
    even_ = _mm512_loadu_si512(grids);
    odd_ = _mm512_loadu_si512(grids + 16);
  }
  static int lane_of_grid(int i) { return i < 16 ? 2 * i : 2 * (i - 16) + 1; }

  // REQUIRES: 0 <= cell <= 77.
  DOKUMILL_INLINE void read_four(int cell, Row* out) const {
    const __m512i a = _mm512_i32gather_epi32(even_, base_ + cell, 1);
    const __m512i b = _mm512_i32gather_epi32(odd_, base_ + cell, 1);
    const __m512i low = _mm512_mask_mov_epi16(a, 0xAAAAAAAA, _mm512_slli_epi32(b, 16));
    const __m512i high = _mm512_mask_mov_epi16(_mm512_srli_epi32(a, 16), 0xAAAAAAAA, b);
    out[0] = permute(low, candidates_);
    out[1] = permute(_mm512_srli_epi16(low, 8), candidates_);
    out[2] = permute(high, candidates_);
    out[3] = permute(_mm512_srli_epi16(high, 8), candidates_);
  }

 private:
  const std::uint8_t* base_;
  Row candidates_;
  __m512i even_, odd_;
};

// Writes boards: cell `cell` and the three after it of the first `count` lanes, each row holding
// one digit's bit a lane. Lane L goes to base + boards[L].
class BoardWriter {
 public:
  BoardWriter(std::uint8_t* base, const std::int32_t* boards, int count) : base_(base) {
    alignas(64) std::int32_t even[16];
    alignas(64) std::int32_t odd[16];
    for (int i = 0; i < 16; ++i) {
      even[i] = boards[2 * i];
      odd[i] = boards[2 * i + 1];
    }
    even_ = _mm512_load_si512(even);
    odd_ = _mm512_load_si512(odd);
    even_lanes_ = static_cast<__mmask16>((1U << (count + 1) / 2) - 1);
    odd_lanes_ = static_cast<__mmask16>((1U << count / 2) - 1);
  }

  DOKUMILL_INLINE void write_four(int cell, const Row* rows) const {
    const __m512i low = _mm512_or_si512(digit(rows[0]), shift_left<8>(digit(rows[1])));
    const __m512i high = _mm512_or_si512(digit(rows[2]), shift_left<8>(digit(rows[3])));
    const __m512i a = _mm512_mask_mov_epi16(low, 0xAAAAAAAA, _mm512_slli_epi32(high, 16));
    const __m512i b = _mm512_mask_mov_epi16(_mm512_srli_epi32(low, 16), 0xAAAAAAAA, high);
    _mm512_mask_i32scatter_epi32(base_ + cell, even_lanes_, even_, a, 1);
    _mm512_mask_i32scatter_epi32(base_ + cell, odd_lanes_, odd_, b, 1);
  }

 private:
  static DOKUMILL_INLINE Row digit(Row bit) {
    return popcount(_mm512_or_si512(bit, add(bit, set1(-1))));
  }

  std::uint8_t* base_;
  __m512i even_, odd_;
  __mmask16 even_lanes_, odd_lanes_;
};

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
// NOLINTEND
