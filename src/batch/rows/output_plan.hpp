// OutputPlan: how a job writes its output: the format, the compression, the separator, the columns
// that it keeps and adds. A job says what it can write; the rest is decided once, from the options,
// the name of the output and the detection of the input. All refusals that depend on these are in
// output_plan.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/platform.hpp"
#include "batch/rows/output_name.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"
#include "formats/detect/detect.hpp"
#include "formats/tables/columns.hpp"

namespace dokumill::batch {

struct OutputPlan {
  // What the name of the output says: it selects the format; it must be that of a text; or nothing.
  enum class Name : std::uint8_t { kSelects, kIsText, kIsFree };
  // What the job writes for a record: the record as it was read; the record with other cells; the
  // record and the columns `added`; rows of its own, with the columns `added`; or text that the job
  // prints without a RowWriter, and that is written as it is.
  enum class Rows : std::uint8_t { kAsRead, kOtherCells, kAnswers, kOwn, kText };
  // Whether the output keeps the columns of csv input. With kKeepAsAsked, it is an error if it
  // cannot.
  enum class Columns : std::uint8_t { kDrop, kKeepIfTable, kKeepAsAsked };
  // What the output keeps of the records of the input: nothing but cells, the text of lines, the
  // rows of csv, or the objects of JSON Lines.
  enum class Kept : std::uint8_t { kCells, kLines, kRows, kObjects };

  // What the job can write, and what its options ask for.
  Name name = Name::kSelects;
  // Why the job refuses records of another size than 9x9; empty if it takes them.
  std::string_view only_9x9 = "this job takes records of 9x9 only";
  Tabs tabs = Tabs::kAsTheInput;
  std::optional<TextFormat> wanted = {};  // the option output_format
  // The format if neither the option nor the name selects one. nullopt: that of the input.
  std::optional<TextFormat> usual = {};
  // Refuses formats that the job does not write. If this refuses the format of the input, which
  // was not requested, the job writes lines.
  std::function<Status(TextFormat)> check_format = {};
  Rows rows = Rows::kText;
  Columns input_columns = Columns::kDrop;
  // For kAnswers and kOtherCells, the column `puzzle` comes before these columns, unless the output
  // keeps columns; for kOtherCells, they are written only in this case.
  std::vector<tables::Column> added = {};
  bool adds_cells = false;  // kAnswers: the added column has solutions
  // kAnswers: the first added column was named by the option solution_column. If the input has a
  // column of this name, the output replaces its fields.
  bool is_named = false;
  // The job can keep the text of lines: in lines, and for kOtherCells with kKeepAsAsked also as a
  // column `text` of tables.
  bool keeps_text = false;
  // In the line format, the job writes words or numbers, and not only the cells of puzzles.
  bool has_words_in_lines = false;

  // What begin() and resolve() decide. A job without input sets `sized` before.
  std::optional<records::SizedText> sized = {};  // the records have another size than 9x9
  char sized_empty_cell = '\0';                  // of such records; '\0': the usual one
  std::string path = {};
  std::optional<TextFormat> named = {};   // the format that the option or the name selects
  TextFormat format = TextFormat::kLine;  // of the output
  CompressionOptions compression = {};
  std::optional<CellShape> cell_shape = {};  // JobOptions::cell_shape
  Kept kept = Kept::kCells;
  std::optional<TextFormat> rows_of = {};      // the format of the inputs whose rows are kept
  records::CsvLayout csv = {};                 // of the input; its separator is that of the rows
  bool has_text_column = false;                // the text of lines becomes a column of a table
  std::optional<std::uint32_t> replaced = {};  // kAnswers: the input column that gets the answers
  std::string puzzle_member = {};              // kObjects
  std::vector<std::string> cell_members = {};  // kObjects, with a cell_shape: all with cells
  std::string header = {};                     // with its line end; empty if there is none
  std::vector<tables::Column> columns = {};    // of a table; empty for kObjects and kText
  std::vector<ColumnName> column_names = {};   // JobOptions::column_names

  // The plan of a job that writes records as they were read, or with other cells, and keeps all
  // columns if it can.
  static OutputPlan for_records(std::optional<TextFormat> wanted, Rows rows = Rows::kAsRead);
  // The plan of a job that makes records, with these columns in tables.
  static OutputPlan for_made(std::optional<TextFormat> wanted, TextFormat usual,
                             std::vector<tables::Column> columns);
  // For `check_format`: kUsage if a format has no place for words, which are `what`.
  static std::function<Status(TextFormat)> needs_words(std::string_view what,
                                                       std::string_view option);

  // Decides what does not depend on the input, before an input is opened. Failure: kUsage.
  Status begin(Platform& platform, const JobOptions& options, const std::string& output_path);
  // Decides the rest. `input_name`: for messages. Failure: kUsage.
  Status resolve(const records::Detection& input, const std::string& input_name);

  // Decides the rest for a job without input.
  Status resolve();
  // For kOwn: sets the columns that the job adds, if they depend on the input. Failure: kUsage.
  Status set_columns(std::vector<tables::Column> own);

  // kUsage if the format cannot have these columns. Call it after the columns are set.
  Status check_columns() const;

  // The type of columns with cells.
  tables::ColumnType cells_type() const;
  // True if the rows of all inputs go to one output, so that all must have the same columns.
  bool keeps_columns() const { return kept == Kept::kRows || kept == Kept::kObjects; }

 private:
  bool is_table() const;
  bool is_json() const { return format == TextFormat::kJsonl || format == TextFormat::kJson; }
  Status check_size(const std::string& input_name) const;
  Status check_shape() const;
  // True if the column of the input has cells, of which the output chooses the shape.
  bool has_cells(const records::Detection& input, std::uint32_t column) const;
  Status check_file(const OutputName& own, const JobOptions& options) const;
  Status check_kept(const records::Detection& input, const std::string& input_name);
  Status find_replaced(const records::Detection& input, const std::string& input_name);
  Status check_members(const std::string& input_name) const;
  void set_table(const records::Detection& input);
  // Gives columns the names of column_names, after they are known.
  Status rename_columns();
};

// The compression of an output in `format` that has the name `path`. The pages of a Parquet file
// are compressed, by default with zstd if this build has it, and the file as a whole is not. kUsage
// if this build cannot compress in this way, if the name says otherwise, or if compressed bytes or
// Parquet would go to a terminal.
Result<CompressionOptions> compression_of(Platform& platform, const JobOptions& options,
                                          const std::string& path,
                                          TextFormat format = TextFormat::kLine);

// The character that a job writes for an empty cell.
// kUsage if `empty_cell` is not one of kEmptyCells.
Status check_empty_cell(char empty_cell);
// kUsage if the output does not allow this character. In npy, in lists and in the formats of other
// programs, an empty cell is always the same. In the grid format, '-', '_' and '*' are not allowed,
// because readers could take a row of nine such characters for a rule line between boards. `name`:
// the name of the input, for the message; may be empty.
Status check_empty_cell(char empty_cell, const OutputPlan& plan, const std::string& name);

// The printers write a cell as the character '0' plus its value. Returns the cell value that the
// printers write as `empty_cell`.
inline std::uint8_t empty_value_of(char empty_cell) {
  return static_cast<std::uint8_t>(empty_cell - '0');
}
inline Grid with_empty_value(const Grid& grid, std::uint8_t empty_value) {
  Grid result = grid;
  if (empty_value == 0) return result;
  for (std::uint8_t& cell : result.cells) cell = cell == 0 ? empty_value : cell;
  return result;
}

}  // namespace dokumill::batch
