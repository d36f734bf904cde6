#include "records/answers/answer_rows.hpp"

#include <algorithm>

namespace dokumill::records {
namespace {

constexpr std::size_t kAnswerRowCells = 9;
// A line with fewer cells is no row, not even one with mistakes.
constexpr std::size_t kFewestInRow = 6;
constexpr std::size_t kFewestInPart = 2 * kAnswerRowCells;
constexpr int kFewestDigitsInPart = 9;

}  // namespace

void AnswerRows::add(std::span<const std::uint8_t> cells, std::size_t offset, int number,
                     bool is_regular) {
  const bool continues = number > 0 && number == last_number() + 1;
  const bool starts_anew = number != kNoNumber && number <= last_number();
  if ((is_interrupted_ && !continues) || starts_anew || lines_.size() >= kMostLines) {
    end_group();
    drop_until(lines_.size());
  }
  is_interrupted_ = false;
  lines_.push_back({cells_.size(), cells.size(), offset, number, is_regular});
  cells_.insert(cells_.end(), cells.begin(), cells.end());
}

void AnswerRows::add_board(std::span<const std::uint8_t> cells, std::size_t offset,
                           AnswerForm form) {
  end_group();
  drop_until(lines_.size());
  Grid grid;
  std::ranges::copy(cells, grid.cells.begin());
  offer(grid, form, offset);
}

void AnswerRows::interrupt() {
  end_group();
  is_interrupted_ = true;
}

TextAnswer AnswerRows::finish() {
  is_end_ = true;
  end_group();
  drop_until(lines_.size());
  const TextAnswer found = best_;
  best_ = {};
  best_digits_ = 0;
  is_end_ = is_interrupted_ = false;
  return found;
}

bool AnswerRows::is_header(std::size_t line) const {
  if (lines_[line].count != kAnswerRowCells || lines_[line].number != kNoNumber) return false;
  const std::uint8_t* const cells = &cells_[lines_[line].begin];
  for (std::size_t i = 1; i < kAnswerRowCells; ++i) {
    if (cells[i] != cells[0] + i) return false;
  }
  return true;  // 1 to 9, or 0 to 8
}

void AnswerRows::end_group() {
  if (group_ == lines_.size()) return;
  const auto group = lines_.begin() + static_cast<std::ptrdiff_t>(group_);
  const auto rows =
      std::count_if(group, lines_.end(), [](const Line& l) { return l.count == kAnswerRowCells; });
  const auto long_lines =
      std::count_if(group, lines_.end(), [](const Line& l) { return l.count >= kFewestInRow; });
  if (2 * rows <= long_lines) return end_sequence();
  // A few cells between rows are no row. At the end of a text, they can be the begin of a row.
  const auto last = is_end_ ? lines_.end() - 1 : lines_.end();
  lines_.erase(std::remove_if(group, last, [](const Line& l) { return l.count < kFewestInRow; }),
               last);
  if (lines_.size() > kAnswerRowCells && lines_.back().count < kFewestInRow) lines_.pop_back();
  const std::size_t count = lines_.size() - group_;
  if (count > 1 && is_header(group_) &&
      (count % kAnswerRowCells == 1 || lines_[group_ + 1].number != kNoNumber)) {
    drop_until(group_);
    lines_.erase(lines_.begin());
  }
  if (lines_.size() - group_ >= kAnswerRowCells) {
    drop_until(group_);
    std::size_t begin = 0;
    for (; begin + kAnswerRowCells <= lines_.size(); begin += kAnswerRowCells)
      offer_lines(begin, begin + kAnswerRowCells);
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(begin));
    return drop_until(lines_.size());
  }
  if (lines_.size() == kAnswerRowCells + 1 && is_header(0)) lines_.erase(lines_.begin());
  if (lines_.size() > kAnswerRowCells) drop_until(group_);
  if (lines_.size() == kAnswerRowCells) return drop_until(kAnswerRowCells);
  group_ = lines_.size();
}

void AnswerRows::end_sequence() {
  drop_until(group_);
  const std::size_t begin = lines_.front().begin;
  const std::size_t count = cells_.size() - begin;
  const std::size_t offset = lines_.front().offset;
  Grid grid;
  const bool is_regular = std::ranges::all_of(lines_, &Line::is_regular);
  if (count < kCells) {
    std::copy(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cells_.end(),
              grid.cells.begin());
    if (count >= kFewestInPart && is_regular) offer(grid, AnswerForm::kPartial, offset);
  } else if (count % kCells == 0 && is_regular) {
    // Several boards: the last one counts. It begins in a line that has its first cell.
    const std::size_t last = cells_.size() - kCells;
    std::copy(cells_.begin() + static_cast<std::ptrdiff_t>(last), cells_.end(), grid.cells.begin());
    const auto line =
        std::ranges::find_if(lines_, [&](const Line& l) { return l.begin + l.count > last; });
    offer(grid, AnswerForm::kRows, line->offset);
  }
  lines_.clear();
  cells_.clear();
  group_ = 0;
}

void AnswerRows::drop_until(std::size_t end) {
  if (end > 0) offer_lines(0, end);
  if (end == lines_.size()) {
    lines_.clear();
    cells_.clear();
  } else {
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  group_ = 0;
}

void AnswerRows::offer_lines(std::size_t begin, std::size_t end) {
  Grid grid;
  bool is_whole = end - begin == kAnswerRowCells;
  const std::size_t rows = std::min(kAnswerRowCells, end - begin);
  for (std::size_t row = 0; row < rows; ++row) {
    const Line& line = lines_[begin + row];
    is_whole &= line.count == kAnswerRowCells;
    const bool is_cut = is_end_ && begin + row + 1 == lines_.size() && line.count < kAnswerRowCells;
    if (line.count != kAnswerRowCells && !is_cut) continue;
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(line.begin), line.count,
                grid.cells.begin() + static_cast<std::ptrdiff_t>(kAnswerRowCells * row));
  }
  if (is_whole || rows >= 2) {
    offer(grid, is_whole ? AnswerForm::kRows : AnswerForm::kPartial, lines_[begin].offset);
  }
}

void AnswerRows::offer(const Grid& grid, AnswerForm form, std::size_t offset) {
  const int digits = count_clues(grid);
  // Nine equal rows are those of a check: "Row 1: 1 2 3 4 5 6 7 8 9, Row 2: 1 2 3 ..."
  const auto& cells = grid.cells;
  const bool has_equal_rows =
      std::equal(cells.begin() + kAnswerRowCells, cells.end(), cells.begin());
  if (form == AnswerForm::kRows && has_equal_rows) return;
  const int fewest = form == AnswerForm::kPartial ? kFewestDigitsInPart : 1;
  if (digits < fewest || digits < best_digits_) return;
  best_ = {grid, form, offset};
  best_digits_ = digits;
}

}  // namespace dokumill::records
