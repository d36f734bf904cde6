// The rules of docs/formats.md once more, written for clearness: the text is cut into lines first.
//
// Shares nothing with src/records but the types of the answers, so that both can be compared.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "support/read_text.hpp"

namespace dokumill::testing {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\r' || text[i] == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += text[i];
    }
  }
  return lines;  // as many line ends as lines, less one
}

inline bool is_blank_text(const std::string& line) {
  return line.find_first_not_of(" \t") == std::string::npos;
}

// -1 for a byte that is no cell.
inline int cell_of(char c) {
  if (c >= '1' && c <= '9') return c - '0';
  return c != '\0' && std::strchr("0.*_xX-", c) != nullptr ? 0 : -1;
}

class SlowReader {
 public:
  explicit SlowReader(const records::ReadOptions& options) : options_(options) {}

  ReadText read(const std::string& text) {
    out_ = {};
    const std::vector<std::string> lines = lines_of(text);
    out_.lines = lines.size() - 1;
    switch (options_.format) {
      case records::Format::kLine:
        for (std::size_t i = 0; i < lines.size(); ++i) read_line(lines[i], i);
        break;
      case records::Format::kGrid:
        read_grid(lines);
        break;
      case records::Format::kCsv:
        read_csv(text);
        break;
    }
    return out_;
  }

 private:
  using Kind = records::FaultKind;

  bool has_solutions() const {
    return options_.format == records::Format::kCsv &&
           options_.csv.solution_column != records::kNoColumn;
  }

  static Grid grid_of(const std::vector<int>& cells) {
    Grid grid;
    for (std::size_t i = 0; i < 81; ++i) grid.cells[i] = static_cast<std::uint8_t>(cells[i]);
    return grid;
  }

  void add_good(const std::vector<int>& cells, std::size_t line) {
    out_.grids.push_back(grid_of(cells));
    out_.record_lines.push_back(line);
  }
  records::Fault& add_bad(Kind kind, std::size_t record_line, std::size_t line,
                          std::size_t column = 0) {
    records::Fault fault;
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
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos && !is_long) return;
    if (begin != std::string::npos && line[begin] == '#') return;
    std::vector<int> cells;
    std::size_t at = begin == std::string::npos ? line.size() : begin;
    while (at < line.size() && cell_of(line[at]) >= 0) cells.push_back(cell_of(line[at++]));
    const bool is_end = at == line.size();
    const bool is_remark = !is_end && std::string(" \t,;:#|").find(line[at]) != std::string::npos;
    if (cells.size() == 81 && (is_remark || (is_end && !is_long))) {
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
      add_bad(Kind::kCellCount, number, number).found = is_grid_row ? 9 : cells.size();
    } else {
      const Kind kind = cells.size() == 81 ? Kind::kAfterCells : Kind::kNotACell;
      add_bad(kind, number, number, at + 1).byte = static_cast<std::uint8_t>(line[at]);
    }
  }

  void read_grid(const std::vector<std::string>& lines) {
    for (std::size_t at = 0; at < lines.size();) {
      std::size_t end = at;
      while (end < lines.size() && !ends_block(lines[end])) ++end;
      read_block(lines, at, end);
      at = end + 1;
    }
  }
  static bool ends_block(const std::string& line) {
    return line.size() <= 4096 && is_blank_text(line);
  }
  void read_block(const std::vector<std::string>& lines, std::size_t at, std::size_t end) {
    while (at < end) {
      const std::string seen = lines[at].substr(0, 4096);
      const std::size_t text = seen.find_first_not_of(" \t");
      if (text == std::string::npos || seen[text] != '#') break;
      ++at;
    }
    for (int boards = 0; at < end; ++boards, at += 9) {
      std::vector<int> cells;
      for (std::size_t row = 0; row < 9; ++row) {
        if (at + row == end) {
          add_bad(Kind::kRowsLeft, at, at).found = row;
          return;
        }
        if (!read_row(lines[at + row], at, at + row, row + 1, cells)) return;
      }
      if (boards == 1 && out_.joined_blocks++ == 0) out_.first_joined_line = at;
      if (boards != 0 && options_.joined_blocks == records::JoinedBlocks::kMalformed) {
        add_bad(Kind::kNoBlankLine, at, at);
      } else {
        add_good(cells, at);
      }
    }
  }
  bool read_row(const std::string& line, std::size_t record_line, std::size_t number,
                std::size_t row, std::vector<int>& cells) {
    records::Fault* fault = nullptr;
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size() && fault == nullptr && line.size() <= 4096; ++i) {
      if (line[i] == ' ' || line[i] == '\t') continue;
      if (cell_of(line[i]) < 0) {
        fault = &add_bad(Kind::kNotACell, record_line, number, i + 1);
        fault->byte = static_cast<std::uint8_t>(line[i]);
      } else {
        cells.push_back(cell_of(line[i]));
        ++count;
      }
    }
    if (line.size() > 4096) {
      fault = &add_bad(Kind::kLongRow, record_line, number);
    } else if (fault == nullptr && count != 9) {
      fault = &add_bad(Kind::kRowCells, record_line, number);
      fault->found = count;
    }
    if (fault != nullptr) fault->row = static_cast<std::uint32_t>(row);
    return fault == nullptr;
  }

  // A row as RFC 4180 has it.
  struct Row {
    bool is_good = false;
    std::size_t end = 0;       // its line end or the end of the text
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
  static Row parse_row(const std::string& text, std::size_t at) {
    Row row;
    for (;; ++at) {
      std::string field;
      std::size_t begin = at;
      if (at < text.size() && text[at] == '"') {
        begin = at + 1;
        std::size_t close = text.find('"', begin);
        while (close != std::string::npos && close + 1 < text.size() && text[close + 1] == '"') {
          close = text.find('"', close + 2);
        }
        if (close == std::string::npos) {
          row.fault_at = at;
          row.is_open = true;
          return row;
        }
        field = text.substr(begin, close - begin);
        at = close + 1;
        if (!is_end(text, at) && text[at] != ',') {
          row.fault_at = at;
          return row;
        }
      } else {
        while (!is_end(text, at) && text[at] != ',') ++at;
        field = text.substr(begin, at - begin);
      }
      row.fields.push_back({begin, field});
      if (is_end(text, at)) break;
    }
    row.is_good = true;
    row.end = at;
    return row;
  }

  static std::size_t line_ends(const std::string& text, std::size_t begin, std::size_t end) {
    return lines_of(text.substr(begin, end - begin)).size() - 1;
  }
  // The number of the line of byte `where` and its column, both from 0, from `begin` on.
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
      if (first.size() > 65536) {
        add_bad(Kind::kLongCsvRow, line, line);
        if (options_.keep_rows) out_.rows.emplace_back();
      } else if (!is_blank_text(first)) {
        // More bytes than a row may have cannot matter.
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
    // The quote that is open at the end of the first line: the first line alone tells it.
    const Row first = parse_row(text.substr(at, first_end - at), 0);
    add_bad(Kind::kOpenQuote, line, line, first.fault_at + 1);
  }
  void add_row(const std::string& text, const Row& row, std::size_t line) {
    const bool has_columns = row.fields.size() == options_.csv.columns;
    if (options_.keep_rows) out_.rows.push_back(has_columns ? text : "");
    if (!has_columns) {
      records::Fault& fault = add_bad(Kind::kColumnCount, line, line);
      fault.found = row.fields.size();
      fault.expected = options_.csv.columns;
      return;
    }
    records::Fault fault;
    const std::vector<int> cells =
        cells_of(text, row.fields[options_.csv.puzzle_column], Kind::kPuzzleCells, fault);
    if (cells.size() != 81) {
      records::Fault& bad = add_bad(fault.kind, line, line + fault.line, fault.column);
      bad.byte = fault.byte;
      bad.found = fault.found;
      return;
    }
    add_good(cells, line);
    if (has_solutions()) add_solution(text, row.fields[options_.csv.solution_column], line);
  }
  void add_solution(const std::string& text, const Row::Field& field, std::size_t line) {
    records::Fault fault;
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
  // The 81 cells of a field of the row `text`; otherwise fewer, and what is wrong with them.
  static std::vector<int> cells_of(const std::string& text, const Row::Field& field, Kind count,
                                   records::Fault& fault) {
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
