#include "engine/boards/group_at.hpp"

#include <algorithm>
#include <cassert>

#include "engine/boards/classic.hpp"
#include "engine/boards/wide.hpp"

namespace dokumill::boards {

RowGroup row_group_at(const BoardSource& source, std::uint64_t start, std::uint64_t limit) {
  assert(limit >= 1 && start < family_size(source.family));
  BoardFamily family = source.family;
  if (family == BoardFamily::kSequence) {
    family = start < kClassicSize ? BoardFamily::kClassic : BoardFamily::kWide;
    if (family == BoardFamily::kWide) start -= kClassicSize;
  }
  const bool is_classic = family == BoardFamily::kClassic;
  const std::uint64_t group_size = is_classic ? kClassicGroupSize : kWideGroupSize;
  const std::uint64_t number = start / group_size;
  RowGroup group = is_classic ? classic_group(source.first_digit, number)
                              : wide_group(source.first_digit, number);
  const auto skipped = static_cast<std::size_t>(start % group_size);
  const std::uint64_t count = std::min(limit, group_size - skipped);
  group.orders = group.orders.subspan(skipped, static_cast<std::size_t>(count));
  return group;
}

}  // namespace dokumill::boards
