#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "formats/csv/csv_field.hpp"
#include "formats/detect/header.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/numbers.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

// How the rows of a table are written.
struct TableShape {
  char separator = ',';             // of fields; ' ' stands for any number of blanks
  bool has_bars = false;            // fields between bars, as csvlook and Markdown write them
  bool is_in_quotes = false;        // each line is one quoted field
  bool is_short = false;            // the header lacks the name of the first column (R)
  std::size_t begin = 0;            // of the header
  bool has_separator_line = false;  // Excel's line "sep=;" stands before it
  std::vector<std::string> names;
  std::uint32_t puzzle = 0;     // the column of the puzzles
  bool restores_zeros = false;  // that a spreadsheet cut off at the front of the puzzles

  // csv of other separators is written with theirs.
  char written() const { return has_bars || separator == ' ' ? ',' : separator; }
  bool is_csv() const { return !has_bars && separator != ' '; }
};

struct TableRow {
  TableRow() = default;
  TableRow(const TableRow&) = delete;  // the fields are parts of `unquoted`
  TableRow& operator=(const TableRow&) = delete;

  std::size_t begin = 0;
  std::size_t end = 0;  // before its line end
  CsvRow row;
  std::vector<CsvField> fields;  // parts of the text or of `unquoted`
  std::string unquoted;          // a line in quotes, without them
};

bool is_ruler(std::string_view line) {
  return line.find_first_not_of("-=+|: \t") == std::string_view::npos &&
         line.find_first_of("-=") != std::string_view::npos;
}

// The number of rows, which databases print below a table.
bool is_footer(std::string_view line) {
  const std::string_view text = line.substr(line.starts_with('(') ? 1 : 0);
  const std::string_view words =
      text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
  return words.size() != text.size() &&
         (words.starts_with(" row)") || words.starts_with(" rows)") ||
          words.starts_with(" row in set") || words.starts_with(" rows in set"));
}

// A cell in Markdown can be emphasized, or code.
std::string_view without_emphasis(std::string_view field) {
  for (const std::string_view mark : {"`", "**"}) {
    const bool is_inside =
        field.size() > 2 * mark.size() && field.starts_with(mark) && field.ends_with(mark);
    if (is_inside) field = field.substr(mark.size(), field.size() - 2 * mark.size());
  }
  return field;
}

// The fields between bars or blanks.
void split_words(std::string_view line, bool has_bars, std::vector<CsvField>& fields) {
  line = without_blanks(line);
  if (has_bars && line.starts_with('|')) line.remove_prefix(1);
  if (has_bars && line.ends_with('|')) line.remove_suffix(1);
  while (!line.empty()) {
    const bool is_quoted = !has_bars && line.front() == '"';
    std::size_t end = has_bars    ? line.find('|')
                      : is_quoted ? line.find('"', 1)
                                  : line.find_first_of(" \t");
    if (is_quoted) {
      const std::string_view inside = line.substr(1, std::min(end, line.size()) - 1);
      fields.push_back({inside, true});
      end = end == std::string_view::npos ? end : end + 1;
    } else {
      fields.push_back({without_blanks(line.substr(0, end)), false});
    }
    if (end >= line.size()) return;
    line.remove_prefix(has_bars ? end + 1 : end);
    if (!has_bars) line = without_blanks(line);
  }
}

// Reads the rows of a table from `shape.begin` on.
class TableRows {
 public:
  TableRows(std::string_view text, const TableShape& shape, ImportWatch* watch)
      : text_(text),
        shape_(shape),
        lines_(text.substr(shape.begin), watch),
        scanner_(kCsvRowLimit, shape.separator) {
    scanner_.start();
  }

  // Returns false after the last row, or if the watch stops the reading.
  bool next(TableRow& row) {
    for (std::string_view line; lines_.next(line);) {
      row.begin = static_cast<std::size_t>(line.data() - text_.data());
      row.end = row.begin + line.size();
      row.row = {};
      row.row.text_end = line.data() + line.size();
      row.fields.clear();
      if (without_blanks(line).empty() || is_footer(without_blanks(line))) continue;
      // A ruler below the header of one column is no puzzle of dashes.
      const bool is_first = ++lines_with_text_ == 2;
      if (is_first && line.size() >= kLeastRuler && is_ruler(line)) continue;
      if (shape_.is_csv() && !shape_.is_in_quotes) return take_csv(line, row);
      // The scanner of csv has the same limit.
      if (line.size() > kCsvRowLimit) {
        row.row.end = CsvEnd::kTooLong;
        return true;
      }
      if (shape_.is_in_quotes) return take_quoted(line, row);
      if (is_ruler(line)) continue;
      split_words(line, shape_.has_bars, row.fields);
      return true;
    }
    return false;
  }

 private:
  bool take_quoted(std::string_view line, TableRow& row) const {
    line = without_blanks(line);
    if (line.size() < 2 || line.front() != '"' || line.back() != '"') return false;
    row.unquoted = unescape({line.substr(1, line.size() - 2), true});
    row.row = scan_csv_row(row.unquoted.data(), row.unquoted.data() + row.unquoted.size(), true,
                           row.fields, shape_.separator);
    return true;
  }

  // A row of csv can have several lines.
  bool take_csv(std::string_view line, TableRow& row) {
    const char* const end = text_.data() + text_.size();
    row.row = scanner_.scan(line.data(), end, true, row.fields);
    const char* const row_end = row.row.text_end;
    row.end = static_cast<std::size_t>(row_end - text_.data());
    lines_.go_to(row_end == end ? end : skip_line_end(row_end, end));
    return true;
  }

  static constexpr std::size_t kLeastRuler = 3;

  std::string_view text_;
  const TableShape& shape_;
  TextLines lines_;
  CsvScanner scanner_;
  std::size_t lines_with_text_ = 0;
};

void write_field(const CsvField& field, const TableShape& shape, std::string& out) {
  if (shape.is_csv()) {
    const std::string_view quote = field.is_quoted ? "\"" : "";
    out.append(quote).append(field.text).append(quote);
    return;
  }
  const std::size_t begin = out.size();
  out.resize(begin + most_field_bytes(field.text));
  const char* const end = write_csv_field(field.text, ",\"", out.data() + begin);
  out.resize(static_cast<std::size_t>(end - out.data()));
}

// Reads a table into a sink.
class TableReader {
 public:
  TableReader(std::string_view text, const TableShape& shape, BoardSink& sink)
      : shape_(shape), sink_(sink), rows_(text, shape, sink.watch()) {}

  void run() {
    sink_.pass({0, shape_.begin});
    if (!rows_.next(row_)) return;
    std::string header = shape_.is_short ? std::string("row") + shape_.written() : std::string();
    for (std::size_t i = 0; i + (shape_.is_short ? 1U : 0U) < shape_.names.size(); ++i) {
      if (i != 0) header += shape_.written();
      write_field(row_.fields[i], shape_, header);
    }
    sink_.write_header(header, {row_.begin, row_.end});
    while (rows_.next(row_)) take_row();
  }

 private:
  TextPart part() const { return {row_.begin, row_.end}; }

  void take_row() {
    const std::size_t columns = shape_.names.size();
    std::size_t fields = row_.fields.size();
    while (fields > columns && without_blanks(row_.fields[fields - 1].text).empty()) --fields;
    RecordError fault;
    if (row_.row.end != CsvEnd::kRow) {
      fault.kind = row_.row.end == CsvEnd::kTooLong ? RecordErrorKind::kLongCsvRow : row_.row.fault;
      if (row_.row.fault_at != nullptr) fault.byte = static_cast<std::uint8_t>(*row_.row.fault_at);
      return sink_.add_damaged(fault, row_.begin, part(), false);
    }
    if (fields != columns) {
      fault.kind = RecordErrorKind::kColumnCount;
      fault.found = row_.fields.size();
      fault.expected = columns;
      return sink_.add_damaged(fault, row_.begin, part(), false);
    }
    words_.clear();
    std::optional<BoardCells> puzzle;
    for (std::size_t i = 0; i < columns; ++i) {
      if (i != 0) words_ += shape_.written();
      const std::string text = unescape(row_.fields[i]);
      std::string_view field = without_emphasis(without_blanks(text));
      const bool is_puzzle = i == shape_.puzzle;
      std::string restored;
      if (is_puzzle && shape_.restores_zeros && field.size() < 81) {
        field = restored = std::string(81 - field.size(), '0').append(field);
      }
      const bool may_be_board = is_puzzle || field.size() >= 81;
      const auto board = may_be_board ? read_board_text(field) : std::nullopt;
      if (is_puzzle) puzzle = board;
      if (board && (text.size() != 81 || !restored.empty() || sink_.is_from_zero())) {
        BoardCells cells = *board;
        if (sink_.is_from_zero()) count_from_one(cells);
        for (const char cell : cells) words_ += cell == '.' ? '0' : cell;
      } else if (is_puzzle && !board) {
        const CellText found = scan_cells(field);
        fault.kind = RecordErrorKind::kPuzzleCells;
        fault.found = found.count;
        if (found.others != 0) {
          fault.kind = RecordErrorKind::kNotACell;
          fault.byte = static_cast<std::uint8_t>(field[found.other]);
        }
        words_ += '?';
      } else {
        write_field(row_.fields[i], shape_, words_);
      }
    }
    if (!puzzle) return sink_.add_damaged(fault, row_.begin, part(), false, words_);
    sink_.add(*puzzle, part(), words_);
  }

  const TableShape& shape_;
  BoardSink& sink_;
  TableRows rows_;
  TableRow row_;
  std::string words_;
};

// Excel's first line, which names the separator.
void take_separator_line(std::string_view text, TableShape& shape) {
  const std::size_t end = std::min(text.find_first_of("\r\n", shape.begin), text.size());
  std::string_view line = text.substr(shape.begin, end - shape.begin);
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
    line = line.substr(1, line.size() - 2);
  }
  if (line.size() != 5 || lower_case(line.substr(0, 4)) != "sep=") return;
  shape.has_separator_line = true;
  shape.separator = line[4];
  shape.begin = end;
}

bool is_plain_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' ||
           c == '_' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
}

// Reads the header, and compares it with the first row. Returns false if this is no table.
bool read_header(std::string_view text, const ImportOptions& options, TableShape& shape) {
  TableRows rows(text, shape, options.watch);
  TableRow header;
  TableRow first;
  if (!rows.next(header) || header.row.end != CsvEnd::kRow) return false;
  const bool has_rows = rows.next(first);
  for (const CsvField& field : header.fields) {
    shape.names.emplace_back(without_blanks(unescape(field)));
  }
  while (shape.names.size() > 1 && shape.names.back().empty()) shape.names.pop_back();
  if (shape.names.size() > kMostColumns || shape.names.empty()) return false;
  if (has_rows && first.fields.size() == shape.names.size() + 1 && options.column.empty() &&
      !without_blanks(first.fields.back().text).empty()) {
    shape.is_short = true;
    shape.names.insert(shape.names.begin(), "row");
  }
  Header named;
  named.names = shape.names;
  const ColumnOptions wanted{options.column, {}};
  if (has_puzzle_name(named, wanted)) {
    const Result<CsvLayout> layout = choose_columns(named, wanted);
    if (layout.ok()) shape.puzzle = layout->puzzle_column;
    return layout.ok();
  }
  // If no name is known, the only column with boards that are no solutions has the puzzles.
  const bool has_boards = std::ranges::any_of(shape.names, [](const std::string& name) {
    return name.size() >= 41 && name.find(' ') == std::string::npos;
  });
  if (!options.column.empty() || shape.names.size() < 2 || has_boards || !has_rows ||
      shape.is_short) {
    return false;
  }
  std::size_t boards = 0;
  for (std::uint32_t i = 0; i < std::min(first.fields.size(), shape.names.size()); ++i) {
    if (is_solution_name(shape.names[i]) || !read_board_text(unescape(first.fields[i]))) continue;
    shape.puzzle = i;
    ++boards;
  }
  return boards == 1 && is_plain_name(shape.names[shape.puzzle]);
}

// What the numbers in the column of the puzzles show.
Status check_numbers(std::string_view text, const TableShape& shape, ImportWatch* watch,
                     ShortNumbers& numbers) {
  TableRows rows(text, shape, watch);
  TableRow row;
  for (bool is_header = true; rows.next(row);) {
    if (std::exchange(is_header, false)) continue;
    if (row.row.end != CsvEnd::kRow || shape.puzzle >= row.fields.size()) continue;
    const std::string field = unescape(row.fields[shape.puzzle]);
    numbers.add(without_blanks(field));
    if (shape.is_in_quotes) continue;
    // A decimal comma can be the separator of the table.
    const CsvField& last =
        row.fields[std::min<std::size_t>(shape.puzzle + 1, row.fields.size() - 1)];
    const char* const begin = row.fields[shape.puzzle].text.data();
    const std::string_view seen(
        begin, static_cast<std::size_t>(last.text.data() + last.text.size() - begin));
    const std::string_view rounded = rounded_number(seen.substr(0, 100));
    if (!rounded.empty()) return refuse_rounded(text, rounded);
  }
  return {};
}

std::string words_of(const TableShape& shape) {
  std::string words = format_text("puzzles in column '{}'", printable(shape.names[shape.puzzle]));
  if (shape.has_separator_line) words += ", the line 'sep=' skipped";
  if (shape.is_in_quotes) words += ", every line in quotes";
  if (shape.restores_zeros) words += ", zeros restored at the front of puzzles";
  return words;
}

}  // namespace

void propose_tables(std::string_view text, const ImportOptions& options,
                    std::vector<Proposal>& proposals) {
  if (!options.has_header) return;
  TableShape start;
  if (text.starts_with("\xEF\xBB\xBF")) start.begin = 3;
  take_separator_line(text, start);
  const auto propose = [&](TableShape shape) {
    if (!read_header(text, options, shape)) return;
    ShortNumbers numbers;
    Proposal proposal;
    proposal.has_structure = true;
    proposal.refusal = check_numbers(text, shape, options.watch, numbers);
    shape.restores_zeros = numbers.are_puzzles();
    proposal.format = TextFormat::kCsv;
    proposal.noun = "row{s} of a table";
    proposal.words = words_of(shape);
    if (!is_puzzle_name(shape.names[shape.puzzle])) proposal.column = shape.names[shape.puzzle];
    proposal.name = format_text("table-{}", shape.names[shape.puzzle]);
    if (proposal.refusal.ok()) {
      const auto shared = std::make_shared<TableShape>(std::move(shape));
      proposal.read = [shared](std::string_view all, BoardSink& sink) {
        TableReader(all, *shared, sink).run();
      };
    }
    proposals.push_back(std::move(proposal));
  };
  const auto with = [&](char separator, bool has_bars, bool is_in_quotes) {
    TableShape shape = start;
    shape.separator = separator;
    shape.has_bars = has_bars;
    shape.is_in_quotes = is_in_quotes;
    return shape;
  };
  if (start.has_separator_line) return propose(start);
  if (options.delimiter) return propose(with(*options.delimiter, false, false));
  const bool may_be_quoted = text.substr(start.begin).starts_with('"');
  for (const char separator : kSeparators) {
    propose(with(separator, false, false));
    if (may_be_quoted) propose(with(separator, false, true));
  }
  propose(with('|', true, false));
  propose(with(' ', false, false));
}

}  // namespace dokumill::records
