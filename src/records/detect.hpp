// Detection: which format an input has, from its first lines.
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
  std::optional<Format> format;  // none: by the first lines
  std::string
      column;  // the puzzle's column or word, by name or number; empty: one of the known names
  std::optional<std::string> solution_column = {};  // csv: read this column too
};

struct Detection {
  Format format = Format::kLine;
  bool is_guessed = false;         // the format was not given
  std::size_t data_begin = 0;      // where the records begin: after a byte-order mark and a header
  std::uint64_t lines_before = 0;  // line ends before data_begin
  CsvLayout csv;
  std::uint32_t line_word = 1;       // line: which word of a line has the cells, from 1
  std::vector<std::string> columns;  // csv: the header's names
  std::string header_row;            // csv: the header as it was written, without its line end
};

// The format is settled within this many bytes and content lines, or the input is refused.
inline constexpr std::size_t kDetectBytes = std::size_t{1} << 20;
inline constexpr int kDetectLines = 1000;

// Reads the first bytes of an input; `is_all` when there are no more. nullopt: more bytes are
// needed (never when there are kDetectBytes). What is found does not change when more bytes are
// there. Failure: kInput, in words that follow "FILE" and ": " or ":LINE: ".
Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectWishes& wishes);

}  // namespace dokumill::records
