// The vector type of the lane engine, 128 bits: 8 lanes of 16 bits with the vector extension of GCC
// and Clang, which compiles to SSE2, NEON or whatever the processor has. vector_avx512.hpp explains
// the names. No include guard: each kernel file includes one of the files vector_*.hpp once.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline constexpr int kLanes = 8;
using LaneVector = std::uint16_t __attribute__((vector_size(16)));
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using LaneMask = std::uint32_t;

DOKUMILL_INLINE LaneVector set1(int x) {
  return LaneVector{} + static_cast<std::uint16_t>(x);
}

DOKUMILL_INLINE LaneVector equal(LaneVector a, LaneVector b) {
  return reinterpret_cast<LaneVector>(a == b);
}
DOKUMILL_INLINE LaneVector ones_where_zero(LaneVector x) {
  return equal(x, LaneVector{});
}
DOKUMILL_INLINE LaneVector add(LaneVector a, LaneVector b) {
  return a + b;
}
// SSE2 compares signed lanes only.
using Signed = std::int16_t __attribute__((vector_size(16)));
DOKUMILL_INLINE LaneVector less(LaneVector a, LaneVector b) {
  return reinterpret_cast<LaneVector>(reinterpret_cast<Signed>(a) < reinterpret_cast<Signed>(b));
}
DOKUMILL_INLINE LaneVector min(LaneVector a, LaneVector b) {
  const auto x = reinterpret_cast<Signed>(a), y = reinterpret_cast<Signed>(b);
  return reinterpret_cast<LaneVector>(x < y ? x : y);
}
template <int kBits>
DOKUMILL_INLINE LaneVector shift_left(LaneVector x) {
  return x << kBits;
}
DOKUMILL_INLINE LaneVector popcount(LaneVector x) {
  x = x - (x >> 1 & 0x5555);
  x = (x & 0x3333) + (x >> 2 & 0x3333);
  x = (x + (x >> 4)) & 0x0F0F;
  return (x + (x >> 8)) & 0x1F;
}

DOKUMILL_INLINE LaneVector prefer(LaneVector x, LaneVector digits) {
  const LaneVector both = x & digits;
  return both | (x & ones_where_zero(both));
}

inline constexpr LaneVector kLaneBits = {1, 2, 4, 8, 16, 32, 64, 128};

DOKUMILL_INLINE LaneMask lanes_of(LaneVector ones) {
#if defined(__SSE2__)
  const __m128i halves = reinterpret_cast<__m128i>(ones);
  return static_cast<LaneMask>(_mm_movemask_epi8(_mm_packs_epi16(halves, _mm_setzero_si128())));
#else
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  const Halves bits = reinterpret_cast<Halves>(ones & kLaneBits);
  std::uint64_t sum = bits[0] | bits[1];
  sum |= sum >> 32;
  return static_cast<LaneMask>((sum | sum >> 16) & 0xFF);
#endif
}
DOKUMILL_INLINE LaneMask lanes_with_any(LaneVector x) {
  return lanes_of(ones_where_zero(x)) ^ 0xFF;
}
DOKUMILL_INLINE LaneMask lanes_equal(LaneVector a, LaneVector b) {
  return lanes_of(equal(a, b));
}
DOKUMILL_INLINE LaneVector row_of(LaneMask lanes) {
  return equal(set1(static_cast<int>(lanes)) & kLaneBits, kLaneBits);
}
DOKUMILL_INLINE LaneVector select(LaneMask lanes, LaneVector a, LaneVector b) {
  const LaneVector mask = row_of(lanes);
  return (a & mask) | (b & ~mask);
}

// Not all processors can permute 16-bit lanes, so permute() moves one lane after the other. GCC
// unrolls these loops itself only at -O3. At -O2, a puzzle of 17clue.txt took 1,029 ns instead of
// 830 (Sapphire Rapids, GCC 12).
struct Permutation {
  std::uint8_t from[kLanes];
};
DOKUMILL_INLINE Permutation make_permutation(const std::uint16_t* from) {
  Permutation permutation;
  DOKUMILL_UNROLL
  for (int i = 0; i < kLanes; ++i) permutation.from[i] = static_cast<std::uint8_t>(from[i]);
  return permutation;
}
DOKUMILL_INLINE LaneVector permute(const Permutation& permutation, LaneVector x) {
  std::uint16_t in[kLanes], out[kLanes];
  std::memcpy(in, &x, sizeof in);
  DOKUMILL_UNROLL
  for (int i = 0; i < kLanes; ++i) out[i] = in[permutation.from[i]];
  std::memcpy(&x, out, sizeof out);
  return x;
}

DOKUMILL_INLINE LaneVector load_strips(const std::uint8_t* const* grids, int offset) {
  LaneVector x;
  std::memcpy(&x, grids[0] + offset, sizeof x);
  return x;
}
DOKUMILL_INLINE void store_strips(LaneVector x, std::uint8_t* const* grids, int offset) {
  std::memcpy(grids[0] + offset, &x, sizeof x);
}
DOKUMILL_INLINE LaneVector interleave_low(LaneVector a, LaneVector b) {
  return reinterpret_cast<LaneVector>(
      __builtin_shufflevector(reinterpret_cast<Bytes>(a), reinterpret_cast<Bytes>(b), 0, 16, 1, 17,
                              2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
}
DOKUMILL_INLINE LaneVector interleave_high(LaneVector a, LaneVector b) {
  return reinterpret_cast<LaneVector>(
      __builtin_shufflevector(reinterpret_cast<Bytes>(a), reinterpret_cast<Bytes>(b), 8, 24, 9, 25,
                              10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
}

// Not all processors have a table look-up, or a shift with a different count in each lane. So this
// function multiplies: the exponent digit - 1 is a sum of some of the numbers 1, 2, 4 and 8, so
// 2^(digit - 1) is the product of the corresponding powers 2^1, 2^2, 2^4 and 2^8. Digit 6, for
// example, gives 2^1 * 2^4. Digit 0 gives 2^15, which the mask removes.
DOKUMILL_INLINE LaneVector bits_of_digits(LaneVector digits) {
  const LaneVector exponent = digits - 1;
  const LaneVector one = exponent & 1, two = exponent & 2, four = exponent & 4,
                   eight = exponent & 8;
  const LaneVector low = (one + 1) * ((two | (two >> 1)) + 1);
  const LaneVector high = ((four << 2) - (four >> 2) + 1) * ((eight << 5) - (eight >> 3) + 1);
  return low * high & 0x1FF;
}

DOKUMILL_INLINE Bytes min(Bytes a, Bytes b) {
  return a < b ? a : b;
}
// Computes digit - 1 of each byte in binary, and adds 1. Each of the masks 0xAA, 0xCC and 0xF0
// gives one bit of digit - 1. `nine` is 8 for the digit 9.
DOKUMILL_INLINE LaneVector digits_of_bits(LaneVector low, LaneVector high) {
  const auto bytes = reinterpret_cast<Bytes>((low & 0xFF) | high << 8);
  const Bytes zero{};
  const Bytes nine = reinterpret_cast<Bytes>(bytes == zero) & 8;
  const Bytes digits = min(bytes & 0xAA, zero + 1) + min(bytes & 0xCC, zero + 2) +
                       min(bytes & 0xF0, zero + 4) + nine + 1;
  return reinterpret_cast<LaneVector>(digits);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
