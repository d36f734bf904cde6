// Judges one line of an input whose format is not known yet. The Detector (detector.hpp) uses these
// functions.
//
// docs/formats.md has the rules. Cost: the blanks at the begin of the line, and at most kLineLimit
// bytes after them, are read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dokumill::records {

// A line without its line end, and without a byte-order mark at its begin.
struct ContentLine {
  const char* begin;
  const char* end;

  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

// True if the text is exactly 81 cells.
bool is_cells(std::string_view text);
// The same for a field of csv, which may have nine groups instead.
bool is_cells_of_field(std::string_view text);

// True for a record line: 81 cells, followed by the end of the line or by a remark.
bool is_record_line(const ContentLine& line);

// True for a near line, which is probably meant as a record: its first word is long and consists
// nearly completely of cells.
bool is_near_line(const ContentLine& line);

// Returns a message if an input that begins with this line is probably markup or JSON. Otherwise
// returns an empty text.
std::string_view markup_of(const ContentLine& line);

// True if the digits of a record are perhaps 0 to 8: it has a 0 and no 9, and another mark for
// empty cells, or hardly any empty cell.
bool may_count_from_zero(std::string_view cells);

// The words of a line, and the numbers (from 1) of the words that are 81 cells.
struct CellWords {
  std::vector<std::uint32_t> places;
  std::vector<std::string_view> words;
};
CellWords cell_words(const ContentLine& line);

}  // namespace dokumill::records
