#include "engine/sizes/sized_boards.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "engine/sizes/sized_solver.hpp"

namespace dokumill::sizes {
namespace {

// The boards of a shape whose first row is 1, 2, ..., n, one after the other, in increasing order.
std::vector<std::uint8_t> boards_of_first_row(Shape shape) {
  std::vector<std::uint8_t> puzzle(static_cast<std::size_t>(shape.cells()));
  for (int i = 0; i < shape.size(); ++i) puzzle[i] = static_cast<std::uint8_t>(i + 1);
  std::vector<std::uint8_t> boards;
  SizedSolver(shape).each_solution(puzzle.data(), [&](const std::uint8_t* board) {
    boards.insert(boards.end(), board, board + puzzle.size());
    return true;
  });
  return boards;
}

const std::vector<std::uint8_t>& table_of(Shape shape) {
  if (shape.size() == 4) {
    static const std::vector<std::uint8_t> boards = boards_of_first_row({2, 2});
    return boards;
  }
  if (shape.box_rows == 2) {
    static const std::vector<std::uint8_t> flat_boxes = boards_of_first_row({2, 3});
    return flat_boxes;
  }
  static const std::vector<std::uint8_t> high_boxes = boards_of_first_row({3, 2});
  return high_boxes;
}

// How many boards have the same first row.
std::uint64_t boards_per_row(Shape shape) {
  return shape.size() == 4 ? 12 : 39168;
}

}  // namespace

Status check_boards(Shape shape, const BoardSource& source, std::uint64_t start,
                    std::uint64_t count) {
  if (source.family == BoardFamily::kRandom) return check_numbers(start, count, UINT64_MAX);
  const std::uint64_t numbered = numbered_boards(shape);
  if (numbered == 0 || source.family != BoardFamily::kSequence) {
    return {ErrorCode::kUsage,
            format_text("boards of {} are random{}", name_of(shape),
                        numbered == 0 ? "" : ", or all of them by number"),
            "source.family"};
  }
  return check_numbers(start, count, numbered);
}

Status check_numbers(std::uint64_t start, std::uint64_t count, std::uint64_t all) {
  if (start <= all && count <= all - start) return {};
  return {ErrorCode::kUsage,
          format_text("asked for {} from number {} on, and there are {}", grouped(count),
                      grouped(start), grouped(all)),
          ""};
}

std::uint64_t numbered_boards(Shape shape) {
  switch (shape.size()) {
    case 4:
      return 288;
    case 6:
      return 28'200'960;
    default:
      return 0;
  }
}

void board_of_number(Shape shape, std::uint64_t number, std::uint8_t* board) {
  assert(number < numbered_boards(shape));
  const int n = shape.size();
  // The first row, from the rank of a permutation: digit by digit in the factorial number system.
  std::uint64_t rank = number / boards_per_row(shape);
  std::uint64_t weight = numbered_boards(shape) / boards_per_row(shape);
  std::array<std::uint8_t, 7> names{0, 1, 2, 3, 4, 5, 6};
  for (int i = 1; i <= n; ++i) {
    weight /= static_cast<std::uint64_t>(n + 1 - i);
    const auto chosen = names.begin() + i + static_cast<std::ptrdiff_t>(rank / weight);
    rank %= weight;
    std::rotate(names.begin() + i, chosen, chosen + 1);
  }
  const std::uint8_t* const from =
      table_of(shape).data() + number % boards_per_row(shape) * static_cast<std::uint64_t>(n * n);
  for (int cell = 0; cell < n * n; ++cell) board[cell] = names[from[cell]];
}

std::uint64_t number_of_board(Shape shape, const std::uint8_t* board) {
  const int n = shape.size();
  const auto cells = static_cast<std::size_t>(n * n);
  std::uint64_t rank = 0;
  std::array<std::uint8_t, 7> names{};
  for (int i = 0; i < n; ++i) {
    const auto smaller = std::count_if(board + i + 1, board + n,
                                       [&](std::uint8_t later) { return later < board[i]; });
    rank = rank * static_cast<std::uint64_t>(n - i) + static_cast<std::uint64_t>(smaller);
    names[board[i]] = static_cast<std::uint8_t>(i + 1);
  }
  std::array<std::uint8_t, 36> renamed{};
  for (std::size_t cell = 0; cell < cells; ++cell) renamed[cell] = names[board[cell]];
  const std::vector<std::uint8_t>& table = table_of(shape);
  std::size_t low = 0;
  std::size_t high = table.size() / cells;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    const bool is_after = std::memcmp(table.data() + middle * cells, renamed.data(), cells) > 0;
    (is_after ? high : low) = middle;
  }
  return rank * boards_per_row(shape) + low;
}

}  // namespace dokumill::sizes
