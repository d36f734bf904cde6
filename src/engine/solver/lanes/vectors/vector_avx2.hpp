// The vector type of the lane engine, AVX2: 16 lanes of 16 bits. vector_avx512.hpp explains the
// names.
//
// On Zen, a blend is one operation, so prefer() uses a blend (docs/kernels/vectors.md).
//
// No include guard: each kernel file includes one of these files once.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kLanes = 16;
using LaneVector = __m256i;
using LaneMask = std::uint32_t;

DOKUMILL_INLINE LaneVector set1(int x) {
  return _mm256_set1_epi16(static_cast<short>(x));
}
DOKUMILL_INLINE LaneVector add(LaneVector a, LaneVector b) {
  return _mm256_add_epi16(a, b);
}
DOKUMILL_INLINE LaneVector min(LaneVector a, LaneVector b) {
  return _mm256_min_epi16(a, b);
}
template <int kBits>
DOKUMILL_INLINE LaneVector shift_left(LaneVector x) {
  return _mm256_slli_epi16(x, kBits);
}
template <int kBits>
DOKUMILL_INLINE LaneVector shift_right(LaneVector x) {
  return _mm256_srli_epi16(x, kBits);
}
DOKUMILL_INLINE LaneVector equal(LaneVector a, LaneVector b) {
  return _mm256_cmpeq_epi16(a, b);
}
DOKUMILL_INLINE LaneVector less(LaneVector a, LaneVector b) {
  return _mm256_cmpgt_epi16(b, a);
}
DOKUMILL_INLINE LaneVector ones_where_zero(LaneVector x) {
  return equal(x, _mm256_setzero_si256());
}

// Counts the bits of each byte with two table look-ups of four bits (W. Mula, 2008).
DOKUMILL_INLINE LaneVector popcount_bytes(LaneVector x) {
  const LaneVector table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const LaneVector low = _mm256_set1_epi8(15);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, x & low),
                         _mm256_shuffle_epi8(table, _mm256_srli_epi16(x, 4) & low));
}
DOKUMILL_INLINE LaneVector popcount(LaneVector x) {
  return _mm256_maddubs_epi16(popcount_bytes(x), _mm256_set1_epi8(1));
}

DOKUMILL_INLINE LaneVector prefer(LaneVector x, LaneVector digits) {
  const LaneVector both = x & digits;
  return _mm256_blendv_epi8(both, x, ones_where_zero(both));
}

DOKUMILL_INLINE LaneMask lanes_of(LaneVector ones) {
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(ones), _mm256_extracti128_si256(ones, 1));
  return static_cast<LaneMask>(_mm_movemask_epi8(bytes));
}
DOKUMILL_INLINE LaneMask lanes_with_any(LaneVector x) {
  return lanes_of(ones_where_zero(x)) ^ 0xFFFF;
}
DOKUMILL_INLINE LaneMask lanes_equal(LaneVector a, LaneVector b) {
  return lanes_of(equal(a, b));
}
DOKUMILL_INLINE LaneVector row_of(LaneMask lanes) {
  const LaneVector bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                            8192, 16384, -32768);
  return equal(set1(static_cast<int>(lanes)) & bits, bits);
}
DOKUMILL_INLINE LaneVector select(LaneMask lanes, LaneVector a, LaneVector b) {
  return _mm256_blendv_epi8(b, a, row_of(lanes));
}

// A permutation is two byte shuffles, one for each half (128 bits) of the source. A shuffle has a
// control byte for each byte of its result. If the highest bit of the control byte is set, the byte
// of the result is 0. So in each shuffle, the control bytes of the lanes that come from the other
// half of the source have all bits set.
struct Permutation {
  LaneVector low, high;
};
// REQUIRES: `from` points to 16 numbers and is aligned to 32 bytes.
DOKUMILL_INLINE Permutation make_permutation(const std::uint16_t* from) {
  const LaneVector lanes = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  // The number of the lane's lower byte in its half of the source.
  const LaneVector first = shift_left<1>(lanes & set1(7));
  const LaneVector bytes = add(first | shift_left<8>(first), set1(0x100));
  return {bytes | less(set1(7), lanes), bytes | less(lanes, set1(8))};
}
DOKUMILL_INLINE LaneVector permute(Permutation from, LaneVector x) {
  return _mm256_shuffle_epi8(_mm256_permute2x128_si256(x, x, 0x00), from.low) |
         _mm256_shuffle_epi8(_mm256_permute2x128_si256(x, x, 0x11), from.high);
}

DOKUMILL_INLINE __m128i load_strip(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
DOKUMILL_INLINE LaneVector load_strips(const std::uint8_t* const* grids, int offset) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load_strip(grids[0] + offset)),
                                 load_strip(grids[8] + offset), 1);
}
DOKUMILL_INLINE void store_strip(std::uint8_t* to, __m128i x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), x);
}
DOKUMILL_INLINE void store_strips(LaneVector x, std::uint8_t* const* grids, int offset) {
  store_strip(grids[0] + offset, _mm256_castsi256_si128(x));
  store_strip(grids[8] + offset, _mm256_extracti128_si256(x, 1));
}
DOKUMILL_INLINE LaneVector interleave_low(LaneVector a, LaneVector b) {
  return _mm256_unpacklo_epi8(a, b);
}
DOKUMILL_INLINE LaneVector interleave_high(LaneVector a, LaneVector b) {
  return _mm256_unpackhi_epi8(a, b);
}

DOKUMILL_INLINE LaneVector bits_of_digits(LaneVector digits) {
  const LaneVector low = _mm256_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0,  //
                                          0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
  const LaneVector nine = _mm256_cmpgt_epi16(digits, set1(8));
  return _mm256_shuffle_epi8(low, digits) | (nine & set1(0x100));
}

DOKUMILL_INLINE LaneVector digits_of_bits(LaneVector low, LaneVector high) {
  const LaneVector bytes = (low & set1(0xFF)) | shift_left<8>(high);
  const LaneVector below = _mm256_sub_epi8(bytes, _mm256_set1_epi8(1));
  return _mm256_add_epi8(popcount_bytes(below), _mm256_set1_epi8(1));
}

DOKUMILL_INLINE LaneVector pairs_of_cells(LaneVector low, LaneVector high) {
  return _mm256_packus_epi16((low | shift_right<4>(low)) & set1(0xFF),
                             (high | shift_right<4>(high)) & set1(0xFF));
}

DOKUMILL_INLINE LaneVector load_spread(const std::uint8_t* first, std::size_t distance) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load_strip(first)),
                                 load_strip(first + distance), 1);
}
DOKUMILL_INLINE void store_spread(LaneVector x, std::uint8_t* first, std::size_t distance) {
  store_strip(first, _mm256_castsi256_si128(x));
  store_strip(first + distance, _mm256_extracti128_si256(x, 1));
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
