#include "support/texts/printed_texts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_random.hpp"
#include "support/texts/printed_layouts.hpp"

namespace dokumill::testing {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

// The columns of kPrintedLayouts.
struct Layout {
  enum Column { kName, kMarks, kTraits, kForm, kBetween, kBegin, kEnd, kDigit, kColumns };
  std::array<std::string, kColumns> texts;

  const std::string& operator[](Column column) const { return texts[column]; }
  bool has(std::string_view trait) const {
    return (" " + texts[kTraits] + " ").find(" " + std::string(trait) + " ") != std::string::npos;
  }
};

// What stands before each row, or above each column.
enum class Label { kNone, kLetter, kFromZero, kFromOne, kShort, kWord, kEmpty };

// What the boards of a text have in common.
struct Style {
  std::string empty;
  std::string digit;
  Label rows = Label::kNone;
  Label columns = Label::kNone;
  std::array<int, 4> edges{};  // empty rows above and below, empty columns before and after
  bool is_trimmed = false;
  bool is_from_zero = false;  // 0 to 8 are the digits 1 to 9
  int number = 0;             // of the board, from 1

  std::string text(char cell) const {
    if (cell == '0') return empty;
    const std::size_t at = digit.find('#');
    if (at == std::string::npos) {
      const std::size_t size = digit.size() / 9;
      return digit.substr(static_cast<std::size_t>(cell - '1') * size, size);
    }
    std::string words = digit;
    words[at] = static_cast<char>(cell - (is_from_zero ? 1 : 0));
    return words;
  }
  Rows print(const std::string& cells) const {
    Rows printed(9);
    for (std::size_t cell = 0; cell < 81; ++cell) printed[cell / 9].push_back(text(cells[cell]));
    return printed;
  }
};

struct Item {
  Rows cells;  // nine rows of nine texts, but for one damaged cell
  std::string clues;
  std::string solution;
};

// --- the commands ---

std::string join(const Row& row, std::string_view between) {
  std::string text;
  for (const std::string& part : row) {
    if (&part != row.data()) text += between;
    text += part;
  }
  return text;
}

std::string label(Label kind, int at, const std::string& word) {
  if (kind == Label::kLetter) return {1, static_cast<char>('A' + at)};
  if (kind == Label::kFromZero) return std::to_string(at);
  if (kind == Label::kFromOne) return std::to_string(at + 1);
  if (kind == Label::kShort) return word.substr(0, 1) + std::to_string(at + 1);
  if (kind == Label::kWord) return word + " " + std::to_string(at + 1);
  return "";
}

// The board with its labels and the empty rows and columns around it.
Rows sheet(const Rows& cells, const Style& style) {
  Rows rows = cells;
  for (int r = 0; r < 9 && style.rows != Label::kNone; ++r) {
    rows[r].insert(rows[r].begin(), label(style.rows, r, "row"));
  }
  if (style.columns != Label::kNone) {
    Row head(style.rows == Label::kNone ? 0 : 1);
    for (int c = 0; c < 9; ++c) head.push_back(label(style.columns, c, "column"));
    rows.insert(rows.begin(), head);
  }
  for (Row& row : rows) {
    row.insert(row.begin(), style.edges[2], "");
    row.insert(row.end(), style.edges[3], "");
  }
  const Row none(rows.back().size());
  rows.insert(rows.begin(), style.edges[0], none);
  rows.insert(rows.end(), style.edges[1], none);
  return rows;
}

Rows cells_of(char source, const Item& item, const Style& style) {
  if (source == 'c') return sheet(item.cells, style);
  if (source == 'a') return style.print(item.solution);
  Rows rows = style.print(source == 'T' ? item.solution : item.clues);
  const Rows before = rows;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const std::size_t r = cell / 9;
    const std::size_t c = cell % 9;
    std::string& text = rows[r][c];
    const bool is_empty = item.clues[cell] == '0';
    if (source == 't' || source == 'T') text = before[c][r];
    if (source == 'b') text = before[r / 3 * 3 + c / 3][r % 3 * 3 + c % 3];
    if (source == 'm') text = is_empty ? "0" : "1";
    if (source == 'e') text = is_empty ? "1" : "0";
    const char digit = is_empty ? item.solution[cell] : item.clues[cell];
    const char other = static_cast<char>('1' + (digit - '1' + 1 + cell % 8) % 9);
    if ((source == 'x' || source == 'y') && is_empty) {
      text = {std::min(digit, other), std::max(digit, other)};
      if (source == 'y') text = "[" + text + "]";
    }
    if (source == 'd') {
      text = std::string(9, '.');
      text[digit - '1'] = digit;
      if (is_empty) text[other - '1'] = other;
    }
  }
  return rows;
}

Rows aligned(Rows rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  for (Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c].insert(0, widths[c] - row[c].size(), ' ');
  }
  return rows;
}

std::string print_rows(const Rows& rows, const Row& arguments) {
  Row texts;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string before = arguments[1];
    const std::size_t at = before.find_first_of("$^");
    const auto letter = static_cast<char>('A' + r);
    if (at != std::string::npos)
      before.replace(at, 1, before[at] == '$' ? std::to_string(r + 1) : std::string(1, letter));
    texts.push_back(before + join(rows[r], arguments[2]) + arguments[3]);
  }
  return join(texts, arguments[4]);
}

std::string print_ruled(const Rows& rows, const Row& arguments) {
  const std::string rule = arguments[5] + "\n";
  const bool is_around = arguments[6] != "0";
  const std::size_t every = is_around ? std::stoul(arguments[6]) : 3;
  std::string text = is_around ? rule : "";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r != 0 && r % every == 0) text += rule;
    text += arguments[3];
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (c != 0) text += arguments[c % 3 == 0 ? 2 : 1];
      text += rows[r][c];
    }
    text += arguments[4] + "\n";
  }
  return is_around ? text + rule : text;
}

std::string print_cut(const Rows& rows, const Style& style) {
  Row texts;
  std::size_t indent = 9;
  for (const Row& row : rows) {
    texts.push_back(join(row, ""));
    indent = std::min(indent, texts.back().find_first_not_of(' '));
  }
  for (std::string& text : texts) {
    if (!style.is_trimmed) break;
    text.erase(0, indent);
    text.erase(text.find_last_not_of(' ') + 1);
  }
  return join(texts, "\n") + "\n";
}

std::string print_clues(const Item& item, const Row& arguments) {
  Row texts;
  for (int cell = 0; cell < 81; ++cell) {
    if (item.clues[cell] == '0') continue;
    std::string text;
    for (std::size_t i = 0; i < arguments[0].size(); ++i) {
      if (arguments[0][i] != '%') {
        text += arguments[0][i];
        continue;
      }
      const char what = arguments[0][++i];
      const int from = what == 'r' || what == 'c' ? 1 : 0;
      const bool is_row = what == 'r' || what == 'R';
      text += what == 'd' ? item.clues.substr(cell, 1)
                          : std::to_string((is_row ? cell / 9 : cell % 9) + from);
    }
    texts.push_back(text);
  }
  return join(texts, arguments[1]);
}

std::string print_packed(const std::string& clues, const Row& arguments) {
  const char first = arguments[0][0];
  const int longest = std::stoi(arguments[1]);
  std::string text;
  int empty = 0;
  const auto end_run = [&] {
    if (empty != 0) text += static_cast<char>(first + empty - 1);
    empty = 0;
  };
  for (const char cell : clues) {
    if (cell == '0') {
      if (++empty == longest) end_run();
      continue;
    }
    end_run();
    if (!text.empty() && text.back() <= '9') text += arguments[2];
    text += cell;
  }
  end_run();
  return text;
}

std::string run_command(char command, Row arguments, const Item& item, const Style& style) {
  arguments.resize(7);
  if (command == 'n') return std::to_string(style.number);
  if (command == 'x') return join(Row(std::stoul(arguments[0]), arguments[1]), "");
  if (command == 'N') {
    Row names;
    for (int i = 0; i < kCells; ++i) names.push_back(arguments[0] + std::to_string(i));
    return join(names, ",");
  }
  if (command == 'l') return item.clues.substr(item.clues.find_first_not_of('0'));
  if (command == 'z') return print_cut(item.cells, style);
  if (command == 'c') return print_clues(item, arguments);
  if (command == 'p') return print_packed(item.clues, arguments);
  if (command == 'q') {
    const std::string packed = print_packed(item.clues, arguments);
    return std::to_string(packed.size()) + ":" + packed;
  }
  Rows rows = cells_of(arguments[0].size() == 1 ? arguments[0][0] : 'c', item, style);
  if (command == 'r') return print_rows(rows, arguments);
  if (command == 'w') return print_rows(aligned(rows), arguments);
  if (command == 'b') return print_ruled(rows, arguments);
  if (command == 'f') {
    Row all;
    for (const Row& row : rows) all.insert(all.end(), row.begin(), row.end());
    return join(all, arguments[1]);
  }
  if (command == 'h') {
    std::string text;
    for (std::size_t box = 0; box < 9; ++box) {
      if (box % 3 == 0) text += "<tr>";
      text += "<td>";
      for (std::size_t c = 0; c < 9; ++c) {
        text += rows[box][c] + (c == 8 ? "</td>" : c % 3 == 2 ? "<br>" : " ");
      }
      if (box % 3 == 2) text += "</tr>\n";
    }
    return text;
  }
  if (command == 's') {
    const Rows answer = style.print(item.solution);
    std::string text;
    for (std::size_t r = 0; r < 9; ++r) {
      text +=
          join(item.cells[r], arguments[0]) + arguments[1] + join(answer[r], arguments[0]) + "\n";
    }
    return text;
  }
  // 'm'
  const bool has_head = arguments[0] == "row" || style.columns != Label::kNone;
  if (!has_head) rows.insert(rows.begin(), Row(rows.front().size(), " "));
  rows.insert(rows.begin() + 1, Row(rows.front().size(), "---"));
  return print_rows(rows, {"", arguments[2], arguments[1], arguments[3], "\n"}) + "\n";
}

std::string print_form(std::string_view form, const Item& item, const Style& style) {
  std::string text;
  while (!form.empty()) {
    const std::size_t at = form.find('@');
    text += form.substr(0, at);
    if (at == std::string_view::npos) break;
    const char command = form[at + 1];
    form.remove_prefix(at + 2);
    Row arguments;
    if (form.starts_with('(')) {
      const std::size_t end = form.find("@)");
      arguments.emplace_back();
      for (const char c : form.substr(1, end - 1)) {
        if (c == '~') {
          arguments.emplace_back();
        } else {
          arguments.back() += c;
        }
      }
      form.remove_prefix(end + 2);
    }
    text += run_command(command, arguments, item, style);
  }
  return text;
}

// --- the layouts ---

// The marks of an empty cell, by the name that the table has for them. Some occur more often.
Row marks_of(std::string_view name) {
  static const std::map<std::string_view, Row> kMarks{
      {"dots", {".", "0"}},
      {"chars",
       {".", ".", "0", "_", "*", "x", "-", "?", "X", "#", "\u00B7", "\u2022", "\u25A1", "o"}},
      {"blank", {" "}},
      {"table", {".", "0", "_", "*", " ", " ", "-", "\u00B7"}},
      {"fields", {"", "", "", "0", ".", "x", "-", "_", "-1", "null", "nan"}},
      {"quoted", {"\"\"", "\"\"", "\"0\"", "\".\"", "\" \"", "null"}},
      {"numbers", {"0", "0", "-1"}},
      {"json", {"0", "0", "null", "-1"}},
      {"python", {"0", "0", "None", "-1"}},
      {"zeros", {"0"}},
      {"points", {"."}},
      {"markup", {"", "", " ", "0", ".", "&nbsp;"}},
      {"floats", {"0.000000000000000000e+00"}},
      {"nothings", {"Nothing"}},
      {"nones", {"None"}},
      {"under", {"_"}},
      {"squares", {"\u2B1C", "\u25A1", "\u25CB"}}};
  return kMarks.at(name);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    const char kind = text[++i];
    if (kind == 'x') {
      bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      bytes += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind;
    }
  }
  return bytes;
}

std::vector<Layout> read_table() {
  std::vector<Layout> layouts;
  std::string_view table = kPrintedLayouts.substr(1);
  while (!table.empty()) {
    std::string_view row = table.substr(0, table.find('\n'));
    table.remove_prefix(row.size() + 1);
    if (row.starts_with("//")) continue;
    Layout layout;
    for (std::string& text : layout.texts) {
      const std::size_t end = row.find(" ;; ");
      text = unescaped(row.substr(0, end));
      row = end == std::string_view::npos ? "" : row.substr(end + 4);
    }
    std::string& traits = layout.texts[Layout::kTraits];
    replace_all(traits, "sheet", "plain labels edges");
    replace_all(traits, "plain", "titles zero safe");
    replace_all(traits, "code", "zero safe");
    replace_all(traits, "file", "alone nothing");
    if (layout[Layout::kDigit].empty()) layout.texts[Layout::kDigit] = "#";
    layouts.push_back(layout);
  }
  return layouts;
}

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> kLayouts = read_table();
  return kLayouts;
}

// --- one text ---

constexpr std::string_view kBetweenTitles[] = {"Grid #",    "#",           "Puzzle # (easy)",
                                               "12.1.2024", "# a comment", "100000017",
                                               "Case ##",   "Board #:"};
constexpr std::string_view kBefore[] = {"My puzzles\n\n", "# from a book\n", "Boards: #\n",
                                        "#\n\n"};
constexpr std::string_view kAfter[] = {"end\n", "\nNote: all are right\n", "\nPage 1 of 3\n",
                                       "---\n"};

std::string with_number(std::string_view text, std::size_t number) {
  std::string words(text);
  const std::size_t at = words.find('#');
  if (at != std::string::npos && !words.starts_with("# "))
    words.replace(at, 1, std::to_string(number));
  return words;
}

void damage(Rows& rows, const std::string& clues, TestRandom& random) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (clues[cell] != '0') cells.push_back(cell);
  }
  if (cells.empty()) return;
  const std::size_t cell = random.of(cells);
  Row& row = rows[cell / 9];
  const auto at = row.begin() + static_cast<std::ptrdiff_t>(cell % 9);
  switch (random.below(3)) {
    case 0:
      *at = "Q";
      break;
    case 1:
      row.erase(at);
      break;
    default:
      row.insert(at, std::string(*at));
  }
}

Style random_style(const Layout& layout, TestRandom& random) {
  constexpr std::array kLabelled{Label::kNone,    Label::kLetter, Label::kFromZero, Label::kFromOne,
                                 Label::kFromOne, Label::kShort,  Label::kWord,     Label::kEmpty};
  Style style;
  style.empty = random.of(marks_of(layout[Layout::kMarks]));
  style.digit = layout[Layout::kDigit];
  const bool has_labels = layout.has("labels") && random.below(2) == 0;
  if (has_labels) style.rows = random.of(kLabelled);
  if (has_labels && random.below(4) != 0) style.columns = random.of(kLabelled);
  for (int& edge : style.edges) {
    const bool has_edge = layout.has("edges") && random.below(3) == 0;
    edge = has_edge ? 1 + random.below(2) : 0;
  }
  style.is_trimmed = random.below(2) == 0;
  const bool has_zero = style.empty.find('0') != std::string::npos;
  style.is_from_zero = layout.has("zero") && !has_zero && random.below(8) == 0;
  return style;
}

}  // namespace

TextPrinter::TextPrinter() {
  constexpr std::size_t kPuzzles = 4000;
  Result<Solver> solver = Solver::create();
  TestRandom random(17);
  std::vector<Grid> several = *puzzles::sample_puzzles(puzzles::SampleKind::kSeveral, 56, kPuzzles);
  std::vector<Grid> proper = *puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 56, kPuzzles);
  const Grid seventeen = *parse_grid(
      "000000010400000000020000000000050407008000300001090000300400200050100000000806000");
  for (std::size_t i = 0; i < kPuzzles / 8; ++i) proper.push_back(random_image(seventeen, random));
  const auto add = [&](std::vector<Puzzle>& puzzles, const Grid& grid) {
    puzzles.push_back({to_line(grid), to_line(solver->solve(grid).solution)});
    bool is_at_edge = false;
    for (const auto& [first, step] : {std::pair(0, 1), {72, 1}, {0, 9}, {8, 9}}) {
      bool is_empty = true;
      for (int i = 0; i < 9; ++i) is_empty = is_empty && grid.cells[first + i * step] == 0;
      is_at_edge = is_at_edge || is_empty;
    }
    if (is_at_edge) at_edges_.push_back(puzzles.back());
  };
  for (const Grid& grid : proper) add(proper_, grid);
  for (const Grid& grid : several) add(several_, grid);
}

// Kind 0 to 3: one solution, 17 to 60 clues. 4: an empty row or column at an edge. 5: several
// solutions. 6: a complete board. 7: one clue breaks a rule.
TextPrinter::Puzzle TextPrinter::choose(TestRandom& random, int kind) const {
  if (kind == 4) return random.of(at_edges_);
  if (kind == 5) return random.of(several_);
  Puzzle puzzle = random.of(proper_);
  if (kind == 6) puzzle.cells = puzzle.solution;
  if (kind < 4 && random.below(2) == 0) {
    for (int more = random.below(40); more > 0; --more) {
      const std::size_t cell = random.index(81);
      puzzle.cells[cell] = puzzle.solution[cell];
    }
  }
  if (kind == 7) {
    const std::size_t cell = puzzle.cells.find_first_not_of('0');
    puzzle.cells[cell + (cell % 9 == 8 ? -1 : 1)] = puzzle.cells[cell];
  }
  return puzzle;
}

PrintedText TextPrinter::print(std::uint64_t number, std::size_t bytes) const {
  TestRandom random(number);
  PrintedText printed;
  const int parts = random.below(16) == 0 ? 2 : 1;
  for (int part = 0; part < parts; ++part) {
    const Layout& layout = part == 0 ? layouts()[number % layouts().size()] : random.of(layouts());
    Style style = random_style(layout, random);
    const int kind = random.below(32) == 0 && !layout.has("pairs") ? 7 : random.below(7);
    std::size_t boards = layout.has("alone") ? 1 : 1 + random.index(4);
    const bool is_damaged = layout.has("safe") && !layout.has("beside") && random.below(12) == 0;
    // Answers that nothing names: 1 after each puzzle, 2 before it, 3 after all puzzles.
    const bool may_answer =
        !layout.has("pairs") && !layout.has("beside") && !layout.has("alone") && kind < 6;
    const int answers = may_answer && random.below(8) == 0 ? 1 + random.below(3) : 0;

    std::vector<std::pair<Item, PrintedBoard>> items;
    std::vector<std::pair<Item, PrintedBoard>> last;
    bool has_zero = !style.is_from_zero;
    std::size_t damaged = 0;
    for (std::size_t board = 0; board < boards; ++board) {
      const Puzzle puzzle = choose(random, kind);
      if (puzzle.cells.find('1') != std::string::npos) has_zero = true;
      Item item{style.print(puzzle.cells), puzzle.cells, puzzle.solution};
      const std::pair answer{Item{style.print(puzzle.solution), puzzle.solution, puzzle.solution},
                             PrintedBoard{puzzle.solution, true, false}};
      if (board == 0 && bytes != 0 && !layout.has("alone")) {
        boards += bytes / print_form(layout[Layout::kForm], item, style).size();
        damaged = random.index(boards);
      }
      const bool is_bad = is_damaged && board == damaged;
      if (is_bad) damage(item.cells, puzzle.cells, random);
      if (answers == 2) items.push_back(answer);
      items.emplace_back(item, PrintedBoard{puzzle.cells, false, is_bad});
      if (answers == 1) items.push_back(answer);
      if (answers == 3) last.push_back(answer);
    }
    if (!has_zero) return print(number + layouts().size() * 1'000'003, bytes);  // nothing says it
    items.insert(items.end(), last.begin(), last.end());
    const auto note = [&](bool is_so, const char* feature) {
      if (is_so) printed.features.emplace(feature);
    };
    note(parts == 2, "two layouts");
    note(style.is_from_zero, "counted from 0");
    note(is_damaged, "a damaged cell");
    note(answers != 0, "answers");
    note(style.rows != Label::kNone || style.columns != Label::kNone, "labels");
    note(style.edges != std::array<int, 4>{}, "empty rows or columns around");
    note(kind == 5, "several solutions");
    note(kind == 6, "complete boards");
    note(kind == 7, "a clue breaks a rule");

    const bool has_noise = layout.has("titles") && random.below(3) == 0;
    const std::string_view title = random.of(kBetweenTitles);
    const bool has_titles = layout.has("titles") && random.below(4) == 0;
    std::string text;
    if (has_noise && random.below(2) == 0) text += with_number(random.of(kBefore), items.size());
    text += print_form(layout[Layout::kBegin], {}, style);
    for (const auto& [item, board] : items) {
      if (style.number != 0) text += layout[Layout::kBetween];
      ++style.number;
      if (has_titles) text += with_number(title, style.number) + "\n";
      text += print_form(layout[Layout::kForm], item, style);
      printed.boards.push_back(board);
      if (layout.has("beside")) printed.boards.push_back({item.solution, true, false});
    }
    text += layout[Layout::kEnd];
    if (has_noise && random.below(2) == 0) text += random.of(kAfter);
    if (part != 0) printed.text += "\n";
    printed.layout += (part == 0 ? "" : " + ") + layout[Layout::kName];
    printed.text += text;
    if (layout.has("nothing")) break;
  }
  if (random.below(8) == 0) replace_all(printed.text, "\n", random.below(2) == 0 ? " \n" : "\t\n");
  if (random.below(6) == 0) replace_all(printed.text, "\n", random.below(3) == 0 ? "\r" : "\r\n");
  if (random.below(8) == 0 && printed.text.ends_with('\n')) printed.text.pop_back();
  if (random.below(12) == 0) printed.text.insert(0, "\xEF\xBB\xBF");
  return printed;
}

}  // namespace dokumill::testing
