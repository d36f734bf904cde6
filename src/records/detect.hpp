// Detection: which format an input has, from its first bytes.
//
// docs/formats.md has the rules. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "records/format.hpp"

namespace dokumill::records {

struct DetectWishes {
  std::optional<Format> format;  // none: by the first line
  std::string column;            // csv: the puzzle's column; empty: one of the known names
  std::optional<std::string> solution_column = {};  // csv: read this column too
};

struct Detection {
  Format format = Format::kLine;
  std::size_t data_begin = 0;  // where the records begin: behind a byte-order mark and a csv header
  std::uint64_t lines_before = 0;  // line ends before data_begin
  CsvLayout csv;
  std::vector<std::string> columns;  // csv: the header's names
  std::string header_row;            // csv: the header as it was written, without its line end
};

// True if two column names are the same: without regard to case and outer blanks.
bool is_same_column(std::string_view a, std::string_view b);

// The first line that counts is looked for in this many bytes.
inline constexpr std::size_t kDetectBytes = std::size_t{1} << 20;

// Looks at the first bytes of an input; `is_all` when there are no more. nullopt: more bytes are
// needed (never when there are kDetectBytes). Failure: kInput, in words that follow "FILE" and ": "
// or ":LINE: ".
Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectWishes& wishes);

}  // namespace dokumill::records
