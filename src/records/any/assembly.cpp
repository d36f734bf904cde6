#include "records/any/assembly.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace dokumill::records {
namespace {

constexpr std::size_t kRows = 9;

// Indexes of items, in the order of the text.
using Items = std::span<const std::uint32_t>;

class Assembler {
 public:
  Assembler(const Sheet& sheet, bool must_obey_rules)
      : sheet_(sheet), must_obey_rules_(must_obey_rules) {}

  Assembly run() {
    for (std::uint32_t i = 0; i < sheet_.items.size(); ++i) take(i);
    end_stretch();
    return std::move(found_);
  }

 private:
  const LineItem& item(std::uint32_t index) const { return sheet_.items[index]; }

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
    if (found_.skipped++ == 0) found_.first_skipped = line.line;
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
    std::vector<std::vector<std::uint32_t>> blocks(1);
    for (const std::uint32_t index : stretch_) {
      if (item(index).kind != LineKind::kBlank) {
        blocks.back().push_back(index);
      } else if (!blocks.back().empty()) {
        blocks.emplace_back();
      }
    }
    stretch_.clear();
    for (std::size_t i = 0; i < blocks.size();) {
      const std::size_t joined = same_blocks(blocks, i);
      if (joined == 0) {
        take_block(blocks[i++]);
        continue;
      }
      std::vector<std::uint32_t> rows;
      for (std::size_t k = 0; k < joined; ++k) {
        std::ranges::copy_if(blocks[i + k], std::back_inserter(rows),
                             [this](std::uint32_t index) { return is_row(index); });
      }
      add_rows(rows);
      i += joined;
    }
  }

  bool is_row(std::uint32_t index) const { return item(index).kind == LineKind::kRow; }
  bool counts(std::uint32_t index) const {
    return item(index).kind != LineKind::kFrame && item(index).kind != LineKind::kBlank;
  }

  // If the blocks from number `first` on are three bands or nine rows, returns their number,
  // otherwise 0.
  std::size_t same_blocks(const std::vector<std::vector<std::uint32_t>>& blocks,
                          std::size_t first) const {
    const auto rows_of = [this](const std::vector<std::uint32_t>& block) {
      const auto all = std::ranges::count_if(block, [this](std::uint32_t i) { return counts(i); });
      const auto rows = std::ranges::count_if(block, [this](std::uint32_t i) { return is_row(i); });
      return all == rows ? static_cast<std::size_t>(rows) : std::size_t{0};
    };
    const std::size_t rows = rows_of(blocks[first]);
    if (rows != 1 && rows != 3) return 0;
    const std::size_t needed = kRows / rows;
    if (blocks.size() - first < needed) return 0;
    for (std::size_t i = 1; i < needed; ++i) {
      if (rows_of(blocks[first + i]) != rows) return 0;
    }
    return needed;
  }

  std::array<char, 81> cells_of(Items nine) const {
    std::array<char, 81> cells{};
    for (std::size_t row = 0; row < kRows; ++row) {
      std::copy_n(sheet_.cells.data() + item(nine[row]).cells, kRows, cells.data() + row * kRows);
    }
    return cells;
  }
  bool obeys(Items nine) const { return obeys_rules(cells_of(nine).data()); }
  // Whether all boards obey the rules, if each board has `title` rows before it.
  bool all_obey(Items rows, std::size_t title) const {
    for (std::size_t i = 0; i < rows.size(); i += kRows + title) {
      if (!obeys(rows.subspan(i + title, kRows))) return false;
    }
    return true;
  }

  void add_rows(Items rows) {
    for (std::size_t i = 0; i < rows.size(); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      const std::array<char, 81> cells = cells_of(nine);
      add_board(item(nine.front()).line, {cells.data(), cells.size()});
    }
  }

  // True for a row that is no row of a puzzle: a digit stands in it twice, or it counts the columns.
  bool is_heading(std::uint32_t index) const {
    const std::string_view cells(sheet_.cells.data() + item(index).cells, kRows);
    if (cells == "123456789" || cells == ".12345678") return true;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (cells[i] != '.' && cells.find(cells[i], i + 1) != std::string_view::npos) return true;
    }
    return false;
  }

  void take_block(const std::vector<std::uint32_t>& block) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t index : block) {
      if (counts(index)) rows.push_back(index);
    }
    if (rows.empty()) return;
    const bool is_clean = std::ranges::all_of(rows, [this](std::uint32_t i) { return is_row(i); });
    if (is_clean ? take_clean_rows(rows) : take_broken_rows(rows)) return;
    if (take_bands(block)) return;
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

  // Rows without any other line between them. Returns false if they are not boards.
  bool take_clean_rows(Items rows) {
    const std::size_t count = rows.size();
    const bool are_boards = count % kRows == 0 && (count == kRows || all_obey(rows, 0));
    const bool have_titles = count % (kRows + 1) == 0 && all_obey(rows, 1) && has_titles(rows);
    if (have_titles && !(are_boards && !all_headings(rows))) {
      for (std::size_t i = 0; i < count; i += kRows + 1) {
        skip(item(rows[i]));
        add_rows(rows.subspan(i + 1, kRows));
      }
      return true;
    }
    if (are_boards) {
      add_rows(rows);
      return true;
    }
    // One title before several boards.
    if (count % kRows != 1 || count == 1 || !all_obey(rows.subspan(1), 0)) return false;
    if (!is_heading(rows.front()) && all_obey(rows.first(count - 1), 0)) return false;
    skip(item(rows.front()));
    add_rows(rows.subspan(1));
    return true;
  }
  bool all_headings(Items rows) const {
    for (std::size_t i = 0; i < rows.size(); i += kRows + 1) {
      if (!is_heading(rows[i])) return false;
    }
    return true;
  }
  // True if the first of every ten rows is a title, and the last one cannot be left over instead.
  bool has_titles(Items rows) const {
    if (all_headings(rows)) return true;
    for (std::size_t i = 0; i < rows.size(); i += kRows + 1) {
      if (!is_heading(rows[i]) && obeys(rows.subspan(i, kRows))) return false;
    }
    return true;
  }

  // Rows and lines that are no rows. Either these lines stand between boards, or each of them is a
  // row of a board, which is malformed.
  bool take_broken_rows(Items rows) {
    if (rows.size() == kRows) {
      const auto broken =
          std::ranges::find_if(rows, [this](std::uint32_t i) { return !is_row(i); });
      const auto intact =
          std::ranges::count_if(rows, [this](std::uint32_t i) { return is_row(i); });
      if (intact < 5) return false;
      add_malformed(item(rows.front()).line,
                    fault_of(item(*broken), RecordErrorKind::kRowCells,
                             static_cast<std::uint32_t>(broken - rows.begin()) + 1));
      return true;
    }
    if (are_between_boards(rows)) {
      split_at_other_lines(rows, [this](Items boards) { add_rows(boards); });
      return true;
    }
    if (rows.size() % kRows != 0) return false;
    const auto is_whole = [this](Items nine) {
      return std::ranges::all_of(nine, [this](std::uint32_t i) { return is_row(i); });
    };
    for (std::size_t i = 0; i < rows.size(); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      if (is_whole(nine) && !obeys(nine)) return false;
    }
    for (std::size_t i = 0; i < rows.size(); i += kRows) {
      const Items nine = rows.subspan(i, kRows);
      is_whole(nine) ? add_rows(nine) : static_cast<void>(take_broken_rows(nine));
    }
    return true;
  }
  bool are_between_boards(Items rows) const {
    bool are_boards = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= rows.size(); ++i) {
      if (i != rows.size() && is_row(rows[i])) continue;
      const std::size_t count = i - begin;
      if (count % kRows != 0) return false;
      if (count > kRows && !all_obey(rows.subspan(begin, count), 0)) return false;
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

  // A block that frames divide: boards of nine rows or of three bands remain boards, also if the
  // block has other lines.
  bool take_bands(const std::vector<std::uint32_t>& block) {
    std::vector<std::vector<std::uint32_t>> bands(1);
    for (const std::uint32_t index : block) {
      if (item(index).kind != LineKind::kFrame) {
        bands.back().push_back(index);
      } else if (!bands.back().empty()) {
        bands.emplace_back();
      }
    }
    if (bands.back().empty()) bands.pop_back();
    if (bands.size() < 2) return false;
    for (std::size_t i = 0; i < bands.size();) {
      std::vector<std::uint32_t> rows = bands[i++];
      while (rows.size() < kRows && i < bands.size()) {
        std::ranges::copy(bands[i++], std::back_inserter(rows));
      }
      const bool is_clean =
          std::ranges::all_of(rows, [this](std::uint32_t k) { return is_row(k); });
      const bool is_board =
          rows.size() == kRows && (is_clean ? take_clean_rows(rows) : take_broken_rows(rows));
      if (!is_board) add_rows_left(rows);
    }
    return true;
  }

  const Sheet& sheet_;
  bool must_obey_rules_;
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

Assembly assemble(const Sheet& sheet, bool must_obey_rules) {
  return Assembler(sheet, must_obey_rules).run();
}

}  // namespace dokumill::records
