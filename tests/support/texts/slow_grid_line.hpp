// A line of a grid text, judged by itself; see slow_grid.hpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "records/record_error.hpp"
#include "support/texts/slow_text.hpp"

namespace dokumill::testing {

struct SlowGridLine {
  enum class Kind { kComment, kBlank, kRow, kLong, kFrame, kForeign, kBadRow, kTitle, kEnd };

  Kind kind = Kind::kEnd;
  std::vector<int> cells;  // all cells of the line
  std::string marks;       // the bytes of these cells
  char mark = '\0';        // for a row of nine equal `-`, `_` or `*`: this mark
  bool has_bars = false;   // has `|` or box drawing
  // The number of code points, without blanks, `|` and box drawing.
  std::size_t characters = 0;
  // Why the line is not a row of a board: a byte that is not a cell, or the number of cells.
  records::RecordError fault;

  // True if the line is a row, but not a row of nine equal marks. Apart from its rules, a ruled
  // board has only such rows.
  bool is_plain_row() const { return kind == Kind::kRow && mark == '\0'; }
  bool is_row() const { return kind == Kind::kRow; }
  // True if the line probably stands in place of a row. Other bad rows may be extra lines.
  bool is_like_a_row() const {
    return kind == Kind::kBadRow && characters >= 7 && characters <= 11 &&
           characters <= cells.size() + 2;
  }
  // True for a row that may be a heading: a digit occurs twice, or the cells count from 0 or 1.
  bool is_heading() const {
    if (!is_plain_row()) return false;
    std::vector<int> digits, counted;
    for (const int cell : cells) {
      if (cell != 0) digits.push_back(cell);
      counted.push_back(cells[0] + static_cast<int>(counted.size()));
    }
    std::sort(digits.begin(), digits.end());
    return cells == counted || std::adjacent_find(digits.begin(), digits.end()) != digits.end();
  }
  // True if the line may be a row of a board in letters.
  bool is_title_of_nine() const { return kind == Kind::kTitle && characters == 9; }

  static SlowGridLine of(const std::string& whole) {
    SlowGridLine line;
    const std::string seen = whole.substr(0, 4096);
    const std::size_t mark_bytes = whole.rfind(kByteOrderMark, 0) == 0 ? 3 : 0;
    const std::size_t first = seen.find_first_not_of(" \t", mark_bytes);
    if (first != std::string::npos && seen[first] == '#') {
      line.kind = Kind::kComment;
      line.fault.kind = records::RecordErrorKind::kNotACell;
      line.fault.column = first + 1;
      line.fault.byte = '#';
      return line;
    }
    if (whole.size() > 4096) {
      line.kind = Kind::kLong;
      line.fault.kind = records::RecordErrorKind::kLongRow;
      return line;
    }
    if (first == std::string::npos) {
      line.kind = Kind::kBlank;
      return line;
    }
    line.judge(whole, first);
    return line;
  }

 private:
  // U+2500 to U+257F: E2 94 80 to E2 95 BF.
  static bool is_box_drawing(const std::string& text, std::size_t at) {
    if (at + 3 > text.size()) return false;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    return byte(0) == 0xE2 && (byte(1) == 0x94 || byte(1) == 0x95) && byte(2) >= 0x80 &&
           byte(2) <= 0xBF;
  }

  static bool is_rule_mark(char c) { return c == '-' || c == '_' || c == '*'; }

  void judge(const std::string& text, std::size_t first) {
    std::size_t frame_characters = 0, all_characters = 0;
    std::size_t bytes = 0;  // without blanks, `|` and box drawing
    bool has_letter = false, is_beyond_ascii = false;
    fault.kind = records::RecordErrorKind::kRowCells;
    for (std::size_t i = first; i < text.size(); ++i) {
      const char c = text[i];
      if (c == ' ' || c == '\t') continue;
      ++all_characters;
      if (is_box_drawing(text, i)) {
        ++frame_characters;
        has_bars = true;
        i += 2;
        continue;
      }
      if (c != '\0' && std::strchr("-_*=+|:~", c) != nullptr) ++frame_characters;
      if (c == '|') has_bars = true;
      if (c == '|') continue;
      ++bytes;
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++characters;
      if (cell_of(c) >= 0) {
        cells.push_back(cell_of(c));
        marks += c;
        continue;
      }
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) has_letter = true;
      if (static_cast<unsigned char>(c) >= 0x80) is_beyond_ascii = true;
      if (fault.kind == records::RecordErrorKind::kNotACell) continue;
      fault.kind = records::RecordErrorKind::kNotACell;
      fault.column = i + 1;
      fault.byte = static_cast<std::uint8_t>(c);
    }
    if (fault.kind == records::RecordErrorKind::kRowCells) fault.found = cells.size();
    const std::size_t no_cells = bytes - cells.size();
    const auto others =
        std::count_if(marks.begin(), marks.end(), [](char c) { return !is_rule_mark(c); });
    if (cells.size() == 9 && no_cells == 0) {
      kind = Kind::kRow;
      if (is_rule_mark(marks[0]) && marks == std::string(9, marks[0])) mark = marks[0];
    } else if (all_characters >= 3 && all_characters == frame_characters) {
      kind = Kind::kFrame;
    } else if (cells.size() >= 41 && others >= 9) {
      kind = Kind::kForeign;
    } else if (characters >= 7 && characters <= 11 && characters <= cells.size() + 2) {
      kind = Kind::kBadRow;
    } else if (has_letter || is_beyond_ascii || text[first] == '[' || text[first] == '%') {
      kind = Kind::kTitle;
    } else {
      kind = Kind::kBadRow;
    }
  }
};

}  // namespace dokumill::testing
