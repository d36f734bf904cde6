// score_answer(). Most answers are wrong while a model learns, so a wrong answer should not take
// much longer than a right one. The loops over cells have 8-bit sums, which the compiler turns into
// vector code.
#include "dokumill/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dokumill {
namespace {

void count_if(bool is_counted, std::uint8_t& count) {
  count = static_cast<std::uint8_t>(count + (is_counted ? 1 : 0));
}

// kBit[value]: bit d for digit d, and 0 for a value that is no digit.
constexpr std::array<std::uint16_t, 256> kBit = [] {
  std::array<std::uint16_t, 256> bits{};
  for (int digit = 1; digit <= kDigits; ++digit)
    bits[digit] = static_cast<std::uint16_t>(1 << digit);
  return bits;
}();

// The bits of some cells. A digit is repeated if and only if the sum of the bits differs from their
// union.
struct Bits {
  unsigned sum = 0;
  unsigned all = 0;

  void add(Bits other) {
    sum += other.sum;
    all |= other.all;
  }
  bool has_repeated() const { return sum != all; }
};

void count_broken_houses(const Grid& answer, AnswerScore& score) {
  std::array<Bits, 9> columns;
  for (std::size_t band = 0; band < 3; ++band) {
    std::array<Bits, 3> boxes;
    for (std::size_t row = 3 * band; row < 3 * band + 3; ++row) {
      Bits row_bits;
      for (std::size_t box = 0; box < 3; ++box) {
        Bits minirow;
        for (std::size_t column = 3 * box; column < 3 * box + 3; ++column) {
          const unsigned bit = kBit[answer.cells[9 * row + column]];
          minirow.add({bit, bit});
          columns[column].add({bit, bit});
        }
        row_bits.add(minirow);
        boxes[box].add(minirow);
      }
      count_if(row_bits.has_repeated(), score.rows);
    }
    for (const Bits& box : boxes) count_if(box.has_repeated(), score.boxes);
  }
  for (const Bits& column : columns) count_if(column.has_repeated(), score.columns);
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
