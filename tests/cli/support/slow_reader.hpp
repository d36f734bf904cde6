// The records of a text as the reference reader (support/texts/slow_reader.hpp) finds them, in the
// form that the tests of the command compare.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/support/samples.hpp"

namespace dokumill::testing {

// One entry per record: its cells with '0' for empty cells, or no value for a malformed record.
using ReadRecords = std::vector<std::optional<std::string>>;

// Where the cells are. csv: the first line is the header, `separator` separates the fields, and the
// puzzle is in column `puzzle_column` (from 0) of `columns`. line: the cells are word `word` (from
// 1) of every line.
struct SlowLayout {
  std::size_t columns = 1;
  std::size_t puzzle_column = 0;
  char separator = ',';
  std::size_t word = 1;
};
ReadRecords read_slowly(std::string_view text, Format format, const SlowLayout& layout);
ReadRecords read_slowly(std::string_view text, Format format, std::size_t columns = 1,
                        std::size_t puzzle_column = 0);

}  // namespace dokumill::testing
