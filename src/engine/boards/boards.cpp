#include "dokumill/boards.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "dokumill/canon.hpp"
#include "engine/boards/classic.hpp"
#include "engine/boards/group_at.hpp"
#include "engine/boards/random_boards.hpp"
#include "engine/boards/wide.hpp"

namespace dokumill {

std::uint64_t family_size(BoardFamily family) {
  switch (family) {
    case BoardFamily::kSequence:
      return boards::kClassicSize + boards::kWideSize;
    case BoardFamily::kClassic:
      return boards::kClassicSize;
    case BoardFamily::kWide:
      return boards::kWideSize;
    case BoardFamily::kRandom:
      return std::numeric_limits<std::uint64_t>::max();
    case BoardFamily::kClasses:
      return has_board_classes() ? kBoardClasses : 0;
  }
  return 0;
}

Grid make_board(const BoardSource& source, std::uint64_t index) {
  Grid board;
  make_boards(source, index, std::span(&board, 1));
  return board;
}

void make_boards(const BoardSource& source, std::uint64_t start, std::span<Grid> out) {
  const std::uint64_t size = family_size(source.family);
  const std::uint64_t left = size - std::min(start, size);
  if (out.size() > left) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(left), out.end(), Grid{});
    out = out.first(static_cast<std::size_t>(left));
  }
  if (source.family == BoardFamily::kRandom) {
    for (Grid& board : out) board = boards::random_board(source.seed, start++);
    return;
  }
  if (source.family == BoardFamily::kClasses) return class_boards(start + 1, out);
  while (!out.empty()) {
    const boards::RowGroup group = boards::row_group_at(source, start, out.size());
    for (std::size_t i = 0; i < group.orders.size(); ++i) {
      out[i] = boards::arrange_rows(group.rows, group.orders[i]);
    }
    start += group.orders.size();
    out = out.subspan(group.orders.size());
  }
}

}  // namespace dokumill
