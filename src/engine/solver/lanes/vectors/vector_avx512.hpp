// The vector type of the lane engine, AVX-512: 32 lanes of 16 bits.
//
// Needs AVX-512 BW, BITALG and VBMI2 (Ice Lake, Zen 4). It uses a three-operand logic instruction,
// tests into mask registers, and the instructions popcount, permute, compress and expand for 16-bit
// lanes. This file is compiled inside a target region; see begin_avx512-inl.hpp.
//
// The three files vector_*.hpp define the same names, which this file explains. There are two
// exceptions: with AVX2 and 128 bits, some names are in two_operand-inl.hpp (or, for 256-bit planes
// with AVX-512, in ternary_256-inl.hpp), and vector_128.hpp lacks the names that only the bit
// planes use. No include guard: each kernel file includes one of these files once.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kLanes = 32;
using LaneVector = __m512i;
using LaneMask = std::uint32_t;  // bit L: lane L
using Permutation = __m512i;

DOKUMILL_INLINE LaneVector set1(int x) {
  return _mm512_set1_epi16(static_cast<short>(x));
}

// Logic of three vectors. The last argument is the truth table.
DOKUMILL_INLINE LaneVector or3(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xFE);
}
DOKUMILL_INLINE LaneVector and3(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x80);
}
DOKUMILL_INLINE LaneVector xor3(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}
// The bits that are set in at least two of a, b, c.
DOKUMILL_INLINE LaneVector majority(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xE8);
}
// a & ~b & ~c
DOKUMILL_INLINE LaneVector only(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x10);
}
// (x & ~taken) | own
DOKUMILL_INLINE LaneVector replace(LaneVector x, LaneVector taken, LaneVector own) {
  return _mm512_ternarylogic_epi32(x, taken, own, 0xBA);
}
// a & ~(b & c)
DOKUMILL_INLINE LaneVector drop(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x70);
}
// a | (b ^ c)
DOKUMILL_INLINE LaneVector or_difference(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xF6);
}
// a | (b & ~c)
DOKUMILL_INLINE LaneVector or_without(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xF4);
}
// a | (b & c)
DOKUMILL_INLINE LaneVector or_and(LaneVector a, LaneVector b, LaneVector c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xF8);
}
// a & ~b
DOKUMILL_INLINE LaneVector without(LaneVector a, LaneVector b) {
  return _mm512_andnot_si512(b, a);
}

DOKUMILL_INLINE LaneVector add(LaneVector a, LaneVector b) {
  return _mm512_add_epi16(a, b);
}
// REQUIRES: all lanes are 0..32767.
DOKUMILL_INLINE LaneVector min(LaneVector a, LaneVector b) {
  return _mm512_min_epu16(a, b);
}
template <int kBits>
DOKUMILL_INLINE LaneVector shift_left(LaneVector x) {
  return _mm512_slli_epi16(x, kBits);
}
template <int kBits>
DOKUMILL_INLINE LaneVector shift_right(LaneVector x) {
  return _mm512_srli_epi16(x, kBits);
}
DOKUMILL_INLINE LaneVector popcount(LaneVector x) {
  return _mm512_popcnt_epi16(x);
}

// In each lane: x & digits if that is not empty, else x.
DOKUMILL_INLINE LaneVector prefer(LaneVector x, LaneVector digits) {
  // 0 - 1 wraps around to the largest number, so min() takes x if `both` is empty.
  // docs/kernels/vectors.md compares this with a test and a blend.
  const LaneVector both = _mm512_and_si512(x, digits);
  const LaneVector less_one = _mm512_min_epu16(add(both, set1(-1)), add(x, set1(-1)));
  return add(less_one, set1(1));
}
// In each lane: x if it has at most one bit, else 0.
DOKUMILL_INLINE LaneVector single(LaneVector x) {
  return _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, add(x, set1(-1))), x);
}
// In each lane: x if it has three bits, else 0.
DOKUMILL_INLINE LaneVector triple(LaneVector x) {
  return _mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(popcount(x), set1(3)), x);
}
// In each lane: all ones if x == 0, else 0.
DOKUMILL_INLINE LaneVector ones_where_zero(LaneVector x) {
  return _mm512_movm_epi16(_mm512_testn_epi16_mask(x, x));
}

DOKUMILL_INLINE LaneMask lanes_with_any(LaneVector x) {
  return _mm512_test_epi16_mask(x, x);
}
DOKUMILL_INLINE LaneMask lanes_equal(LaneVector a, LaneVector b) {
  return _mm512_cmpeq_epi16_mask(a, b);
}
// In each lane: x if a == b, else 0.
DOKUMILL_INLINE LaneVector where_equal(LaneVector x, LaneVector a, LaneVector b) {
  return _mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(a, b), x);
}
// All ones in the lanes of the set, else 0.
DOKUMILL_INLINE LaneVector row_of(LaneMask lanes) {
  return _mm512_movm_epi16(lanes);
}
// In each lane: `a` if the lane is in the set, else `b`.
DOKUMILL_INLINE LaneVector select(LaneMask lanes, LaneVector a, LaneVector b) {
  return _mm512_mask_mov_epi16(b, lanes, a);
}

// The `count` lowest lanes of the set. REQUIRES: the set has at least `count` lanes.
DOKUMILL_INLINE LaneMask lowest_lanes(LaneMask lanes, int count) {
  return _pdep_u32(static_cast<LaneMask>((std::uint64_t{1} << count) - 1), lanes);
}

// A permutation that moves the i-th lane of `from` to the i-th lane of `to`. The contents of all
// lanes outside `to` are unspecified. REQUIRES: both sets have the same size.
DOKUMILL_INLINE Permutation match_lanes(LaneMask from, LaneMask to) {
  alignas(64) static constexpr std::uint16_t kNumbers[kLanes] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  const LaneVector numbers = _mm512_load_si512(kNumbers);
  return _mm512_maskz_expand_epi16(to, _mm512_maskz_compress_epi16(from, numbers));
}
DOKUMILL_INLINE LaneVector permute(Permutation from, LaneVector x) {
  return _mm512_permutexvar_epi16(from, x);
}

// load_strips() loads 16 bytes from grids[8 * l] + offset into strip l of the result.
// store_strips() stores strip l of `x` to grids[8 * l] + offset.
DOKUMILL_INLINE __m128i load_strip(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
DOKUMILL_INLINE LaneVector load_strips(const std::uint8_t* const* grids, int offset) {
  LaneVector x = _mm512_castsi128_si512(load_strip(grids[0] + offset));
  x = _mm512_inserti32x4(x, load_strip(grids[8] + offset), 1);
  x = _mm512_inserti32x4(x, load_strip(grids[16] + offset), 2);
  return _mm512_inserti32x4(x, load_strip(grids[24] + offset), 3);
}
DOKUMILL_INLINE void store_strip(std::uint8_t* to, __m128i x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), x);
}
DOKUMILL_INLINE void store_strips(LaneVector x, std::uint8_t* const* grids, int offset) {
  store_strip(grids[0] + offset, _mm512_castsi512_si128(x));
  store_strip(grids[8] + offset, _mm512_extracti32x4_epi32(x, 1));
  store_strip(grids[16] + offset, _mm512_extracti32x4_epi32(x, 2));
  store_strip(grids[24] + offset, _mm512_extracti32x4_epi32(x, 3));
}
// In each strip of the result, the bytes from the lower (upper) half of this strip of `a` alternate
// with those of `b`.
DOKUMILL_INLINE LaneVector interleave_low(LaneVector a, LaneVector b) {
  return _mm512_unpacklo_epi8(a, b);
}
DOKUMILL_INLINE LaneVector interleave_high(LaneVector a, LaneVector b) {
  return _mm512_unpackhi_epi8(a, b);
}

// In each lane: the bit of the digit 1..9, or 0 for 0. REQUIRES: all lanes are 0..9.
DOKUMILL_INLINE LaneVector bits_of_digits(LaneVector digits) {
  const LaneVector table = _mm512_castsi256_si512(
      _mm256_setr_epi16(0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0));
  return permute(digits, table);
}

// The inverse of bits_of_digits(): in each lane, the digit of `low` goes to the lower byte, and the
// digit of `high` to the upper byte. A byte of `bytes` holds the bit of a digit 1..8, or 0 for the
// digit 9. Subtracting 1 from such a byte gives exactly the bits below the digit's bit (all eight
// bits for 9). The number of these bits is digit - 1.
DOKUMILL_INLINE LaneVector digits_of_bits(LaneVector low, LaneVector high) {
  const LaneVector bytes = _mm512_ternarylogic_epi32(low, shift_left<8>(high), set1(0xFF), 0xEC);
  const LaneVector ones = _mm512_set1_epi8(-1);
  return _mm512_sub_epi8(_mm512_popcnt_epi8(_mm512_add_epi8(bytes, ones)), ones);
}

// Combines neighbouring cells into pairs (plane_cells-inl.hpp). Strip l of the result has the pairs
// from strip l of `low`, and then those from strip l of `high`.
DOKUMILL_INLINE LaneVector pairs_of_cells(LaneVector low, LaneVector high) {
  return _mm512_packus_epi16((low | shift_right<4>(low)) & set1(0xFF),
                             (high | shift_right<4>(high)) & set1(0xFF));
}

// load_spread() loads strip l of the result from first + l * distance. store_spread() stores strip
// l of `x` to first + l * distance.
DOKUMILL_INLINE LaneVector load_spread(const std::uint8_t* first, std::size_t distance) {
  LaneVector x = _mm512_castsi128_si512(load_strip(first));
  x = _mm512_inserti32x4(x, load_strip(first + distance), 1);
  x = _mm512_inserti32x4(x, load_strip(first + 2 * distance), 2);
  return _mm512_inserti32x4(x, load_strip(first + 3 * distance), 3);
}
DOKUMILL_INLINE void store_spread(LaneVector x, std::uint8_t* first, std::size_t distance) {
  store_strip(first, _mm512_castsi512_si128(x));
  store_strip(first + distance, _mm512_extracti32x4_epi32(x, 1));
  store_strip(first + 2 * distance, _mm512_extracti32x4_epi32(x, 2));
  store_strip(first + 3 * distance, _mm512_extracti32x4_epi32(x, 3));
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
