// Detects the format of an input from its first lines.
//
// docs/formats.md has the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/format.hpp"
#include "formats/npy/npy_header.hpp"

namespace dokumill::records {

struct DetectOptions {
  std::optional<TextFormat> format;  // nullopt: detect it from the first lines
  // The name or the number of the column, member or word with the puzzle; empty: detection chooses
  // it.
  std::string column;
  // csv, jsonl: the column or member with the solution; nullopt: no solution is read.
  std::optional<std::string> solution_column = {};
  bool has_header = true;              // false: csv without a header line; `format` is not used
  std::optional<char> delimiter = {};  // csv: the separator; nullopt: one of kSeparators
  std::optional<Size> size = {};       // of the records, if it is not 9x9
};

struct Detection {
  TextFormat format = TextFormat::kLine;
  bool is_guessed = false;  // the first lines decided the format, because it was not given
  // The first record is as the format says. Otherwise the importer may read more of the text.
  bool is_certain = true;
  bool is_near = false;   // line: the first line is nearly a record, so that all lines are records
  bool is_empty = false;  // detection found only blank lines and comments (npy: no record)
  std::size_t data_begin = 0;      // where the records begin: after a byte-order mark and a header
  std::uint64_t lines_before = 0;  // line ends before data_begin
  CsvLayout csv;
  std::uint32_t line_word = 1;  // line: which word of a line has the cells, from 1
  bool has_text = false;        // line: text stands beside the cells of the first record
  // csv: the names in the header, or "1", "2", ... without a header. jsonl: the names of the
  // members that are read (ObjectMembers::names).
  std::vector<std::string> columns;
  std::string header_row;               // csv: the header as it was written, without its line end
  bool has_header = true;               // csv: the first row is a header
  NpyHeader npy;                        // npy: the header
  std::optional<SizedText> sized = {};  // the records have another size than 9x9
  // What the importer has read (ImportedText::reading); empty if it was not asked.
  std::string reading;

  // True if there are csv columns to keep. An empty input has no columns.
  bool has_columns() const { return format == TextFormat::kCsv && !columns.empty(); }
  // jsonl: the members that can have cells: the puzzle first, `columns`, and all known names of
  // solutions, because later objects can have other members than the first one.
  std::vector<std::string> cell_members() const;
  // Returns the header line of an output that has the columns of this input and `added` after them.
  // Returns an empty text for csv output if the input has no header.
  std::string header_line(TextFormat output, std::string_view added = {}) const;
};

// How the records of the input are read. `keep_rows`: see ReadOptions.
ReadOptions read_options(const Detection& found, bool keep_rows);

// Detection examines at most kDetectBytes bytes and at most kDetectLines content lines. A content
// line is a line that is neither blank nor a comment. If these lines do not determine the format,
// the input is rejected.
inline constexpr std::size_t kDetectBytes = std::size_t{1} << 20;
inline constexpr int kDetectLines = 1000;

// Detects the format from the first bytes of an input. `is_all`: these are all bytes of the input.
// Returns nullopt if more bytes are needed. If `bytes` has kDetectBytes or more bytes, the result
// is never nullopt. Once there is a result, more bytes do not change the result. Failure: kInput.
// The caller puts "FILE: " before the message, or "FILE" if the message begins with ":LINE: ".
Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectOptions& options);

// What detect() found, and whether the importer (formats/import) may read more of the text.
struct Verdict {
  Result<std::optional<Detection>> found;
  bool asks_patient_door = false;  // nullopt in `found`: false
};
Verdict judge_text(std::string_view bytes, bool is_all, const DetectOptions& options);
// True if lines after the first records show that the importer has to decide, although detect() is
// certain: the digits of a board may count from 0, or lines that the reader of the format skips as
// titles and comments have as many digits as a puzzle. Examines at most kDetectBytes bytes.
bool has_odd_lines(std::string_view bytes, TextFormat format);

// For records of another size: detect() with options.size calls detect_sized().
Result<std::optional<Detection>> detect_sized(std::string_view bytes, bool is_all,
                                              const DetectOptions& options);
// The size of a text, if it is certain: its first records are lines that are as long as the boards
// of one size, or it is an array of such records. Otherwise nullopt. For a text without a record of
// 9x9.
std::optional<Size> certain_size(std::string_view bytes, bool is_all);

// One function for each format; format_table.hpp lists them. If options.format is set, detect()
// calls the function of that format. For a NumPy array, detect() calls detect_npy() even if
// options.format is not set. REQUIRES: foreign_kind(bytes) is empty (file_kinds.hpp).
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
// These two refuse every input. The caller decodes a Parquet file, and its text is csv. It gives
// the texts of is_imported() to the importer.
Result<std::optional<Detection>> detect_parquet(std::string_view bytes, bool is_all,
                                                const DetectOptions& options);
Result<std::optional<Detection>> detect_imported(std::string_view bytes, bool is_all,
                                                 const DetectOptions& options);

}  // namespace dokumill::records
