// Puts the lines of cells of a text together to boards, and keeps the best board.
//
// A group is a run of lines without a blank line between them. If most of its lines have nine
// cells, the lines are rows; otherwise, the cells of the group are one sequence. Groups of fewer
// than nine rows, such as the bands of a board, are collected until there are nine rows.
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

class AnswerRows {
 public:
  AnswerRows() {
    lines_.reserve(32);
    cells_.reserve(512);
  }
  // Adds a line of cells. `number`: that the text gives to the row, or kNoNumber. A line that is
  // not `is_regular` is no part of a sequence, but can be a row with mistakes.
  void add(std::span<const std::uint8_t> cells, std::size_t offset, int number, bool is_regular);
  // Adds 81 cells of one line.
  void add_board(std::span<const std::uint8_t> cells, std::size_t offset, AnswerForm form);
  // A blank line ends a group.
  void end_group();
  // Words end a board, unless the number of the next row follows that of the last one.
  void interrupt();
  // Ends the text. Returns the best board, and starts anew.
  TextAnswer finish();

  int last_number() const { return lines_.empty() ? kNoNumber : lines_.back().number; }

 private:
  struct Line {
    std::size_t begin;  // in cells_
    std::size_t count;
    std::size_t offset;
    int number;
    bool is_regular;
  };
  static constexpr std::size_t kMostLines = 4096;

  bool is_header(std::size_t line) const;
  void end_sequence();
  void offer_lines(std::size_t begin, std::size_t end);
  void offer(const Grid& grid, AnswerForm form, std::size_t offset);
  // Offers the lines before `end` as a part of a board, and drops them.
  void drop_until(std::size_t end);

  std::vector<Line> lines_;  // those of earlier groups, then those of this group from group_
  std::vector<std::uint8_t> cells_;
  std::size_t group_ = 0;
  bool is_interrupted_ = false;
  bool is_end_ = false;
  TextAnswer best_;
  int best_digits_ = 0;
};

}  // namespace dokumill::records
