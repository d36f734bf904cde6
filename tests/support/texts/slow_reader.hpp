// The reference for the reader: a second implementation of the rules of docs/formats.md, written
// for clarity and not for speed. It first cuts the text into lines.
//
// Shares only the types of options and results with src/formats, so that the results can be
// compared. The rules for the lines and boards of a grid text are in slow_grid.hpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "support/texts/read_text.hpp"
#include "support/texts/slow_grid.hpp"
#include "support/texts/slow_text.hpp"

namespace dokumill::testing {

class SlowReader {
 public:
  explicit SlowReader(const records::ReadOptions& options) : options_(options) {}

  ReadText read(const std::string& text) {
    out_ = {};
    const std::vector<std::string> lines = lines_of(text);
    out_.lines = lines.size() - 1;
    switch (options_.format) {
      case TextFormat::kLine:
        for (std::size_t i = 0; i < lines.size(); ++i) read_line(lines[i], i);
        break;
      case TextFormat::kGrid:
        for (const SlowGrid::Record& record : SlowGrid(text).records()) add_board(record);
        for (std::size_t i = 0; i < lines.size(); ++i) add_end_mark(lines[i], i);
        break;
      case TextFormat::kCsv:
        read_csv(text);
        break;
      case TextFormat::kNpy:    // no text; tests/fuzz/npy_fuzz.cpp tests it
      case TextFormat::kJsonl:  // see json_judge.hpp
      default:                  // never an input
        break;
    }
    return out_;
  }

 private:
  using Kind = records::RecordErrorKind;

  bool has_solutions() const {
    return options_.format == TextFormat::kCsv &&
           options_.csv.solution_column != records::kNoColumn;
  }

  static Grid grid_of(const std::vector<int>& cells) {
    Grid grid;
    for (std::size_t i = 0; i < 81; ++i) grid.cells[i] = static_cast<std::uint8_t>(cells[i]);
    return grid;
  }

  // The rows of lines: only good records have a text.
  void keep_lines() {
    if (!options_.keep_rows || options_.format != TextFormat::kLine) return;
    out_.rows.resize(out_.grids.size());
  }
  void add_good(const std::vector<int>& cells, std::size_t line) {
    out_.grids.push_back(grid_of(cells));
    out_.record_lines.push_back(line);
  }
  records::RecordError& add_bad(Kind kind, std::size_t record_line, std::size_t line,
                                std::size_t column = 0) {
    records::RecordError fault;
    fault.kind = kind;
    fault.record = out_.grids.size();
    fault.line = line;
    fault.column = column;
    Grid grid;
    grid.cells.fill('?' - '0');
    out_.grids.push_back(grid);
    out_.record_lines.push_back(record_line);
    out_.faults.push_back(fault);
    if (has_solutions()) out_.solutions.push_back(grid);
    return out_.faults.back();
  }

  void read_line(const std::string& whole, std::size_t number) {
    const bool is_long = whole.size() > 4096;
    const std::string line = whole.substr(0, 4096);
    const std::size_t begin =
        line.find_first_not_of(" \t", line.rfind(kByteOrderMark, 0) == 0 ? 3 : 0);
    if (begin == std::string::npos && !is_long) return;
    if (begin != std::string::npos && line[begin] == '#') return;
    if (add_end_mark(whole, number)) return;
    if (options_.keep_rows && whole.size() > 65536) {
      add_bad(Kind::kLongCsvRow, number, number);
      return keep_lines();
    }
    std::size_t at = begin == std::string::npos ? line.size() : begin;
    for (std::uint32_t word = 1; word < options_.line_word; ++word) {
      bool has_separator = false;
      at = next_word(line, at, has_separator);
      if (at < line.size() || has_separator || is_long) continue;
      records::RecordError& fault = add_bad(Kind::kNoWord, number, number);
      fault.found = word;
      fault.expected = options_.line_word;
      return keep_lines();
    }
    std::vector<int> cells;
    while (at < line.size() && cell_of(line[at]) >= 0) cells.push_back(cell_of(line[at++]));
    const bool is_end = at == line.size();
    const bool is_remark = !is_end && std::string(" \t,;:#|").find(line[at]) != std::string::npos;
    const bool is_good = cells.size() == 81 && (is_remark || (is_end && !is_long));
    if (is_good) {
      add_good(cells, number);
    } else if (is_end && is_long) {
      add_bad(Kind::kLongLine, number, number);
    } else if (is_end || (is_remark && !cells.empty())) {
      std::string all = line.substr(begin);
      all.erase(
          std::remove_if(all.begin(), all.end(), [](char c) { return c == ' ' || c == '\t'; }),
          all.end());
      const bool is_grid_row = all.size() == 9 && std::all_of(all.begin(), all.end(), [](char c) {
                                 return cell_of(c) >= 0;
                               });
      const bool is_told_as_row = is_grid_row && options_.line_word == 1;
      add_bad(Kind::kCellCount, number, number).found = is_told_as_row ? 9 : cells.size();
    } else {
      const Kind kind = cells.size() == 81 ? Kind::kAfterCells : Kind::kNotACell;
      add_bad(kind, number, number, at + 1).byte = static_cast<std::uint8_t>(line[at]);
    }
    keep_lines();
    if (is_good && options_.keep_rows) {
      out_.rows.back() = whole.substr(whole.rfind(kByteOrderMark, 0) == 0 ? 3 : 0);
    }
  }
  // Returns where the next word begins after the word at `at`. Words are separated by blanks or by
  // one of `, ; : |`, with or without blanks around it. Blanks at the end of the line separate
  // nothing.
  static std::size_t next_word(const std::string& line, std::size_t at, bool& has_separator) {
    const auto skip_blanks = [&] { at = std::min(line.find_first_not_of(" \t", at), line.size()); };
    at = std::min(line.find_first_of(" \t,;:|", at), line.size());
    skip_blanks();
    has_separator = at < line.size() && std::string(",;:|").find(line[at]) != std::string::npos;
    if (has_separator) ++at;
    skip_blanks();
    return at;
  }

  void add_board(const SlowGrid::Record& record) {
    if (record.is_good) {
      std::vector<int> cells;
      for (const char c : record.cells) cells.push_back(cell_of(c));
      return add_good(cells, record.line);
    }
    records::RecordError& fault =
        add_bad(record.fault.kind, record.line, record.fault.line, record.fault.column);
    fault.byte = record.fault.byte;
    fault.row = record.fault.row;
    fault.found = record.fault.found;
  }

  // True if the line is an end mark, which is counted.
  bool add_end_mark(const std::string& line, std::size_t number) {
    if (!is_slow_end_mark(line)) return false;
    if (out_.end_marks++ == 0) {
      out_.first_end_mark_line = number;
      out_.first_end_mark = bare_text(line);
    }
    return true;
  }

  // A row as in RFC 4180, but with other separators too, and with blanks around quotes.
  struct Row {
    bool is_good = false;
    std::size_t end = 0;       // the line end of the row or the end of the text
    std::size_t fault_at = 0;  // the byte after a closing quote, or the quote that is not closed
    bool is_open = false;
    struct Field {
      std::size_t begin;
      std::string text;
    };
    std::vector<Field> fields;
  };
  static bool is_end(const std::string& text, std::size_t at) {
    return at == text.size() || text[at] == '\n' || text[at] == '\r';
  }
  // A tab is not a blank if it separates fields.
  bool is_field_blank(char c) const {
    return c == ' ' || (c == '\t' && options_.csv.separator != '\t');
  }
  std::size_t skip_field_blanks(const std::string& text, std::size_t at) const {
    while (at < text.size() && is_field_blank(text[at])) ++at;
    return at;
  }
  Row parse_row(const std::string& text, std::size_t at) const {
    const char separator = options_.csv.separator;
    Row row;
    for (;; ++at) {
      std::string field;
      std::size_t begin = at;
      const std::size_t quote = skip_field_blanks(text, at);
      if (quote < text.size() && text[quote] == '"') {
        begin = quote + 1;
        std::size_t close = text.find('"', begin);
        while (close != std::string::npos && close + 1 < text.size() && text[close + 1] == '"') {
          close = text.find('"', close + 2);
        }
        if (close == std::string::npos) {
          row.fault_at = quote;
          row.is_open = true;
          return row;
        }
        field = text.substr(begin, close - begin);
        at = skip_field_blanks(text, close + 1);
        if (!is_end(text, at) && text[at] != separator) {
          row.fault_at = at;
          return row;
        }
      } else {
        while (!is_end(text, at) && text[at] != separator) ++at;
        field = text.substr(begin, at - begin);
      }
      row.fields.push_back({begin, field});
      if (is_end(text, at)) break;
    }
    row.is_good = true;
    row.end = at;
    return row;
  }
  // The length of a repeated header row at `at`, with or without a byte-order mark; 0 if there is
  // no header row.
  std::size_t repeated_header(const std::string& text, std::size_t at) const {
    if (options_.header_row.empty()) return 0;
    const std::size_t mark = text.compare(at, 3, kByteOrderMark) == 0 ? 3 : 0;
    const std::size_t size = options_.header_row.size();
    const bool is_same = text.compare(at + mark, size, options_.header_row) == 0;
    return is_same && is_end(text, at + mark + size) ? mark + size : 0;
  }

  static std::size_t line_ends(const std::string& text, std::size_t begin, std::size_t end) {
    return lines_of(text.substr(begin, end - begin)).size() - 1;
  }
  // The line and the column of byte `where`, both counted from 0 at `begin`.
  static std::pair<std::size_t, std::size_t> place(const std::string& text, std::size_t begin,
                                                   std::size_t where) {
    const std::vector<std::string> lines = lines_of(text.substr(begin, where - begin));
    return {lines.size() - 1, lines.back().size()};
  }

  void read_csv(const std::string& text) {
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t first_end = at;
      while (!is_end(text, first_end)) ++first_end;
      const std::string first = text.substr(at, first_end - at);
      std::size_t end = first_end;
      if (const std::size_t header = repeated_header(text, at); header != 0) {
        end = at + header;
      } else if (first.size() > 65536) {
        add_bad(Kind::kLongCsvRow, line, line);
        if (options_.keep_rows) out_.rows.emplace_back();
      } else if (!is_blank_text(first)) {
        // Bytes beyond the limit of a row do not change the result.
        const Row row = parse_row(text.substr(at, 65536 + 2), 0);
        const bool has_one_line = row.is_good && at + row.end <= first_end;
        if (row.is_good && (has_one_line || row.end <= 65536)) {
          end = at + row.end;
          add_row(text.substr(at, row.end), row, line);
        } else {
          add_bad_row(text, at, first_end, row, line);
        }
      }
      std::size_t next = end;
      if (next < text.size()) next += text.compare(next, 2, "\r\n") == 0 ? 2 : 1;
      line += line_ends(text, at, next);
      at = next;
    }
  }
  void add_bad_row(const std::string& text, std::size_t at, std::size_t first_end, const Row& row,
                   std::size_t line) {
    if (options_.keep_rows) out_.rows.emplace_back();
    if (!row.is_good && !row.is_open && at + row.fault_at < first_end) {
      add_bad(Kind::kAfterQuote, line, line, row.fault_at + 1).byte =
          static_cast<std::uint8_t>(text[at + row.fault_at]);
      return;
    }
    // Finds the quote that is open at the end of the first line by parsing that line alone.
    const Row first = parse_row(text.substr(at, first_end - at), 0);
    add_bad(Kind::kOpenQuote, line, line, first.fault_at + 1);
  }
  void add_row(const std::string& text, const Row& row, std::size_t line) {
    const bool has_columns = row.fields.size() == options_.csv.columns;
    if (options_.keep_rows) out_.rows.push_back(has_columns ? text : "");
    if (!has_columns) {
      records::RecordError& fault = add_bad(Kind::kColumnCount, line, line);
      fault.found = row.fields.size();
      fault.expected = options_.csv.columns;
      return;
    }
    records::RecordError fault;
    const std::vector<int> cells =
        cells_of(text, row.fields[options_.csv.puzzle_column], Kind::kPuzzleCells, fault);
    if (cells.size() != 81) {
      records::RecordError& bad = add_bad(fault.kind, line, line + fault.line, fault.column);
      bad.byte = fault.byte;
      bad.found = fault.found;
      return;
    }
    add_good(cells, line);
    if (has_solutions()) add_solution(text, row.fields[options_.csv.solution_column], line);
  }
  void add_solution(const std::string& text, const Row::Field& field, std::size_t line) {
    records::RecordError fault;
    const std::vector<int> cells = cells_of(text, field, Kind::kSolutionCells, fault);
    out_.solutions.emplace_back();
    if (cells.size() == 81) {
      out_.solutions.back() = grid_of(cells);
      return;
    }
    out_.solutions.back().cells.fill('?' - '0');
    fault.record = out_.grids.size() - 1;
    fault.line += line;
    out_.solution_faults.push_back(fault);
  }
  // Returns the 81 cells of a field of the row `text`. If the field is not 81 cells, returns no
  // cells and sets `fault`.
  static std::vector<int> cells_of(const std::string& text, const Row::Field& field, Kind count,
                                   records::RecordError& fault) {
    const std::size_t begin = field.text.find_first_not_of(" \t");
    const std::size_t last = field.text.find_last_not_of(" \t");
    std::vector<int> cells;
    for (std::size_t i = begin; i != std::string::npos && i <= last; ++i) {
      if (cell_of(field.text[i]) < 0) {
        const auto [below, column] = place(text, 0, field.begin + i);
        fault.kind = Kind::kNotACell;
        fault.line = below;
        fault.column = column + 1;
        fault.byte = static_cast<std::uint8_t>(field.text[i]);
        return {};
      }
      cells.push_back(cell_of(field.text[i]));
    }
    fault.kind = count;
    fault.found = cells.size();
    if (cells.size() != 81) cells.clear();
    return cells;
  }

  records::ReadOptions options_;
  ReadText out_;
};

}  // namespace dokumill::testing
