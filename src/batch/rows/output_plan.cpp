#include "batch/rows/output_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/platform/files/file_name.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/platform/process/terminal.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "batch/rows/field.hpp"
#include "formats/codec/encoder.hpp"
#include "formats/csv/csv_field.hpp"
#include "formats/detect/header.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

Status usage(std::string message, std::string_view option) {
  return {ErrorCode::kUsage, std::move(message), option};
}

// The name as a field of a csv header, quoted if necessary. (A comma, a semicolon or a tab is
// quoted whatever the separator is, because a reader may guess the separator from the header.)
std::string csv_field(const std::string& name, char separator) {
  std::string field(records::most_field_bytes(name), '\0');
  const char* const end =
      records::write_csv_field(name, std::string(",;\t\r\n") + separator, field.data());
  field.resize(static_cast<std::size_t>(end - field.data()));
  return field;
}

bool needs_file(TextFormat format) {
  return records::format_traits(format).counted_header.value() != nullptr;
}

}  // namespace

Result<CompressionOptions> compression_of(Platform& platform, const JobOptions& options,
                                          const std::string& path, TextFormat format) {
  const Compression named = compression_of_output(path);
  const bool is_parquet = format == TextFormat::kParquet;
  Compression usual = named;
  if (is_parquet) {
    usual = has_compression(Compression::kZstd) ? Compression::kZstd : Compression::kNone;
  }
  const CompressionOptions wanted = options.compression.value_or(CompressionOptions{usual});
  const auto named_refusal = [&](std::string_view what) {
    return usage(format_text("{}: {}", printable_path(path, "<stdout>"), what), "compression");
  };
  if (is_parquet && named != Compression::kNone) {
    return named_refusal(
        "a Parquet file is compressed inside; choose a name that ends in .parquet");
  }
  if (is_parquet && goes_to_terminal(platform, path)) {
    return named_refusal("Parquet is not for a terminal; write it to a file or a pipe");
  }
  if (Status status = codec::check_compression(wanted); !status.ok()) {
    return named == Compression::kNone ? status : named_refusal(status.message());
  }
  if (is_parquet) return wanted;
  if (named != Compression::kNone && named != wanted.kind) {
    return named_refusal(format_text("the name says {}, the compression is {}", name_of(named),
                                     name_of(wanted.kind)));
  }
  if (wanted.kind != Compression::kNone && goes_to_terminal(platform, path)) {
    return named_refusal("compressed output is not for a terminal; write it to a file or a pipe");
  }
  return wanted;
}

OutputPlan OutputPlan::for_records(std::optional<TextFormat> wanted, Rows rows) {
  OutputPlan output{.wanted = wanted,
                    .rows = rows,
                    .input_columns = Columns::kKeepIfTable,
                    .keeps_text = rows == Rows::kAsRead};
  if (rows == Rows::kAsRead) output.only_9x9 = {};
  return output;
}

OutputPlan OutputPlan::for_made(std::optional<TextFormat> wanted, TextFormat usual,
                                std::vector<tables::Column> columns) {
  return {.tabs = Tabs::kNever,
          .wanted = wanted,
          .usual = usual,
          .rows = Rows::kOwn,
          .added = std::move(columns)};
}

std::function<Status(TextFormat)> OutputPlan::needs_words(std::string_view what,
                                                          std::string_view option) {
  return [=](TextFormat asked) {
    if (records::format_traits(asked).has_words) return Status();
    return usage(format_text("{} are written as line, csv, jsonl, parquet or json, not as {}", what,
                             name_of(asked)),
                 option);
  };
}

Status OutputPlan::begin(Platform& platform, const JobOptions& options,
                         const std::string& output_path) {
  path = output_path;
  column_names = options.column_names;
  const OutputName own(path);
  if (name == Name::kIsText) {
    if (Status status = own.check_text(); !status.ok()) return status;
  }
  if (name == Name::kSelects) {
    const auto selected = own.format(wanted, tabs);
    if (!selected.ok()) return selected.status();
    named = *selected;
  }
  if (!usual && named) usual = named;
  format = named.value_or(usual.value_or(TextFormat::kLine));
  header = records::format_traits(format).text_before;
  if (check_format && usual) {
    if (Status status = check_format(format); !status.ok()) return status;
  }
  if (input_columns == Columns::kKeepAsAsked && named && !is_table()) {
    return usage(
        "keep_columns needs csv, jsonl, parquet or json output, but another format was chosen",
        "keep_columns");
  }
  const auto chosen = compression_of(platform, options, path, format);
  if (!chosen.ok()) return chosen.status();
  compression = *chosen;
  cell_shape = options.cell_shape;
  if (usual) {
    if (Status status = check_shape(); !status.ok()) return status;
  }
  return check_file(own, options);
}

Status OutputPlan::check_size(const std::string& input_name) const {
  if (!sized) return {};
  const auto refused = [&](std::string_view why, std::string_view option) {
    return usage(format_text("{}{}the records are {}; {}", input_name,
                             input_name.empty() ? "" : ": ", name_of(sized->shape), why),
                 option);
  };
  if (records::is_of_program(format)) {
    return refused(format_text("the format {} has records of 9x9 only", name_of(format)),
                   "output_format");
  }
  if (!only_9x9.empty()) return refused(only_9x9, "input.size");
  if (input_columns == Columns::kKeepAsAsked) {
    return refused("columns of the input are kept for 9x9 only", "keep_columns");
  }
  if (is_named) return refused("the column of solutions is named for 9x9 only", "solution_column");
  return {};
}

Status OutputPlan::check_shape() const {
  if (!cell_shape) return {};
  if (sized) return usage("lists and other shapes of cells are for 9x9 only", "cell_shape");
  if (rows == Rows::kText) return usage("cell_shape: this job writes no cells", "cell_shape");
  const bool has_lists = is_json() || format == TextFormat::kParquet || format == TextFormat::kNpy;
  std::string_view needed;
  switch (*cell_shape) {
    case CellShape::kText:
      if (format == TextFormat::kNpy || records::is_of_program(format)) needed = "another format";
      break;
    case CellShape::kGroups:
      if (format != TextFormat::kLine && format != TextFormat::kCsv) needed = "csv or line output";
      break;
    case CellShape::kList:
    case CellShape::kRows:
      if (!has_lists) needed = "jsonl, json, parquet or npy output";
      break;
  }
  if (needed.empty()) return {};
  return usage(
      format_text("cells as {} need {}; this is {}", name_of(*cell_shape), needed, name_of(format)),
      "cell_shape");
}

bool OutputPlan::has_cells(const records::Detection& input, std::uint32_t column) const {
  return cell_shape && (column == input.csv.puzzle_column || column == input.csv.solution_column ||
                        column == replaced || records::is_solution_name(input.columns[column]));
}

tables::ColumnType OutputPlan::cells_type() const {
  using enum tables::ColumnType;
  if (cell_shape == CellShape::kList) return kCellList;
  return cell_shape == CellShape::kRows ? kCellRows : kCellText;
}

Status OutputPlan::check_file(const OutputName& own, const JobOptions& options) const {
  if (format == TextFormat::kJson && options.piece) {
    return usage(
        "the outputs of pieces are joined, and a JSON array is complete; write jsonl, and make an "
        "array at the end: jq -s . x.jsonl",
        "output_format");
  }
  if (records::is_of_program(format) && !records::can_be_joined(format) && options.piece) {
    return usage(format_text("the outputs of pieces are joined, and a file in the format {} is "
                             "complete; write lines, and convert them at the end",
                             name_of(format)),
                 "output_format");
  }
  if (!has_words_in_lines || !own.has_puzzles()) return {};
  return usage(format_text("{}: a file with this ending holds puzzles and nothing else; choose "
                           "another name, such as {}",
                           own.shown(), own.with_ending("txt")),
               "output");
}

bool OutputPlan::is_table() const {
  return records::format_traits(format).has_header;
}

Status OutputPlan::resolve(const records::Detection& input, const std::string& input_name) {
  if (name == Name::kSelects && tabs == Tabs::kAsTheInput) {
    if (Status status = OutputName(path).check_tabs(named, input); !status.ok()) return status;
  }
  if (!usual) {
    // npy needs a file, and the output may be a pipe.
    const bool is_possible =
        !needs_file(input.format) && (!check_format || check_format(input.format).ok());
    format = is_possible ? input.format : TextFormat::kLine;
  }
  sized = input.sized;
  if (Status status = check_size(input_name); !status.ok()) return status;
  if (Status status = check_shape(); !status.ok()) return status;
  if (rows == Rows::kText) return rename_columns();
  csv = input.csv;
  if (is_named && !is_table()) {
    return usage(
        format_text("{}: solution_column needs csv, jsonl, parquet or json output; this is {}",
                    input_name, name_of(format)),
        "solution_column");
  }
  if (Status status = check_kept(input, input_name); !status.ok()) return status;
  if (has_text_column) rows_of = TextFormat::kLine;
  if (kept != Kept::kCells) rows_of = kept == Kept::kLines ? TextFormat::kLine : input.format;
  if (kept != Kept::kObjects && is_table()) set_table(input);
  return rename_columns();
}

Status OutputPlan::check_kept(const records::Detection& input, const std::string& input_name) {
  // Other cells of another size are written without what stands beside them.
  if (rows == Rows::kOwn || (sized && rows == Rows::kOtherCells)) return {};
  // To keep objects needs no option, unlike keeping csv columns, because every object has its own
  // member names.
  if (input.format == TextFormat::kJsonl && is_json() && !input.is_empty) {
    kept = Kept::kObjects;
    puzzle_member = input.columns[input.csv.puzzle_column];
    if (cell_shape) {
      cell_members = input.cell_members();
      const bool is_new = is_named && std::ranges::count(cell_members, added.front().name) == 0;
      if (is_new) cell_members.push_back(added.front().name);
    }
    return check_members(input_name);
  }
  if (keeps_text && format == TextFormat::kLine) kept = Kept::kLines;
  if (is_named) {
    if (Status status = find_replaced(input, input_name); !status.ok()) return status;
  }
  if (input_columns == Columns::kKeepAsAsked && input.format != TextFormat::kCsv) {
    const bool can_have_text = keeps_text && rows == Rows::kOtherCells;
    if (!can_have_text || input.format != TextFormat::kLine) {
      const bool has_members = input.format == TextFormat::kJsonl;
      return usage(format_text("{}: keep_columns needs csv {}input, and this is {}; {}", input_name,
                               can_have_text ? "or line " : "", name_of(input.format),
                               has_members ? "jsonl output keeps the members of its objects"
                                           : "csv output has its puzzles without keep_columns"),
                   "keep_columns");
    }
    has_text_column = is_table();
  }
  if (keeps_text && rows == Rows::kOtherCells && input.has_text && is_table()) {
    has_text_column = true;
  }
  if (has_text_column) added = {{.name = "text"}};
  if (input_columns == Columns::kDrop || !is_table()) return {};
  const bool has_answers = rows == Rows::kAnswers;
  if (input.has_columns() || (has_answers && input_columns == Columns::kKeepAsAsked)) {
    kept = Kept::kRows;
  }
  if (!has_answers || replaced) return {};
  for (const auto& [ours, type] : added) {
    for (const std::string& column : input.columns) {
      if (!records::is_same_column(column, ours)) continue;
      if (input_columns == Columns::kKeepIfTable) {
        return usage(format_text("{}: the output has a column '{}' of its own, and there is one "
                                 "already; rename it",
                                 input_name, ours),
                     "");
      }
      const bool can_rename = adds_cells;
      return usage(
          format_text(
              "{}: keep_columns adds a column '{}', and there is one already; {}", input_name, ours,
              can_rename ? "solution_column adds another one, or replaces it" : "rename it"),
          can_rename ? "solution_column" : "keep_columns");
    }
  }
  return {};
}

Status OutputPlan::check_members(const std::string& input_name) const {
  if (rows != Rows::kAnswers) return {};
  for (const auto& [answer, type] : added) {
    if (answer == puzzle_member && adds_cells) {
      return usage(format_text("{}: '{}' is the member of the puzzles; expected another name for "
                               "the solutions",
                               input_name, printable(answer)),
                   "solution_column");
    }
    if (answer == puzzle_member) {
      return usage(
          format_text("{}: '{}' is the member of the puzzles, and the job adds a member of "
                      "this name; rename it",
                      input_name, printable(answer)),
          "");
    }
    if (!is_utf8(answer)) {
      return usage(format_text("solution_column: '{}' is not UTF-8", printable(answer)),
                   "solution_column");
    }
  }
  return {};
}

Status OutputPlan::find_replaced(const records::Detection& input, const std::string& input_name) {
  const std::string& answer = added.front().name;
  if (input_columns == Columns::kDrop || !input.has_columns()) {
    if (!records::is_same_column(answer, "puzzle")) return {};
    return usage("solution_column: 'puzzle' is the column of the puzzles; expected another name",
                 "solution_column");
  }
  for (std::uint32_t column = 0; column < input.columns.size(); ++column) {
    if (!records::is_same_column(input.columns[column], answer)) continue;
    if (replaced) {
      return usage(format_text("{}: several columns have the name of solution_column, '{}'",
                               input_name, answer),
                   "solution_column");
    }
    replaced = column;
  }
  if (replaced != input.csv.puzzle_column) return {};
  return usage(format_text("{}: solution_column '{}' is the column of the puzzles; expected "
                           "another name",
                           input_name, answer),
               "solution_column");
}

Status OutputPlan::resolve() {
  if (Status status = check_size({}); !status.ok()) return status;
  if (is_table()) set_table({});
  return rename_columns();
}

Status OutputPlan::set_columns(std::vector<tables::Column> own) {
  added = std::move(own);
  return resolve();
}

void OutputPlan::set_table(const records::Detection& input) {
  const bool keeps_names = kept == Kept::kRows && input.has_columns();
  const bool adds = !replaced && (rows != Rows::kOtherCells || kept == Kept::kCells);
  columns.clear();
  if (keeps_names) {
    for (std::uint32_t i = 0; i < input.columns.size(); ++i) {
      using enum tables::ColumnType;
      columns.push_back({input.columns[i], has_cells(input, i) ? kCellText : kText});
    }
  } else if (rows != Rows::kOwn) {
    columns.push_back(kPuzzleColumn);
  }
  std::string names;  // of the added columns, in a header
  if (adds) {
    for (const tables::Column& column : added) {
      columns.push_back({std::string(records::without_blanks(column.name)), column.type});
      if (!names.empty() || rows != Rows::kOwn) names += csv.separator;
      names += csv_field(column.name, csv.separator);
    }
  }
  for (tables::Column& column : columns) {
    if (column.type == tables::ColumnType::kCellText) column.type = cells_type();
  }
  if (format != TextFormat::kCsv) return;
  header = keeps_names          ? input.header_line(format, names)
           : rows == Rows::kOwn ? names + '\n'
                                : "puzzle" + names + '\n';
}

Status OutputPlan::rename_columns() {
  const bool waits = rows == Rows::kOwn && added.empty();  // for set_columns()
  if (column_names.empty() || waits) return {};
  if (kept == Kept::kObjects) {
    return usage(
        "jsonl output keeps the objects of jsonl input with their names; write csv or parquet to "
        "give columns other names",
        "column_names");
  }
  if (columns.empty() || (format == TextFormat::kCsv && header.empty())) {
    return usage(
        format_text("only columns of csv, jsonl, json and parquet have names, and this "
                    "output is {}{}",
                    name_of(format), format == TextFormat::kCsv ? " without a header" : ""),
        "column_names");
  }
  std::vector<std::string> names;
  for (const tables::Column& column : columns) names.push_back(column.name);
  for (const ColumnName& other : column_names) {
    if (std::ranges::count(column_names, other.column, &ColumnName::column) != 1) {
      return usage(format_text("two names for the column '{}'", printable(other.column)),
                   "column_names");
    }
    if (std::ranges::count(names, other.column) == 0) {
      return usage(format_text("no column '{}'; the columns of the output are: {}",
                               printable(other.column), printable(joined(names, ", "))),
                   "column_names");
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == other.column) columns[i].name = other.name;
    }
  }
  if (Status status = tables::check_columns(columns, format); !status.ok()) {
    return usage(status.message(), "column_names");
  }
  if (format != TextFormat::kCsv) return {};
  header.clear();
  for (const tables::Column& column : columns) {
    header += csv_field(column.name, csv.separator) + csv.separator;
  }
  header.back() = '\n';
  return {};
}

Status OutputPlan::check_columns() const {
  return tables::has_typed_columns(format) ? tables::check_columns(columns, format) : Status();
}

namespace {

// If a row in the grid format has nine equal characters and the character is one of these, readers
// may take the row for a rule line between boards.
constexpr std::string_view kMarksOfRules = "-_*";

}  // namespace

Status check_empty_cell(char empty_cell) {
  if (kEmptyCells.find(empty_cell) != std::string_view::npos) return {};
  return {ErrorCode::kUsage,
          format_text("empty_cell: expected one of {}, got '{}'", kEmptyCells,
                      printable({&empty_cell, 1})),
          "empty_cell"};
}

Status check_empty_cell(char empty_cell, const OutputPlan& plan, const std::string& name) {
  const bool is_list = tables::is_list(plan.cells_type());
  if ((is_list || plan.format == TextFormat::kNpy) && empty_cell != '0') {
    return {ErrorCode::kUsage,
            format_text("{}{}empty_cell '{}': in {}, an empty cell is the number 0", name,
                        name.empty() ? "" : ": ", empty_cell, is_list ? "lists" : "the npy format"),
            "empty_cell"};
  }
  if (records::is_of_program(plan.format) && empty_cell != '0') {
    return {ErrorCode::kUsage,
            format_text("{}{}empty_cell '{}': the format {} has its own mark of empty cells", name,
                        name.empty() ? "" : ": ", empty_cell, name_of(plan.format)),
            "empty_cell"};
  }
  const bool is_mark = kMarksOfRules.find(empty_cell) != std::string_view::npos;
  if (plan.format != TextFormat::kGrid || !is_mark) return {};
  return {ErrorCode::kUsage,
          format_text("{}{}empty_cell '{}': in the grid format, a row of nine '{}' can be a rule; "
                      "expected one of . 0 x X",
                      name, name.empty() ? "" : ": ", empty_cell, empty_cell),
          "empty_cell"};
}

}  // namespace dokumill::batch
