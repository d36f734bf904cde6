#include "web/frame_text.hpp"

#include <string>

namespace dokumill::web {
namespace {

// U+2500 to U+257F, the characters of box drawing, are these two bytes and one more.
constexpr std::string_view kBoxDrawing = "\xE2\x94";
constexpr std::string_view kMoreBoxDrawing = "\xE2\x95";

bool is_empty_mark(char c) {
  return std::string_view("0.*_xX").find(c) != std::string_view::npos;
}

// The cells of a line without its frame; nullopt for a line that is no row. `has_frame` becomes
// true where there is some.
std::optional<std::string> cells_of_line(std::string_view line, bool& has_frame) {
  std::string cells;
  bool is_rule = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const std::string_view two = line.substr(i, 2);
    if (two == kBoxDrawing || two == kMoreBoxDrawing) {
      has_frame = true;
      i += 2;
    } else if (c == '|' || c == '+' || c == '=') {
      has_frame = true;
      is_rule = is_rule || c != '|';
    } else if (c == '-') {
      is_rule = true;
    } else if (c >= '1' && c <= '9') {
      cells += c;
    } else if (is_empty_mark(c)) {
      cells += '0';
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return std::nullopt;
    }
  }
  // In a row a '-' is an empty cell, but in a frame it is a line.
  if (is_rule && !cells.empty()) return std::nullopt;
  return cells;
}

}  // namespace

std::optional<Grid> read_frame(std::string_view text) {
  std::string cells;
  bool has_frame = false;
  while (!text.empty() && cells.size() < kCells) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::optional<std::string> row = cells_of_line(text.substr(0, end), has_frame);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!row) return std::nullopt;
    if (row->empty()) continue;
    if (row->size() != 9) return std::nullopt;
    cells += *row;
  }
  if (!has_frame || cells.size() != kCells) return std::nullopt;
  const Result<Grid> grid = parse_grid(cells);
  if (!grid.ok()) return std::nullopt;
  return *grid;
}

}  // namespace dokumill::web
