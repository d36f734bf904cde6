#include "cli/slow_reader.hpp"

namespace dokumill::test {
namespace {

constexpr std::string_view kEmptyMarks = "0.*_xX-";
constexpr std::string_view kRemarkBegins = " \t,;:#|";

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// '0' to '9', or nothing.
std::optional<char> cell_of(char byte) {
  if (byte >= '1' && byte <= '9') return byte;
  if (kEmptyMarks.find(byte) != std::string_view::npos) return '0';
  return {};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes one line off the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  std::size_t next = end;
  if (next < text.size()) next += text.substr(next).starts_with("\r\n") ? 2 : 1;
  text.remove_prefix(next);
  return line;
}

std::optional<std::string> line_record(std::string_view line) {
  line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  std::string cells;
  for (const char byte : line.substr(0, 81)) {
    const std::optional<char> cell = cell_of(byte);
    if (!cell) return {};
    cells += *cell;
  }
  if (cells.size() != 81) return {};
  if (line.size() > 81 && kRemarkBegins.find(line[81]) == std::string_view::npos) return {};
  return cells;
}

std::optional<std::string> grid_row(std::string_view line) {
  std::string cells;
  for (const char byte : line) {
    if (is_blank(byte)) continue;
    const std::optional<char> cell = cell_of(byte);
    if (!cell) return {};
    cells += *cell;
  }
  if (cells.size() != 9) return {};
  return cells;
}

ReadRecords read_lines(std::string_view text) {
  ReadRecords records;
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (line.empty() || line.front() == '#') continue;
    records.push_back(line_record(line));
  }
  return records;
}

ReadRecords read_grids(std::string_view text) {
  ReadRecords records;
  while (!text.empty()) {
    const std::string_view first = trimmed(take_line(text));
    if (first.empty() || first.front() == '#') continue;
    // A block: `first` and the lines behind it up to a blank one.
    std::vector<std::string_view> block{first};
    while (!text.empty()) {
      const std::string_view line = trimmed(take_line(text));
      if (line.empty()) break;
      block.push_back(line);
    }
    std::string cells;
    bool bad = false;
    for (const std::string_view line : block) {
      const std::optional<std::string> row = grid_row(line);
      bad = !row;
      if (bad) break;
      cells += *row;
      if (cells.size() == 81) {
        records.emplace_back(cells);
        cells.clear();
      }
    }
    if (bad || !cells.empty()) records.emplace_back();
  }
  return records;
}

// The fields of the row at the begin of the text, which is taken off; nothing if the row cannot be
// cut into fields, and then only its first line is taken off.
std::optional<std::vector<std::string>> take_row(std::string_view& text) {
  std::string_view first_line_off = text;
  take_line(first_line_off);
  std::vector<std::string> fields(1);
  for (std::size_t at = 0;;) {
    if (text.substr(at).starts_with('"')) {
      for (++at;; ++at) {
        if (at >= text.size()) {  // never closed
          text = first_line_off;
          return {};
        }
        if (text[at] == '"' && !text.substr(at + 1).starts_with('"')) break;
        if (text[at] == '"') ++at;
        fields.back() += text[at];
      }
      ++at;
      if (at < text.size() && std::string_view(",\r\n").find(text[at]) == std::string_view::npos) {
        text = first_line_off;
        return {};
      }
    } else {
      const std::size_t end = std::min(text.find_first_of(",\r\n", at), text.size());
      fields.back() += text.substr(at, end - at);
      at = end;
    }
    if (at < text.size() && text[at] == ',') {
      fields.emplace_back();
      ++at;
      continue;
    }
    text.remove_prefix(at);
    take_line(text);
    return fields;
  }
}

ReadRecords read_csv(std::string_view text, std::size_t columns, std::size_t puzzle_column) {
  take_line(text);
  ReadRecords records;
  while (!text.empty()) {
    std::string_view behind = text;
    if (trimmed(take_line(behind)).empty()) {
      text = behind;
      continue;
    }
    const std::optional<std::vector<std::string>> fields = take_row(text);
    if (!fields || fields->size() != columns) {
      records.emplace_back();
      continue;
    }
    std::optional<std::string> cells(std::in_place);
    for (const char byte : trimmed((*fields)[puzzle_column])) {
      const std::optional<char> cell = cell_of(byte);
      if (!cell) cells.reset();
      if (!cells) break;
      *cells += *cell;
    }
    if (cells && cells->size() != 81) cells.reset();
    records.push_back(cells);
  }
  return records;
}

}  // namespace

ReadRecords read_slowly(std::string_view text, Format format, std::size_t columns,
                        std::size_t puzzle_column) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  switch (format) {
    case Format::kLine:
      return read_lines(text);
    case Format::kGrid:
      return read_grids(text);
    case Format::kCsv:
      return read_csv(text, columns, puzzle_column);
  }
  return {};
}

}  // namespace dokumill::test
