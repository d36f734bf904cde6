// The row groups with the planted bug: one of the shipped groups is changed.
#define row_group_at true_row_group_at
#include "engine/boards/group_at.cpp"
#undef row_group_at

#include <vector>

#include "cli/planted/planted.hpp"

namespace dokumill::boards {

RowGroup row_group_at(const BoardSource& source, std::uint64_t start, std::uint64_t limit) {
  RowGroup group = true_row_group_at(source, start, limit);
  const auto& wrong = planted::wrong_board();
  if (!wrong || wrong->index < start || wrong->index - start >= group.orders.size()) return group;
  if (wrong->cell) {
    std::uint8_t& digit = group.rows.cells[*wrong->cell];
    digit = static_cast<std::uint8_t>(digit % 9 + 1);
    return group;
  }
  thread_local std::vector<RowOrder> orders;
  orders.assign(group.orders.begin(), group.orders.end());
  RowOrder& order = orders[wrong->index - start];
  order[wrong->at] = order[wrong->to];
  group.orders = orders;
  return group;
}

}  // namespace dokumill::boards
