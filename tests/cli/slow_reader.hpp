// A second, slow reading of docs/formats.md: which records a text has. It looks at the whole text
// at once and knows nothing of chunks.
//
// Not covered, because no test text comes near it: the limits of 4,096 and 65,536 bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/samples.hpp"

namespace dokumill::test {

// One entry a record: its cells with '0' for empty ones, or nothing for a malformed record.
using ReadRecords = std::vector<std::optional<std::string>>;

// The records of a text in a given format. csv: the first line is the header; the puzzle stands in
// column `puzzle_column` of `columns`, and `separator` stands between the fields. line: the cells
// are word `word` of every line, from 1.
struct SlowLayout {
  std::size_t columns = 1;
  std::size_t puzzle_column = 0;
  char separator = ',';
  std::size_t word = 1;
};
ReadRecords read_slowly(std::string_view text, Format format, const SlowLayout& layout);
ReadRecords read_slowly(std::string_view text, Format format, std::size_t columns = 1,
                        std::size_t puzzle_column = 0);

}  // namespace dokumill::test
