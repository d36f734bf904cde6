// The layout in which blanks are empty cells, so that the place of a digit in its line counts.
#include <algorithm>
#include <string>
#include <string_view>

#include "formats/import/characters.hpp"
#include "formats/import/layouts/layouts.hpp"

namespace dokumill::records {
namespace {

using Kind = CharacterKind;

constexpr std::size_t kMostCharacters = 200;

// Each character of a line as one byte: a digit, ' ', '|', or 'x' for any other character, also for
// other marks of empty cells.
std::string places_of(const TextLine& line) {
  std::string places;
  for (const char* at = line.begin; at != line.end && places.size() <= kMostCharacters;) {
    const Character c = character_at(at, line.end);
    places += c.kind == Kind::kDigit   ? c.cell
              : c.kind == Kind::kBlank ? ' '
              : c.kind == Kind::kBar   ? '|'
                                       : 'x';
    at += c.bytes;
  }
  return places;
}

// Appends the characters at the places from, from + step, ... of `part`, and requires blanks at all
// other places. Places after the end of the part are blanks.
bool take_places(std::string_view part, std::size_t from, std::size_t step, std::size_t count,
                 std::string& cells) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    const bool is_place = i >= from && (i - from) % step == 0 && (i - from) / step < count;
    if (!is_place && part[i] != ' ') return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = from + i * step;
    const char c = place < part.size() ? part[place] : ' ';
    if (c == 'x' || c == '|') return false;
    cells += c == ' ' ? '.' : c;
  }
  return true;
}

// Three cells, written as "abc", "a b c" or " a b c ".
bool take_three(std::string_view part, std::size_t width, bool is_first, std::string& cells) {
  if (width == 3) return take_places(part, 0, 1, 3, cells);
  if (width == 5 || (width == 6 && is_first)) return take_places(part, 0, 2, 3, cells);
  return (width == 6 || width == 7) && take_places(part, 1, 2, 3, cells);
}

bool take_one(std::string_view part, std::size_t width, bool is_first, std::string& cells) {
  if (width == 1 || (width == 2 && is_first)) return take_places(part, 0, 1, 1, cells);
  return (width == 2 || width == 3) && take_places(part, 1, 1, 1, cells);
}

// A row with bars between the boxes, or between all cells.
bool take_barred_row(std::string_view places, std::string& cells) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= places.size(); ++i) {
    if (i != places.size() && places[i] != '|') continue;
    parts.push_back(places.substr(begin, i - begin));
    begin = i + 1;
  }
  const auto is_edge = [](std::string_view part) {
    return part.find_first_not_of(' ') == std::string_view::npos;
  };
  const auto is_row = [](std::size_t count) { return count == 3 || count == 9; };
  // The parts before the first and after the last bar are outside of the frame. Without a frame,
  // they are cells.
  if (!is_row(parts.size())) {
    if (!is_row(parts.size() - 2) || !is_edge(parts.front()) || !is_edge(parts.back()))
      return false;
    parts.erase(parts.begin());
    parts.pop_back();
  }
  const std::size_t width = parts[1].size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    const std::size_t own = is_last ? std::max(parts[i].size(), width - 1) : parts[i].size();
    const bool is_taken = parts.size() == 3 ? take_three(parts[i], own, i == 0, cells)
                                            : take_one(parts[i], own, i == 0, cells);
    if (!is_taken) return false;
  }
  return true;
}

}  // namespace

void read_blank_cells(const TextLine& line, char /*separator*/, Sheet& sheet) {
  const std::string places = places_of(line);
  std::string cells;
  const bool has_bars = places.find('|') != std::string::npos;
  if (has_bars) {
    if (!take_barred_row(places, cells)) cells.clear();
  } else if (places.size() == 17 || (places.size() > 9 && places.size() < 17)) {
    if (!take_places(places, 0, 2, 9, cells)) cells.clear();
  } else if (!places.empty() && places.size() <= 9) {
    if (!take_places(places, 0, 1, 9, cells)) cells.clear();
  } else if (places.size() > 40 && places.size() <= 81) {
    if (!take_places(places, 0, 1, 81, cells)) cells.clear();
  }
  if (cells.size() != 9 && cells.size() != 81) return add_other_line(line, sheet);
  sheet.add(line, cells.size() == 9 ? LineKind::kRow : LineKind::kBoard);
  LineItem& item = sheet.items.back();
  item.cells = static_cast<std::uint32_t>(sheet.cells.size());
  item.found = static_cast<std::uint32_t>(cells.size());
  if (!has_bars && places.find_first_not_of(' ') == std::string::npos) item.uniform = ' ';
  if (!has_bars) {
    const std::size_t full = cells.size() == 81 ? 81 : places.size() > 9 ? 17 : 9;
    sheet.blank_cells += static_cast<std::uint64_t>(std::ranges::count(places, ' '));
    sheet.padded_cells += full - std::min(full, places.size());
  }
  sheet.cells += cells;
}

}  // namespace dokumill::records
