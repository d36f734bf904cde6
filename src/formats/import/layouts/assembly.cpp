#include "formats/import/layouts/assembly.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/work_count.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kRows = 9;

// Indexes of items, in the order of the text.
using Items = std::span<const std::uint32_t>;

class Assembler {
 public:
  // `has_titles`: boards of the sheet have a title that looks like a row. So nine rows are a title
  // and eight rows.
  Assembler(const Sheet& sheet, bool must_obey_rules, bool has_titles, ImportWatch* watch)
      : sheet_(sheet), must_obey_rules_(must_obey_rules), has_titles_(has_titles), watch_(watch) {}

  bool has_found_titles() const { return found_titles_; }
  Assembly run() {
    for (std::uint32_t i = 0; i < sheet_.items.size() && !is_stopped(1); ++i) take(i);
    end_stretch();
    return std::move(found_);
  }

 private:
  // Called in each loop over lines that can be most of the text, or after it if it is short.
  bool is_stopped(std::size_t rows) const { return is_stopped_after(watch_, rows * kRows); }
  const LineItem& item(std::uint32_t index) const {
    count_work(1);
    return sheet_.items[index];
  }

  void take(std::uint32_t index) {
    const LineItem& line = item(index);
    switch (line.kind) {
      case LineKind::kText:
        end_stretch();
        return skip(line);
      case LineKind::kComment:
        return end_stretch();
      case LineKind::kBoard:
        end_stretch();
        add_board(line.line, sheet_.cells.substr(line.cells, 81), index);
        return;
      case LineKind::kNearly:
        end_stretch();
        return add_malformed(line.line, fault_of(line, RecordErrorKind::kCellCount, 0));
      default:
        stretch_.push_back(index);
    }
  }

  void skip(const LineItem& line) {
    if (found_.skipped == 0) found_.first_skipped = line.line;
    const bool has_more = line.kind == LineKind::kText || line.kind == LineKind::kNumber;
    found_.skipped += has_more ? 1 + line.cells : 1;
  }

  static RecordError fault_of(const LineItem& line, RecordErrorKind kind, std::uint32_t row) {
    RecordError fault;
    fault.line = line.line;
    fault.row = row;
    fault.kind = kind;
    fault.found = line.found;
    if (line.column != 0) {
      fault.kind = RecordErrorKind::kNotACell;
      fault.column = line.column;
      fault.byte = static_cast<std::uint8_t>(line.byte);
    }
    return fault;
  }

  void add_malformed(std::uint32_t line, const RecordError& fault) {
    found_.boards.push_back({line, 0, UINT32_MAX, fault});
  }
  void add_rows_left(Items rows) {
    RecordError fault;
    fault.line = item(rows.front()).line;
    fault.kind = RecordErrorKind::kRowsLeft;
    fault.found = rows.size();
    add_malformed(item(rows.front()).line, fault);
  }

  void add_board(std::uint32_t line, std::string_view cells, std::uint32_t index = UINT32_MAX) {
    const bool is_wrong = !obeys_rules(cells.data());
    found_.wrong += is_wrong ? 1 : 0;
    if (is_wrong && must_obey_rules_) {
      RecordError fault;
      fault.line = line;
      fault.kind = RecordErrorKind::kCellCount;
      return add_malformed(line, fault);
    }
    ++found_.whole;
    found_.has_rows = found_.has_rows || index == UINT32_MAX;
    found_.boards.push_back({line, static_cast<std::uint32_t>(found_.cells.size()), index, {}});
    found_.cells.append(cells);
  }

  // Takes the blocks of the stretch. Bands that blank lines separate, and rows that they separate,
  // are joined.
  void end_stretch() {
    if (stretch_.empty()) return;
    std::vector<Block> blocks(1);
    for (const std::uint32_t index : stretch_) {
      if (is_stopped(1)) break;
      if (item(index).kind != LineKind::kBlank) {
        blocks.back().push_back(index);
      } else if (!blocks.back().empty()) {
        blocks.emplace_back();
      }
    }
    stretch_.clear();
    for (std::size_t i = 0; i < blocks.size() && !is_stopped(1);) {
      const std::size_t rows = rows_of(blocks[i]);
      std::size_t end = i + 1;
      while (!is_stopped(blocks[end - 1].size()) && end < blocks.size() &&
             rows_of(blocks[end]) == rows) {
        ++end;
      }
      if ((rows == 1 || rows == 3) && (end - i) * rows >= kRows) {
        take_small_blocks(std::span(blocks).subspan(i, end - i));
      } else {
        for (std::size_t k = i; k < end; ++k) take_block(blocks[k]);
      }
      i = end;
    }
  }

  bool is_row(std::uint32_t index) const { return item(index).kind == LineKind::kRow; }
  bool counts(std::uint32_t index) const {
    return item(index).kind != LineKind::kFrame && item(index).kind != LineKind::kBlank;
  }
  using Block = std::vector<std::uint32_t>;
  // The number of its rows, also of broken ones.
  std::size_t rows_of(const Block& block) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(block, [this](std::uint32_t i) { return counts(i); }));
  }

  // Blocks of one or of three rows each. They are boards if all of them together are; one row too
  // many or too few would shift the boards after it.
  void take_small_blocks(std::span<const Block> blocks) {
    Block rows;
    for (const Block& block : blocks) {
      if (is_stopped(block.size())) return;
      std::copy_if(block.begin(), block.end(), std::back_inserter(rows),
                   [this](std::uint32_t index) { return counts(index); });
    }
    const bool is_clean = std::ranges::all_of(rows, [this](std::uint32_t i) { return is_row(i); });
    const bool are_boards = rows.size() % kRows == 0 &&
                            (is_clean ? rows.size() == kRows || all_obey(rows) : have_nine(rows));
    if (!are_boards) {
      for (const Block& block : blocks) take_block(block);
    } else if (is_clean) {
      add_rows(rows);
    } else if (!take_broken_rows(rows)) {
      add_rows_left(rows);
    }
  }
  bool have_nine(Items rows) const {
    return std::ranges::all_of(rows,
                               [this](std::uint32_t i) { return is_row(i) || item(i).has_nine; });
  }

  std::array<char, 81> cells_of(Items nine) const {
    std::array<char, 81> cells{};
    for (std::size_t row = 0; row < kRows; ++row) {
      std::copy_n(sheet_.cells.data() + item(nine[row]).cells, kRows, cells.data() + row * kRows);
    }
    return cells;
  }
  bool obeys(Items nine) const { return obeys_rules(cells_of(nine).data()); }
  bool all_obey(Items rows) const {
    for (std::size_t i = 0; i < rows.size(); i += kRows) {
      if (is_stopped(kRows) || !obeys(rows.subspan(i, kRows))) return false;
    }
    return true;
  }

  void add_rows(Items rows) {
    for (std::size_t i = 0; i < rows.size() && !is_stopped(kRows); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      const std::array<char, 81> cells = cells_of(nine);
      add_board(item(nine.front()).line, {cells.data(), cells.size()});
    }
  }

  // True if a digit stands in the row twice, so that it is no row of a puzzle.
  bool repeats_digit(std::uint32_t index) const {
    const std::string_view cells = row_cells(index);
    for (std::size_t i = 0; i < kRows; ++i) {
      if (cells[i] != '.' && cells.find(cells[i], i + 1) != std::string_view::npos) return true;
    }
    return false;
  }
  // True for a row that may be a title: it is no row of a puzzle, or it counts the columns.
  bool is_heading(std::uint32_t index) const {
    const std::string_view cells = row_cells(index);
    return cells == "123456789" || cells == ".12345678" || repeats_digit(index);
  }
  std::string_view row_cells(std::uint32_t index) const {
    return std::string_view(sheet_.cells).substr(item(index).cells, kRows);
  }

  void take_block(const Block& block) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t index : block) {
      if (counts(index)) rows.push_back(index);
    }
    if (rows.empty() || is_stopped(rows.size())) return;
    const bool is_clean = std::ranges::all_of(rows, [this](std::uint32_t i) { return is_row(i); });
    if (is_stopped(rows.size())) return;
    if (is_clean ? take_clean_rows(rows) : take_broken_rows(rows)) return;
    if (is_stopped(rows.size()) || take_framed_boards(block) || is_stopped(rows.size())) return;
    const auto broken = std::ranges::find_if(
        rows, [this](std::uint32_t i) { return item(i).kind == LineKind::kBroken; });
    const bool has_row = std::ranges::any_of(rows, [this](std::uint32_t i) { return is_row(i); });
    if (broken != rows.end() && rows.size() <= kRows + 1) {
      const auto row = static_cast<std::uint32_t>(broken - rows.begin()) + 1;
      return add_malformed(item(rows.front()).line,
                           fault_of(item(*broken), RecordErrorKind::kRowCells, row));
    }
    if (has_row || broken != rows.end()) return add_rows_left(rows);
    for (const std::uint32_t index : rows) skip(item(index));
  }

  // How rows without any other line between them are boards.
  enum class Order : std::uint8_t { kNone, kBoards, kTitledBoards, kTitleAndBoards };
  Order order_of(Items rows) const {
    const Order order = order_by_rules(rows);
    return frames_fit(rows, order) ? order : Order::kNone;
  }
  Order order_by_rules(Items rows) const {
    const std::size_t count = rows.size();
    if (count == kRows) {
      return has_titles_ || repeats_digit(rows.front()) ? Order::kNone : Order::kBoards;
    }
    const bool are_boards = count % kRows == 0 && all_obey(rows);
    if (count % (kRows + 1) == 0 && are_titled(rows)) {
      return are_boards ? Order::kNone : Order::kTitledBoards;
    }
    if (are_boards) return Order::kBoards;
    const bool has_title =
        count % kRows == 1 && count != 1 && is_heading(rows.front()) && all_obey(rows.subspan(1));
    if (!has_title) return Order::kNone;
    const bool may_be_last = may_be_row(rows) && all_obey(rows.first(count - 1));
    return may_be_last ? Order::kNone : Order::kTitleAndBoards;
  }
  // True if a heading that counts the columns can be the first row of a board. In a puzzle, whose
  // other rows have empty cells, it is not.
  bool may_be_row(Items rows) const {
    return !repeats_digit(rows[0]) && row_cells(rows[1]).find('.') == std::string_view::npos;
  }
  // True if the first of every ten rows is a title. If a title only counts the columns, the last of
  // the ten rows must not be left over instead.
  bool are_titled(Items rows) const {
    for (std::size_t i = 0; i < rows.size(); i += kRows + 1) {
      if (is_stopped(kRows) || !is_heading(rows[i]) || !obeys(rows.subspan(i + 1, kRows)))
        return false;
      if (may_be_row(rows.subspan(i)) && obeys(rows.subspan(i, kRows))) return false;
    }
    return true;
  }
  // Frames stand between bands and around boards, or between all rows.
  bool frames_fit(Items rows, Order order) const {
    const std::size_t period = order == Order::kTitledBoards ? kRows + 1 : kRows;
    const std::size_t titles = order == Order::kBoards ? 0 : 1;
    std::size_t frames = 0;
    bool are_between_bands = true;
    for (std::size_t i = 1; i < rows.size() && !is_stopped(1); ++i) {
      bool has_frame = false;
      for (std::uint32_t k = rows[i - 1] + 1; k < rows[i] && !has_frame; ++k) {
        has_frame = item(k).kind == LineKind::kFrame;
      }
      if (!has_frame) continue;
      ++frames;
      const std::size_t row = (i + period - titles) % period;
      are_between_bands = are_between_bands && (row % 3 == 0 || row == kRows);
    }
    return are_between_bands || frames + 1 == rows.size();
  }
  bool take_clean_rows(Items rows) {
    const Order order = order_of(rows);
    const std::size_t titles = order == Order::kTitledBoards ? 1 : 0;
    found_titles_ = found_titles_ || titles != 0;
    if (order == Order::kTitleAndBoards) {
      skip(item(rows.front()));
      rows = rows.subspan(1);
    }
    if (order == Order::kNone) return false;
    for (std::size_t i = 0; i < rows.size() && !is_stopped(kRows); i += kRows + titles) {
      if (titles != 0) skip(item(rows[i]));
      add_rows(rows.subspan(i + titles, kRows));
    }
    return true;
  }
  // Rows and lines that are no rows. Either these lines stand between boards, or each of them is a
  // row of a board, which is malformed. In a block of several boards, a line that is no row would
  // shift the boards, so there it must look like one.
  bool take_broken_rows(Items rows) {
    if (rows.size() != kRows && are_between_boards(rows)) {
      split_at_other_lines(rows, [this](Items boards) { take_clean_rows(boards); });
      return true;
    }
    const bool is_one = rows.size() == kRows;
    const auto can_be_row = [&](std::uint32_t i) {
      return is_row(i) || (item(i).kind == LineKind::kBroken && (is_one || item(i).has_nine));
    };
    if (rows.size() % kRows != 0 || !std::ranges::all_of(rows, can_be_row)) return false;
    const auto first_broken = [this](Items nine) {
      return std::ranges::find_if(nine, [this](std::uint32_t i) { return !is_row(i); });
    };
    for (std::size_t i = 0; i < rows.size(); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      const auto intact =
          std::ranges::count_if(nine, [this](std::uint32_t k) { return is_row(k); });
      if (is_stopped(kRows) || intact < 5 || (intact == kRows && !obeys(nine))) return false;
    }
    for (std::size_t i = 0; i < rows.size() && !is_stopped(kRows); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      const auto broken = first_broken(nine);
      if (broken == nine.end()) {
        add_rows(nine);
        continue;
      }
      const auto row = static_cast<std::uint32_t>(broken - nine.begin()) + 1;
      add_malformed(item(nine.front()).line,
                    fault_of(item(*broken), RecordErrorKind::kRowCells, row));
    }
    return true;
  }
  bool are_between_boards(Items rows) const {
    bool are_boards = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= rows.size(); ++i) {
      if (i != rows.size() && is_row(rows[i])) continue;
      const std::size_t count = i - begin;
      if (count != 0 && order_of(rows.subspan(begin, count)) == Order::kNone) return false;
      are_boards = are_boards || count != 0;
      begin = i + 1;
    }
    return are_boards;
  }
  template <class Take>
  void split_at_other_lines(Items rows, const Take& take) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= rows.size(); ++i) {
      if (i != rows.size() && is_row(rows[i])) continue;
      if (i != begin) take(rows.subspan(begin, i - begin));
      if (i != rows.size()) skip(item(rows[i]));
      begin = i + 1;
    }
  }

  // A block with a wrong number of rows. If each board has a frame of its own, so that two frames
  // stand between boards, or if the only frames stand between boards, the other boards of the block
  // are not lost. So most parts between such frames must have nine rows.
  bool take_framed_boards(const Block& block) {
    const auto is_frame = [&](std::size_t i) { return item(block[i]).kind == LineKind::kFrame; };
    bool has_double = false;
    for (std::size_t i = 1; i < block.size(); ++i) {
      has_double = has_double || (is_frame(i) && is_frame(i - 1));
    }
    if (is_stopped(block.size())) return true;
    std::vector<Block> boards(1);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const bool is_edge = is_frame(i) && (!has_double || (i != 0 && is_frame(i - 1)));
      if (is_edge && !boards.back().empty()) boards.emplace_back();
      if (!is_frame(i)) boards.back().push_back(block[i]);
    }
    if (boards.back().empty()) boards.pop_back();
    const auto has_nine = [](const Block& rows) { return rows.size() == kRows; };
    if (std::ranges::count_if(boards, has_nine) * 2 <= std::ssize(boards)) return false;
    for (const Block& rows : boards) {
      const bool is_clean =
          std::ranges::all_of(rows, [this](std::uint32_t i) { return is_row(i); });
      const bool is_board =
          has_nine(rows) && (is_clean ? take_clean_rows(rows) : take_broken_rows(rows));
      if (!is_board) add_rows_left(rows);
    }
    return true;
  }

  const Sheet& sheet_;
  bool must_obey_rules_;
  bool has_titles_;
  ImportWatch* watch_;
  bool found_titles_ = false;
  std::vector<std::uint32_t> stretch_;
  Assembly found_;
};

}  // namespace

bool obeys_rules(const char* cells) {
  std::array<std::uint16_t, 27> seen{};
  for (int cell = 0; cell < 81; ++cell) {
    if (cells[cell] == '.') continue;
    const auto bit = static_cast<std::uint16_t>(1U << (cells[cell] - '0'));
    const int row = cell / 9;
    const int column = cell % 9;
    for (const int house : {row, 9 + column, 18 + row / 3 * 3 + column / 3}) {
      if ((seen[static_cast<std::size_t>(house)] & bit) != 0) return false;
      seen[static_cast<std::size_t>(house)] |= bit;
    }
  }
  return true;
}

Assembly assemble(const Sheet& sheet, bool must_obey_rules, ImportWatch* watch) {
  Assembler assembler(sheet, must_obey_rules, false, watch);
  Assembly found = assembler.run();
  if (!assembler.has_found_titles()) return found;
  return Assembler(sheet, must_obey_rules, true, watch).run();
}

}  // namespace dokumill::records
