// Puts the lines of cells of a text together to boards, and keeps the best board.
//
// A group is a run of lines without a blank line between them. If most of its lines have n cells
// (nine), the lines are rows; otherwise, the cells of the group are one sequence. Groups of fewer
// than n rows, such as the bands of a board, are collected until there are n rows.
//
// Models check the columns and boxes of a board that they have found. A board that has the columns
// or boxes of the best board as its rows is such a check, however the text calls it.
//
// Memory: the lines of a group, at most kMostLines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dokumill/score.hpp"

namespace dokumill::records {

inline constexpr int kNoNumber = -1;

// Whether a line of cells is called a column or a box.
enum class HouseName : std::uint8_t { kNone, kHeading, kLabel };

struct CellLine {
  std::size_t offset;  // in the text
  int number;          // that the text gives to the row, or kNoNumber
  bool is_regular;     // if not, it is no part of a sequence, but can be a row with mistakes
  HouseName house;
};

class AnswerRows {
 public:
  // REQUIRES: shape.cells() <= kCells. The boards are the first cells of the grids.
  explicit AnswerRows(Shape shape) : shape_(shape) {
    lines_.reserve(32);
    cells_.reserve(512);
  }
  void add(std::span<const std::uint8_t> cells, const CellLine& line);
  // Adds the cells of a board in one line.
  void add_board(std::span<const std::uint8_t> cells, std::size_t offset, AnswerForm form,
                 HouseName house);
  Shape shape() const { return shape_; }
  // A blank line ends a group.
  void end_group();
  // The line before was a rule. An empty row before a rule is the header of a table.
  void drop_empty_header();
  // Words end a board, unless the number of the next row follows that of the last one, or the rows
  // of a band follow other bands. `band`: the first number in a heading of a band, 0 if it
  // has none, or kNoNumber if the words are no such heading.
  void interrupt(int band);
  // Ends the text. Returns the best board, and starts anew.
  TextAnswer finish();

  // A line with fewer cells is no row, not even one with mistakes.
  std::size_t fewest_in_row() const { return (2 * row_cells() + 2) / 3; }
  int last_number() const { return lines_.empty() ? kNoNumber : lines_.back().number; }

 private:
  struct Line : CellLine {
    std::size_t begin;  // in cells_
    std::size_t count;
    bool begins_group;
    bool is_band;  // the heading of a band stands before its group
  };
  static constexpr std::size_t kMostLines = 4096;

  std::size_t row_cells() const { return static_cast<std::size_t>(shape_.size()); }
  std::size_t cells() const { return static_cast<std::size_t>(shape_.cells()); }
  std::size_t band_rows() const { return shape_.box_rows; }

  bool is_header(std::size_t line) const;
  // Bands with headings, two at least: their board can only go on with another one.
  bool has_bands() const {
    const std::size_t rows = lines_.size();
    if (rows <= band_rows() || rows >= row_cells() || rows % band_rows() != 0) return false;
    const Line& last = lines_[rows - band_rows()];
    return last.begins_group && last.is_band;
  }
  // Of a group with the heading of a band: the rows before are the other bands, so that all lines
  // but the first ones stand after the board. False if the group itself can be a board, or the
  // begin of one.
  bool follows_bands() const;
  // Whether the rows from `line` on have the numbers n, n - 1, and so on.
  bool descends(std::size_t line, int rows) const;
  bool is_empty(const Line& line) const;
  // The n rows from `line` on, or the first `rows` of them.
  Grid grid_at(std::size_t line, std::size_t rows) const;
  Grid grid_at(std::size_t line) const { return grid_at(line, row_cells()); }
  // Between n rows, marks without digits are a rule.
  void drop_rules();
  void end_sequence();
  void offer_lines(std::size_t begin, std::size_t end);
  void offer(const Grid& grid, AnswerForm form, std::size_t offset, HouseName house);
  // Offers the lines before `end` as a part of a board, and drops them.
  void drop_until(std::size_t end);

  Shape shape_;
  std::vector<Line> lines_;  // those of earlier groups, then those of this group from group_
  std::vector<std::uint8_t> cells_;
  std::size_t group_ = 0;
  bool is_interrupted_ = false;
  bool may_be_band_ = false;  // the heading of a band interrupts the rows
  bool is_band_ = false;      // of the group: it follows such a heading
  bool is_end_ = false;
  TextAnswer best_;
  int best_digits_ = 0;
  HouseName best_house_ = HouseName::kNone;
};

}  // namespace dokumill::records
