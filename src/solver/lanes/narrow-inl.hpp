// Moving lanes, where no instruction knows sets of lanes: for AVX2 and 128 bits.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// The `count` lowest lanes of the set. REQUIRES: there are as many.
DOKUMILL_INLINE LaneSet lowest_lanes(LaneSet lanes, int count) {
  LaneSet result = 0;
  for (; count > 0; --count) {
    result |= lanes & -lanes;
    lanes &= lanes - 1;
  }
  return result;
}

// The i-th lane of `to` takes the i-th lane of `from`, other lanes any. REQUIRES: as many in both.
DOKUMILL_INLINE Permutation match_lanes(LaneSet from, LaneSet to) {
  alignas(64) std::uint16_t lanes[kLanes] = {};
  for (; to != 0; to &= to - 1, from &= from - 1) {
    lanes[__builtin_ctz(to)] = static_cast<std::uint16_t>(__builtin_ctz(from));
  }
  return make_permutation(lanes);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
