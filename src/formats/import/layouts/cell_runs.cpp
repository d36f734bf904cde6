// The layout in which a board is a run of 81 cells, with any text before and after it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/characters.hpp"
#include "formats/import/layouts/layouts.hpp"

namespace dokumill::records {
namespace {

// A run in a line: its bytes, and where its cells begin in Sheet::cells.
struct CellRun {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::size_t cells = 0;
  bool is_complete = false;  // no cell is empty
};

// Finds the runs of exactly 81 cells. `only_points`: only '0' and '.' are empty cells. HoDoKu
// writes a '+' before a digit that the player has placed.
std::vector<CellRun> runs_of(const TextLine& line, bool only_points, std::string& cells) {
  std::vector<CellRun> runs;
  for (const char* at = line.begin; at != line.end;) {
    const char* const begin = at;
    const std::size_t first = cells.size();
    bool is_complete = true;
    bool is_malformed_mark = true;
    char empty = 0;         // the first byte of the first empty cell
    bool is_mixed = false;  // empty cells have different marks
    while (at != line.end) {
      const Character c = character_at(at, line.end);
      const bool is_digit = c.kind == CharacterKind::kDigit;
      const bool is_empty =
          c.kind == CharacterKind::kEmpty && (!only_points || *at == '0' || *at == '.');
      const bool is_placed = *at == '+' && line.end - at > 1 && at[1] >= '1' && at[1] <= '9';
      if (!is_digit && !is_empty && !is_placed) break;
      if (!is_placed) cells += c.cell;
      is_complete = is_complete && !is_empty;
      is_malformed_mark = is_malformed_mark && *at == '?';
      if (is_empty) {
        const char mark = *at == '.' ? '0' : *at;
        if (empty == 0) empty = mark;
        is_mixed = is_mixed || mark != empty;
      }
      at += c.bytes;
    }
    // 81 question marks stand for a malformed record in our own outputs.
    if (cells.size() - first == 81 && !is_malformed_mark && !is_mixed) {
      runs.push_back({begin, at, first, is_complete});
    } else {
      cells.resize(first);
    }
    if (at == begin) at += character_at(at, line.end).bytes;
  }
  return runs;
}

// The text without the quotes, brackets and separators at its ends. Empty if it has no letter and
// no digit.
std::string_view trimmed_remark(std::string_view text) {
  constexpr std::string_view kTrimmed = " \t'\"`,;:|#=()[]{}";
  const auto says_something = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (std::ranges::none_of(text, says_something)) return {};
  const std::size_t begin = text.find_first_not_of(kTrimmed);
  return text.substr(begin, text.find_last_not_of(kTrimmed) + 1 - begin);
}

std::string remark_of(const TextLine& line, const CellRun& run) {
  const auto text = [](const char* begin, const char* end) {
    return trimmed_remark({begin, static_cast<std::size_t>(end - begin)});
  };
  std::string remark(text(line.begin, run.begin));
  const std::string_view after = text(run.end, line.end);
  if (!remark.empty() && !after.empty()) remark += ' ';
  return remark.append(after);
}

}  // namespace

void read_short_numbers(const TextLine& line, char /*separator*/, Sheet& sheet) {
  std::string_view text = line.text();
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const bool is_number = text.size() >= 41 && text.size() <= 81 &&
                         text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) return add_other_line(line, sheet);
  sheet.numbers.add(text);
  sheet.add(line, LineKind::kBoard);
  sheet.items.back().cells = static_cast<std::uint32_t>(sheet.cells.size());
  sheet.items.back().found = 81;
  sheet.cells.append(81 - text.size(), '.');
  for (const char c : text) sheet.cells += c == '0' ? '.' : c;
}

void read_runs(const TextLine& line, char /*separator*/, Sheet& sheet) {
  // A text has no zero bytes.
  if (line.text().find('\0') != std::string_view::npos) return add_other_line(line, sheet);
  const std::size_t before = sheet.cells.size();
  std::vector<CellRun> runs = runs_of(line, true, sheet.cells);
  if (runs.empty()) runs = runs_of(line, false, sheet.cells);
  if (runs.empty()) {
    sheet.cells.resize(before);
    return add_other_line(line, sheet);
  }
  // Complete boards after a puzzle are its solution. Otherwise the line is a list of boards.
  const bool has_solution =
      runs.size() > 1 && !runs.front().is_complete &&
      std::all_of(runs.begin() + 1, runs.end(), [](const CellRun& run) { return run.is_complete; });
  if (has_solution) runs.resize(1);
  for (const CellRun& run : runs) {
    sheet.add(line, LineKind::kBoard);
    sheet.items.back().cells = static_cast<std::uint32_t>(run.cells);
    sheet.items.back().found = 81;
    if (runs.size() > 1) continue;
    std::string remark = remark_of(line, run);
    if (remark.empty()) continue;
    sheet.remarks.emplace_back(static_cast<std::uint32_t>(sheet.items.size() - 1),
                               std::move(remark));
  }
}

}  // namespace dokumill::records
