// Prints boards in the layouts of people and programs, for tests of the importer.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_random.hpp"

namespace dokumill::testing {

// How a text of boards is printed. Boards are texts of 81 characters, '.' for an empty cell.
struct AnyLayout {
  std::string empty = ".";    // an empty cell
  std::string between;        // the text between two cells of a row
  std::string between_boxes;  // the text between two boxes, in place of `between`
  std::string row_begin;
  std::string row_end;
  std::string rule;              // a line between the bands; empty: none
  bool rule_after_rows = false;  // the rule stands around and between all rows
  bool blank_after_bands = false;
  bool is_one_line = false;      // a board is one line
  std::string rows_between;      // is_one_line: the text between two rows, in place of `between`
  std::string title;             // a line before each board; '#' is replaced by its number
  bool counts_boards = false;    // the first line is the number of boards
  std::string separator = "\n";  // the text between two boards of nine rows
  std::string last;              // a line after the boards
  std::string line_end = "\n";
  bool has_mark = false;  // a byte-order mark
  bool has_last_line_end = true;
};

inline std::string print_row(const AnyLayout& layout, std::string_view nine) {
  std::string row = layout.row_begin;
  for (std::size_t i = 0; i < 9; ++i) {
    if (i != 0)
      row += i % 3 == 0 && !layout.between_boxes.empty() ? layout.between_boxes : layout.between;
    row += nine[i] == '.' ? layout.empty : std::string(1, nine[i]);
  }
  return row + layout.row_end;
}

inline std::string print_boards(const AnyLayout& layout, const std::vector<std::string>& boards) {
  std::vector<std::string> lines;
  if (layout.counts_boards) lines.push_back(std::to_string(boards.size()));
  int number = 0;
  for (const std::string& board : boards) {
    if (!layout.title.empty()) {
      std::string title = layout.title;
      const std::size_t at = title.find('#');
      if (at != std::string::npos) title.replace(at, 1, std::to_string(++number));
      lines.push_back(title);
    }
    if (layout.is_one_line) {
      std::string line;
      for (std::size_t row = 0; row < 9; ++row) {
        if (row != 0) line += layout.rows_between.empty() ? layout.between : layout.rows_between;
        line += print_row(layout, std::string_view(board).substr(row * 9, 9));
      }
      lines.push_back(line);
      continue;
    }
    for (std::size_t row = 0; row < 9; ++row) {
      const bool is_band = row == 3 || row == 6;
      if (!layout.rule.empty() && (layout.rule_after_rows || is_band)) lines.push_back(layout.rule);
      if (is_band && layout.blank_after_bands) lines.emplace_back();
      lines.push_back(print_row(layout, std::string_view(board).substr(row * 9, 9)));
    }
    if (layout.rule_after_rows) lines.push_back(layout.rule);
    if (layout.separator == "\n") lines.emplace_back();
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (!layout.last.empty()) lines.push_back(layout.last);
  std::string text = layout.has_mark ? "\xEF\xBB\xBF" : "";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i];
    if (i + 1 != lines.size() || layout.has_last_line_end) text += layout.line_end;
  }
  return text;
}

// A layout that was drawn at random from all combinations, sensible or not.
inline AnyLayout random_layout(TestRandom& random) {
  static constexpr std::array<std::string_view, 14> kEmpty{".",
                                                           "0",
                                                           "_",
                                                           "*",
                                                           "x",
                                                           "-",
                                                           "?",
                                                           "\xC2\xB7",
                                                           "",
                                                           " ",
                                                           "-1",
                                                           "null",
                                                           "\xEF\xBC\x90",
                                                           "\xE2\x80\xA2"};
  static constexpr std::array<std::string_view, 9> kBetween{"",   " ", ",",   ";", "\t",
                                                            ", ", "|", " | ", "  "};
  static constexpr std::array<std::string_view, 5> kBoxes{"", " ", " | ", "|", "\xE2\x94\x82"};
  static constexpr std::array<std::string_view, 6> kRules{
      "",
      "------+-------+------",
      "---------",
      "===========",
      "\xE2\x94\x80\xE2\x94\x80\xE2\x94\xBC\xE2\x94\x80",
      "+---+---+---+"};
  static constexpr std::array<std::string_view, 8> kTitles{
      "", "", "Grid #", "#", "Case ##", "12.1.2024", "100000017", "# a comment"};
  static constexpr std::array<std::string_view, 6> kLast{
      "", "", "end", "0", "Note: all are right", "\x1A"};
  static constexpr std::array<std::string_view, 3> kLineEnds{"\n", "\r\n", "\r"};
  AnyLayout layout;
  layout.empty = random.of(kEmpty);
  layout.between = random.of(kBetween);
  if (random.below(3) == 0) layout.between_boxes = random.of(kBoxes);
  if (random.below(5) == 0) layout.row_begin = layout.row_end = "|";
  layout.is_one_line = random.below(3) == 0;
  if (random.below(3) == 0) layout.rows_between = " ";
  if (!layout.is_one_line) layout.rule = random.of(kRules);
  layout.rule_after_rows = random.below(6) == 0;
  layout.blank_after_bands = random.below(6) == 0;
  layout.title = random.of(kTitles);
  layout.counts_boards = random.below(5) == 0;
  layout.separator = random.below(4) == 0 ? "" : "\n";
  layout.last = random.of(kLast);
  layout.line_end = random.of(kLineEnds);
  layout.has_mark = random.below(8) == 0;
  layout.has_last_line_end = random.below(4) != 0;
  return layout;
}

}  // namespace dokumill::testing
