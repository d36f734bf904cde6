#include "cli/slow_reader.hpp"

#include <algorithm>

namespace dokumill::test {
namespace {

constexpr std::string_view kEmptyMarks = "0.*_xX-";
constexpr std::string_view kRemarkBegins = " \t,;:#|";
constexpr std::string_view kMark = "\xEF\xBB\xBF";

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// Returns '0' to '9', or no value for a byte that is not a cell.
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

// Removes the first line from the text and returns it without its end.
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

// Returns the line from its word number `word` on, or no value if the line has fewer words.
std::optional<std::string_view> from_word(std::string_view line, std::size_t word) {
  line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  for (; word > 1; --word) {
    line = line.substr(std::min(line.find_first_of(" \t,;:|"), line.size()));
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty() && std::string_view(",;:|").find(line[0]) != std::string_view::npos) {
      line.remove_prefix(1);
      line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    }
    if (line.empty()) return {};
  }
  return line;
}

ReadRecords read_lines(std::string_view text, std::size_t word) {
  ReadRecords records;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (line.starts_with(kMark)) line.remove_prefix(kMark.size());
    line = trimmed(line);
    if (line.empty() || line.front() == '#') continue;
    const std::optional<std::string_view> rest = from_word(line, word);
    records.push_back(rest ? line_record(*rest) : std::nullopt);
  }
  return records;
}

// The kind of a line of a grid text, as one letter:
//   C  comment              F  frame
//   K  blank line           G  foreign line, for example a puzzle of 81 cells
//   R  row of nine cells    B  bad row
//   M  row of nine equal    T  title
//      marks (- _ *)        N  title of nine characters
// `cells` has the cells of the kinds R and M as they were written, and `has_bars` is true if such a
// line has `|` or box drawing.
struct Line {
  char kind;
  std::string cells;
  bool has_bars = false;
};

Line line_of(std::string_view text) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  text = trimmed(text);
  if (text.empty()) return {'K', ""};
  if (text.front() == '#') return {'C', ""};
  std::string cells, others, frame;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_blank(text[i])) continue;
    const std::string_view three = text.substr(i, 3);
    if (three >= "\xE2\x94\x80" && three <= "\xE2\x95\xBF" && three.size() == 3 &&
        (static_cast<unsigned char>(three[2]) & 0xC0) == 0x80) {
      frame += '+';
      i += 2;
      continue;
    }
    if (std::string_view("-_*=+|:~").find(text[i]) != std::string_view::npos) {
      frame += text[i];
    } else {
      frame += "???";  // makes `frame` differ from a frame
    }
    if (text[i] == '|') continue;
    (cell_of(text[i]) ? cells : others) += text[i];
  }
  if (others.empty() && cells.size() == 9) {
    const bool is_rule = cells == std::string(9, cells[0]) &&
                         std::string_view("-_*").find(cells[0]) != std::string_view::npos;
    return {is_rule ? 'M' : 'R', cells, frame.find_first_of("+|") != std::string::npos};
  }
  if (frame.size() >= 3 && frame.find('?') == std::string::npos) return {'F', ""};
  const auto is_no_rule = [](char c) { return c != '-' && c != '_' && c != '*'; };
  if (cells.size() >= 41 && std::ranges::count_if(cells, is_no_rule) >= 9) return {'G', ""};
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  const auto strange = static_cast<std::size_t>(std::ranges::count_if(others, begins));
  const std::size_t characters = cells.size() + strange;
  if (characters >= 7 && characters <= 11 && strange <= 2) return {'B', ""};
  const bool is_text = std::ranges::any_of(others, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0;
  });
  if (!is_text && text[0] != '[' && text[0] != '%') return {'B', ""};
  return {characters == 9 ? 'N' : 'T', ""};
}

std::string cells_with_zeros(std::string_view marks) {
  std::string cells;
  for (const char mark : marks) cells += *cell_of(mark);
  return cells;
}

// Finds the boards of a grid text by the letters of its lines.
class Boards {
 public:
  explicit Boards(std::string_view text) {
    while (!text.empty()) {
      lines_.push_back(line_of(take_line(text)));
      kinds_ += lines_.back().kind;
    }
    kinds_ += std::string(20, 'K');  // blank lines after the end change nothing
    lines_.resize(kinds_.size(), {'K', ""});
  }

  ReadRecords records() {
    ReadRecords records;
    for (std::size_t at = 0; at < kinds_.size();) {
      const char kind = kinds_[at];
      if (kind == 'G') records.emplace_back();
      const bool begins = kind == 'R' || (kind == 'M' && !is_rule(at)) ||
                          (kind == 'B' && !is_title(at)) || (kind == 'N' && is_in_letters(at));
      if (begins) {
        records.push_back(take_board(at));
      } else {
        ++at;
      }
    }
    return records;
  }

 private:
  bool has(std::size_t at, std::string_view kinds) const {
    return std::string_view(kinds_).substr(at).starts_with(kinds);
  }
  bool is_row(std::size_t at) const { return kinds_[at] == 'R' || kinds_[at] == 'M'; }

  // Counts the rows that follow line `at`, up to 10. Appends the cells of the first nine to
  // `marks`.
  std::size_t nine_rows_after(std::size_t at, std::string* marks = nullptr) const {
    std::size_t rows = 0;
    for (++at; rows < 10; ++at) {
      const bool is_band_end = (rows == 3 || rows == 6) && kinds_[at - 1] != 'F';
      if (kinds_[at] == 'F' && is_band_end) continue;
      if (!is_row(at) || (rows == 9 && kinds_[at] == 'M')) break;
      if (marks != nullptr && rows < 9) *marks += lines_[at].cells;
      ++rows;
    }
    return rows;
  }
  bool is_ruled(std::size_t at) const { return has(at, "RRRMRRRMRRR") && kinds_[at + 11] != 'R'; }
  bool is_rule(std::size_t at) const {
    std::string marks;
    const std::size_t rows = nine_rows_after(at, &marks);
    std::size_t below = at + 1;
    while (kinds_[below] == 'M' && below < at + 3) ++below;
    const auto is_nine_marks = [](const std::string& cells) {
      return cells == std::string(9, cells[0]) && cells.find_first_of("-_*") == 0;
    };
    // Nine marks of another kind in the place of the ninth row are the next rule.
    const std::string ninth = rows == 9 ? marks.substr(72) : "";
    const bool is_next_rule = rows == 9 && is_nine_marks(ninth) && ninth[0] != lines_[at].cells[0];
    if (is_ruled(below) || (rows == 9 && !is_next_rule)) return true;
    marks.resize(std::min<std::size_t>(marks.size(), 72));
    std::size_t rules = 0;
    for (std::size_t row = 0; row < marks.size(); row += 9) {
      const std::string cells = marks.substr(row, 9);
      const bool is_mark = is_nine_marks(cells);
      if (is_mark) ++rules;
      if (!is_mark && cells.find(lines_[at].cells[0]) != std::string::npos) return false;
    }
    return rules != 8 || (at != 0 && kinds_[at - 1] == 'M');
  }
  bool is_title(std::size_t at) const {
    if (kinds_[at + 1] == 'F') ++at;
    return is_ruled(at + 1) || nine_rows_after(at) == 9;
  }
  bool is_in_letters(std::size_t at) const {
    std::size_t rows = 1, good = 0;
    for (++at; rows < 9; ++at) {
      const bool is_band_end = (rows == 3 || rows == 6) && kinds_[at - 1] != 'F';
      if (kinds_[at] == 'F' && is_band_end) continue;
      if (!is_row(at) && kinds_[at] != 'B' && kinds_[at] != 'N') return false;
      if (is_row(at)) ++good;
      ++rows;
    }
    return good < 7;
  }

  // Reads the record whose first row is line `at`; sets `at` to the first line after the record.
  std::optional<std::string> take_board(std::size_t& at) {
    std::string cells;
    bool bad = false;
    std::size_t rows = 0;
    std::size_t rule = 0;
    std::vector<bool> bars;  // of the rows
    for (; rows < 9; ++at) {
      if (kinds_[at] == 'F' && (rows == 3 || rows == 6) && kinds_[at - 1] != 'F') continue;
      if (rows == 3 && has(at, "MRRRMRRR") && kinds_[at + 8] != 'R' && rule == 0) {
        rule = at + 4;
        continue;
      }
      if (rule != 0 && at == rule) continue;
      const bool is_letters = kinds_[at] == 'N' && (bad || rows == 0);
      if (!is_row(at) && kinds_[at] != 'B' && kinds_[at] != 'C' && !is_letters) return {};
      bad = bad || !is_row(at);
      cells += lines_[at].cells;
      bars.push_back(lines_[at].has_bars);
      ++rows;
    }
    for (std::size_t row = 0; row < 81 && !bad; row += 9) {
      const auto is_lone = [&](const std::string& text) {
        return text == std::string(9, text[0]) && std::string("-_*").find(text[0]) < 3;
      };
      const std::string own = cells.substr(row, 9);
      if (!is_lone(own)) continue;
      bool others = false, same = false;
      for (std::size_t other = 0; other < 81; other += 9) {
        const std::string text = cells.substr(other, 9);
        others = others || !is_lone(text);
        const bool is_drawn_alike = bars[other / 9] || !bars[row / 9];
        same = same || (is_drawn_alike && !is_lone(text) && text.find(own[0]) != std::string::npos);
      }
      bad = others && !same;
    }
    if (!bad) return cells_with_zeros(cells);
    std::size_t end = at;
    while (is_row(end) || kinds_[end] == 'B') ++end;
    if (end - at < 9) at = end;
    return {};
  }

  std::vector<Line> lines_;
  std::string kinds_;
};

// Removes the first row of the text and returns its fields. If the row cannot be split into fields,
// removes only its first line and returns no value.
std::optional<std::vector<std::string>> take_row(std::string_view& text, char separator) {
  std::string_view first_line_off = text;
  take_line(first_line_off);
  const std::string ends = std::string("\r\n") + separator;
  const std::string blanks = separator == '\t' ? " " : " \t";
  std::vector<std::string> fields(1);
  for (std::size_t at = 0;;) {
    const std::size_t quote = std::min(text.find_first_not_of(blanks, at), text.size());
    if (text.substr(quote).starts_with('"')) {
      for (at = quote + 1;; ++at) {
        if (at >= text.size()) {  // the quote is never closed
          text = first_line_off;
          return {};
        }
        if (text[at] == '"' && !text.substr(at + 1).starts_with('"')) break;
        if (text[at] == '"') ++at;
        fields.back() += text[at];
      }
      at = std::min(text.find_first_not_of(blanks, at + 1), text.size());
      if (at < text.size() && ends.find(text[at]) == std::string::npos) {
        text = first_line_off;
        return {};
      }
    } else {
      const std::size_t end = std::min(text.find_first_of(ends, at), text.size());
      fields.back() += text.substr(at, end - at);
      at = end;
    }
    if (at < text.size() && text[at] == separator) {
      fields.emplace_back();
      ++at;
      continue;
    }
    text.remove_prefix(at);
    take_line(text);
    return fields;
  }
}

// REQUIRES: the text begins with its header.
ReadRecords read_csv(std::string_view text, const SlowLayout& layout) {
  std::string_view behind = text;
  take_row(behind, layout.separator);
  std::string_view header = text.substr(0, text.size() - behind.size());
  while (header.ends_with('\n') || header.ends_with('\r')) header.remove_suffix(1);
  text = behind;
  ReadRecords records;
  while (!text.empty()) {
    behind = text;
    if (trimmed(take_line(behind)).empty()) {
      text = behind;
      continue;
    }
    // A repeated header is skipped.
    behind = text;
    if (behind.starts_with(kMark)) behind.remove_prefix(kMark.size());
    if (behind.starts_with(header) && !header.empty()) {
      behind.remove_prefix(header.size());
      if (behind.empty() || behind[0] == '\r' || behind[0] == '\n') {
        take_line(behind);
        text = behind;
        continue;
      }
    }
    const std::optional<std::vector<std::string>> fields = take_row(text, layout.separator);
    if (!fields || fields->size() != layout.columns) {
      records.emplace_back();
      continue;
    }
    std::optional<std::string> cells(std::in_place);
    for (const char byte : trimmed((*fields)[layout.puzzle_column])) {
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

ReadRecords read_slowly(std::string_view text, Format format, const SlowLayout& layout) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  switch (format) {
    case Format::kLine:
      return read_lines(text, layout.word);
    case Format::kGrid:
      return Boards(text).records();
    case Format::kCsv:
      return read_csv(text, layout);
  }
  return {};
}

ReadRecords read_slowly(std::string_view text, Format format, std::size_t columns,
                        std::size_t puzzle_column) {
  return read_slowly(text, format, {columns, puzzle_column});
}

}  // namespace dokumill::test
