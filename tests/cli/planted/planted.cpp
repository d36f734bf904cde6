#include "cli/planted/planted.hpp"

#include <cstdlib>
#include <string_view>

namespace dokumill::planted {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Accepts any value in a cell: '0' is 0, ':' is 10.
Grid grid_of(const std::string& cells) {
  Grid grid;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    grid.cells[cell] = static_cast<std::uint8_t>(cells.at(cell) - '0');
  }
  return grid;
}

}  // namespace

const std::optional<Answer>& wrong_answer() {
  static const std::optional<Answer> answer = []() -> std::optional<Answer> {
    const std::string puzzle = variable("DOKUMILL_PLANTED_PUZZLE");
    if (puzzle.empty()) return std::nullopt;
    const std::string solutions = variable("DOKUMILL_PLANTED_SOLUTIONS");
    return Answer{
        grid_of(puzzle),
        {grid_of(variable("DOKUMILL_PLANTED_BOARD")), solutions == "none"  ? GridKind::kUnsolvable
                                                      : solutions == "one" ? GridKind::kUnique
                                                                           : GridKind::kMultiple}};
  }();
  return answer;
}

const std::optional<WrongBoard>& wrong_board() {
  static const std::optional<WrongBoard> board = []() -> std::optional<WrongBoard> {
    const std::string index = variable("DOKUMILL_PLANTED_INDEX");
    if (index.empty()) return std::nullopt;
    WrongBoard wrong{std::stoull(index), {}, 0, 0};
    const std::string cell = variable("DOKUMILL_PLANTED_CELL");
    if (!cell.empty()) {
      wrong.cell = std::stoul(cell);
    } else {
      const std::string rows = variable("DOKUMILL_PLANTED_ROWS");
      wrong.at = static_cast<std::size_t>(rows.at(0) - '0');
      wrong.to = static_cast<std::size_t>(rows.at(1) - '0');
    }
    return wrong;
  }();
  return board;
}

}  // namespace dokumill::planted
