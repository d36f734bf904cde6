// The table of formats: everything that differs between formats is in one row per format.
//
// A new format needs a value of TextFormat, a row here, and the functions that the row names. If
// any part is missing, this file does not compile. Only one thing that depends on the format is not
// in the table: how detector.cpp guesses the format from the first lines. It judges each line for
// all formats together, because the same line can be the title of a grid or the header of a csv
// input.
//
// Cost: a row has pointers to its functions. Code that runs once per job or chunk calls the
// functions through format_traits(). Code that runs for every record uses with_format(). In
// with_format(), the pointers are constants, so the compiler can inline the functions.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "base/required.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/detect/detect.hpp"
#include "formats/npy/npy_header.hpp"
#include "formats/programs/program_text.hpp"
#include "formats/reader.hpp"
#include "formats/record_text.hpp"

namespace dokumill::records {

// The size of a well-formed record in bytes: the usual size and the smallest size.
struct RecordBytes {
  std::size_t usual;
  std::size_t least;
};

struct FormatTraits {
  Required<TextFormat> format;
  Required<std::string_view> name;     // in options and messages: "line"
  Required<std::string_view> read_as;  // follows "read as" in messages: "lines"
  // The ending of an output's name that selects this format, in lower case and without the dot.
  // Empty: no ending selects the format.
  Required<std::string_view> name_ending;
  Required<std::string_view> media_type;
  Required<RecordBytes> record_bytes;
  // The output is a table: its records have columns with names.
  Required<bool> has_header;
  // A record can have words and numbers, and not only cells.
  Required<bool> has_words;
  // Every record begins with a line end, so that a blank line separates it from the previous
  // record. The writer leaves out this line end for the first record of the output.
  Required<bool> begins_with_line_end;
  // The bytes consist of lines, so a CR before a cut and an LF after the cut are one line end.
  Required<bool> has_lines;
  // Returns a header that states this number of records, the shape of their cells, and the rows of
  // a board (9, or another size); nullptr: the format has no such header. In a format with such a
  // header, all records are equally long, and the length of the header does not depend on the
  // number of records. When the number is known, the writer overwrites the header. So the output
  // must be a file, and no job chooses this format by default.
  Required<std::string (*)(std::uint64_t records, CellShape shape, int size)> counted_header;

  // Finds the first record of an input in this format. The parameters and the result are those of
  // detect().
  Required<Result<std::optional<Detection>> (*)(std::string_view, bool, const DetectOptions&)>
      detect;
  Required<std::unique_ptr<RecordReader> (*)(const ReadOptions&)> make_reader;
  // Returns the last cut of a window. A result of 0 bytes means that a longer window is needed.
  // REQUIRES: the window is not empty, and does not begin between CR and LF.
  Required<ChunkBoundary (*)(std::string_view window, Entry entry, char separator)> find_boundary;
  // Returns the last cut of the text at or before `at`. A piece of a job can end at this cut.
  Required<ChunkBoundary (*)(std::string_view text, std::size_t at, Entry begin, char separator)>
      find_piece;

  // The size of the cells of a record, with the line ends, and the function that writes them. In
  // the formats of other programs, the size is an upper bound.
  Required<std::size_t> cells_bytes;
  Required<char* (*)(const Grid&, char* out)> print_cells;

  // Stands before the first record and after the last one.
  std::string_view text_before = {};
  std::string_view text_after = {};
  // A file has one record, of exactly cells_bytes bytes.
  bool has_one_record = false;
};

// What differs between the formats of other programs.
struct ProgramFormat {
  TextFormat format;
  std::string_view name;
  std::string_view name_ending;
  std::string_view media_type;
  std::size_t cells_bytes;
  char* (*print_cells)(const Grid&, char* out);
  std::string_view text_before = {};
  std::string_view text_after = {};
  bool has_one_record = false;
};

constexpr FormatTraits row_of(const ProgramFormat& program) {
  return {
      .format = program.format,
      .name = program.name,
      .read_as = program.name,
      .name_ending = program.name_ending,
      .media_type = program.media_type,
      .record_bytes = RecordBytes{kLineBytes, kLineBytes},
      .has_header = false,
      .has_words = false,
      .begins_with_line_end = false,
      .has_lines = false,
      .counted_header = nullptr,
      .detect = detect_imported,
      .make_reader = make_no_reader,
      .find_boundary = find_line_boundary,
      .find_piece = find_line_piece,
      .cells_bytes = program.cells_bytes,
      .print_cells = program.print_cells,
      .text_before = program.text_before,
      .text_after = program.text_after,
      .has_one_record = program.has_one_record,
  };
}

inline constexpr std::array<FormatTraits, kTextFormats> kFormatTable{{
    {
        .format = TextFormat::kLine,
        .name = "line",
        .read_as = "lines",
        .name_ending = "",
        .media_type = "text/plain; charset=utf-8",
        .record_bytes = RecordBytes{kLineBytes, kLineBytes},
        .has_header = false,
        .has_words = true,
        .begins_with_line_end = false,
        .has_lines = true,
        .counted_header = nullptr,
        .detect = detect_line,
        .make_reader = make_line_reader,
        .find_boundary = find_line_boundary,
        .find_piece = find_line_piece,
        .cells_bytes = kLineBytes,
        .print_cells = print_line_cells,
    },
    {
        .format = TextFormat::kGrid,
        .name = "grid",
        .read_as = "a grid",
        .name_ending = "",
        .media_type = "text/plain; charset=utf-8",
        // The smallest record: a line end, and nine rows without spaces.
        .record_bytes = RecordBytes{kGridBytes, 1 + 9 * 10},
        .has_header = false,
        .has_words = false,
        .begins_with_line_end = true,
        .has_lines = true,
        .counted_header = nullptr,
        .detect = detect_grid,
        .make_reader = make_grid_reader,
        .find_boundary = find_grid_boundary,
        .find_piece = find_grid_piece,
        .cells_bytes = kGridBytes,
        .print_cells = print_grid_cells,
    },
    {
        .format = TextFormat::kCsv,
        .name = "csv",
        .read_as = "csv",
        .name_ending = "csv",
        .media_type = "text/csv; charset=utf-8",
        .record_bytes = RecordBytes{2 * kLineBytes, kLineBytes},
        .has_header = true,
        .has_words = true,
        .begins_with_line_end = false,
        .has_lines = true,
        .counted_header = nullptr,
        .detect = detect_csv,
        .make_reader = make_csv_reader,
        .find_boundary = find_csv_boundary,
        .find_piece = find_csv_piece,
        .cells_bytes = kLineBytes,
        .print_cells = print_line_cells,
    },
    {
        .format = TextFormat::kJsonl,
        .name = "jsonl",
        .read_as = "JSON Lines",
        .name_ending = "jsonl",
        .media_type = "application/jsonl",
        .record_bytes = RecordBytes{2 * kLineBytes + 32, kLineBytes},
        .has_header = true,
        .has_words = true,
        .begins_with_line_end = false,
        .has_lines = true,
        .counted_header = nullptr,
        .detect = detect_jsonl,
        .make_reader = make_jsonl_reader,
        .find_boundary = find_line_boundary,
        .find_piece = find_line_piece,
        .cells_bytes = kLineBytes,
        .print_cells = print_line_cells,
    },
    {
        .format = TextFormat::kNpy,
        .name = "npy",
        .read_as = "a NumPy array",
        .name_ending = "npy",
        .media_type = "application/octet-stream",
        .record_bytes = RecordBytes{kCells, kCells},
        .has_header = false,
        .has_words = false,
        .begins_with_line_end = false,
        .has_lines = false,
        .counted_header = npy_header,
        .detect = detect_npy,
        .make_reader = make_npy_reader,
        .find_boundary = find_npy_boundary,
        .find_piece = find_npy_piece,
        .cells_bytes = kCells,
        .print_cells = print_npy_cells,
    },
    {
        .format = TextFormat::kParquet,
        .name = "parquet",
        .read_as = "Parquet",
        .name_ending = "parquet",
        .media_type = "application/vnd.apache.parquet",
        .record_bytes = RecordBytes{2 * kLineBytes, kLineBytes},
        .has_header = true,
        .has_words = true,
        .begins_with_line_end = false,
        .has_lines = false,
        .counted_header = nullptr,
        .detect = detect_parquet,
        .make_reader = make_no_reader,
        .find_boundary = find_csv_boundary,
        .find_piece = find_csv_piece,
        .cells_bytes = kLineBytes,
        .print_cells = print_line_cells,
    },
    {
        .format = TextFormat::kJson,
        .name = "json",
        .read_as = "JSON",
        .name_ending = "json",
        .media_type = "application/json",
        .record_bytes = RecordBytes{2 * kLineBytes + 32, kLineBytes},
        .has_header = true,
        .has_words = true,
        .begins_with_line_end = false,
        .has_lines = false,
        .counted_header = nullptr,
        .detect = detect_imported,
        .make_reader = make_no_reader,
        .find_boundary = find_line_boundary,
        .find_piece = find_line_piece,
        .cells_bytes = kLineBytes,
        .print_cells = print_line_cells,
    },
    // OpenSudoku puts games into folders. Without the name of a folder, it fails at the first game.
    row_of({.format = TextFormat::kOpenSudoku,
            .name = "opensudoku",
            .name_ending = "opensudoku",
            .media_type = "application/x-opensudoku",
            .cells_bytes = kOpenSudokuBytes,
            .print_cells = print_opensudoku,
            .text_before = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<opensudoku>\n<name>dokumill</name>\n",
            .text_after = "</opensudoku>\n"}),
    row_of({.format = TextFormat::kSdk,
            .name = "sdk",
            .name_ending = "sdk",
            .media_type = "text/plain; charset=utf-8",
            .cells_bytes = kSdkBytes,
            .print_cells = print_sdk,
            .has_one_record = true}),
    row_of({.format = TextFormat::kKSudoku,
            .name = "ksudoku",
            .name_ending = "ksudoku",
            .media_type = "application/x-ksudoku",
            .cells_bytes = kKSudokuBytes,
            .print_cells = print_ksudoku,
            .has_one_record = true}),
    row_of({.format = TextFormat::kLatex,
            .name = "latex",
            .name_ending = "tex",
            .media_type = "text/x-tex; charset=utf-8",
            .cells_bytes = kLatexBytes,
            .print_cells = print_latex}),
    row_of({.format = TextFormat::kSudokuPad,
            .name = "sudokupad",
            .name_ending = "",
            .media_type = "text/plain; charset=utf-8",
            .cells_bytes = kLinkBytes,
            .print_cells = print_sudokupad}),
    row_of({.format = TextFormat::kFPuzzles,
            .name = "fpuzzles",
            .name_ending = "",
            .media_type = "text/plain; charset=utf-8",
            .cells_bytes = kLinkBytes,
            .print_cells = print_fpuzzles}),
    row_of({.format = TextFormat::kSolo,
            .name = "solo",
            .name_ending = "",
            .media_type = "text/plain; charset=utf-8",
            .cells_bytes = kSoloBytes,
            .print_cells = print_solo}),
}};

static_assert(
    [] {
      for (std::size_t i = 0; i < kFormatTable.size(); ++i) {
        if (kFormatTable[i].format != static_cast<TextFormat>(i)) return false;
      }
      return true;
    }(),
    "the rows are in the order of TextFormat");

inline constexpr const FormatTraits& format_traits(TextFormat format) {
  return kFormatTable[static_cast<std::size_t>(format)];
}

// The importer reads these formats (import/import.hpp), and no RecordReader does.
inline constexpr bool is_imported(TextFormat format) {
  return format >= TextFormat::kJson;
}
inline constexpr bool is_of_program(TextFormat format) {
  return format > TextFormat::kJson;
}

// True if the texts of several outputs in this format, one after the other, are one output. For
// npy, that needs another header.
inline bool can_be_joined(TextFormat format) {
  const FormatTraits& traits = format_traits(format);
  return format != TextFormat::kParquet && format != TextFormat::kJson &&
         traits.text_after.empty() && !traits.has_one_record;
}

// Calls `call` with the index of the format's row, as a constant of type
// std::integral_constant, and returns the result of `call`. REQUIRES: !is_of_program(format).
template <std::size_t kRow = 0, class Call>
inline decltype(auto) with_format(TextFormat format, const Call& call) {
  if constexpr (kRow + 1 < static_cast<std::size_t>(TextFormat::kOpenSudoku)) {
    if (format != kFormatTable[kRow].format) return with_format<kRow + 1>(format, call);
  }
  return call(std::integral_constant<std::size_t, kRow>());
}

}  // namespace dokumill::records
