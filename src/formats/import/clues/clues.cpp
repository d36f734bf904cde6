// Reads boards from lists of clues: a row, a column and a digit.
//
//   1,1,8;      <1,1,8>,      given(1,1,8).      x(1,1,8) x(1,3,7)      r1c1=8      grid[0][0] = 8;
//
// All clues of a text have the same characters between their three numbers. A line without a clue
// ends a board, and so does a row that begins again; a line with many clues is a board.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "base/work_count.hpp"
#include "formats/import/brackets/bracket_records.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

// A puzzle with fewer clues has several solutions, and three numbers may be anything.
constexpr std::size_t kLeastOfPuzzle = 17;
// Fewer clues before the first board are other data.
constexpr std::size_t kLeastOfClues = 9;
constexpr std::size_t kMostGapBytes = 12;

bool is_number(char c) {
  return c >= '0' && c <= '9';
}
std::size_t numbers_in(std::string_view line) {
  std::size_t numbers = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    numbers += is_number(line[at]) && (at == 0 || !is_number(line[at - 1])) ? 1 : 0;
  }
  return numbers;
}
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// What the clues of one board have in common.
struct ClueStyle {
  std::string_view first_gap;  // between the row and the column
  std::string_view second_gap;
  std::string_view name;  // before the bracket around the numbers

  bool operator==(const ClueStyle&) const = default;
  bool operator<(const ClueStyle& other) const {
    return std::tie(first_gap, second_gap, name) <
           std::tie(other.first_gap, other.second_gap, other.name);
  }
  bool has_gaps_of(const ClueStyle& other) const {
    return first_gap == other.first_gap && second_gap == other.second_gap;
  }
};

struct Clue {
  std::size_t begin = 0;  // of the first number
  std::size_t end = 0;
  std::array<char, 3> numbers = {};
  ClueStyle style;
};

// True for parts of objects, which have their own reader: ', "column": '.
bool has_quoted_word(std::string_view gap) {
  return gap.find_first_of("\"'") != std::string_view::npos &&
         std::ranges::count_if(gap, is_name) > 1;
}

// The name before the brackets at text[at].
std::string_view name_before(std::string_view text, std::size_t at) {
  while (at != 0 && std::string_view("([<{ ").find(text[at - 1]) != std::string_view::npos) --at;
  const std::size_t end = at;
  while (at != 0 && (is_name(text[at - 1]) || is_number(text[at - 1]))) --at;
  return text.substr(at, end - at);
}

// Reads three numbers of one digit from line[at] on, which is a digit. Returns false if there are
// no such numbers. `is_first`: only blanks stand before them.
bool read_clue(std::string_view line, std::size_t at, bool is_first, Clue& clue) {
  clue = {};
  clue.begin = at;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t begin = at;
    if (at + 1 < line.size() && is_number(line[at + 1])) return false;
    ++at;
    clue.numbers[i] = line[begin];
    if (i == 2) break;
    const std::size_t gap = at;
    while (at < line.size() && !is_number(line[at]) && at - gap <= kMostGapBytes) ++at;
    if (at == line.size() || at == gap || at - gap > kMostGapBytes) return false;
    const std::string_view between = line.substr(gap, at - gap);
    // Bars stand between the cells of a row.
    if (has_quoted_word(between) || between.find('|') != between.npos) return false;
    (i == 0 ? clue.style.first_gap : clue.style.second_gap) = between;
  }
  // Rows of cells with blanks are no clues: a clue with blanks is alone in its line.
  const std::string_view rest = line.substr(at);
  const std::string_view gap = clue.style.second_gap;
  const bool has_blanks_only = without_blanks(clue.style.first_gap).empty();
  const bool is_alone = is_first && rest.find_first_not_of(" \t") == line.npos;
  if (has_blanks_only && !is_alone) return false;
  // A fourth number after the same gap: this is a row of cells.
  const bool has_fourth =
      rest.starts_with(gap) && rest.size() > gap.size() && is_number(rest[gap.size()]);
  if (has_fourth) return false;
  clue.end = at;
  clue.style.name = name_before(line, clue.begin);
  return true;
}

// Calls use(clue) for each clue of a line, which can be all of the text.
template <class Use>
void each_clue(std::string_view line, ImportWatch* watch, const Use& use) {
  bool is_first = true;
  Clue clue;
  for (std::size_t at = 0; at < line.size();) {
    const bool is_clue = is_number(line[at]) && read_clue(line, at, is_first, clue);
    is_first = is_first && is_blank(line[at]);
    if (is_clue) use(clue);
    const std::size_t before = at;
    at = is_clue ? clue.end : at + 1;
    while (!is_clue && at < line.size() && is_number(line[at]) && is_number(line[at - 1])) ++at;
    count_work(at - before);
    if (is_stopped_after(watch, at - before)) return;
  }
}

struct CluePlan {
  std::array<std::string, 3> style;  // the gaps and the name
  std::size_t base = 1;
  bool is_column_first = false;
  bool ends_at_blank_lines = false;
};

// Reads the clues of one style and name.
class ClueReader {
 public:
  ClueReader(std::string_view text, CluePlan plan, BoardSink& sink)
      : text_(text),
        plan_(std::move(plan)),
        style_{plan_.style[0], plan_.style[1], plan_.style[2]},
        sink_(sink) {
    cells_.fill('.');
  }

  void read() {
    TextLines lines(text_, sink_.watch());
    for (std::string_view line; lines.next(line);) take(line);
    end_board();
  }

 private:
  void take(std::string_view line) {
    const std::size_t begin = static_cast<std::size_t>(line.data() - text_.data());
    if (without_blanks(line).empty()) {
      if (plan_.ends_at_blank_lines) end_board();
      return;
    }
    std::size_t of_line = 0;
    std::size_t clues = 0;  // of any style
    bool has_other_name = false;
    each_clue(line, sink_.watch(), [&](const Clue& clue) {
      ++clues;
      const bool has_name = clue.style.name == style_.name;
      const bool has_gaps = clue.style.has_gaps_of(style_);
      has_other_name = has_other_name || (has_gaps && !has_name);
      if (!has_gaps || !has_name) return;
      if (of_line++ == 0 && begins_again(clue)) end_board();
      if (count_ == 0) part_.begin = begin;
      add(clue, begin);
    });
    if (of_line != 0) part_.end = begin + line.size();
    // Three of many numbers are no clue.
    if (of_line != 0 && numbers_in(line) > 6 * clues) sink_.note_shift();
    if ((of_line == 0 && !has_other_name) || of_line >= kLeastOfPuzzle) end_board();
  }

  // The clues of the board are ordered, and this one is before the last one.
  bool begins_again(const Clue& clue) const {
    return is_ordered_ && count_ >= kLeastOfClues && place_of(clue) < last_;
  }

  static std::size_t place_of(const Clue& clue) {
    return static_cast<std::size_t>((clue.numbers[0] - '0') * 10 + clue.numbers[1] - '0');
  }

  void add(const Clue& clue, std::size_t line) {
    const std::size_t place = place_of(clue);
    is_ordered_ = is_ordered_ && (count_ == 0 || place > last_);
    last_ = place;
    ++count_;
    std::size_t row = place / 10 - plan_.base;
    std::size_t column = place % 10 - plan_.base;
    if (plan_.is_column_first) std::swap(row, column);
    const char digit = clue.numbers[2];
    const bool is_cell = row < 9 && column < 9;
    char& cell = cells_[is_cell ? row * 9 + column : 0];
    const bool is_free = is_cell && (cell == '.' || cell == digit);
    if (!is_free && wrong_ == 0) wrong_ = line + clue.begin + 1;
    if (is_free && digit != '0') cell = digit;
  }

  void end_board() {
    RecordError error;
    error.kind = RecordErrorKind::kNotACell;
    const bool is_board = count_ >= kLeastOfPuzzle;
    if (is_board && wrong_ == 0) sink_.add(cells_, part_);
    if (is_board && wrong_ != 0) {
      error.byte = static_cast<std::uint8_t>(text_[wrong_ - 1]);
      sink_.add_damaged(error, wrong_ - 1, part_);
    }
    // Clues that are too few after a board may belong to it.
    const bool is_rest = !is_board && (count_ >= kLeastOfClues || (count_ != 0 && has_board_));
    if (is_rest) {
      error.kind = RecordErrorKind::kPuzzleCells;
      error.found = count_;
      sink_.add_damaged(error, part_.begin, part_);
    }
    has_board_ = has_board_ || is_board;
    cells_.fill('.');
    count_ = wrong_ = 0;
    is_ordered_ = true;
  }

  std::string_view text_;
  CluePlan plan_;
  ClueStyle style_;  // of plan_
  BoardSink& sink_;
  BoardCells cells_ = {};
  TextPart part_;
  std::size_t count_ = 0;
  std::size_t wrong_ = 0;  // the place after the first clue that fits no cell; 0: none
  std::size_t last_ = 0;
  bool is_ordered_ = true;
  bool has_board_ = false;
};

// What the clues of one name show.
struct ClueNotes {
  std::size_t count = 0;
  char least = '9';
  char most = '0';
  bool is_by_rows = true;     // the first number never falls within the first board
  bool is_by_columns = true;  // the second one
  std::array<char, 2> last = {};
  BoardCells cells = {};  // of the first board
  bool is_first_board = true;
};

void note(const Clue& clue, ClueNotes& notes) {
  const auto [first, second, digit] = clue.numbers;
  notes.least = std::min({notes.least, first, second});
  notes.most = std::max({notes.most, first, second});
  if (notes.count++ == 0) notes.cells.fill('.');
  // One row more than nine, if the numbers count from 1.
  const std::size_t place = static_cast<std::size_t>((first - '0') * 9 + second - '0') % 81;
  notes.is_first_board = notes.is_first_board && notes.cells[place] == '.';
  if (!notes.is_first_board) return;
  if (digit != '0') notes.cells[place] = digit;
  notes.is_by_rows = notes.is_by_rows && first >= notes.last[0];
  notes.is_by_columns = notes.is_by_columns && second >= notes.last[1];
  notes.last = {first, second};
}

struct ClueSurvey {
  std::map<ClueStyle, ClueNotes> styles;  // with the commonest gaps, and enough clues
  bool has_blank_lines = false;
};

ClueSurvey survey_clues(std::string_view text, ImportWatch* watch) {
  constexpr std::size_t kMostStyles = 256;
  ClueSurvey survey;
  auto& styles = survey.styles;
  auto last = styles.end();
  TextLines lines(text, watch);
  for (std::string_view line; lines.next(line);) {
    survey.has_blank_lines = survey.has_blank_lines || line.empty();
    each_clue(line, watch, [&](const Clue& clue) {
      if (last == styles.end() || last->first != clue.style) last = styles.find(clue.style);
      if (last == styles.end() && styles.size() < kMostStyles) {
        last = styles.try_emplace(clue.style).first;
      }
      if (last != styles.end()) note(clue, last->second);
    });
  }
  const auto clues_with_gaps_of = [&](const auto& one) {
    std::size_t clues = 0;
    for (const auto& [style, notes] : styles) {
      clues += style.has_gaps_of(one.first) ? notes.count : 0;
    }
    return clues;
  };
  const auto commonest = std::ranges::max_element(styles, {}, clues_with_gaps_of);
  if (commonest == styles.end()) return survey;
  const ClueStyle gaps = commonest->first;
  std::erase_if(styles, [&](const auto& each) {
    return each.second.count < kLeastOfPuzzle || !each.first.has_gaps_of(gaps);
  });
  return survey;
}

}  // namespace

void propose_clues(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals) {
  // Elements of XML have their own reader.
  const std::size_t first = std::min(text.find('<'), text.size());
  const char after = first + 1 < text.size() ? text[first + 1] : ' ';
  if (first < 4 && (is_name(after) || after == '?' || after == '!')) return;
  const ClueSurvey survey = survey_clues(text, options.watch);
  for (const auto& [style, notes] : survey.styles) {
    // The answer of other clues is no puzzle.
    const bool is_answer =
        std::ranges::any_of(survey.styles, [&cells = notes.cells](const auto& other) {
          return is_answer_of(cells, other.second.cells);
        });
    if (is_answer) continue;
    const std::string_view name = style.name;
    CluePlan plan;
    plan.style = {std::string(style.first_gap), std::string(style.second_gap), std::string(name)};
    const auto propose = [&](std::size_t base, bool is_column_first, bool ends_at_blank_lines) {
      plan.base = base;
      plan.is_column_first = is_column_first;
      plan.ends_at_blank_lines = ends_at_blank_lines;
      Proposal proposal;
      proposal.words =
          format_text("clues of {}, {} and digit, from {}", is_column_first ? "column" : "row",
                      is_column_first ? "row" : "column", base);
      if (!name.empty()) proposal.words += format_text(", in '{}'", printable(name));
      proposal.name = format_text("clues-{}-{}", is_column_first ? "column" : "row", base);
      proposal.must_obey_rules = true;
      proposal.read = [plan](std::string_view all, BoardSink& sink) {
        ClueReader(all, plan, sink).read();
      };
      proposals.push_back(std::move(proposal));
    };
    for (const std::size_t base : {0, 1}) {
      const bool is_possible = base == 0 ? notes.most < '9' : notes.least > '0';
      // A list that runs down the columns can have the column first.
      const bool is_by_columns = notes.is_by_columns && !notes.is_by_rows;
      if (!is_possible) continue;
      for (const bool ends_at_blank_lines : {false, true}) {
        if (ends_at_blank_lines && !survey.has_blank_lines) continue;
        propose(base, false, ends_at_blank_lines);
        if (is_by_columns) propose(base, true, ends_at_blank_lines);
      }
    }
  }
}

}  // namespace dokumill::records
