// What AVX2 and 128-bit vectors share: logic of three vectors by instructions with two operands,
// and moves of lanes without instructions for masks. vector_avx512.hpp explains the names.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

DOKUMILL_INLINE LaneVector or3(LaneVector a, LaneVector b, LaneVector c) {
  return a | b | c;
}
DOKUMILL_INLINE LaneVector and3(LaneVector a, LaneVector b, LaneVector c) {
  return a & b & c;
}
DOKUMILL_INLINE LaneVector xor3(LaneVector a, LaneVector b, LaneVector c) {
  return a ^ b ^ c;
}
DOKUMILL_INLINE LaneVector majority(LaneVector a, LaneVector b, LaneVector c) {
  return (a & b) | (c & (a | b));
}
DOKUMILL_INLINE LaneVector only(LaneVector a, LaneVector b, LaneVector c) {
  return a & ~(b | c);
}
DOKUMILL_INLINE LaneVector replace(LaneVector x, LaneVector taken, LaneVector own) {
  return (x & ~taken) | own;
}
DOKUMILL_INLINE LaneVector drop(LaneVector a, LaneVector b, LaneVector c) {
  return a & ~(b & c);
}
DOKUMILL_INLINE LaneVector or_difference(LaneVector a, LaneVector b, LaneVector c) {
  return a | (b ^ c);
}
DOKUMILL_INLINE LaneVector or_without(LaneVector a, LaneVector b, LaneVector c) {
  return a | (b & ~c);
}
DOKUMILL_INLINE LaneVector or_and(LaneVector a, LaneVector b, LaneVector c) {
  return a | (b & c);
}
DOKUMILL_INLINE LaneVector without(LaneVector a, LaneVector b) {
  return a & ~b;
}
DOKUMILL_INLINE LaneVector where_equal(LaneVector x, LaneVector a, LaneVector b) {
  return x & equal(a, b);
}

DOKUMILL_INLINE LaneVector single(LaneVector x) {
  return x & ones_where_zero(x & add(x, set1(-1)));
}
DOKUMILL_INLINE LaneVector triple(LaneVector x) {
  const LaneVector two = x & add(x, set1(-1));  // x without its lowest bit
  const LaneVector one = two & add(two, set1(-1));
  const LaneVector below = add(one, set1(-1));
  return x & less(below, one ^ below);  // where `one` has exactly one bit
}

// The `count` lowest lanes of the set. REQUIRES: the set has at least `count` lanes.
DOKUMILL_INLINE LaneMask lowest_lanes(LaneMask lanes, int count) {
  LaneMask result = 0;
  for (; count > 0; --count) {
    result |= lanes & -lanes;
    lanes &= lanes - 1;
  }
  return result;
}

// A permutation that moves the i-th lane of `from` to the i-th lane of `to`. The contents of all
// lanes outside `to` are unspecified. REQUIRES: both sets have the same size.
DOKUMILL_INLINE Permutation match_lanes(LaneMask from, LaneMask to) {
  alignas(64) std::uint16_t lanes[kLanes] = {};
  for (; to != 0; to &= to - 1, from &= from - 1) {
    lanes[__builtin_ctz(to)] = static_cast<std::uint16_t>(__builtin_ctz(from));
  }
  return make_permutation(lanes);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
