// The reference for the grid format: a second implementation of the rules of docs/formats.md,
// written for clarity and not for speed. It first judges every line by itself, and then reads the
// boards with all lines in view.
//
// Shares only the type of a fault with src/records, so that the results can be compared.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support/texts/slow_grid_line.hpp"

namespace dokumill::testing {

class SlowGrid {
 public:
  // Lines are counted from 0.
  struct Record {
    bool is_good = false;
    std::size_t line = 0;  // of the record's first row
    // The number of records since the last line that separates boards; 2 stands for two or more.
    int boards_before = 0;
    std::vector<int> cells;
    records::RecordError fault;  // of a malformed record; `record` is not set
  };

  explicit SlowGrid(const std::string& text) {
    std::size_t at = 0;
    for (const std::string& line : lines_of(text)) {
      lines_.push_back(SlowGridLine::of(line));
      begins_.push_back(at);
      at += line.size();
      at += text.compare(at, 2, "\r\n") == 0 ? 2 : 1;
    }
    begins_.back() = std::min(begins_.back(), text.size());
    end_ = text.size();
  }

  std::vector<Record> records() {
    records_.clear();
    boards_ = 0;
    for (std::size_t at = 0; at < lines_.size();) {
      switch (lines_[at].kind) {
        case Kind::kComment:
        case Kind::kBlank:
        case Kind::kFrame:
        case Kind::kEnd:
          boards_ = 0;
          ++at;
          break;
        case Kind::kForeign:
        case Kind::kLong:
          add(at, fault_of(at, 1));
          boards_ = 0;
          ++at;
          break;
        case Kind::kBadRow:
        case Kind::kRow:
        case Kind::kTitle:
          if (is_between_boards(at)) {
            boards_ = 0;
            ++at;
          } else {
            at = boards_ == 0 || line(at).kind == Kind::kBadRow ? read_block(at) : read_next(at);
          }
          break;
      }
    }
    return records_;
  }

 private:
  using Line = SlowGridLine;
  using Kind = Line::Kind;

  // If `at` is after the last line, returns a line of kind kEnd.
  const Line& line(std::size_t at) const {
    static const Line kEnd;
    return at < lines_.size() ? lines_[at] : kEnd;
  }
  records::RecordError fault_of(std::size_t at, std::size_t row) const {
    records::RecordError fault = line(at).fault;
    fault.line = at;
    fault.row = static_cast<std::uint32_t>(row);
    return fault;
  }
  void add(std::size_t at, const records::RecordError& fault) {
    records_.push_back({false, at, boards_, {}, fault});
    boards_ = std::min(boards_ + 1, 2);
  }

  // The line numbers of the rows from line `at` on, at most ten. Skips one frame line after three
  // rows and one after six rows.
  std::vector<std::size_t> rows_from(std::size_t at) const {
    std::vector<std::size_t> rows;
    bool is_frame_passed[10] = {};  // [n]: a frame line came after n rows
    while (rows.size() < 10) {
      const std::size_t count = rows.size();
      if (line(at).kind == Kind::kFrame && (count == 3 || count == 6) && !is_frame_passed[count]) {
        is_frame_passed[count] = true;
      } else if (!line(at).is_row() || (count == 9 && line(at).mark != '\0')) {
        break;
      } else {
        rows.push_back(at);
      }
      ++at;
    }
    return rows;
  }
  // True if a ruled board begins at line `at`: three rows, nine equal marks, three rows, nine equal
  // marks, three rows, and then no further row.
  bool is_ruled_board(std::size_t at) const {
    return has_band(at) && line(at + 3).mark != '\0' && is_rest_ruled(at + 4);
  }
  // True if the rest of a ruled board begins at line `at`: three rows, nine equal marks, three
  // rows, and then no further row.
  bool is_rest_ruled(std::size_t at) const {
    return has_band(at) && line(at + 3).mark != '\0' && has_band(at + 4) &&
           !line(at + 7).is_plain_row();
  }
  bool has_band(std::size_t at) const {
    return line(at).is_plain_row() && line(at + 1).is_plain_row() && line(at + 2).is_plain_row();
  }

  bool is_between_boards(std::size_t at) const {
    if (line(at).is_row()) return is_rule(at) || is_heading(at);
    return line(at).kind == Kind::kBadRow ? is_title(at) : !is_board_of_letters(at);
  }
  bool is_heading(std::size_t at) const {
    return line(at).is_heading() && is_before_boards(at + 1, true);
  }
  // For a row of nine equal marks between boards: true if the row is a rule, false if it is the
  // first row of a board and its cells are empty.
  bool is_rule(std::size_t at) const {
    const char mark = line(at).mark;
    if (mark == '\0') return false;
    std::size_t below = at + 1;  // the line after this rule and at most two rules below it
    while (line(below).mark != '\0' && below - at <= 2) ++below;
    if (is_ruled_board(below)) return true;
    const std::vector<std::size_t> rows = rows_from(at + 1);
    const char last = rows.size() == 9 ? line(rows[8]).mark : '\0';
    if (rows.size() == 9 && (last == '\0' || last == mark)) return true;
    std::size_t rules = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 8); ++i) {
      const Line& row = line(rows[i]);
      if (row.mark != '\0') {
        ++rules;
      } else if (row.marks.find(mark) != std::string::npos) {
        return false;
      }
    }
    // If eight rows of nine equal marks follow, this row begins an empty puzzle, unless the line
    // above it is a row of nine equal marks, too.
    return rules < 8 || (at != 0 && line(at - 1).mark != '\0');
  }
  // For a bad row between boards: true if the row is a title above boards. At most two other bad
  // rows or frame lines may stand between them.
  bool is_title(std::size_t at) const {
    std::size_t below = at + 1;
    while (below <= at + 2 &&
           (line(below).kind == Kind::kBadRow || line(below).kind == Kind::kFrame))
      ++below;
    return is_before_boards(below, false);
  }
  bool is_before_boards(std::size_t at, bool is_below_heading) const {
    if (line(at).kind == Kind::kFrame) ++at;
    const std::vector<std::size_t> rows = rows_from(at);
    if (is_ruled_board(at)) return true;
    if (!is_below_heading && rows.size() == 10) {
      const Block block = block_at(at, 0);
      return block.is_sound && block.first.record.is_good;
    }
    if (!is_below_heading) return rows.size() == 9;
    const auto is_heading = [this](std::size_t row) { return line(row).is_heading(); };
    return rows.size() >= 9 && std::none_of(rows.begin(), rows.begin() + 9, is_heading) &&
           (rows.size() == 9 || is_heading(rows[9]));
  }
  // For a line that looks like a title: true if it is the first row of a board in letters. Such a
  // row has nine characters, and each of the eight lines after it is a row, a bad row or a title of
  // nine characters. At least two of these eight lines are not good rows.
  bool is_board_of_letters(std::size_t at) const {
    if (!line(at).is_title_of_nine()) return false;
    bool is_frame_passed[10] = {};
    int others = 0;
    for (std::size_t rows = 1; rows < 9;) {
      const Line& row = line(++at);
      if (row.kind == Kind::kFrame && (rows == 3 || rows == 6) && !is_frame_passed[rows]) {
        is_frame_passed[rows] = true;
      } else if (row.is_row() || row.kind == Kind::kBadRow || row.is_title_of_nine()) {
        if (!row.is_row()) ++others;
        ++rows;
      } else {
        return false;
      }
    }
    return others >= 2;
  }

  struct Read {
    Record record;
    std::size_t end = 0;  // the line after the record
    std::size_t rows = 0;
    // The record has nine lines, and each of them is a row or stands in place of one.
    bool is_aligned = false;
    // The record ends at a frame line that cannot be the line between two bands.
    bool is_ended_by_frame = false;
  };
  // A block is all boards that follow each other directly.
  struct Block {
    Read first;
    bool is_sound = true;  // each record of it is aligned
    records::RecordError fault;
    std::size_t end = 0;  // the line after the last record that was read
    bool is_ended_by_frame = false;
  };

  Block block_at(std::size_t at, int boards_before) const {
    Block block;
    block.first = read_board(at, boards_before);
    const bool is_first_bad = !block.first.record.is_good;
    const bool is_heading_bad =
        is_first_bad && block.first.record.fault.row == 1 && boards_before == 0;
    block.fault = block.first.record.fault;
    block.is_sound = block.first.is_aligned;
    block.end = block.first.end;
    block.is_ended_by_frame = block.first.is_ended_by_frame;
    bool has_fault = is_first_bad;
    const Record* wrong = nullptr;
    std::size_t rows = 9;
    Read next;
    Record first_wrong;
    if (!is_first_bad && breaks_rules(block.first.record.cells)) wrong = &block.first.record;
    while (block.is_sound && begin_of(block.end) - begin_of(at) <= 65536 && continues(block.end)) {
      next = read_board(block.end, 1);
      if (wrong == nullptr && next.record.is_good && breaks_rules(next.record.cells)) {
        first_wrong = next.record;
        wrong = &first_wrong;
      }
      if (!has_fault && !next.record.is_good) {
        has_fault = true;
        block.fault = next.record.fault;
        if (next.rows < 9 && block.fault.kind == records::RecordErrorKind::kRowsLeft) {
          block.fault.line = at;
          block.fault.found = rows + next.rows;
          block.fault.expected = 0;
        }
      }
      rows += 9;
      block.end = next.end;
      block.is_ended_by_frame = next.is_ended_by_frame;
      block.is_sound = next.is_aligned && !is_heading_bad;
      if (block.is_sound && wrong != nullptr) {
        if (!has_fault) block.fault = fault_of_wrong(wrong->line, rows);
        block.is_sound = false;
        block.is_ended_by_frame = false;
      }
    }
    return block;
  }
  static bool breaks_rules(const std::vector<int>& cells) {
    for (int a = 0; a < 81; ++a) {
      for (int b = 0; b < a; ++b) {
        const bool is_seen =
            a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
        if (is_seen && cells[static_cast<std::size_t>(a)] != 0 &&
            cells[static_cast<std::size_t>(a)] == cells[static_cast<std::size_t>(b)])
          return true;
      }
    }
    return false;
  }
  static records::RecordError fault_of_wrong(std::size_t at, std::size_t rows) {
    records::RecordError fault;
    fault.line = at;
    fault.kind = records::RecordErrorKind::kRowsLeft;
    fault.found = rows;
    return fault;
  }
  std::size_t begin_of(std::size_t at) const { return at < begins_.size() ? begins_[at] : end_; }
  bool continues(std::size_t at) const { return line(at).is_row() && !is_between_boards(at); }

  // Reads the first record of the block that begins at line `at`, or the whole block as a malformed
  // record. Returns the line after it.
  std::size_t read_block(std::size_t at) {
    const Block block = block_at(at, boards_);
    if (block.is_sound) return add(block.first);
    add(at, block.fault);
    return block.is_ended_by_frame ? block.end : pass_rest(block.end);
  }
  // Reads a record that is not the first one of its block.
  std::size_t read_next(std::size_t at) {
    Read read = read_board(at, boards_);
    if (read.record.is_good && breaks_rules(read.record.cells)) {
      add(read.record.line, fault_of_wrong(read.record.line, 18));
      return pass_rest(read.end);
    }
    add(read);
    return read.is_aligned || read.is_ended_by_frame ? read.end : pass_rest(read.end);
  }
  std::size_t add(const Read& read) {
    records_.push_back(read.record);
    boards_ = std::min(boards_ + 1, 2);
    return read.end;
  }
  // The rest of a block that is malformed. Returns the line after it.
  std::size_t pass_rest(std::size_t at) const {
    const auto is_part = [this](std::size_t i) {
      if (line(i).kind == Kind::kFrame) return true;
      return (line(i).is_row() || line(i).kind == Kind::kBadRow || line(i).kind == Kind::kTitle) &&
             (line(i).mark != '\0' || !is_between_boards(i));
    };
    while (is_part(at)) ++at;
    return at;
  }

  // Reads the record whose first row is line `at`.
  Read read_board(std::size_t at, int boards_before) const {
    const std::size_t begin = at;
    bool is_aligned = true;
    std::size_t band = 0;  // rows since the last frame line or rule
    std::vector<int> cells;
    std::vector<std::size_t> row_lines;
    std::size_t rows = 0;
    bool is_bad = false;
    records::RecordError fault;
    bool is_frame_passed[10] = {};
    std::size_t second_rule = 0;  // the line of the rule that is skipped after the sixth row
    while (rows < 9) {
      const Line& row = line(at);
      const bool is_band_end = (rows == 3 || rows == 6) && !is_frame_passed[rows];
      if (is_band_end && row.kind == Kind::kFrame) {
        band = 0;
        is_frame_passed[rows] = true;
        ++at;
        continue;
      }
      if (rows == 3 && row.mark != '\0' && second_rule == 0 && is_rest_ruled(at + 1)) {
        second_rule = at + 4;
        band = 0;
        ++at;
        continue;
      }
      if (rows == 6 && second_rule != 0 && at == second_rule) {
        band = 0;
        ++at;
        continue;
      }
      const bool is_letters = row.is_title_of_nine() && (is_bad || rows == 0);
      const bool is_bad_row = row.kind == Kind::kBadRow || row.kind == Kind::kLong ||
                              row.kind == Kind::kComment || is_letters;
      if (!row.is_row() && !is_bad_row) break;
      ++rows;
      ++band;
      is_aligned = is_aligned && (row.is_row() || is_letters || row.is_like_a_row());
      row_lines.push_back(at);
      if (row.is_row()) cells.insert(cells.end(), row.cells.begin(), row.cells.end());
      if (is_bad_row && !is_bad) {
        is_bad = true;
        fault = fault_of(at, rows);
      }
      ++at;
      if (row.kind == Kind::kLong)
        return {{false, begin, boards_before, {}, fault}, at, rows, false};
    }
    if (!is_bad && rows == 9) {
      if (const std::size_t lone = lone_row(row_lines); lone < 9) {
        is_bad = true;
        is_aligned = false;
        fault.kind = records::RecordErrorKind::kNineMarks;
        fault.line = row_lines[lone];
        fault.row = static_cast<std::uint32_t>(lone + 1);
        fault.byte = static_cast<std::uint8_t>(line(row_lines[lone]).mark);
      }
    }
    if (!is_bad && rows == 9) return {{true, begin, boards_before, cells, {}}, at, rows, true};
    if (!is_bad) {
      fault.kind = records::RecordErrorKind::kRowsLeft;
      fault.line = begin;
      fault.found = rows;
      fault.expected = boards_before == 0 ? 0 : 9;
    }
    return {{false, begin, boards_before, {}, fault},
            at,
            rows,
            is_aligned && rows == 9,
            rows < 9 && line(at).kind == Kind::kFrame && (band == 1 || band > 5)};
  }
  // Returns the first row of nine equal marks whose mark does not occur in the rows with different
  // marks. If the row has bars, only rows with bars are searched for its mark. Returns 9 if no such
  // row exists, or if all nine rows consist of equal marks.
  std::size_t lone_row(const std::vector<std::size_t>& row_lines) const {
    // The cells of the rows with different marks: of all these rows, and of those with bars.
    std::string beside, beside_bars;
    std::size_t uniform = 0;
    for (const std::size_t at : row_lines) {
      if (line(at).mark == '\0') beside += line(at).marks;
      if (line(at).mark == '\0' && line(at).has_bars) beside_bars += line(at).marks;
      if (line(at).mark != '\0') ++uniform;
    }
    for (std::size_t row = 0; row < 9 && uniform < 9; ++row) {
      const Line& text = line(row_lines[row]);
      const std::string& others = text.has_bars ? beside_bars : beside;
      if (text.mark != '\0' && others.find(text.mark) == std::string::npos) return row;
    }
    return 9;
  }
  std::vector<Line> lines_;
  std::vector<std::size_t> begins_;  // the byte at which each line begins
  std::size_t end_ = 0;              // the number of bytes
  std::vector<Record> records_;
  int boards_ = 0;
};

}  // namespace dokumill::testing
