// The text of a line record beside its cells: "17. 53..7... # easy" has "17." and "easy".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "formats/line/line_words.hpp"

namespace dokumill::records {

// Returns where the cells begin in the text of a line. `word`: which word of the line has the
// cells, from 1. REQUIRES: the line is a record, as a reader with ReadOptions::keep_rows returns
// it.
inline std::size_t find_cells(std::string_view line, std::uint32_t word) {
  const char* const begin = line.data();
  const char* const end = begin + line.size();
  if (word == 1) return static_cast<std::size_t>(skip_blanks(begin, end) - begin);
  LineWords words(begin, end);
  for (std::uint32_t i = 1; i < word; ++i) words.next();
  return static_cast<std::size_t>(words.next().data() - begin);
}

// Sets `text` to what stands before and after the cells, with a space between both. Blanks at the
// ends are left out, and so is one separator beside the cells: one of `, ; : |`, or the `#` of a
// remark. REQUIRES: as find_cells().
inline void read_text(std::string_view line, std::uint32_t word, std::string& text) {
  text.clear();
  if (line.size() == kCells) return;
  const std::size_t cells = find_cells(line, word);
  std::string_view before = without_blanks(line.substr(0, cells));
  if (!before.empty() && separates_words(before.back())) before.remove_suffix(1);
  std::string_view after = without_blanks(line.substr(cells + kCells));
  if (!after.empty() && begins_remark(after.front())) after.remove_prefix(1);
  before = without_blanks(before);
  after = without_blanks(after);
  text += before;
  if (!before.empty() && !after.empty()) text += ' ';
  text += after;
}

}  // namespace dokumill::records
