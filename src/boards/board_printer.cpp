#include "boards/board_printer.hpp"

#include <cassert>

#include "boards/board_text.hpp"
#include "boards/group_at.hpp"
#include "boards/random_boards.hpp"

namespace dokumill::boards {
namespace {

template <class Text>
bool print_random(std::uint64_t seed, std::uint64_t start, std::uint64_t count, char* out) {
  bool all_right = true;
  for (std::uint64_t i = 0; i < count; ++i, out += Text::kBoardBytes) {
    write_text<Text>(random_board(seed, start + i), out);
    all_right &= check_text<Text>(out);
  }
  return all_right;
}

template <class Text>
bool print_groups(const BoardSource& source, std::uint64_t start, std::uint64_t count, char* out,
                  RowSheet<Text>& sheet) {
  while (count > 0) {
    const RowGroup group = row_group_at(source, start, count);
    if (!sheet.set(group.rows)) return false;
    char* const group_begin = out;
    for (const RowOrder& order : group.orders) {
      sheet.copy(order, out);
      out += Text::kBoardBytes;
    }
    // In a second loop, so that no load waits for the store just before it; a group fits the
    // first-level cache.
    bool all_right = true;
    for (const char* board = group_begin; board != out; board += Text::kBoardBytes) {
      all_right &= sheet.check(board);
    }
    if (!all_right) return false;
    start += group.orders.size();
    count -= group.orders.size();
  }
  return true;
}

}  // namespace

bool BoardPrinter::print(std::uint64_t start, std::uint64_t count, char* out) {
  assert(start <= family_size(source_.family) && count <= family_size(source_.family) - start);
  const bool is_grid = format_ == BoardFormat::kGrid;
  if (source_.family == BoardFamily::kRandom) {
    return is_grid ? print_random<GridText>(source_.seed, start, count, out)
                   : print_random<LineText>(source_.seed, start, count, out);
  }
  return is_grid ? print_groups(source_, start, count, out, grid_sheet_)
                 : print_groups(source_, start, count, out, line_sheet_);
}

}  // namespace dokumill::boards
