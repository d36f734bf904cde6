#include "formats/import/line_parts.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "formats/detect/header.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/characters.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kHalfBoard = 41;

bool says_something(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The most cells side by side, of digits and the usual marks of empty cells.
std::size_t longest_run(std::string_view line) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : line) {
    run = (c >= '0' && c <= '9') || c == '.' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// Nine fields of at most one character, as in "5,3,,,7,,,,".
bool has_nine_fields(std::string_view line) {
  for (const char separator : {',', ';', '\t', '|', '&'}) {
    if (std::ranges::count(line, separator) != 8) continue;
    std::size_t cells = 0;
    for (const char c : line) cells += c >= '0' && c <= '9' ? 1 : 0;
    return cells != 0 && cells <= 9 && scan_cells(line).others == 0;
  }
  return false;
}

// The line with points in place of the only mark beside its digits, such as o or #. Empty if it has
// several marks, or not the cells of a row or a board.
std::string with_points(std::string_view line) {
  // Words may stand beside a board.
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    if (end - at >= kHalfBoard) line = line.substr(at, end - at);
    at = line.size() == end - at ? line.size() : end + 1;
  }
  std::array<std::size_t, 256> marks = {};
  std::string points;
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at != end;) {
    const Character c = character_at(at, end);
    const auto mark = static_cast<unsigned char>(*at);
    at += c.bytes;
    if (c.kind == CharacterKind::kBlank || c.kind == CharacterKind::kBar ||
        c.kind == CharacterKind::kNothing) {
      continue;
    }
    const bool is_digit = c.kind == CharacterKind::kDigit || mark == '0';
    marks[mark] += is_digit ? 0 : 1;
    points += is_digit ? c.cell : '.';
  }
  const std::size_t mark = *std::ranges::max_element(marks);
  const std::size_t wrong = std::accumulate(marks.begin(), marks.end(), std::size_t{0}) - mark;
  const bool has_digit = points.find_first_not_of('.') != std::string::npos;
  const std::size_t most_wrong = points.size() == 9 ? 0 : 2;
  if (wrong > most_wrong) return {};
  const bool is_row_or_board = points.size() == 9 || points.size() >= kHalfBoard;
  return mark != 0 && has_digit && is_row_or_board ? points : std::string();
}

}  // namespace

std::size_t single_digits(std::string_view line) {
  const auto is_part_of_word = [&](std::size_t at) {
    return at < line.size() && (says_something(line[at]) || line[at] == '.');
  };
  std::size_t digits = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_digit = line[at] >= '1' && line[at] <= '9';
    digits += is_digit && !is_part_of_word(at - 1) && !is_part_of_word(at + 1) ? 1 : 0;
  }
  return digits;
}

bool is_row_with_words(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  return scan_cells(line.substr(0, end)).is_exactly(9) &&
         std::ranges::any_of(line.substr(end), says_something);
}

bool names_puzzle_column(std::string_view line) {
  constexpr std::size_t kMostBytes = 400;
  while (!line.empty() && is_line_end(line.back())) line.remove_suffix(1);
  line = without_blanks(line);
  if (line.size() > kMostBytes) return false;
  for (const std::string_view separator : {",", ";", "\t", "|", "  ", "\" \""}) {
    std::size_t names = 0;
    std::size_t puzzles = 0;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(separator, at), line.size());
      std::string_view name = without_blanks(line.substr(at, end - at));
      while (name.starts_with('"')) name.remove_prefix(1);
      while (name.ends_with('"')) name.remove_suffix(1);
      if (name.find_first_of("()[]{}<>=:") != std::string_view::npos) puzzles = line.size();
      names += name.empty() ? 0 : 1;
      puzzles += is_puzzle_name(name) ? 1 : 0;
      at = end + separator.size();
    }
    if (names > 1 && puzzles == 1) return true;
  }
  return false;
}

// The line without the tags of XML or HTML.
std::string without_tags(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t tag = std::min(line.find('<', at), line.size());
    text += line.substr(at, tag - at);
    at = std::min(line.find('>', tag), line.size() - 1) + 1;
  }
  return text;
}

// True for three rows of boxes or more, and for the cells that KSudoku writes as letters.
bool are_cells_of_elements(std::string_view text) {
  const CellText cells = scan_cells(text);
  const bool has_letters = text.find_first_not_of("_bcdefghij") == std::string_view::npos;
  return (cells.others == 0 && cells.count >= 27) || (has_letters && text.size() >= kHalfBoard);
}

// True for identifiers of Solo, also in its saved games, and paths of puzz.link.
bool has_game_id(std::string_view line) {
  return line.find("3x3:") != std::string_view::npos ||
         line.find("sudoku/9/9/") != std::string_view::npos ||
         (line.starts_with("DESC ") && line.find(':') != std::string_view::npos);
}

LeftOver left_over_kind(std::string_view line) {
  // The mark of an item of YAML or Markdown is no cell.
  if (const std::size_t mark = line.find_first_not_of(" \t");
      mark != std::string_view::npos && line.substr(mark).starts_with("- \"")) {
    line = line.substr(mark + 2);
  }
  if (has_game_id(line)) return LeftOver::kBoard;
  const std::string text =
      without_blanks(line).starts_with('<') ? without_tags(line) : std::string();
  if (!without_blanks(text).empty()) {
    line = text;
    if (are_cells_of_elements(without_blanks(line))) return LeftOver::kBoard;
  }
  const std::string points = with_points(line);
  if (!points.empty()) line = points;
  if (is_comment(line.data(), line.data() + line.size(), line.size())) return LeftOver::kNothing;
  if (std::ranges::none_of(line, says_something)) return LeftOver::kNothing;
  // A longer line is what its beginning is.
  const CellText cells = scan_cells(line.substr(0, kLongestCellText));
  const bool is_many = cells.count >= kHalfBoard && cells.is_near_board();
  if (is_many || longest_run(line) >= kHalfBoard) return LeftOver::kBoard;
  if ((cells.is_exactly(9) && cells.plain != 0) || has_nine_fields(line)) return LeftOver::kRow;
  // Box drawing is beyond ASCII.
  const bool has_words = std::ranges::any_of(
      line, [](char c) { return says_something(c) && static_cast<unsigned char>(c) < 0x80; });
  return has_words || cells.others != 0 ? LeftOver::kWords : LeftOver::kNothing;
}

}  // namespace dokumill::records
