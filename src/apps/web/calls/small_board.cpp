#include "apps/web/calls/small_board.hpp"

#include <array>
#include <bit>
#include <vector>

#include "engine/sizes/sized_maker.hpp"
#include "engine/sizes/sized_solver.hpp"

namespace dokumill::web {
namespace {

constexpr Shape kFour{2, 2};
constexpr Shape kSix{2, 3};

// Fewer givens are possible (4 and 8), but then a beginner searches long for each step.
constexpr PuzzleConstraints::Range kFourClues{6, 8};
constexpr PuzzleConstraints::Range kSixClues{14, 18};

using Cells = std::vector<std::uint8_t>;

Cells packed(const Grid& grid, Shape shape) {
  Cells cells;
  for (int i = 0; i < shape.cells(); ++i) cells.push_back(grid.cells[cell_at(shape, i)]);
  return cells;
}

Grid unpacked(const Cells& cells, Shape shape) {
  Grid grid;
  for (int i = 0; i < shape.cells(); ++i) grid.cells[cell_at(shape, i)] = cells[i];
  return grid;
}

std::vector<Cell> cells_of(int house, Shape shape) {
  std::vector<Cell> cells;
  for (int i = 0; i < shape.cells(); ++i) {
    const Cell cell(cell_at(shape, i));
    const int of_cell = house < 9 ? cell.row() : house < 18 ? cell.column() : shape.box_of(i);
    if (of_cell == house % 9) cells.push_back(cell);
  }
  return cells;
}

// The houses of the board, in the order in which they are searched.
std::vector<int> houses_of(Shape shape) {
  std::vector<int> houses;
  for (const int first : {18, 0, 9}) {
    for (int i = 0; i < shape.size(); ++i) houses.push_back(first + i);
  }
  return houses;
}

// Bit d: the digit d.
using Candidates = std::array<unsigned, kCells>;

Candidates candidates_of(const Grid& board, Shape shape) {
  Candidates candidates{};
  const unsigned all = (2U << shape.size()) - 2U;
  for (int i = 0; i < shape.cells(); ++i) {
    const int cell = cell_at(shape, i);
    if (board.cells[cell] == 0) candidates[cell] = all;
  }
  for (const int house : houses_of(shape)) {
    unsigned placed = 0;
    for (const Cell cell : cells_of(house, shape)) placed |= 1U << board[cell];
    for (const Cell cell : cells_of(house, shape)) candidates[cell.index()] &= ~placed;
  }
  return candidates;
}

Step placing(Technique technique, int score, Cell cell, int digit) {
  Step step;
  step.technique = technique;
  step.score = score;
  step.placement = Candidate{cell, Digit(digit)};
  return step;
}

// The only place of a digit in the house, or the last open cell of the house.
std::optional<Step> find_in_house(const Candidates& candidates, Shape shape, int house,
                                  bool is_full_house) {
  std::vector<Cell> open;
  for (const Cell cell : cells_of(house, shape)) {
    if (candidates[cell.index()] != 0) open.push_back(cell);
  }
  if ((open.size() == 1) != is_full_house) return std::nullopt;
  for (int digit = 1; digit <= shape.size(); ++digit) {
    std::vector<Cell> places;
    for (const Cell cell : open) {
      if ((candidates[cell.index()] >> digit & 1U) != 0) places.push_back(cell);
    }
    if (places.size() != 1) continue;
    Step step = is_full_house ? placing(Technique::kFullHouse, 10, places[0], digit)
                : house >= 18 ? placing(Technique::kHiddenSingleInBox, 12, places[0], digit)
                              : placing(Technique::kHiddenSingleInLine, 15, places[0], digit);
    step.houses = {static_cast<std::uint8_t>(house)};
    return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Shape> small_shape_named(std::string_view name) {
  for (const Shape shape : {kFour, kSix}) {
    if (name == name_of(shape)) return shape;
  }
  return std::nullopt;
}

Shape shape_with(std::size_t cells) {
  return cells == 16 ? kFour : cells == 36 ? kSix : kNine;
}

std::string text_of(const Grid& grid, Shape shape) {
  std::string text;
  for (const std::uint8_t digit : packed(grid, shape)) text += static_cast<char>('0' + digit);
  return text;
}

std::optional<std::pair<Grid, Shape>> parse_small_board(std::string_view text) {
  Cells cells;
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
    const bool is_empty = c == '.' || c == '_';
    if (!is_empty && (c < '0' || c > '6')) return std::nullopt;
    cells.push_back(is_empty ? 0 : static_cast<std::uint8_t>(c - '0'));
  }
  const Shape shape = shape_with(cells.size());
  if (shape == kNine) return std::nullopt;
  for (const std::uint8_t digit : cells) {
    if (digit > shape.size()) return std::nullopt;
  }
  return std::pair(unpacked(cells, shape), shape);
}

SolveResult solve_grid(Solver& solver, const Grid& grid, Shape shape) {
  SolveResult result;
  if (shape == kNine) {
    solver.solve({&grid, 1}, {&result, 1});
    return result;
  }
  Cells cells = packed(grid, shape);
  std::uint8_t count = 0;
  sizes::SizedSolver(shape).solve(cells.data(), 1, 2, cells.data(), &count);
  result.solution = unpacked(cells, shape);
  result.solutions = count == 0   ? GridKind::kUnsolvable
                     : count == 1 ? GridKind::kUnique
                                  : GridKind::kMultiple;
  return result;
}

std::optional<Grid> make_small_puzzle(Shape shape, std::uint64_t seed) {
  sizes::SizedConstraints constraints;
  constraints.clues = shape == kFour ? kFourClues : kSixClues;
  constraints.symmetry = Symmetry::kRotational;
  constraints.singles = true;
  constraints.by_number = false;  // the table of 6x6 takes a second in a browser
  Cells puzzle(static_cast<std::size_t>(shape.cells()));
  Cells board = puzzle;
  sizes::SizedMaker maker(shape, seed, constraints);
  if (maker.puzzles(0, 1, puzzle.data(), board.data()) == 0) return std::nullopt;
  return unpacked(puzzle, shape);
}

std::optional<Step> find_single(const Grid& board, Shape shape) {
  const Candidates candidates = candidates_of(board, shape);
  for (const bool is_full_house : {true, false}) {
    for (const int house : houses_of(shape)) {
      std::optional<Step> step = find_in_house(candidates, shape, house, is_full_house);
      if (step) return step;
    }
  }
  for (int i = 0; i < kCells; ++i) {
    if (!std::has_single_bit(candidates[i])) continue;
    Step step = placing(Technique::kNakedSingle, 23, Cell(i), std::countr_zero(candidates[i]));
    step.cells = {Cell(i)};
    return step;
  }
  return std::nullopt;
}

}  // namespace dokumill::web
