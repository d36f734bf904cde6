// What a line of an input of unknown format can be. Detection judges lines with these functions.
//
// docs/formats.md has the rules. Thread safety: pure functions. Cost: at most kLineLimit bytes of the
// line are read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dokumill::records {

// A line without its end, and without a byte-order mark at its begin.
struct ContentLine {
  const char* begin;
  const char* end;

  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

// True if the text is exactly 81 cells.
bool is_cells(std::string_view text);

// A record line: 81 cells, then the end of the line or a remark.
bool is_record_line(const ContentLine& line);

// A near line, probably meant as a record: a long first word, nearly all of it cells.
bool is_near_line(const ContentLine& line);

// Returns a message if a text that begins with this line is probably markup or JSON, otherwise an
// empty text.
std::string_view markup_of(const ContentLine& line);

// The words of a line, and the numbers (from 1) of the words that are 81 cells.
struct CellWords {
  std::vector<std::uint32_t> places;
  std::vector<std::string_view> words;
};
CellWords cell_words(const ContentLine& line);

}  // namespace dokumill::records
