// Detects the format of an input from its first lines.
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
#include "records/npy_header.hpp"

namespace dokumill::records {

struct DetectOptions {
  std::optional<TextFormat> format;  // nullopt: detect it from the first lines
  // The column or word with the puzzle, as a name or a number; empty: one of the known names.
  std::string column;
  std::optional<std::string> solution_column = {};  // csv: read this column too
  bool has_header = true;              // false: csv without a header line; `format` is not used
  std::optional<char> delimiter = {};  // csv: the separator; nullopt: one of kSeparators
};

struct Detection {
  TextFormat format = TextFormat::kLine;
  bool is_guessed = false;         // the format was not given
  bool is_empty = false;           // detection found no content line
  std::size_t data_begin = 0;      // where the records begin: after a byte-order mark and a header
  std::uint64_t lines_before = 0;  // line ends before data_begin
  CsvLayout csv;
  std::uint32_t line_word = 1;  // line: which word of a line has the cells, from 1
  // csv: the header's names, or "1", "2", ... without a header. jsonl: the name of the puzzle, that of
  // the solution if one was requested, and the known names of solutions that the first object has.
  std::vector<std::string> columns;
  std::string header_row;  // csv: the header as it was written, without its line end
  bool has_header = true;  // csv: the first row is a header
  NpyHeader npy;           // npy: the header

  // True if there are csv columns to keep. An empty input has none.
  bool has_columns() const { return format == TextFormat::kCsv && !columns.empty(); }
  // The header line of an output with the columns of this input and `added` after them. Empty for
  // csv output if the input has no header.
  std::string header_line(TextFormat output, std::string_view added = {}) const;
};

// If the format is not settled within this many bytes and content lines, the input is rejected.
inline constexpr std::size_t kDetectBytes = std::size_t{1} << 20;
inline constexpr int kDetectLines = 1000;

// Detects the format from the first bytes of an input. `is_all`: these are all bytes of the input.
// Returns nullopt if more bytes are needed, but never if `bytes` has kDetectBytes or more. More
// bytes do not change a result. Failure: kInput. The caller puts "FILE: " before the message, or
// "FILE" if the message begins with ":LINE: ".
Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectOptions& options);

// One function for each format; format_table.hpp lists them. detect() calls them if options.format
// is set. REQUIRES: the bytes do not begin a file of another kind.
Result<std::optional<Detection>> detect_line(std::string_view bytes, bool is_all,
                                             const DetectOptions& options);
Result<std::optional<Detection>> detect_grid(std::string_view bytes, bool is_all,
                                             const DetectOptions& options);
Result<std::optional<Detection>> detect_csv(std::string_view bytes, bool is_all,
                                            const DetectOptions& options);
Result<std::optional<Detection>> detect_npy(std::string_view bytes, bool is_all,
                                            const DetectOptions& options);
Result<std::optional<Detection>> detect_jsonl(std::string_view bytes, bool is_all,
                                              const DetectOptions& options);
// Refuses every input.
Result<std::optional<Detection>> detect_parquet(std::string_view bytes, bool is_all,
                                                const DetectOptions& options);

}  // namespace dokumill::records
