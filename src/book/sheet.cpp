#include "book/sheet.hpp"

#include <algorithm>

#include "core/text/format.hpp"

namespace dokumill::book {
namespace {

constexpr double kInch = 72;
constexpr double kMargin = 0.5 * kInch;
constexpr double kOuterMargin = 0.375 * kInch;  // of a bound book
constexpr double kFootGap = 17;                 // above the page number
constexpr double kPuzzleGap = 22;
constexpr double kAnswerGap = 12;
constexpr double kLabelRoom = 6;  // the room above and below a label, together

// The inner margins that printing companies ask for in bound books, by the number of pages.
struct Gutter {
  std::uint64_t pages;  // the most pages for which a book has this margin
  double margin;
};
constexpr Gutter kGutters[] = {{150, 0.375 * kInch},
                               {300, 0.5 * kInch},
                               {500, 0.625 * kInch},
                               {700, 0.75 * kInch},
                               {UINT64_MAX, 0.875 * kInch}};

double gutter_of(std::uint64_t pages) {
  return std::ranges::find_if(kGutters, [&](const Gutter& row) { return pages <= row.pages; })
      ->margin;
}

// The number of answers of this size that fit into `room`, at least 1.
int count_of(double room, double size, double gap) {
  return std::max(1, static_cast<int>((room + gap) / (size + gap)));
}

}  // namespace

Sheet::Sheet(const Design& design, std::uint64_t puzzles, double gutter)
    : puzzles_(puzzles),
      is_large_(design.is_large_print),
      has_answer_pages_(design.answers == Answers::kBack),
      has_answers_beside_(design.answers == Answers::kBeside),
      puzzle_head_(design.title.empty() ? 0 : 2 * head_size()),
      inner_(design.paper.is_bound ? gutter : kMargin),
      outer_(design.paper.is_bound ? kOuterMargin : kMargin),
      top_(kMargin),
      width_(design.paper.width - inner_ - outer_),
      height_(design.paper.height - 2 * kMargin - foot_size() - kFootGap),
      foot_line_(design.paper.height - kMargin),
      puzzle_columns_(design.grouping.columns),
      puzzle_rows_(design.grouping.rows) {
  // In large print, answers have little more than the smallest allowed size, so that the book does
  // not get too thick.
  const double side = is_large_ ? 1.05 * kLeastLargeType / 0.85 * 9 : 90;
  answer_columns_ = count_of(width_, side, kAnswerGap);
  answer_rows_ =
      count_of(height_ - 2 * head_size(), side + answer_label_size() + kLabelRoom, kAnswerGap);
}

Result<Sheet> Sheet::fit(const Design& design, std::uint64_t puzzles) {
  double gutter = kGutters[0].margin;
  Sheet sheet(design, puzzles, gutter);
  // A wider gutter can need more pages, and more pages can need a wider gutter. The gutter only
  // grows, so this loop ends.
  while (gutter_of(sheet.pages()) > gutter) {
    gutter = gutter_of(sheet.pages());
    sheet = Sheet(design, puzzles, gutter);
  }
  const Spot spot = sheet.puzzle_spot(0, 0);
  double least = sheet.digit_size(spot.grid);
  if (sheet.has_answers_beside_) least = std::min(least, sheet.digit_size(spot.answer));
  if (sheet.has_answer_pages_) least = std::min(least, sheet.digit_size(sheet.answer_spot(0, 0)));
  const double allowed = design.is_large_print ? kLeastLargeType : kLeastType;
  if (least >= allowed) return sheet;
  return Status(ErrorCode::kUsage,
                format_text("the smallest digits would have {:.1f} points, and {} needs at least "
                            "{}; use fewer puzzles a page, larger paper, or answers at the back",
                            least, design.is_large_print ? "large print" : "a reader", allowed));
}

Sheet::Area Sheet::area(std::uint64_t page, std::uint64_t place, int columns, int rows, double head,
                        double gap) const {
  const double width = (width_ - gap * (columns - 1)) / columns;
  const double height = (height_ - head - gap * (rows - 1)) / rows;
  const auto in_row = static_cast<std::uint64_t>(columns);
  const std::uint64_t rows_above = place / in_row;
  const auto column = static_cast<double>(place % in_row);
  const auto row = static_cast<double>(rows_above);
  return {left(page) + column * (width + gap), top_ + head + row * (height + gap), width, height};
}

Spot Sheet::puzzle_spot(std::uint64_t page, std::uint64_t place) const {
  const Area area =
      this->area(page, place, puzzle_columns_, puzzle_rows_, puzzle_head_, kPuzzleGap);
  const double label = label_size() + kLabelRoom;
  const double room = area.height - label;
  if (!has_answers_beside_) {
    const double side = std::min(area.width, room);
    return {{area.x + (area.width - side) / 2, area.y + label, side}, {}};
  }
  // The answer is to the right of the puzzle or below it, whichever allows a larger puzzle.
  const double share = is_large_ ? 0.6 : 0.45;  // of the side of the puzzle
  const double at_right = std::min(room, (area.width - kAnswerGap) / (1 + share));
  const double below = std::min(area.width, (room - kAnswerGap) / (1 + share));
  const double side = std::max(at_right, below);
  const double y = area.y + label;
  if (at_right >= below) {
    const double x = area.x + (area.width - side * (1 + share) - kAnswerGap) / 2;
    return {{x, y, side}, {x + side + kAnswerGap, y + side * (1 - share), side * share}};
  }
  const double x = area.x + (area.width - side) / 2;
  return {{x, y, side}, {x + side * (1 - share), y + side + kAnswerGap, side * share}};
}

Square Sheet::answer_spot(std::uint64_t page, std::uint64_t place) const {
  const Area area =
      this->area(page, place, answer_columns_, answer_rows_, 2 * head_size(), kAnswerGap);
  const double label = answer_label_size() + kLabelRoom;
  const double side = std::min(area.width, area.height - label);
  return {area.x + (area.width - side) / 2, area.y + label, side};
}

}  // namespace dokumill::book
