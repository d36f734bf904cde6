// The formats and the compressions of the texts that jobs read and write. read_first_record() reads
// one record from a text in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// kLine: 81 cells per line. kGrid: nine rows per board. kCsv: a table with a header, whose fields
// are separated by commas, tabs or semicolons (see also InputOptions in job.hpp). kJsonl: one JSON
// object per line. kNpy: a NumPy file (.npy), an array with 81 numbers per record. kParquet: a
// table of columns in a binary file, whose rows are read like those of csv. kJson: one JSON array
// of objects. The rest are formats of other programs: games for OpenSudoku, a file of SadMan Sudoku
// or KSudoku (both have one record), environments of the LaTeX package sudoku, links to SudokuPad
// and f-puzzles, and game ids of Solo. They have the cells of a record and nothing else.
//
// Jobs write all formats. A text in kJson or in a format after it is read as with
// InputOptions::any_layout.
enum class TextFormat : std::uint8_t {
  kLine,
  kGrid,
  kCsv,
  kJsonl,
  kNpy,
  kParquet,
  kJson,
  kOpenSudoku,
  kSdk,
  kKSudoku,
  kLatex,
  kSudokuPad,
  kFPuzzles,
  kSolo
};
inline constexpr int kTextFormats = static_cast<int>(TextFormat::kSolo) + 1;

std::string_view name_of(TextFormat format);  // "line"
// The names of all formats, in the order of the enumeration.
std::span<const std::string_view> text_format_names();
// The format of this name; nullopt if no format has it.
std::optional<TextFormat> text_format_of(std::string_view name);
// All names as a list for messages: "line, grid, csv, ... or solo".
std::string text_format_list();
// The media type of the format, for example for an HTTP header: "text/csv; charset=utf-8".
std::string_view media_type_of(TextFormat format);

// Reads the first record of a text, which may have any format that jobs read. Failure: kMalformed,
// also if the text has no record. The message is "LINE:COLUMN: TEXT". If the whole line is at
// fault, the message is "LINE: TEXT". If the fault is in no line, it is "TEXT". Lines and columns
// count from 1. Memory: proportional to the text.
Result<Grid> read_first_record(std::string_view text);

// The characters for an empty cell. Jobs read all of them. The option `empty_cell` of convert() and
// generate_puzzles() selects the one that is written; any other character is kUsage. For some
// output formats, the option accepts fewer characters. In the grid format, '-', '_' and '*' are
// kUsage, because a row of nine such characters can be a line that separates two boards. In the npy
// format and in those of other programs, all except '0' are kUsage.
inline constexpr std::string_view kEmptyCells = ".0*_xX-";

// How cells are written: 81 characters; nine groups of nine with '/' between them, which programs
// that take 81 digits for a number do not round; a list of 81 numbers; a list of nine such rows.
enum class CellShape : std::uint8_t { kText, kGroups, kList, kRows };
// The names of all shapes, in the order of the enumeration: "text", "groups", "list", "rows".
std::span<const std::string_view> cell_shape_names();
std::string_view name_of(CellShape shape);

// The compressions that jobs read and write: gzip (RFC 1952) and zstd (RFC 8878).

enum class Compression : std::uint8_t { kNone, kGzip, kZstd };

struct CompressionOptions {
  Compression kind = Compression::kNone;
  // From 1 (the fastest) to most_level(kind) (the smallest output). 0 stands for the default level,
  // which is 1. Lines of digits compress to nearly the same size at every level (docs/formats.md
  // has the numbers).
  int level = 0;
};

// "none", "gzip" or "zstd".
std::string_view name_of(Compression kind);

// The highest level: 12 for gzip, 19 for zstd, 0 for kNone.
int most_level(Compression kind);

// The compression that the end of a file name stands for: .gz or .zst, in upper or lower case.
// kNone for any other end.
Compression compression_of_output(std::string_view path);

// True if this build of the library reads and writes `kind`.
bool has_compression(Compression kind);

}  // namespace dokumill
