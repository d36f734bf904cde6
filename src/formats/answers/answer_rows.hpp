// Puts the lines of cells of a text together to boards, and keeps the best board.
//
// A group is a run of lines without a blank line between them. If most of its lines have nine
// cells, the lines are rows; otherwise, the cells of the group are one sequence. Groups of fewer
// than nine rows, such as the bands of a board, are collected until there are nine rows.
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
  AnswerRows() {
    lines_.reserve(32);
    cells_.reserve(512);
  }
  void add(std::span<const std::uint8_t> cells, const CellLine& line);
  // Adds 81 cells of one line.
  void add_board(std::span<const std::uint8_t> cells, std::size_t offset, AnswerForm form,
                 HouseName house);
  // A blank line ends a group.
  void end_group();
  // The line before was a rule. An empty row before a rule is the header of a table.
  void drop_empty_header();
  // Words end a board, unless the number of the next row follows that of the last one, or three
  // rows follow other bands of three rows. `band`: the first number in a heading of a band, 0 if it
  // has none, or kNoNumber if the words are no such heading.
  void interrupt(int band);
  // Ends the text. Returns the best board, and starts anew.
  TextAnswer finish();

  int last_number() const { return lines_.empty() ? kNoNumber : lines_.back().number; }

 private:
  struct Line : CellLine {
    std::size_t begin;  // in cells_
    std::size_t count;
    bool begins_group;
    bool is_band;  // the heading of a band stands before its group
  };
  static constexpr std::size_t kMostLines = 4096;
  static constexpr std::size_t kBandRows = 3;

  bool is_header(std::size_t line) const;
  // Two bands with headings: their board can only go on with another one.
  bool has_bands() const {
    return lines_.size() == 2 * kBandRows && lines_[kBandRows].begins_group &&
           lines_[kBandRows].is_band;
  }
  bool is_empty(const Line& line) const;
  // The nine rows from `line` on.
  Grid grid_at(std::size_t line) const;
  // Between nine rows, marks without digits are a rule.
  void drop_rules();
  void end_sequence();
  void offer_lines(std::size_t begin, std::size_t end);
  void offer(const Grid& grid, AnswerForm form, std::size_t offset, HouseName house);
  // Offers the lines before `end` as a part of a board, and drops them.
  void drop_until(std::size_t end);

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
