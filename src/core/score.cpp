// score_answer(). Most answers are wrong while a model learns, so a wrong answer should not take
// much longer than a right one. The loops over cells have 8-bit sums, which the compiler turns into
// vector code.
#include "dokumill/score.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dokumill {
namespace {

void count_if(bool is_counted, std::uint8_t& count) {
  count = static_cast<std::uint8_t>(count + (is_counted ? 1 : 0));
}

// Counts the houses that have a digit twice, in the 27 cells of each band.
void count_broken_houses(const Grid& answer, AnswerScore& score) {
  std::uint16_t column_seen[9] = {};
  std::uint16_t column_twice[9] = {};
  for (int band = 0; band < 3; ++band) {
    std::uint16_t box_seen[3] = {};
    std::uint16_t box_twice[3] = {};
    for (int row = 3 * band; row < 3 * band + 3; ++row) {
      std::uint16_t bits[9];
      for (int i = 0; i < 9; ++i) {
        // Bit d for digit d. The bit of an empty cell, bit 0, is removed at the end.
        const unsigned value = answer.cells[static_cast<std::size_t>(9 * row + i)];
        bits[i] = static_cast<std::uint16_t>(value <= kDigits ? 1U << value : 1U);
        column_twice[i] |= column_seen[i] & bits[i];
        column_seen[i] |= bits[i];
      }
      unsigned seen = 0;
      unsigned twice = 0;
      for (int i = 0; i < 9; ++i) {
        twice |= seen & bits[i];
        seen |= bits[i];
        box_twice[i / 3] |= box_seen[i / 3] & bits[i];
        box_seen[i / 3] |= bits[i];
      }
      count_if(twice > 1, score.rows);
    }
    for (const unsigned twice : box_twice) count_if(twice > 1, score.boxes);
  }
  for (const unsigned twice : column_twice) count_if(twice > 1, score.columns);
}

double order_of(const FillOrder& order, const Grid& target, const Grid& answer, bool has_target) {
  // From 0. The values 0 and 255, of cells that are not in the order, become 255 and 254.
  const auto rank = [&](std::size_t i) { return static_cast<std::uint8_t>(order[i] - 1); };
  constexpr std::uint8_t kRanks = 254;
  std::uint8_t first_wrong = kRanks;
  std::uint8_t count = 0;
  std::uint8_t before = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    const bool is_right = has_target && answer.cells[i] == target.cells[i];
    first_wrong = std::min(first_wrong, is_right ? kRanks : rank(i));
    count_if(rank(i) < kRanks, count);
  }
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < kCells; ++i) count_if(rank(i) < first_wrong, before);
  return static_cast<double>(before) / count;
}

}  // namespace

AnswerScore score_answer(const Grid& puzzle, GridKind kind, const Grid& solution,
                         const Grid& answer, const FillOrder* order) {
  std::uint8_t digits = 0;
  std::uint8_t empty = 0;
  std::uint8_t lost = 0;
  std::uint8_t right = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    const std::uint8_t given = puzzle.cells[i];
    const std::uint8_t value = answer.cells[i];
    count_if(static_cast<std::uint8_t>(value - 1) < kDigits, digits);
    count_if(given == 0, empty);
    count_if((given != 0) & (given != value), lost);
    count_if((given == 0) & (value == solution.cells[i]), right);
  }
  const bool has_target = kind != GridKind::kUnsolvable;
  AnswerScore score;
  score.kind = kind;
  score.exact = lost == 0 && digits == kCells && is_complete(answer);
  score.cells = score.exact ? empty : has_target ? right : 0;
  score.empty = empty;
  score.givens = lost;
  score.blank = static_cast<std::uint8_t>(kCells - digits);
  if (!score.exact) count_broken_houses(answer, score);
  const double all = score.exact ? 1 : 0;
  score.share = score.empty == 0 ? all : static_cast<double>(score.cells) / score.empty;
  score.order = std::numeric_limits<double>::quiet_NaN();
  if (order != nullptr) {
    score.order = order_of(*order, score.exact ? answer : solution, answer, has_target);
    if (score.empty == 0 && std::isnan(score.order)) score.order = all;
  }
  return score;
}

}  // namespace dokumill
