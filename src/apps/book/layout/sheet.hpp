// Sheet: the geometry of one page: where the puzzles, the answers, the texts and the page numbers
// are, and how large their type is.
//
// Lengths are in points (1/72 inch), from the top left corner of the page. Pages and places on a
// page count from 0.
#pragma once

#include <cstdint>

#include "apps/book/layout/design.hpp"
#include "dokumill/status.hpp"

namespace dokumill::book {

// The least size of digits, in points. For large print, it is the least size that the American
// Printing House for the Blind asks for; the answers are for a short look, and may be smaller.
// Otherwise it is what a good printer and good eyes can resolve.
inline constexpr double kLeastLargeType = 18;
inline constexpr double kLeastLargeAnswer = 8.5;
inline constexpr double kLeastType = 5;

struct Square {
  double x = 0;
  double y = 0;
  double side = 0;  // 0: no grid, for example no answer on the page
};
// The square of a puzzle, and the square of its answer if the answer is on the same page. The label
// of the puzzle is right above the puzzle.
struct Spot {
  Square grid;
  Square answer;
};

class Sheet {
 public:
  // `gutter`: the inner margin if the book is bound. Failure: kUsage if the digits would be too
  // small.
  static Result<Sheet> fit(const Design& design, double gutter);

  std::uint64_t puzzles_per_page() const { return puzzles_.count; }
  std::uint64_t answers_per_page() const { return answers_.count; }

  Spot puzzle_spot(std::uint64_t page, std::uint64_t place) const;
  Square answer_spot(std::uint64_t page, std::uint64_t place) const;

  // The frame: the area between the margins, without the page number.
  double left(std::uint64_t page) const { return page % 2 == 0 ? inner_ : outer_; }
  double middle(std::uint64_t page) const { return left(page) + width_ / 2; }
  double top() const { return top_; }
  double width() const { return width_; }
  double height() const { return height_; }
  // Below the heading of a page, if it has one.
  double body_top() const { return top_ + 2 * head_size(); }
  double body_height() const { return height_ - 2 * head_size(); }
  // The base lines of the head, of the page number, and of the texts above and below a grid.
  double head_line() const { return top_ + head_size(); }
  double foot_line() const { return foot_line_; }
  static double label_line(const Square& grid) { return grid.y - 4; }
  double note_line(const Square& grid) const { return grid.y + grid.side + 2 + note_size(); }

  // Sizes of type. A head or heading that is too wide gets a smaller size, down to
  // least_head_size().
  double head_size() const { return is_large_ ? 24 : 16; }
  double least_head_size() const { return is_large_ ? kLeastLargeType : 9; }
  double label_size() const { return is_large_ ? kLeastLargeType : 10; }
  double note_size() const { return is_large_ ? kLeastLargeType : 8; }
  double answer_label_size() const { return is_large_ ? 12 : 7; }
  double foot_size() const { return is_large_ ? kLeastLargeType : 9; }
  double text_size() const { return is_large_ ? kLeastLargeType : 10; }
  double digit_size(const Square& grid) const { return grid.side / 9 * (is_large_ ? 0.85 : 0.66); }

 private:
  // `count` grids in columns and rows; the last places of the last row may stay empty.
  struct Arrangement {
    std::uint64_t count = 1;
    int columns = 1;
    int rows = 1;
  };
  struct Area {
    double x, y, width, height;
  };
  Sheet(const Design& design, double gutter);

  void choose_puzzles(const Design& design);
  void choose_answers(const Design& design);
  // The columns and rows that make `count` answers largest.
  Arrangement answers_of(int count) const;
  double answer_side(const Arrangement& arrangement) const;
  double answer_digits() const { return digit_size({0, 0, answer_side(answers_)}); }
  double least_puzzle_digits() const;
  double least_digits() const { return is_large_ ? kLeastLargeType : kLeastType; }
  double least_answer() const { return is_large_ ? kLeastLargeAnswer : kLeastType; }
  double answer_gap() const { return is_large_ ? 9 : 12; }
  // The part of the frame that belongs to a place. There is a gap between neighbouring places.
  // `gap_x`: between columns. `gap_y`: between rows.
  Area area(std::uint64_t page, std::uint64_t place, const Arrangement& arrangement, double head,
            double gap_x, double gap_y) const;

  bool is_large_;
  bool has_answer_pages_;
  bool has_answers_beside_;
  double puzzle_head_;  // height of the head on the pages of puzzles
  double row_gap_;      // between puzzles
  double note_room_;    // the height of the text under a puzzle
  double inner_ = 0;    // margins
  double outer_ = 0;
  double top_ = 0;
  double width_ = 0;
  double height_ = 0;
  double foot_line_ = 0;
  Arrangement puzzles_;
  Arrangement answers_;
};

}  // namespace dokumill::book
