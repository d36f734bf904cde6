// The layout with one character per cell, and the judgement of lines that have no cells.
#include <algorithm>
#include <array>

#include "formats/format.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/layouts/layouts.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using Kind = CharacterKind;

constexpr std::size_t kRow = 9;
constexpr std::size_t kBoard = 81;

// What a line consists of.
struct MarksOfLine {
  std::array<char, 96> cells;  // the first cells
  std::size_t count = 0;       // of cells
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t others = 0;      // characters that are neither cells, blanks nor bars
  std::size_t separators = 0;  // `/`, `,` and `;` of these characters
  std::size_t bars = 0;
  std::size_t drawn = 0;               // characters that draw lines: = ~ + - _ *
  std::size_t points = 0;              // other characters that occur in drawn lines: . : ' , `
  std::size_t least_group = SIZE_MAX;  // of cells without a blank or a bar between them
  std::size_t most_group = 0;
  char empty = 0;               // the first byte of the first empty cell
  const char* mixed = nullptr;  // the first empty cell with another mark; 0 and . go together
  const char* first = nullptr;  // that is not blank
  const char* wrong = nullptr;  // the first character that is not for rows
  char mark = 0;                // of the last cell that is - _ or *
  bool is_uniform = true;       // all cells are this mark

  // True if the line has nothing but cells, in groups of the same size. The nine rows of a board in
  // one line can be separated by / , or ;.
  bool has_only_cells() const {
    const bool has_nine_groups = count == kBoard && most_group == kRow && separators == kRow - 1;
    const std::size_t wrong_others = has_nine_groups ? others - separators : others;
    return wrong_others == 0 && count != 0 && least_group == most_group && mixed == nullptr;
  }
  bool has_group(std::size_t size) const { return most_group == size; }
};

// Says if this empty cell has another mark than the cells before it, of which `first` is the first.
bool is_other_empty(char& first, char mark) {
  if (mark == '.') mark = '0';
  if (first == 0) first = mark;
  return mark != first;
}

MarksOfLine marks_of(const char* at, const char* end) {
  MarksOfLine found;
  std::size_t group = 0;
  const auto end_group = [&] {
    if (group == 0) return;
    found.least_group = std::min(found.least_group, group);
    found.most_group = std::max(found.most_group, group);
    group = 0;
  };
  while (at != end) {
    const Character c = character_at(at, end);
    if (found.first == nullptr && c.kind != Kind::kBlank) found.first = at;
    switch (c.kind) {
      case Kind::kDigit:
      case Kind::kEmpty:
        if (found.count < found.cells.size()) found.cells[found.count] = c.cell;
        ++found.count;
        ++group;
        found.digits += c.kind == Kind::kDigit ? 1 : 0;
        if (c.kind == Kind::kEmpty && is_other_empty(found.empty, *at) && found.mixed == nullptr) {
          found.mixed = at;
        }
        found.drawn += c.mark != 0 ? 1 : 0;
        found.points += *at == '.' ? 1 : 0;
        found.is_uniform =
            found.is_uniform && c.mark != 0 && (found.mark == 0 || found.mark == c.mark);
        if (c.mark != 0) found.mark = c.mark;
        break;
      case Kind::kBlank:
        end_group();
        break;
      case Kind::kBar:
        end_group();
        ++found.bars;
        break;
      case Kind::kOther:
        if (*at == '/' || *at == ',' || *at == ';') ++found.separators;
        [[fallthrough]];
      default:
        end_group();
        ++found.others;
        found.letters += c.kind == Kind::kLetter ? 1 : 0;
        found.drawn += c.kind == Kind::kRule && *at != '#' ? 1 : 0;
        found.points += *at == ':' || *at == '\'' || *at == ',' || *at == '`' ? 1 : 0;
        if (found.wrong == nullptr) found.wrong = at;
        break;
    }
    at += c.bytes;
  }
  end_group();
  return found;
}

// True for a line that is drawn between rows. A line of nine equal marks can also be a row of empty
// cells.
bool is_drawn_line(const MarksOfLine& marks) {
  if (marks.digits != 0 || marks.letters != 0) return false;
  if (marks.count == 0 && marks.others == 0) return marks.bars >= 3;
  const std::size_t all = marks.count + marks.others;
  return marks.drawn + marks.bars >= 3 && marks.drawn != 0 && all == marks.drawn + marks.points;
}

LineKind kind_of_other(const MarksOfLine& marks) {
  const std::size_t characters = marks.count + marks.others;
  if (marks.first == nullptr) return LineKind::kBlank;
  if (*marks.first == '#') return LineKind::kComment;
  if (is_drawn_line(marks)) return LineKind::kFrame;
  if (marks.count >= 41 && marks.digits >= 9) return LineKind::kNearly;
  if (characters >= 7 && characters <= 11 && marks.others <= 2) return LineKind::kBroken;
  if (marks.count >= 7 && marks.others <= 2 && marks.letters == 0) return LineKind::kBroken;
  return marks.letters != 0 ? LineKind::kText : LineKind::kNumber;
}

void add_kind(const TextLine& line, const MarksOfLine& marks, LineKind kind, Sheet& sheet) {
  sheet.add(line, kind);
  LineItem& item = sheet.items.back();
  item.found = static_cast<std::uint32_t>(marks.count);
  item.has_nine = marks.count + marks.others == kRow;
  const char* const wrong = marks.wrong != nullptr ? marks.wrong : marks.mixed;
  if (wrong != nullptr) {
    item.column = line.column_of(wrong);
    item.byte = *wrong;
  }
}

// The label at the begin of a row, such as "A |" or "r1:"; 0 if there is none. `at` moves after it.
int take_label(const char*& at, const char* end) {
  const char* here = skip_blanks(at, end);
  if (here == end) return 0;
  const char letter = static_cast<char>(*here | 0x20);
  int label = 0;
  if (letter == 'r' && end - here > 1 && here[1] >= '1' && here[1] <= '9') {
    label = here[1] - '0';
    here += 2;
  } else if (letter >= 'a' && letter <= 'i') {
    label = letter - 'a' + 1;
    ++here;
  } else {
    return 0;
  }
  if (here != end && (*here == ':' || *here == ')' || *here == '.')) ++here;
  if (here == end) return 0;
  const Kind after = character_at(here, end).kind;
  if (after != Kind::kBlank && after != Kind::kBar) return 0;
  at = here;
  return label;
}

}  // namespace

void add_other_line(const TextLine& line, Sheet& sheet) {
  const MarksOfLine marks = marks_of(line.begin, line.end);
  add_kind(line, marks, kind_of_other(marks), sheet);
}

void read_marks(const TextLine& line, char /*separator*/, Sheet& sheet) {
  const char* at = line.begin;
  take_label(at, line.end);
  MarksOfLine marks = marks_of(at, line.end);
  const bool is_row =
      marks.count == kRow && (marks.has_group(1) || marks.has_group(3) || marks.has_group(9));
  const bool is_board =
      marks.count == kBoard && (marks.has_group(1) || marks.has_group(3) || marks.has_group(9) ||
                                marks.has_group(27) || marks.has_group(81));
  const bool is_labelled = marks.count == kRow + 1 && marks.has_group(1);
  if (!marks.has_only_cells() || (!is_row && !is_board && !is_labelled)) {
    if (at != line.begin) marks = marks_of(line.begin, line.end);
    return add_kind(line, marks, kind_of_other(marks), sheet);
  }
  if (is_board && line.text().find_first_not_of("? ") == std::string_view::npos) {
    // 81 question marks stand for a malformed record in our own outputs.
    add_kind(line, marks, LineKind::kNearly, sheet);
    sheet.items.back().column = line.column_of(marks.first);
    sheet.items.back().byte = '?';
    return;
  }
  if (marks.digits == 0 && marks.mark != 0 && !marks.is_uniform) {
    return sheet.add(line, LineKind::kFrame);
  }
  sheet.add(line, is_row ? LineKind::kRow : is_board ? LineKind::kBoard : LineKind::kLabelled);
  LineItem& item = sheet.items.back();
  item.cells = static_cast<std::uint32_t>(sheet.cells.size());
  item.found = static_cast<std::uint32_t>(marks.count);
  if (is_labelled)
    item.label = marks.cells[0] == '.' ? 0 : static_cast<std::int16_t>(marks.cells[0] - '0');
  if (is_row && marks.is_uniform) item.uniform = marks.mark;
  if (marks.digits != 0 && marks.mark != 0 && sheet.marks.find(marks.mark) == std::string::npos) {
    sheet.marks += marks.mark;
  }
  sheet.cells.append(marks.cells.data(), marks.count);
}

}  // namespace dokumill::records
