// A line of a grid text, judged by itself; see slow_grid.hpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "formats/record_error.hpp"
#include "support/texts/slow_text.hpp"

namespace dokumill::testing {

struct SlowGridLine {
  enum class Kind { kComment, kBlank, kEndMark, kRow, kLong, kFrame, kBadRow, kTitle };

  Kind kind = Kind::kBlank;
  std::string cells;  // the bytes of all cells of the line
  // Why the line is not a row of a board: a byte that is not a cell, or the number of cells.
  records::RecordError fault;

  bool is_row() const { return kind == Kind::kRow; }
  // True if the line is a row, or makes the board malformed in place of a row.
  bool is_in_block() const {
    return kind == Kind::kRow || kind == Kind::kBadRow || kind == Kind::kLong;
  }

  static SlowGridLine of(const std::string& whole) {
    SlowGridLine line;
    const std::string seen = whole.substr(0, 4096);
    const std::size_t mark_bytes = whole.rfind(kByteOrderMark, 0) == 0 ? 3 : 0;
    const std::size_t first = seen.find_first_not_of(" \t", mark_bytes);
    if (first != std::string::npos && seen[first] == '#') {
      line.kind = Kind::kComment;
    } else if (whole.size() > 4096) {
      line.kind = Kind::kLong;
      line.fault.kind = records::RecordErrorKind::kLongRow;
    } else if (is_slow_end_mark(whole)) {
      line.kind = Kind::kEndMark;
    } else if (first != std::string::npos) {
      line.judge(whole, first);
    }
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

  void judge(const std::string& text, std::size_t first) {
    std::size_t frame_characters = 0, all_characters = 0;
    // The number of code points, and of bytes, without blanks, `|` and box drawing.
    std::size_t characters = 0, bytes = 0;
    bool has_letter = false, is_beyond_ascii = false;
    std::string groups;  // the cells, with a blank for each byte between them
    fault.kind = records::RecordErrorKind::kRowCells;
    for (std::size_t i = first; i < text.size(); ++i) {
      const char c = text[i];
      groups += cell_of(c) >= 0 ? c : ' ';
      if (c == ' ' || c == '\t') continue;
      ++all_characters;
      if (is_box_drawing(text, i)) {
        ++frame_characters;
        i += 2;
        continue;
      }
      if (c != '\0' && std::strchr("-_*=+|:~", c) != nullptr) ++frame_characters;
      if (c == '|') continue;
      ++bytes;
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++characters;
      if (cell_of(c) >= 0) {
        cells += c;
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
    const auto others = std::count_if(cells.begin(), cells.end(),
                                      [](char c) { return c != '-' && c != '_' && c != '*'; });
    if (bytes == 9 && cells.size() == 9 && sizes_of(groups).size() == 1) {
      kind = Kind::kRow;
    } else if (all_characters >= 3 && all_characters == frame_characters) {
      kind = Kind::kFrame;
    } else if (cells.size() >= 41 && others >= 9) {
      kind = Kind::kBadRow;
    } else if (characters >= 7 && characters <= 11 && characters <= cells.size() + 2) {
      kind = Kind::kBadRow;
    } else if (characters == 9 && is_beyond_ascii && !has_letter) {
      kind = Kind::kBadRow;
    } else if (has_letter || is_beyond_ascii || text[first] == '[' || text[first] == '%') {
      kind = Kind::kTitle;
    } else {
      kind = Kind::kBadRow;
    }
  }

  // The different lengths of the words of `text`.
  static std::set<std::size_t> sizes_of(const std::string& text) {
    std::set<std::size_t> sizes;
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      sizes.insert(end - at);
      at = end;
    }
    return sizes;
  }
};

}  // namespace dokumill::testing
