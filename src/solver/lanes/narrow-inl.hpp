// What AVX2 and 128-bit vectors share: logic of three rows with two-operand instructions, and
// moving lanes without instructions for sets of lanes. vector_avx512.hpp explains the names.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

DOKUMILL_INLINE Row or3(Row a, Row b, Row c) {
  return a | b | c;
}
DOKUMILL_INLINE Row and3(Row a, Row b, Row c) {
  return a & b & c;
}
DOKUMILL_INLINE Row xor3(Row a, Row b, Row c) {
  return a ^ b ^ c;
}
DOKUMILL_INLINE Row majority(Row a, Row b, Row c) {
  return (a & b) | (c & (a | b));
}
DOKUMILL_INLINE Row only(Row a, Row b, Row c) {
  return a & ~(b | c);
}
DOKUMILL_INLINE Row replace(Row x, Row taken, Row own) {
  return (x & ~taken) | own;
}
DOKUMILL_INLINE Row drop(Row a, Row b, Row c) {
  return a & ~(b & c);
}
DOKUMILL_INLINE Row or_difference(Row a, Row b, Row c) {
  return a | (b ^ c);
}
DOKUMILL_INLINE Row or_without(Row a, Row b, Row c) {
  return a | (b & ~c);
}

DOKUMILL_INLINE Row single(Row x) {
  return x & ones_where_zero(x & add(x, set1(-1)));
}
DOKUMILL_INLINE Row triple(Row x) {
  const Row two = x & add(x, set1(-1));  // without its lowest bit
  const Row one = two & add(two, set1(-1));
  const Row below = add(one, set1(-1));
  return x & less(below, one ^ below);  // where `one` has exactly one bit
}

// The `count` lowest lanes of the set. REQUIRES: the set has at least `count` lanes.
DOKUMILL_INLINE LaneSet lowest_lanes(LaneSet lanes, int count) {
  LaneSet result = 0;
  for (; count > 0; --count) {
    result |= lanes & -lanes;
    lanes &= lanes - 1;
  }
  return result;
}

// A permutation that moves the i-th lane of `from` to the i-th lane of `to`. Other lanes are
// unspecified. REQUIRES: both sets have the same size.
DOKUMILL_INLINE Permutation match_lanes(LaneSet from, LaneSet to) {
  alignas(64) std::uint16_t lanes[kLanes] = {};
  for (; to != 0; to &= to - 1, from &= from - 1) {
    lanes[__builtin_ctz(to)] = static_cast<std::uint16_t>(__builtin_ctz(from));
  }
  return make_permutation(lanes);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
