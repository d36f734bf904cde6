// Logic of three 256-bit vectors with the three-operand instruction of AVX-512. This file defines
// only the names that the bit planes use. vector_avx512.hpp explains them.
//
// or3() is written with operators. GCC combines these operators itself, and then copies fewer
// vectors than with an intrinsic.

#if !defined(__clang__)
#pragma GCC optimize("no-tree-ter")  // as for AVX2 (begin_avx2-inl.hpp), until the region ends
#endif

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

DOKUMILL_INLINE LaneVector or3(LaneVector a, LaneVector b, LaneVector c) {
  return a | b | c;
}
DOKUMILL_INLINE LaneVector and3(LaneVector a, LaneVector b, LaneVector c) {
  return _mm256_ternarylogic_epi32(a, b, c, 0x80);
}
DOKUMILL_INLINE LaneVector majority(LaneVector a, LaneVector b, LaneVector c) {
  return _mm256_ternarylogic_epi32(a, b, c, 0xE8);
}
DOKUMILL_INLINE LaneVector only(LaneVector a, LaneVector b, LaneVector c) {
  return _mm256_ternarylogic_epi32(a, b, c, 0x10);
}
DOKUMILL_INLINE LaneVector drop(LaneVector a, LaneVector b, LaneVector c) {
  return _mm256_ternarylogic_epi32(a, b, c, 0x70);
}
DOKUMILL_INLINE LaneVector or_without(LaneVector a, LaneVector b, LaneVector c) {
  return _mm256_ternarylogic_epi32(a, b, c, 0xF4);
}
DOKUMILL_INLINE LaneVector without(LaneVector a, LaneVector b) {
  return _mm256_andnot_si256(b, a);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
