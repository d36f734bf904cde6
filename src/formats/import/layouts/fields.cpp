// Layouts with a field for each cell, and with the candidates of each cell.
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/text/lower_case.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/layouts/layouts.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kMostFields = 83;

// Removes outer blanks, quotes, and the marks with which spreadsheets keep a number as text.
std::string_view inside_of(std::string_view field) {
  const auto trim = [&field] {
    while (!field.empty() && is_blank(field.front())) field.remove_prefix(1);
    while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
  };
  trim();
  for (const char quote : {'"', '\''}) {
    if (field.size() < 2 || field.front() != quote || field.back() != quote) continue;
    field = field.substr(1, field.size() - 2);
    trim();
  }
  return field;
}

// The cell that a field stands for: a digit, '.', or 0 if it is no cell.
char cell_of_field(std::string_view field) {
  if (field.empty() || field == "-1") return '.';
  const Character c = character_at(field.data(), field.data() + field.size());
  if (c.bytes == field.size()) return c.cell;
  // A table with missing values writes its whole numbers with a fraction.
  if (field.size() == 3 && field.substr(1) == ".0") return c.cell;
  constexpr std::string_view kMissing[] = {"null", "none", "nan", "na", "nil"};
  const std::string word = field.size() <= 4 ? lower_case(field) : std::string();
  return std::ranges::find(kMissing, word) != std::end(kMissing) ? '.' : '\0';
}

// The number of a label such as "3", "C", "r3" or "10"; or else -1.
std::int16_t label_of_field(std::string_view field) {
  if (field.size() == 1) {
    const char letter = static_cast<char>(field[0] | 0x20);
    if (letter >= 'a' && letter <= 'i') return static_cast<std::int16_t>(letter - 'a' + 1);
  }
  if (field.size() > 1 && (field[0] == 'r' || field[0] == 'R')) field.remove_prefix(1);
  std::int16_t number = -1;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return error == std::errc() && end == field.data() + field.size() ? number : std::int16_t{-1};
}

// Calls `take` for each field of a line. A blank as the separator stands for blanks and bars.
template <class Take>
void each_field(const TextLine& line, char separator, const Take& take) {
  const char* at = line.begin;
  if (separator == ' ') {
    while (at != line.end) {
      const Character c = character_at(at, line.end);
      if (c.kind == CharacterKind::kBlank || c.kind == CharacterKind::kBar) {
        at += c.bytes;
        continue;
      }
      const char* const begin = at;
      while (at != line.end) {
        const Character next = character_at(at, line.end);
        if (next.kind == CharacterKind::kBlank || next.kind == CharacterKind::kBar) break;
        at += next.bytes;
      }
      take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
    }
    return;
  }
  while (true) {
    const char* const field_end = std::find(at, line.end, separator);
    take(std::string_view(at, static_cast<std::size_t>(field_end - at)));
    if (field_end == line.end) return;
    at = field_end + 1;
  }
}

// True if the fields count up by one, as the names of columns do: from 0 or 1, or from the letter
// A.
bool counts_up(const std::vector<std::int16_t>& numbers, std::size_t from) {
  if (numbers.size() < from + 9 || numbers[from] < 0 || numbers[from] > 1) return false;
  for (std::size_t i = from + 1; i < numbers.size(); ++i) {
    if (numbers[i] != numbers[i - 1] + 1) return false;
  }
  return true;
}

bool is_width(std::size_t fields) {
  return fields == 9 || fields == 81;
}

}  // namespace

void read_fields(const TextLine& line, char separator, Sheet& sheet) {
  std::string cells;
  std::vector<std::int16_t> numbers;
  std::uint32_t all = 0;  // fields
  std::size_t wrong = 0;  // fields that are no cells
  std::string_view first_wrong;
  std::size_t empty = 0;
  bool is_first_wrong = false;
  bool is_last_empty = false;
  each_field(line, separator, [&](std::string_view text) {
    ++all;
    const std::string_view field = inside_of(text);
    const char cell = cell_of_field(field);
    if (cell == 0) {
      if (wrong == 0) first_wrong = field;
      is_first_wrong = is_first_wrong || cells.empty();
      ++wrong;
    }
    empty += field.empty() ? 1 : 0;
    is_last_empty = field.empty();
    if (cells.size() > kMostFields) return;
    cells += cell == 0 ? '.' : cell;
    numbers.push_back(label_of_field(field));
  });
  const std::size_t fields = cells.size();  // kMostFields + 1 stands for any larger number
  const bool has_label =
      fields > 1 && is_width(fields - 1) && (wrong == 0 || (wrong == 1 && is_first_wrong));
  const bool names_columns = counts_up(numbers, 0) || counts_up(numbers, 1);
  if (names_columns && fields >= 9 && (wrong != 0 || has_label)) {
    return sheet.add(line, LineKind::kText);
  }
  if (!(is_width(fields) && wrong == 0) && !has_label) {
    add_other_line(line, sheet);
    LineItem& item = sheet.items.back();
    const bool is_like_a_row = fields >= 7 && fields <= 11 && wrong <= 2;
    const bool is_like_a_board = fields >= 41 && wrong <= fields / 8;
    if (item.kind == LineKind::kComment || item.kind == LineKind::kFrame) return;
    if (fields >= 9 && wrong * 2 > fields) item.kind = LineKind::kText;  // names of columns
    if (is_like_a_row || is_like_a_board) {
      item.kind = is_like_a_row ? LineKind::kBroken : LineKind::kNearly;
      item.found = all;
      item.has_nine = fields == 9;
      item.column = wrong == 0 ? 0 : line.column_of(first_wrong.data());
      item.byte = wrong == 0 ? '\0' : first_wrong.front();
    }
    return;
  }
  sheet.add(line, has_label     ? LineKind::kLabelled
                  : fields == 9 ? LineKind::kRow
                                : LineKind::kBoard);
  LineItem& item = sheet.items.back();
  item.cells = static_cast<std::uint32_t>(sheet.cells.size());
  item.found = static_cast<std::uint32_t>(fields);
  if (has_label) item.label = numbers.front();
  item.is_last_empty = is_last_empty;
  if (fields == 9 && empty == 9) item.uniform = ' ';
  sheet.cells += cells;
}

namespace {

// True for digits of which each is greater than the one before.
bool are_candidates(std::string_view word) {
  char before = '0';
  for (const char c : word) {
    if (c <= before || c > '9') return false;
    before = c;
  }
  return !word.empty();
}

// 729 characters, perhaps between blanks: nine for each cell, of which the n-th is the digit n or
// an empty mark.
bool read_729(const TextLine& line, Sheet& sheet) {
  const std::string_view marks = without_blanks(line.text());
  if (marks.size() != 729) return false;
  const std::size_t begin = sheet.cells.size();
  std::uint64_t dropped = 0;
  for (int cell = 0; cell < 81; ++cell) {
    int count = 0;
    char digit = '.';
    for (int i = 0; i < 9; ++i) {
      const char* const at = marks.data() + cell * 9 + i;
      const Character c = character_at(at, marks.data() + marks.size());
      if (c.bytes != 1 || c.cell == 0 || (c.cell != '.' && c.cell != '1' + i)) {
        sheet.cells.resize(begin);
        return false;
      }
      if (c.cell == '.') continue;
      digit = c.cell;
      ++count;
    }
    sheet.cells += count == 1 ? digit : '.';
    dropped += count == 1 ? 0 : 1;
  }
  sheet.add(line, LineKind::kBoard);
  sheet.items.back().cells = static_cast<std::uint32_t>(begin);
  sheet.dropped_candidates += dropped;
  return true;
}

}  // namespace

void read_candidates(const TextLine& line, char separator, Sheet& sheet) {
  if (read_729(line, sheet)) return;
  std::string cells;
  std::uint64_t several = 0;
  bool is_wrong = false;
  each_field(line, separator, [&](std::string_view word) {
    is_wrong = is_wrong || !are_candidates(word) || cells.size() > kMostFields;
    if (is_wrong) return;
    cells += word.size() == 1 ? word.front() : '.';
    several += word.size() == 1 ? 0 : 1;
  });
  if (is_wrong || !is_width(cells.size())) return add_other_line(line, sheet);
  sheet.add(line, cells.size() == 9 ? LineKind::kRow : LineKind::kBoard);
  sheet.items.back().cells = static_cast<std::uint32_t>(sheet.cells.size());
  sheet.items.back().found = static_cast<std::uint32_t>(cells.size());
  sheet.cells += cells;
  sheet.dropped_candidates += several;
}

void settle_labels(Sheet& sheet) {
  std::vector<LineItem*> labelled;
  for (LineItem& item : sheet.items) {
    if (item.kind == LineKind::kLabelled) labelled.push_back(&item);
  }
  if (labelled.empty()) return;
  const bool are_last_empty =
      std::ranges::all_of(labelled, [](const LineItem* item) { return item->is_last_empty; });
  // The labels of the rows of a board count up by one, and those of boards, too.
  bool are_labels = true;
  const int most = labelled.front()->found == 10 ? 9 : 0;
  int before = -1;
  for (const LineItem* const item : labelled) {
    const bool begins_again = item->label >= 0 && item->label <= 1;
    const bool counts_on = before >= 0 && item->label == before + 1;
    are_labels = are_labels && (counts_on || (begins_again && (before < 0 || before >= most - 1)));
    before = item->label;
  }
  for (LineItem* const item : labelled) {
    item->kind = LineKind::kBroken;
    if (!are_last_empty && !are_labels) continue;
    item->found -= 1;
    item->kind = item->found == 9 ? LineKind::kRow : LineKind::kBoard;
    if (!are_last_empty) ++item->cells;
  }
  if (!are_labels || are_last_empty) return;
  // A row without a label between rows with labels has the names of the columns.
  for (LineItem& item : sheet.items) {
    if (item.kind == LineKind::kRow && item.label < 0) item.kind = LineKind::kText;
  }
}

}  // namespace dokumill::records
