#include "formats/import/layouts/line_cells.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/lower_case.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/characters.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using Kind = CharacterKind;

constexpr char kNoCell = LineCells::kNoCell;

template <char... kWanted>
bool is_any(char c) {
  return ((c == kWanted) || ...);
}

bool is_group(std::size_t cells) {
  return cells == 1 || cells == 3 || cells == 9 || cells == 27 || cells == 81;
}

// Separators besides blanks and bars: those of lists, and quotes.
bool is_list_mark(char c) {
  return is_any<',', ';', '[', ']', '(', ')', '{', '}', '"', '\'', '`', '/'>(c);
}

bool has_digit(std::string_view line) {
  return std::ranges::any_of(line, [](char c) { return c >= '1' && c <= '9'; });
}

// Removes outer blanks, quotes, and what stands around a cell in a text for LaTeX.
std::string_view inside_of(std::string_view field) {
  field = without_blanks(field);
  for (const char quote : {'"', '\''}) {
    if (field.size() < 2 || field.front() != quote || field.back() != quote) continue;
    field = without_blanks(field.substr(1, field.size() - 2));
  }
  return field;
}

// True for a line that LaTeX draws: \hline, \cline{2-3}, \midrule and the like.
bool is_rule_of_latex(std::string_view text) {
  if (!text.starts_with('\\') || text.find('&') != std::string_view::npos) return false;
  const std::string_view name = text.substr(1, text.find_first_of("{ ", 1) - 1);
  return name == "hline" || name == "cline" || name.ends_with("rule");
}

// True for 5.0 and the like.
bool is_float(std::string_view word) {
  return word.size() >= 3 && word[1] == '.' && word[0] >= '0' && word[0] <= '9' &&
         word.find_first_not_of('0', 2) == std::string_view::npos;
}

// Notes a word that is probably meant as a row or a board.
void note_near_row(std::string_view line, std::size_t begin, std::size_t end, LineCells& found) {
  std::size_t cells = 0;
  std::size_t digits = 0;
  std::size_t others = 0;
  std::uint32_t wrong = LineCells::kNowhere;
  for (std::size_t at = begin; at < end;) {
    const Character c = character_at(line.data() + at, line.data() + end);
    if (c.cell != 0) {
      ++cells;
      digits += c.kind == Kind::kDigit ? 1 : 0;
    } else if (others++ == 0) {
      wrong = static_cast<std::uint32_t>(at);
    }
    at += c.bytes;
  }
  const bool is_row = cells + others >= 7 && cells + others <= 11 && others <= 2;
  const bool is_board = cells >= 41 && digits >= 9 && others * 8 <= cells;
  if ((!is_row && !is_board) || cells <= found.near) return;
  found.near = static_cast<std::uint32_t>(cells);
  found.near_wrong = wrong;
}

// Adds the cells of a word: each of its characters is one, or all of it.
void add_word(std::string_view line, std::size_t begin, std::size_t end, const LineStyle& style,
              LineCells& found) {
  const std::string_view word = line.substr(begin, end - begin);
  const std::size_t first = found.count;
  const std::size_t first_field = found.fields;
  bool are_cells = true;
  const bool may_ask = style.may_be_cell('?') || (word.size() != 1 && !has_digit(word));
  const char* const word_end = word.data() + word.size();
  for (const char* at = word.data(); at != word_end && are_cells;) {
    const Character c = character_at(at, word_end);
    const auto where = static_cast<std::size_t>(at - line.data());
    if (*at == '?' && !may_ask) {
      are_cells = false;
    } else if (c.cell != 0) {
      found.add(c.cell, where, 0, *at);
    } else if (style.empty != 0 && *at == style.empty) {
      found.add('.', where, 0, *at);
    } else if (c.kind != Kind::kNothing) {
      are_cells = false;
    }
    at += c.bytes;
  }
  const std::size_t cells = found.fields - first_field;
  // 5.0 after groups of three cells is one of them.
  const bool may_be_float = first == 0 || found.group[first - 1] != cells;
  if (are_cells && is_group(cells) && word != "-1" && !(may_be_float && is_float(word))) {
    std::fill_n(found.group.begin() + static_cast<std::ptrdiff_t>(first), found.count - first,
                static_cast<std::uint8_t>(cells));
    return;
  }
  note_near_row(line, begin, end, found);
  found.fields = first_field;
  found.count = first;
  const char cell = word == "?" && !may_ask ? '\0' : cell_of_field(word);
  found.add(cell == 0 ? kNoCell : cell, begin, 1, word.front());
}

// Compares the sizes of the lists in a line. Short ones may be labels or numbers in brackets.
class ListSizes {
 public:
  void note(char c, LineCells& found) {
    if (is_any<'[', '(', '{'>(c)) begin_ = found.fields;
    if (!is_any<']', ')', '}'>(c) || begin_ == kNone) return;
    const std::size_t size = found.fields - std::exchange(begin_, kNone);
    if (size < kLeastOfList) return;
    if (size_ == 0) size_ = size;
    found.has_uneven_lists = found.has_uneven_lists || size != size_ || !is_group(size);
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr std::size_t kLeastOfList = 4;
  std::size_t begin_ = kNone;  // of the innermost list: the fields before it
  std::size_t size_ = 0;       // of the first list
};

void read_words(std::string_view line, const LineStyle& style, LineCells& found) {
  ListSizes lists;
  const char* const begin = line.data();
  const char* const end = begin + line.size();
  const char* word = nullptr;
  const auto end_word = [&](const char* at) {
    if (word == nullptr) return;
    add_word(line, static_cast<std::size_t>(word - begin), static_cast<std::size_t>(at - begin),
             style, found);
    word = nullptr;
  };
  for (const char* at = begin; at != end;) {
    const Character c = character_at(at, end);
    const bool is_between = c.kind == Kind::kBlank || c.kind == Kind::kBar ||
                            (c.kind == Kind::kOther && is_list_mark(*at));
    if (is_between && *at != style.empty) {
      end_word(at);
      lists.note(*at, found);
    } else if (word == nullptr && c.kind != Kind::kNothing) {
      word = at;
    }
    at += c.bytes;
  }
  end_word(end);
}

// Fields between separators. A line that begins and ends with a bar has no fields outside of them.
void read_fields(std::string_view line, char separator, LineCells& found) {
  std::string_view inner = line;
  if (separator == '|') {
    inner = without_blanks(inner);
    if (inner.ends_with('.')) inner.remove_suffix(1);  // LaTeX: |2| | |.
    if (inner.starts_with('|')) inner.remove_prefix(1);
    if (inner.ends_with('|')) inner.remove_suffix(1);
  }
  if (separator == '&') inner = inner.substr(0, inner.find("\\\\"));
  std::size_t begin = static_cast<std::size_t>(inner.data() - line.data());
  const std::size_t end = begin + inner.size();
  if (line.substr(begin, end - begin).find(separator) == std::string_view::npos) return;
  for (;;) {
    const std::size_t next = std::min(line.find(separator, begin), end);
    const std::string_view field = inside_of(line.substr(begin, next - begin));
    const char cell = field.empty() ? '.' : cell_of_field(field);
    found.add(cell == 0 ? kNoCell : cell, begin, 1, field.empty() ? ' ' : field.front());
    if (next == end) return;
    begin = next + 1;
  }
}

// True for digits of which each is greater than the one before.
bool are_candidates(std::string_view word) {
  char before = '0';
  for (const char c : word) {
    if (c <= before || c > '9') return false;
    before = c;
  }
  return !word.empty();
}

// 729 characters: nine for each cell, of which the n-th is the digit n or an empty mark.
bool read_729(std::string_view line, LineCells& found) {
  const std::string_view marks = without_blanks(line);
  if (marks.size() != 729) return false;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    int count = 0;
    char digit = '.';
    for (std::size_t i = 0; i < 9; ++i) {
      const char c = marks[cell * 9 + i];
      const char value = kAsciiCharacters[static_cast<unsigned char>(c) & 0x7FU].cell;
      if (value == 0 || (value >= '1' && value != static_cast<char>('1' + i))) return false;
      if (value < '1') continue;
      digit = value;
      ++count;
    }
    found.add(count == 1 ? digit : '.', static_cast<std::size_t>(marks.data() - line.data()), 81);
    found.dropped += count == 1 ? 0 : 1;
  }
  return true;
}

// SudoCue writes u before a digit that the player has placed.
void read_candidates(std::string_view line, LineCells& found) {
  if (read_729(line, found)) return;
  found.count = found.fields = found.wrong = found.dropped = 0;
  for (std::size_t at = 0; at < line.size();) {
    const Character c = character_at(line.data() + at, line.data() + line.size());
    if (c.kind == Kind::kBlank || c.kind == Kind::kBar) {
      at += c.bytes;
      continue;
    }
    const std::size_t begin = at;
    while (at < line.size()) {
      const Character next = character_at(line.data() + at, line.data() + line.size());
      if (next.kind == Kind::kBlank || next.kind == Kind::kBar) break;
      at += next.bytes;
    }
    std::string_view word = line.substr(begin, at - begin);
    if (word.size() == 2 && word.front() == 'u') word.remove_prefix(1);
    const bool is_cell = are_candidates(word);
    found.add(!is_cell ? kNoCell : word.size() == 1 ? word.front() : '.', begin, 1);
    found.dropped += is_cell && word.size() > 1 ? 1 : 0;
  }
}

// One character for each cell, and the candidates of a cell in brackets: 53[24]...
void read_bracketed(std::string_view line, LineCells& found) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const std::size_t close = c == '[' ? line.find(']', at) : std::string_view::npos;
    if (close != std::string_view::npos && are_candidates(line.substr(at + 1, close - at - 1))) {
      found.add('.', at, 1);
      found.dropped += 1;
      at = close;
    } else if (!is_blank(c)) {
      const char cell = kAsciiCharacters[static_cast<unsigned char>(c) & 0x7FU].cell;
      found.add(cell == 0 ? kNoCell : cell, at, 1);
    }
  }
}

// Each character of a line as one byte: a digit, ' ', '|', or 'x' for any other character.
std::string places_of(std::string_view line, std::size_t most) {
  std::string places;
  for (const char *at = line.data(), *const end = at + line.size();
       at != end && places.size() <= most;) {
    const Character c = character_at(at, end);
    if (c.kind != Kind::kNothing) {
      places += c.kind == Kind::kDigit   ? c.cell
                : c.kind == Kind::kBlank ? ' '
                : c.kind == Kind::kBar   ? '|'
                                         : 'x';
    }
    at += c.bytes;
  }
  return places;
}

void read_places(std::string_view line, const CellPlaces& where, LineCells& found) {
  std::string places = places_of(line, LineCells::kMost);
  // Text may follow the last bar.
  const std::size_t bar = places.rfind('|');
  const bool has_bars = std::ranges::count(places, '|') >= 2;
  const auto width = static_cast<std::size_t>(where.of(8) + 1);
  if (has_bars && bar >= width) places.resize(bar + 1);
  if (places.size() > LineCells::kMost) return;
  if (const auto others = std::ranges::count(places, 'x'); others != 0) {
    const bool is_near = others <= 2 && places.size() + 2 >= width && places.size() <= width + 3;
    if (is_near) found.near = 8;
    return;
  }
  std::uint64_t bars = 0;
  for (std::size_t place = 0; place < std::min<std::size_t>(places.size(), 64); ++place) {
    bars |= places[place] == '|' ? std::uint64_t{1} << place : 0;
  }
  // A cell is missing, or there are too many.
  if (has_bars && bars != where.bars) {
    found.near = 8;
    return;
  }
  const std::size_t cells = !has_bars && places.size() > 40 ? 81 : 9;
  if (cells == 81 && places.size() > 81) return;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    const int place = cells == 81 ? static_cast<int>(i) : where.of(static_cast<int>(i));
    const bool is_inside = place >= 0 && static_cast<std::size_t>(place) < places.size();
    const char c = is_inside ? places[static_cast<std::size_t>(place)] : ' ';
    digits += c >= '1' && c <= '9' ? 1 : 0;
    found.add(c == ' ' ? '.' : c == '|' ? kNoCell : c, 0, cells == 81 ? 81 : 1);
  }
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(places, [](char c) { return c >= '1' && c <= '9'; }));
  if (digits != all || (all == 0 && !has_bars && places.empty())) found.count = 0;
}

// The mark - _ or *, if all characters that are no separators are this mark; otherwise 0.
char only_mark(std::string_view text) {
  char mark = 0;
  for (const char *at = text.data(), *const end = at + text.size(); at != end;) {
    const Character c = character_at(at, end);
    const bool is_between =
        c.kind == Kind::kBlank || c.kind == Kind::kBar || is_any<',', ';', '&', '/'>(*at);
    at += c.bytes;
    if (is_between) continue;
    if (c.mark == 0 || (mark != 0 && c.mark != mark)) return 0;
    mark = c.mark;
  }
  return mark;
}

// True if a line without a digit is drawn between rows, and no row of empty cells.
bool is_drawn(std::string_view line, const LineStyle& style, LineCells& found) {
  const std::string_view text = without_blanks(line);
  if (found.wrong == 0) found.uniform = only_mark(text);
  if (style.style == CellStyle::kPlaces && found.count != 0 && found.wrong == 0) return false;
  const bool has_cells = found.count == 9 || (style.style == CellStyle::kFields && found.count > 9);
  if (has_cells && found.uniform != 0 && style.marks.find(found.uniform) != text.npos) {
    return false;
  }
  // Nine points are a row, and nine fields between commas are, too.
  const bool has_rule = std::ranges::any_of(text, is_any<'-', '=', '_', '*', '+', '~'>) ||
                        (style.style == CellStyle::kWords && found.count == 0) ||
                        (!text.empty() && static_cast<unsigned char>(text.front()) >= 0x80);
  return has_rule && is_frame(frame_in(line));
}

}  // namespace

char cell_of_field(std::string_view field) {
  if (field.empty() || field == "-1") return '.';
  const char* const end = field.data() + field.size();
  const Character c = character_at(field.data(), end);
  std::size_t bytes = c.bytes;
  while (bytes < field.size()) {
    const Character more = character_at(field.data() + bytes, end);
    if (more.kind != Kind::kNothing) break;
    bytes += more.bytes;
  }
  if (bytes == field.size()) return c.cell;
  // 5.0, and 5.000000000000000000e+00
  if (field[0] >= '0' && field[0] <= '9' && field[1] == '.') {
    std::string_view rest = field.substr(2);
    if (rest.ends_with("e+00")) rest.remove_suffix(4);
    return rest.find_first_not_of('0') == std::string_view::npos ? c.cell : '\0';
  }
  constexpr std::string_view kMissing[] = {"null", "none", "nan", "na", "nil", "nothing"};
  const std::string word = field.size() <= 7 ? lower_case(field) : std::string();
  return std::ranges::find(kMissing, word) != std::end(kMissing) ? '.' : '\0';
}

bool is_frame(std::string_view line) {
  std::size_t bars = 0;
  std::size_t drawn = 0;
  for (const char *at = line.data(), *const end = at + line.size(); at != end;) {
    const Character c = character_at(at, end);
    const char byte = *at;
    at += c.bytes;
    if (c.kind == Kind::kBlank || c.kind == Kind::kNothing) continue;
    if (c.kind == Kind::kBar) {
      ++bars;
    } else if ((c.kind == Kind::kRule && byte != '#') || c.mark != 0) {
      ++drawn;
    } else if (!is_any<'.', ':', '\'', ',', '`'>(byte)) {
      return false;
    }
  }
  return bars + drawn >= 3;
}

std::string_view frame_in(std::string_view line) {
  std::size_t begin = line.size();
  std::size_t end = 0;
  for (std::size_t at = line.find_first_not_of(' '); at < line.size();) {
    const std::size_t next = std::min(line.find(' ', at), line.size());
    if (is_frame(line.substr(at, next - at))) {
      begin = std::min(begin, at);
      end = next;
    } else if (end != 0) {
      break;
    }
    at = line.find_first_not_of(' ', next);
  }
  const std::string_view drawn = line.substr(std::min(begin, end), end - std::min(begin, end));
  // Marks alone are perhaps empty cells.
  const bool has_marks_only = drawn.find_first_not_of("-_* ") == std::string_view::npos;
  return has_marks_only ? line : drawn;
}

void read_cells(std::string_view line, const LineStyle& style, LineCells& found) {
  count_work(std::min(line.size(), kLongestCellText));
  found.count = found.fields = found.wrong = found.dropped = 0;
  found.has_uneven_lists = false;
  found.uniform = 0;
  found.near = 0;
  found.near_wrong = LineCells::kNowhere;
  const std::string_view text = without_blanks(line);
  const bool are_places = style.style == CellStyle::kPlaces;
  found.kind = LineKind::kBlank;
  const bool has_tabs = style.style == CellStyle::kFields && style.separator == '\t' &&
                        line.find('\t') != std::string_view::npos;
  if (text.empty() && !are_places && !has_tabs) return;
  if (line.size() > kLongestCellText) {
    found.kind = LineKind::kWords;
    return;
  }
  if (text.starts_with('#') && style.empty != '#') {
    found.kind = LineKind::kComment;
    return;
  }
  if (is_rule_of_latex(text)) {
    found.kind = LineKind::kFrame;
    return;
  }
  switch (style.style) {
    case CellStyle::kFields:
      read_fields(line, style.separator, found);
      break;
    case CellStyle::kCandidates:
      if (style.separator == '[') {
        read_bracketed(line, found);
      } else {
        read_candidates(line, found);
      }
      break;
    case CellStyle::kPlaces:
      read_places(line, style.places, found);
      break;
    default:
      read_words(line, style, found);
  }
  const bool are_bars = are_places && found.count == 9 && found.wrong == 9;
  const bool may_be_frame =
      are_bars || (!has_digit(frame_in(line)) && is_drawn(line, style, found));
  found.kind = may_be_frame                                   ? LineKind::kFrame
               : found.count > found.wrong || found.near != 0 ? LineKind::kCells
               : text.empty()                                 ? LineKind::kBlank
                                                              : LineKind::kWords;
}

}  // namespace dokumill::records
