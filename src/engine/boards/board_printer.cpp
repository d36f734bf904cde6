#include "engine/boards/board_printer.hpp"

#include <cassert>

#include "engine/boards/board_text.hpp"
#include "engine/boards/group_at.hpp"
#include "engine/boards/random_boards.hpp"

namespace dokumill::boards {
namespace {

// Returns the index of the first wrong board among the `count` boards at `out`. REQUIRES: an
// earlier check found a wrong board among them. So if all boards before the last one are right, the
// function returns the index of the last one without checking it again.
template <class Text, class Check>
std::uint64_t first_wrong(const char* out, std::uint64_t count, Check check) {
  std::uint64_t right = 0;
  for (; right + 1 < count && check(out); out += Text::kBoardBytes) ++right;
  return right;
}

// board_at(i): board `i` of the boards to print.
template <class Text, class BoardAt>
std::uint64_t print_each(std::uint64_t count, char* out, const BoardAt& board_at) {
  const char* const begin = out;
  bool all_right = true;
  for (std::uint64_t i = 0; i < count; ++i, out += Text::kBoardBytes) {
    write_text<Text>(board_at(i), out);
    all_right &= check_text<Text>(out);
  }
  return all_right ? count : first_wrong<Text>(begin, count, check_text<Text>);
}

template <class Text>
std::uint64_t print_groups(const BoardSource& source, std::uint64_t start, std::uint64_t count,
                           char* out, RowSheet<Text>& sheet) {
  std::uint64_t printed = 0;
  while (printed < count) {
    const RowGroup group = row_group_at(source, start + printed, count - printed);
    const bool are_good_rows = sheet.set(group.rows);
    char* const group_begin = out;
    for (const RowOrder& order : group.orders) {
      sheet.copy(order, out);
      out += Text::kBoardBytes;
    }
    // The boards are checked in a second loop. If one loop copied and checked each board, the loads
    // of the check would wait for the stores of the copy. All boards of a group fit into the
    // first-level cache.
    bool all_right = true;
    for (const char* board = group_begin; board != out; board += Text::kBoardBytes) {
      all_right &= sheet.check(board);
    }
    if (!are_good_rows) return printed;
    if (!all_right) {
      return printed + first_wrong<Text>(group_begin, group.orders.size(),
                                         [&](const char* board) { return sheet.check(board); });
    }
    printed += group.orders.size();
  }
  return printed;
}

}  // namespace

std::uint64_t BoardPrinter::print(std::uint64_t start, std::uint64_t count, char* out) {
  assert(format_ != TextFormat::kCsv);
  assert(start <= family_size(source_.family) && count <= family_size(source_.family) - start);
  const bool is_grid = format_ == TextFormat::kGrid;
  const auto print_boards = [&](const auto& board_at) {
    return is_grid ? print_each<GridText>(count, out, board_at)
                   : print_each<LineText>(count, out, board_at);
  };
  if (source_.family == BoardFamily::kRandom) {
    return print_boards([&](std::uint64_t i) { return random_board(source_.seed, start + i); });
  }
  if (source_.family == BoardFamily::kClasses) {
    made_.resize(static_cast<std::size_t>(count));
    make_boards(source_, start, made_);
    return print_boards([&](std::uint64_t i) -> const Grid& { return made_[i]; });
  }
  return is_grid ? print_groups(source_, start, count, out, grid_sheet_)
                 : print_groups(source_, start, count, out, line_sheet_);
}

}  // namespace dokumill::boards
