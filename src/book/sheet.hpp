// Sheet: where the puzzles, the answers and the page numbers of a book are on its pages.
//
// Lengths are in points (1/72 inch), from the top left corner of the page. Pages and places on a
// page count from 0. The puzzles fill the first pages, and the answers the last ones.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::book {

struct Paper {
  std::string_view name;
  double width;
  double height;
  // True for a bound book. Such a book has a gutter: its inner margin grows with the number of
  // pages. The inner margin of the first page is on the left.
  bool is_bound;
};
inline constexpr std::array<Paper, 5> kPapers{{{"a4", 595.276, 841.890, false},
                                               {"a5", 419.528, 595.276, false},
                                               {"letter", 612, 792, false},
                                               {"6x9", 432, 648, true},
                                               {"8.5x11", 612, 792, true}}};

// How the puzzles of a page are arranged.
struct Grouping {
  std::string_view name;  // the number of puzzles
  int columns;
  int rows;
};
inline constexpr std::array<Grouping, 5> kGroupings{
    {{"1", 1, 1}, {"2", 1, 2}, {"4", 2, 2}, {"6", 2, 3}, {"9", 3, 3}}};

enum class Answers : std::uint8_t { kBack, kBeside, kNone };
inline constexpr std::array<std::string_view, 3> kAnswersNames{"back", "beside", "none"};

// What the user of the command chooses.
struct Design {
  std::string title;  // UTF-8; empty: no title
  Paper paper = kPapers[0];
  Grouping grouping = kGroupings[2];
  Answers answers = Answers::kBack;
  bool is_large_print = false;
};

// The least size of digits, in points. For large print, it is the least size that the American
// Printing House for the Blind asks for. Otherwise it is what a good printer and good eyes can
// resolve.
inline constexpr double kLeastLargeType = 18;
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
  // kUsage if the digits would be too small. REQUIRES: puzzles >= 1.
  static Result<Sheet> fit(const Design& design, std::uint64_t puzzles);

  std::uint64_t puzzle_pages() const { return pages_of(puzzles_, puzzles_per_page()); }
  std::uint64_t answer_pages() const {
    return has_answer_pages_ ? pages_of(puzzles_, answers_per_page()) : 0;
  }
  std::uint64_t pages() const { return puzzle_pages() + answer_pages(); }
  std::uint64_t puzzles_per_page() const { return places(puzzle_columns_, puzzle_rows_); }
  std::uint64_t answers_per_page() const { return places(answer_columns_, answer_rows_); }

  Spot puzzle_spot(std::uint64_t page, std::uint64_t place) const;
  Square answer_spot(std::uint64_t page, std::uint64_t place) const;
  // The middle between the side margins, and the distance between them.
  double middle(std::uint64_t page) const { return left(page) + width_ / 2; }
  double width() const { return width_; }
  // The base lines of the head, of the page number, and of the label above a grid.
  double head_line() const { return top_ + head_size(); }
  double foot_line() const { return foot_line_; }
  static double label_line(const Square& grid) { return grid.y - 4; }

  // Sizes of type.
  double head_size() const { return is_large_ ? 24 : 16; }
  double label_size() const { return is_large_ ? kLeastLargeType : 10; }
  double answer_label_size() const { return is_large_ ? kLeastLargeType : 7; }
  double foot_size() const { return is_large_ ? kLeastLargeType : 9; }
  double digit_size(const Square& grid) const { return grid.side / 9 * (is_large_ ? 0.85 : 0.66); }

 private:
  struct Area {
    double x, y, width, height;
  };
  Sheet(const Design& design, std::uint64_t puzzles, double gutter);

  static std::uint64_t places(int columns, int rows) {
    return static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows);
  }
  static std::uint64_t pages_of(std::uint64_t puzzles, std::uint64_t per_page) {
    return (puzzles + per_page - 1) / per_page;
  }
  double left(std::uint64_t page) const { return page % 2 == 0 ? inner_ : outer_; }
  // The part of the frame (the area between the margins) that belongs to a place. There is a gap
  // between neighbouring places.
  Area area(std::uint64_t page, std::uint64_t place, int columns, int rows, double head,
            double gap) const;

  std::uint64_t puzzles_;
  bool is_large_;
  bool has_answer_pages_;
  bool has_answers_beside_;
  double puzzle_head_;  // height of the head on the pages of puzzles
  double inner_ = 0;    // margins
  double outer_ = 0;
  double top_ = 0;
  double width_ = 0;   // of the frame, which is the area between the margins
  double height_ = 0;  // of the frame, without the page number
  double foot_line_ = 0;
  int puzzle_columns_;
  int puzzle_rows_;
  int answer_columns_ = 1;
  int answer_rows_ = 1;
};

}  // namespace dokumill::book
