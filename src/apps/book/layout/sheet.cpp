#include "apps/book/layout/sheet.hpp"

#include <algorithm>
#include <array>

#include "base/text/format.hpp"

namespace dokumill::book {
namespace {

constexpr double kMargin = 0.5 * kInch;
constexpr double kOuterMargin = 0.375 * kInch;  // of a bound book
constexpr double kFootGap = 17;                 // above the page number
constexpr double kLabelRoom = 6;                // the room above and below a label, together
constexpr double kPuzzleGap = 22;
constexpr double kAnswerBesideGap = 12;
// Puzzles are arranged with rows and columns exchanged if they get larger by this factor.
constexpr double kWorthExchanging = 1.15;
constexpr double kUsualAnswer = 90;  // the side of an answer, if the user does not set their number

// The numbers of answers on a page of large print, and the size of digits that the first of them
// which fits must reach.
constexpr std::array kLargeAnswers{20, 16, 12, 9};
constexpr double kGoodLargeAnswer = 12;

// The number of answers of this size that fit into `room`, at least 1.
int count_of(double room, double size, double gap) {
  return std::max(1, static_cast<int>((room + gap) / (size + gap)));
}

}  // namespace

Sheet::Sheet(const Design& design, double gutter)
    : is_large_(design.is_large_print),
      has_answer_pages_(design.answers == Answers::kBack),
      has_answers_beside_(design.answers == Answers::kBeside),
      puzzle_head_(design.title.empty() && design.sections == Sections::kNone ? 0
                                                                              : 2 * head_size()),
      row_gap_(!has_answer_pages_ ? kPuzzleGap
               : is_large_        ? 8
                                  : 14),
      note_room_(has_answer_pages_ ? note_size() + 4 : 0),
      inner_(design.paper.is_bound ? gutter : kMargin),
      outer_(design.paper.is_bound ? kOuterMargin : kMargin),
      top_(kMargin),
      width_(design.paper.width - inner_ - outer_),
      height_(design.paper.height - 2 * kMargin - foot_size() - kFootGap),
      foot_line_(design.paper.height - kMargin) {
  choose_puzzles(design);
  if (has_answer_pages_) choose_answers(design);
}

void Sheet::choose_puzzles(const Design& design) {
  const Grouping& grouping = design.grouping.value_or(is_large_ ? kGroupings[1] : kGroupings[2]);
  const auto count = static_cast<std::uint64_t>(grouping.columns * grouping.rows);
  puzzles_ = {count, grouping.columns, grouping.rows};
  const double upright = least_puzzle_digits();
  puzzles_ = {count, grouping.rows, grouping.columns};
  if (least_puzzle_digits() <= kWorthExchanging * upright) {
    puzzles_ = {count, grouping.columns, grouping.rows};
  }
  if (!design.grouping && least_puzzle_digits() < least_digits()) puzzles_ = {1, 1, 1};
}

void Sheet::choose_answers(const Design& design) {
  if (design.answers_per_page != 0) {
    answers_ = answers_of(design.answers_per_page);
    return;
  }
  if (!is_large_) {
    answers_.columns = count_of(width_, kUsualAnswer, answer_gap());
    answers_.rows =
        count_of(body_height(), kUsualAnswer + answer_label_size() + kLabelRoom, answer_gap());
    answers_.count = static_cast<std::uint64_t>(answers_.columns * answers_.rows);
    return;
  }
  for (const int count : kLargeAnswers) {
    answers_ = answers_of(count);
    if (answer_digits() >= kGoodLargeAnswer) return;
  }
  for (int count = kLargeAnswers.back(); count > 1 && answer_digits() < least_answer(); --count) {
    answers_ = answers_of(count);
  }
}

Sheet::Arrangement Sheet::answers_of(int count) const {
  Arrangement best{static_cast<std::uint64_t>(count), 1, count};
  for (int columns = 2; columns <= count; ++columns) {
    const Arrangement other{best.count, columns, (count + columns - 1) / columns};
    if (answer_side(other) > answer_side(best)) best = other;
  }
  return best;
}

double Sheet::answer_side(const Arrangement& arrangement) const {
  const double columns = arrangement.columns;
  const double rows = arrangement.rows;
  return std::min(
      (width_ - answer_gap() * (columns - 1)) / columns,
      (body_height() - answer_gap() * (rows - 1)) / rows - answer_label_size() - kLabelRoom);
}

double Sheet::least_puzzle_digits() const {
  return digit_size(puzzle_spot(0, 0).grid);
}

Result<Sheet> Sheet::fit(const Design& design, double gutter) {
  Sheet sheet(design, gutter);
  const auto too_small = [&](double size, double least, std::string_view help) {
    return Status(ErrorCode::kUsage,
                  format_text("the smallest digits would have {:.1f} points, and {} needs at least "
                              "{}; use {}",
                              std::max(size, 0.0),
                              design.is_large_print ? "large print" : "a reader", least, help));
  };
  const double puzzle = sheet.least_puzzle_digits();
  if (puzzle < sheet.least_digits()) {
    return too_small(puzzle, sheet.least_digits(),
                     "fewer puzzles a page, larger paper, or answers at the back");
  }
  const double answer = sheet.has_answers_beside_ ? sheet.digit_size(sheet.puzzle_spot(0, 0).answer)
                                                  : sheet.answer_digits();
  // What fits exactly is not refused for the rounding of its size.
  constexpr double kTolerance = 0.01;
  if (design.answers != Answers::kNone && answer < sheet.least_answer() - kTolerance) {
    return too_small(answer, sheet.least_answer(),
                     sheet.has_answers_beside_
                         ? "fewer puzzles a page, larger paper, or answers at the back"
                         : "fewer answers a page, or larger paper");
  }
  return sheet;
}

Sheet::Area Sheet::area(std::uint64_t page, std::uint64_t place, const Arrangement& arrangement,
                        double head, double gap_x, double gap_y) const {
  const double width = (width_ - gap_x * (arrangement.columns - 1)) / arrangement.columns;
  const double height = (height_ - head - gap_y * (arrangement.rows - 1)) / arrangement.rows;
  const auto in_row = static_cast<std::uint64_t>(arrangement.columns);
  const std::uint64_t rows_above = place / in_row;
  const auto column = static_cast<double>(place % in_row);
  const auto row = static_cast<double>(rows_above);
  return {left(page) + column * (width + gap_x), top_ + head + row * (height + gap_y), width,
          height};
}

Spot Sheet::puzzle_spot(std::uint64_t page, std::uint64_t place) const {
  const Area area = this->area(page, place, puzzles_, puzzle_head_, kPuzzleGap, row_gap_);
  const double label = label_size() + kLabelRoom;
  const double room = area.height - label - note_room_;
  if (!has_answers_beside_) {
    const double side = std::min(area.width, room);
    return {{area.x + (area.width - side) / 2, area.y + label, side}, {}};
  }
  // The answer is to the right of the puzzle or below it, whichever allows a larger puzzle.
  const double share = is_large_ ? 0.5 : 0.45;  // of the side of the puzzle
  const double at_right = std::min(room, (area.width - kAnswerBesideGap) / (1 + share));
  const double below = std::min(area.width, (room - kAnswerBesideGap) / (1 + share));
  const double side = std::max(at_right, below);
  const double y = area.y + label;
  if (at_right >= below) {
    const double x = area.x + (area.width - side * (1 + share) - kAnswerBesideGap) / 2;
    return {{x, y, side}, {x + side + kAnswerBesideGap, y + side * (1 - share), side * share}};
  }
  const double x = area.x + (area.width - side) / 2;
  return {{x, y, side}, {x + side * (1 - share), y + side + kAnswerBesideGap, side * share}};
}

Square Sheet::answer_spot(std::uint64_t page, std::uint64_t place) const {
  const Area area = this->area(page, place, answers_, 2 * head_size(), answer_gap(), answer_gap());
  const double label = answer_label_size() + kLabelRoom;
  const double side = std::min(area.width, area.height - label);
  return {area.x + (area.width - side) / 2, area.y + label, side};
}

}  // namespace dokumill::book
