#include "formats/import/tables.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/header.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/import_writer.hpp"
#include "formats/import/numbers.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

std::string_view trimmed_field(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

struct TableRow {
  std::uint32_t line = 0;
  CsvRow row;
  std::vector<CsvField> fields;
};

// A text as a table, and what was done to see it as one.
struct Table {
  std::string_view text;
  std::string unquoted;   // the text, if all its lines were one quoted field
  std::size_t begin = 0;  // of the header
  std::uint32_t begin_line = 0;
  char separator = ',';
  Header header;
  std::uint32_t puzzle = 0;  // the column of the puzzles
  ImportWatch* watch = nullptr;
  bool has_separator_line = false;
};

// Calls `take` for each row from `at` on.
template <class Take>
void each_row(const Table& table, std::size_t at, std::uint32_t line, const Take& take) {
  const char* const end = table.text.data() + table.text.size();
  CsvScanner scanner(kCsvRowLimit, table.separator);
  scanner.start();
  TableRow row;
  for (const char* begin = table.text.data() + at; begin != end;) {
    const char* const line_end = find_line_end(begin, end);
    const bool is_empty = skip_blanks(begin, line_end) == line_end;
    row.line = line;
    if (is_empty) {
      row.row = {};
      row.row.text_end = line_end;
    } else {
      row.fields.clear();
      row.row = scanner.scan(begin, end, true, row.fields);
      if (!take(row)) return;
    }
    const auto bytes = static_cast<std::size_t>(row.row.text_end - begin) + 1;
    if (is_stopped_after(table.watch, bytes)) return;
    line += row.row.line_ends + 1;
    begin = row.row.text_end == end ? end : skip_line_end(row.row.text_end, end);
  }
}

// Takes the quotes from lines that are one quoted field each. Returns false if a line is not.
bool unquote_lines(Table& table) {
  std::string lines;
  const char* const end = table.text.data() + table.text.size();
  for (const char* at = table.text.data(); at != end;) {
    const char* const line_end = find_line_end(at, end);
    std::string_view line(at, static_cast<std::size_t>(line_end - at));
    if (is_stopped_after(table.watch, line.size() + 1)) return false;
    line = trimmed_field(line);
    at = line_end == end ? end : skip_line_end(line_end, end);
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
      line = line.substr(1, line.size() - 2);
      if (line.find('"') != std::string_view::npos && line.find("\"\"") == std::string_view::npos) {
        return false;
      }
      lines += unescape({line, true});
    } else if (!line.empty()) {
      return false;
    }
    lines += '\n';
  }
  table.unquoted = std::move(lines);
  table.text = table.unquoted;
  return true;
}

// Excel's first line, which names the separator.
void take_separator_line(Table& table) {
  const char* const begin = table.text.data() + table.begin;
  const char* const end = table.text.data() + table.text.size();
  const char* const line_end = find_line_end(begin, end);
  std::string_view line(begin, static_cast<std::size_t>(line_end - begin));
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
    line = line.substr(1, line.size() - 2);
  }
  if (line.size() != 5 || lower_case(line.substr(0, 4)) != "sep=") return;
  table.has_separator_line = true;
  table.separator = line[4];
  table.begin = line_end == end
                    ? table.text.size()
                    : static_cast<std::size_t>(skip_line_end(line_end, end) - table.text.data());
  ++table.begin_line;
}

// Finds the header and the column of the puzzles. Returns false if the text has none.
bool find_header(Table& table, const ImportOptions& options) {
  const ColumnOptions wanted{options.column, {}};
  std::vector<char> separators(std::begin(kSeparators), std::end(kSeparators));
  if (options.delimiter) separators = {*options.delimiter};
  if (table.has_separator_line) separators = {table.separator};
  const char* const end = table.text.data() + table.text.size();
  const char* begin = table.text.data() + table.begin;
  while (begin != end) {
    const char* const line_end = find_line_end(begin, end);
    if (skip_blanks(begin, line_end) != line_end) break;
    if (is_stopped_after(table.watch, static_cast<std::size_t>(line_end - begin) + 1)) return false;
    begin = line_end == end ? end : skip_line_end(line_end, end);
    ++table.begin_line;
  }
  table.begin = static_cast<std::size_t>(begin - table.text.data());
  if (begin == end) return false;
  for (const char separator : separators) {
    table.separator = separator;
    table.header = read_header(begin, end, true, separator);
    if (table.header.row.end != CsvEnd::kRow || table.header.names.size() > kMostColumns) continue;
    while (table.header.names.size() > 1 && table.header.names.back().empty()) {
      table.header.names.pop_back();
    }
    if (!has_puzzle_name(table.header, wanted)) continue;
    const Result<CsvLayout> layout = choose_columns(table.header, wanted);
    if (!layout.ok()) return false;
    table.puzzle = layout->puzzle_column;
    return true;
  }
  return false;
}

// If the text has no known name, but a column of solutions, the only other column with boards has
// the puzzles.
bool find_column_by_boards(Table& table) {
  for (const char separator : kSeparators) {
    table.separator = separator;
    const char* const begin = table.text.data() + table.begin;
    const char* const end = table.text.data() + table.text.size();
    table.header = read_header(begin, end, true, separator);
    const std::vector<std::string>& names = table.header.names;
    if (table.header.row.end != CsvEnd::kRow || names.size() < 2 || names.size() > kMostColumns ||
        std::ranges::any_of(names,
                            [](const std::string& n) { return read_board_text(n).has_value(); })) {
      continue;
    }
    std::vector<std::uint32_t> boards;
    bool is_first = true;
    each_row(table, table.begin, table.begin_line, [&](const TableRow& row) {
      if (std::exchange(is_first, false)) return true;
      for (std::uint32_t i = 0; i < std::min(row.fields.size(), names.size()); ++i) {
        if (is_solution_name(names[i])) continue;
        if (read_board_text(unescape(row.fields[i]))) boards.push_back(i);
      }
      return false;
    });
    if (boards.size() != 1) continue;
    table.puzzle = boards.front();
    return true;
  }
  return false;
}

// What the numbers in the column of the puzzles show.
Status check_numbers(const Table& table, ShortNumbers& numbers) {
  Status status;
  bool is_header = true;
  each_row(table, table.begin, table.begin_line, [&](const TableRow& row) {
    if (std::exchange(is_header, false)) return true;
    if (row.row.end != CsvEnd::kRow || table.puzzle >= row.fields.size()) return true;
    const std::string field = unescape(row.fields[table.puzzle]);
    numbers.add(trimmed_field(field));
    // A decimal comma can be the separator of the table.
    const CsvField& last =
        row.fields[std::min<std::size_t>(table.puzzle + 1, row.fields.size() - 1)];
    const char* const begin = row.fields[table.puzzle].text.data();
    const std::string_view seen(
        begin, static_cast<std::size_t>(last.text.data() + last.text.size() - begin));
    const std::string_view rounded = rounded_number(seen.substr(0, 100));
    if (rounded.empty()) return true;
    const char* line_begin = rounded.data();
    while (line_begin != table.text.data() && !is_line_end(line_begin[-1])) --line_begin;
    status = {ErrorCode::kInput, format_text(":{}:{}: '{}' {}", row.line + 1,
                                             rounded.data() - line_begin + 1, rounded, kRounded)};
    return false;
  });
  return status;
}

class TableWriter {
 public:
  TableWriter(const Table& table, bool restores_zeros)
      : table_(table), restores_zeros_(restores_zeros) {
    any_.format = TextFormat::kCsv;
  }

  ImportedText write(const ShortNumbers& numbers) {
    bool is_header = true;
    each_row(table_, table_.begin, table_.begin_line, [&](const TableRow& row) {
      if (is_header) {
        write_fields(row, {});
      } else {
        write_row(row);
      }
      is_header = false;
      return true;
    });
    any_.reading = format_text("{} of a table, puzzles in column '{}'", counted(rows_, "row"),
                               printable(table_.header.names[table_.puzzle]));
    if (table_.has_separator_line) any_.reading += ", the line 'sep=' skipped";
    if (!table_.unquoted.empty()) any_.reading += ", every line in quotes";
    if (has_dropped_fields_) any_.reading += ", empty fields after the last column dropped";
    if (rewritten_ != 0)
      any_.reading += format_text(", {} written as 81 cells", counted(rewritten_, "board"));
    if (restores_zeros_) {
      any_.reading += format_text(", zeros restored at the front of {}",
                                  counted(numbers.short_count(), "puzzle"));
    }
    return std::move(any_);
  }

 private:
  void write_row(const TableRow& row) {
    ++rows_;
    const std::size_t columns = table_.header.names.size();
    RecordError fault;
    fault.line = row.line;
    std::size_t fields = row.fields.size();
    while (fields > columns && trimmed_field(row.fields[fields - 1].text).empty()) --fields;
    has_dropped_fields_ = has_dropped_fields_ || fields < row.fields.size();
    if (row.row.end != CsvEnd::kRow) {
      fault.kind = row.row.end == CsvEnd::kTooLong ? RecordErrorKind::kLongCsvRow : row.row.fault;
      if (row.row.fault_at != nullptr) fault.byte = static_cast<std::uint8_t>(*row.row.fault_at);
      return write_malformed(fault);
    }
    if (fields != columns) {
      fault.kind = RecordErrorKind::kColumnCount;
      fault.found = row.fields.size();
      fault.expected = columns;
      return write_malformed(fault);
    }
    std::vector<std::string> cells(columns);
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string text = unescape(row.fields[i]);
      const std::string_view field = trimmed_field(text);
      const bool is_puzzle = i == table_.puzzle;
      const bool is_long = field.size() >= 81;
      if (is_puzzle && restores_zeros_ && field.size() < 81) {
        cells[i] = std::string(81 - field.size(), '0').append(field);
      } else if (is_puzzle || is_long) {
        const auto board = read_board_text(field);
        if (board && field.size() != 81) {
          cells[i].assign(board->data(), board->size());
          std::replace(cells[i].begin(), cells[i].end(), '.', '0');
          ++rewritten_;
        }
        if (is_puzzle && !board) {
          const CellText found = scan_cells(field);
          fault.kind = RecordErrorKind::kPuzzleCells;
          fault.found = found.count;
          if (found.others != 0) {
            fault.kind = RecordErrorKind::kNotACell;
            fault.byte = static_cast<std::uint8_t>(field[found.other]);
          }
          cells[i] = "?";
        }
      }
    }
    if (cells[table_.puzzle] == "?") {
      any_.faults.push_back({static_cast<std::uint32_t>(any_.lines.size()), fault});
    } else {
      ++any_.whole;
    }
    write_fields(row, cells);
  }

  void write_malformed(const RecordError& fault) {
    any_.faults.push_back({static_cast<std::uint32_t>(any_.lines.size()), fault});
    any_.text += "?\n";
    any_.lines.push_back(static_cast<std::uint32_t>(fault.line));
  }

  // `cells`: the new text of each field; an empty text keeps the field.
  void write_fields(const TableRow& row, const std::vector<std::string>& cells) {
    const std::size_t begin = any_.text.size();
    for (std::size_t i = 0; i < table_.header.names.size(); ++i) {
      if (i != 0) any_.text += table_.separator;
      if (i < cells.size() && !cells[i].empty()) {
        any_.text += cells[i];
        continue;
      }
      const std::string_view quote = row.fields[i].is_quoted ? "\"" : "";
      any_.text.append(quote).append(row.fields[i].text).append(quote);
    }
    any_.text += '\n';
    // A field can have line ends.
    for (std::size_t at = begin; at != any_.text.size();) {
      const char* const end = any_.text.data() + any_.text.size();
      const char* const line_end = find_line_end(any_.text.data() + at, end);
      at = static_cast<std::size_t>(skip_line_end(line_end, end) - any_.text.data());
      any_.lines.push_back(row.line);
    }
  }

  const Table& table_;
  bool restores_zeros_;
  ImportedText any_;
  std::uint64_t rows_ = 0;
  std::uint64_t rewritten_ = 0;
  bool has_dropped_fields_ = false;
};

}  // namespace

Result<std::optional<ImportedText>> read_table(std::string_view text,
                                               const ImportOptions& options) {
  if (!options.has_header) return std::optional<ImportedText>();
  Table table;
  table.text = text;
  table.watch = options.watch;
  if (text.starts_with("\xEF\xBB\xBF")) table.begin = 3;
  take_separator_line(table);
  if (!find_header(table, options)) {
    const bool may_be_quoted = !table.has_separator_line && options.column.empty();
    Table unquoted;
    unquoted.text = text;
    unquoted.watch = options.watch;
    if (may_be_quoted && text.starts_with('"') && unquote_lines(unquoted) &&
        find_header(unquoted, options)) {
      table = std::move(unquoted);
      table.text = table.unquoted;
    } else if (!may_be_quoted || !find_column_by_boards(table)) {
      return std::optional<ImportedText>();
    }
  }
  ShortNumbers numbers;
  if (Status status = check_numbers(table, numbers); !status.ok()) return status;
  return std::optional(TableWriter(table, numbers.are_puzzles()).write(numbers));
}

}  // namespace dokumill::records
