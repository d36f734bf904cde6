// Sheet: a text as one layout sees it. For each line it has the kind of the line, and its cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/import/numbers.hpp"

namespace dokumill::records {

enum class LineKind : std::uint8_t {
  kBlank,
  kFrame,     // a line that is drawn between rows
  kRow,       // nine cells
  kLabelled,  // nine or 81 cells, and one more field before or after them (settle_labels())
  kBoard,     // 81 cells
  kBroken,    // meant as a row, but it has too few or too many cells, or another character
  kNearly,    // meant as a board: 41 cells or more
  kText,      // words
  kComment,   // begins with '#'
  kNumber,    // neither cells nor words, such as the number of boards
};

struct LineItem {
  std::uint32_t line = 0;   // its number in the text, from 0
  std::uint32_t cells = 0;  // where its cells begin in Sheet::cells
  std::uint32_t column =
      0;  // kBroken, kNearly: the character that is no cell, in bytes from 1; or 0
  std::uint32_t found = 0;  // the number of its cells
  std::int16_t label =
      -1;  // kLabelled: the number in its first field; a letter counts from 'A' = 1
  LineKind kind = LineKind::kBlank;
  char byte = 0;     // the byte at `column`
  char uniform = 0;  // kRow: the mark - _ or *, or a blank, if all cells are this mark; otherwise 0
  bool is_last_empty = false;  // kLabelled: its last field is empty
  bool has_nine = false;       // kBroken: nine characters or fields, of which some are no cells
};

// A line of the text, without its line end.
struct TextLine {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::uint32_t number = 0;

  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  std::uint32_t column_of(const char* at) const {
    return static_cast<std::uint32_t>(at - begin) + 1;
  }
};

struct Sheet {
  std::string cells;  // of all lines: '1' to '9' and '.'
  std::vector<LineItem> items;
  // The texts beside the boards of a line: the index of the item, and the text.
  std::vector<std::pair<std::uint32_t, std::string>> remarks;
  std::string marks;     // the marks - _ * that stand beside digits
  ShortNumbers numbers;  // of the layout of numbers without zeros at their front
  // Blanks that are empty cells, and cells after the ends of lines, where an editor may have cut
  // off blanks.
  std::uint64_t blank_cells = 0;
  std::uint64_t padded_cells = 0;
  std::uint64_t dropped_candidates = 0;  // cells that have several candidates

  // Lines of the same kind that are no part of a board are one item; `cells` is the number of lines
  // after the first one.
  void add(const TextLine& line, LineKind kind) {
    const bool is_between = kind == LineKind::kBlank || kind == LineKind::kText ||
                            kind == LineKind::kComment || kind == LineKind::kNumber;
    if (is_between && !items.empty() && items.back().kind == kind) {
      ++items.back().cells;
      return;
    }
    items.push_back({.line = line.number, .kind = kind});
  }
};

}  // namespace dokumill::records
