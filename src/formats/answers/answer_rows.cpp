#include "formats/answers/answer_rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace dokumill::records {
namespace {

int column_cell(Shape shape, int house, int i) {
  return shape.size() * i + house;
}
int box_cell(Shape shape, int house, int i) {
  const int row = house / shape.box_rows * shape.box_rows + i / shape.box_columns;
  return shape.size() * row + house % shape.box_rows * shape.box_columns + i % shape.box_columns;
}

// The sum of the numbers of different digits in all rows, columns and boxes.
int different_digits(Shape shape, const Grid& grid) {
  int different = 0;
  for (int house = 0; house < shape.size(); ++house) {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t box = 0;
    for (int i = 0; i < shape.size(); ++i) {
      row |= 1U << grid.cells[shape.size() * house + i];
      column |= 1U << grid.cells[column_cell(shape, house, i)];
      box |= 1U << grid.cells[box_cell(shape, house, i)];
    }
    for (const std::uint32_t seen : {row, column, box}) different += std::popcount(seen & ~1U);
  }
  return different;
}

// True if the rows of `check` are the columns or boxes of `grid`, apart from mistakes.
bool has_other_houses(Shape shape, const Grid& grid, const Grid& check) {
  int digits = 0;
  int rows = 0;
  int columns = 0;
  int boxes = 0;
  const auto is_same = [](std::uint8_t a, std::uint8_t b) { return a != 0 && a == b; };
  const int n = shape.size();
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const std::uint8_t digit = check.cells[cell];
    digits += grid.cells[cell] != 0;
    rows += is_same(grid.cells[cell], digit);
    columns += is_same(grid.cells[column_cell(shape, cell / n, cell % n)], digit);
    boxes += is_same(grid.cells[box_cell(shape, cell / n, cell % n)], digit);
  }
  const int others = std::max(columns, boxes);
  return others > rows && 3 * others >= 2 * digits;
}

}  // namespace

void AnswerRows::add(std::span<const std::uint8_t> cells, const CellLine& line) {
  std::size_t count = lines_.size();
  // How many rows stand before this one in a list from the last row on. Row n after row n - 1 is
  // the end of a list, and not the begin of one.
  const int before = line.number > 0 ? shape_.size() - line.number : 0;
  const std::size_t begin = count - static_cast<std::size_t>(before);
  const bool goes_down = before > 0 && begin < count && descends(begin, before) &&
                         (begin == 0 || lines_[begin - 1].number != shape_.size() - 1);
  if (goes_down && begin > 0) {
    drop_until(begin);
    count = lines_.size();
  }
  const bool continues = goes_down || (line.number > 0 && line.number == last_number() + 1);
  // A new list begins with a number that is not higher, and where a list that goes down ends early.
  const bool ends_descent = count > 1 && lines_[count - 1].number > 1 &&
                            lines_[count - 2].number == lines_[count - 1].number + 1;
  bool starts_anew =
      !goes_down && (ends_descent || (line.number != kNoNumber && line.number <= last_number()));
  // A list of columns after rows, or rows after a list of columns.
  const auto is_label = [&](std::size_t i) { return lines_[i].house == HouseName::kLabel; };
  starts_anew |= line.house == HouseName::kLabel
                     ? count > 0 && !is_label(count - 1)
                     : count > 1 && is_label(count - 1) && is_label(count - 2);
  is_band_ |= is_interrupted_ && may_be_band_ && !continues;
  if ((is_interrupted_ && !continues && !may_be_band_) || starts_anew || count >= kMostLines) {
    end_group();
    drop_until(lines_.size());
    is_band_ = false;
  }
  if (group_ == lines_.size() && !is_band_ && has_bands()) {
    drop_until(band_rows());  // these are no part of the bands without headings
    group_ = lines_.size();
  }
  is_interrupted_ = false;
  lines_.push_back({line, cells_.size(), cells.size(), group_ == lines_.size(), is_band_});
  cells_.insert(cells_.end(), cells.begin(), cells.end());
}

void AnswerRows::add_board(std::span<const std::uint8_t> cells, std::size_t offset, AnswerForm form,
                           HouseName house) {
  end_group();
  drop_until(lines_.size());
  Grid grid;
  std::ranges::copy(cells, grid.cells.begin());
  offer(grid, form, offset, house);
}

void AnswerRows::drop_empty_header() {
  if (lines_.size() != group_ + 1 || !is_empty(lines_.back())) return;
  cells_.resize(lines_.back().begin);
  lines_.pop_back();
}

void AnswerRows::interrupt(int band) {
  end_group();
  const std::size_t rows = lines_.size();
  may_be_band_ = !is_interrupted_ && band != kNoNumber && (rows == band_rows() || has_bands());
  if (band > 0) {
    const auto number = static_cast<std::size_t>(band);
    may_be_band_ &= number == rows + 1 || number == rows / band_rows() + 1;
  }
  is_interrupted_ = true;
}

TextAnswer AnswerRows::finish() {
  is_end_ = true;
  end_group();
  drop_until(lines_.size());
  const TextAnswer found = best_;
  best_ = {};
  best_digits_ = 0;
  is_end_ = is_interrupted_ = is_band_ = false;
  return found;
}

bool AnswerRows::is_header(std::size_t line) const {
  if (lines_[line].count != row_cells() || lines_[line].number != kNoNumber) return false;
  const std::uint8_t* const cells = &cells_[lines_[line].begin];
  for (std::size_t i = 1; i < row_cells(); ++i) {
    if (cells[i] != cells[0] + i) return false;
  }
  return true;  // 1 to n, or 0 to n - 1
}

bool AnswerRows::follows_bands() const {
  const bool can_follow = group_ + band_rows() == row_cells() && lines_.size() > row_cells() &&
                          lines_.size() - group_ < row_cells();
  if (!can_follow) return false;
  const std::uint8_t* const first = &cells_[lines_[0].begin];
  return !std::equal(first, first + row_cells(), &cells_[lines_[group_].begin]);
}

bool AnswerRows::descends(std::size_t line, int rows) const {
  for (int row = 0; row < rows; ++row) {
    if (lines_[line + static_cast<std::size_t>(row)].number != shape_.size() - row) return false;
  }
  return true;
}

bool AnswerRows::is_empty(const Line& line) const {
  return std::all_of(&cells_[line.begin], &cells_[line.begin] + line.count,
                     [](std::uint8_t cell) { return cell == 0; });
}

void AnswerRows::drop_rules() {
  const auto group = lines_.begin() + static_cast<std::ptrdiff_t>(group_);
  const auto is_rule = [&](const Line& line) { return is_empty(line); };
  const std::ptrdiff_t rows = lines_.end() - group - std::count_if(group, lines_.end(), is_rule);
  if (rows < static_cast<std::ptrdiff_t>(row_cells())) return;
  lines_.erase(std::remove_if(group, lines_.end(), is_rule), lines_.end());
}

void AnswerRows::end_group() {
  if (group_ == lines_.size()) return;
  const auto group = lines_.begin() + static_cast<std::ptrdiff_t>(group_);
  const auto rows =
      std::count_if(group, lines_.end(), [&](const Line& l) { return l.count == row_cells(); });
  const auto long_lines =
      std::count_if(group, lines_.end(), [&](const Line& l) { return l.count >= fewest_in_row(); });
  if (2 * rows <= long_lines) return end_sequence();
  // A few cells between rows are no row. At the end of a text, they can be the begin of a row.
  const auto end = is_end_ ? lines_.end() - 1 : lines_.end();
  lines_.erase(std::remove_if(group, end, [&](const Line& l) { return l.count < fewest_in_row(); }),
               end);
  if (lines_.size() > row_cells() && lines_.back().count < fewest_in_row()) lines_.pop_back();
  if ((lines_.size() - group_) % row_cells() != 0) drop_rules();
  const std::size_t count = lines_.size() - group_;
  if (count > 1 && is_header(group_) &&
      (count % row_cells() == 1 || lines_[group_ + 1].number != kNoNumber) &&
      different_digits(shape_, grid_at(group_)) < 3 * shape_.cells()) {
    drop_until(group_);
    lines_.erase(lines_.begin());
  }
  lines_[group_].begins_group = true;
  if (std::exchange(is_band_, false) && lines_.size() - group_ != band_rows()) {
    drop_until(follows_bands() ? row_cells() : group_);
  }
  if (lines_.size() - group_ >= row_cells()) {
    drop_until(group_);
    // Other rows stand before or after the boards.
    std::size_t begin = lines_.size() % row_cells();
    if (begin > 0) {
      const std::size_t last = lines_.size() - row_cells();
      if (different_digits(shape_, grid_at(last)) <=
          different_digits(shape_, grid_at(last - begin)))
        begin = 0;
    }
    if (begin > 0) offer_lines(0, begin);
    for (; begin + row_cells() <= lines_.size(); begin += row_cells())
      offer_lines(begin, begin + row_cells());
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(begin));
    return drop_until(lines_.size());
  }
  if (lines_.size() == row_cells() + 1 && is_header(0)) lines_.erase(lines_.begin());
  if (lines_.size() > row_cells()) {
    const std::size_t begin = lines_.size() - row_cells();
    drop_until(lines_[begin].begins_group ? begin : group_);
  }
  if (lines_.size() == row_cells()) return drop_until(row_cells());
  group_ = lines_.size();
}

void AnswerRows::end_sequence() {
  drop_until(group_);
  const std::size_t begin = lines_.front().begin;
  const std::size_t count = cells_.size() - begin;
  const std::size_t offset = lines_.front().offset;
  Grid grid;
  const bool is_regular = std::ranges::all_of(lines_, &Line::is_regular);
  if (count < cells()) {
    std::copy(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cells_.end(),
              grid.cells.begin());
    if (count >= 2 * row_cells() && is_regular) {
      offer(grid, AnswerForm::kPartial, offset, lines_.front().house);
    }
  } else if (count % cells() == 0 && is_regular) {
    // Several boards: the last one counts. It begins in a line that has its first cell.
    const std::size_t last = cells_.size() - cells();
    std::copy(cells_.begin() + static_cast<std::ptrdiff_t>(last), cells_.end(), grid.cells.begin());
    const auto line =
        std::ranges::find_if(lines_, [&](const Line& l) { return l.begin + l.count > last; });
    offer(grid, AnswerForm::kRows, line->offset, lines_.front().house);
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

Grid AnswerRows::grid_at(std::size_t line, std::size_t rows) const {
  Grid grid;
  rows = std::min(rows, lines_.size() - line);
  const bool is_reversed = descends(line, static_cast<int>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    const Line& cells = lines_[line + row];
    const bool is_cut = is_end_ && line + row + 1 == lines_.size() && cells.count < row_cells();
    if (cells.count != row_cells() && !is_cut) continue;
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(cells.begin), cells.count,
                grid.cells.begin() + row_cells() * (is_reversed ? row_cells() - 1 - row : row));
  }
  return grid;
}

void AnswerRows::offer_lines(std::size_t begin, std::size_t end) {
  const std::size_t rows = std::min(row_cells(), end - begin);
  const std::span<const Line> lines(&lines_[begin], rows);
  const auto houses =
      std::ranges::count_if(lines, [](const Line& line) { return line.house != HouseName::kNone; });
  if (rows < 2 || 2 * static_cast<std::size_t>(houses) > rows) return;
  const bool is_whole =
      end - begin == row_cells() &&
      std::ranges::all_of(lines, [this](const Line& line) { return line.count == row_cells(); });
  offer(grid_at(begin, rows), is_whole ? AnswerForm::kRows : AnswerForm::kPartial, lines[0].offset,
        lines[0].house);
}

void AnswerRows::offer(const Grid& grid, AnswerForm form, std::size_t offset, HouseName house) {
  const int digits = count_clues(grid);
  // Equal rows are those of a check: "Row 1: 1 2 3 4 5 6 7 8 9, Row 2: 1 2 3 ..."
  const std::span<const std::uint8_t> found = std::span(grid.cells).first(cells());
  const bool has_equal_rows =
      std::ranges::equal(found.subspan(row_cells()), found.first(cells() - row_cells()));
  if (form == AnswerForm::kRows && has_equal_rows) return;
  const int fewest = form == AnswerForm::kPartial ? shape_.size() : 1;
  if (digits < fewest || digits < best_digits_) return;
  // Of a board and its check, the one that is not called columns or boxes is the board.
  const bool is_named = best_house_ != HouseName::kNone && house == HouseName::kNone;
  // Fewer digits can be the same in the columns of another board by chance.
  if (best_digits_ >= 2 * shape_.size() && !is_named &&
      has_other_houses(shape_, best_.grid, grid)) {
    return;
  }
  best_ = {grid, form, offset};
  best_digits_ = digits;
  best_house_ = house;
}

}  // namespace dokumill::records
