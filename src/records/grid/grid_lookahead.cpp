// The look ahead of GridScan: whether the lines from here on are a board, a title, a rule or a row
// of letters.
#include <algorithm>
#include <array>
#include <cstring>

#include "records/format.hpp"
#include "records/grid/grid_scan.hpp"
#include "records/lines/lines.hpp"

namespace dokumill::records {
namespace {

// A board with rules of nine equal marks between its bands. See matches() for the letters.
constexpr std::string_view kRuledBoard = "RRRDRRRDRRR!";
// One or two rules, followed by a ruled board.
constexpr std::string_view kRuledBoard2 = "DRRRDRRRDRRR!";
constexpr std::string_view kRuledBoard3 = "DDRRRDRRRDRRR!";
static_assert(kRuledBoard3.size() == kGridLookahead);
// The number of bad rows and frame lines that may stand between a title and the boards ("3", then
// "9 9").
constexpr int kMoreTitles = 2;

}  // namespace

GridScan::Answer GridScan::opposite(Answer answer) {
  if (answer == Answer::kUnknown) return answer;
  return answer == Answer::kYes ? Answer::kNo : Answer::kYes;
}

GridScan::RowsAhead GridScan::count_rows(const char* at, char mark) const {
  RowsAhead found;
  bool may_skip = false;
  std::uint8_t values[kRows];
  while (found.rows <= kRows) {
    const Line line = look(at, values);
    found.is_unknown = line.is_undecided;
    if (line.is_undecided || line.is_missing) break;
    if (line.text.kind == GridLineKind::kFrame && may_skip) {
      may_skip = false;
    } else if (line.text.kind != GridLineKind::kRow) {
      break;
    } else {
      const bool is_uniform = line.text.uniform_mark != 0;
      // After nine rows, a line of nine equal marks is the next rule.
      if (found.rows == kRows && is_uniform) break;
      if (found.rows < kRows - 1 && is_uniform) ++found.uniform;
      if (found.rows < kRows - 1 && !is_uniform && mark != 0 &&
          std::memchr(line.begin, mark, static_cast<std::size_t>(line.end - line.begin)) != nullptr)
        found.mark_end = found.mark_end == nullptr ? next_line(line) : found.mark_end;
      ++found.rows;
      if (found.rows == kRows) found.ninth_mark = line.text.uniform_mark;
      if (found.rows == kRows) found.ninth_end = next_line(line);
      if (found.rows == kRows - 1) found.eight_end = next_line(line);
      if (found.rows == kRows + 1) found.tenth_begin = line.begin;
      const bool is_heading = may_be_heading(values);
      if (found.rows <= kRows) found.has_headings = found.has_headings || is_heading;
      if (found.rows == kRows + 1) found.is_tenth_heading = is_heading;
      may_skip = is_between_bands(found.rows);
    }
    at = next_line(line);
  }
  return found;
}

GridScan::Answer GridScan::matches(const char* at, std::string_view pattern) {
  std::uint8_t values[kRows];
  for (const char wanted : pattern) {
    const Line line = look(at, values);
    if (line.is_undecided) return Answer::kUnknown;
    const bool is_row = !line.is_missing && line.text.kind == GridLineKind::kRow;
    const char found = !is_row ? '!' : line.text.uniform_mark == 0 ? 'R' : 'D';
    if (wanted == '!' && found != 'R') return Answer::kYes;
    if (wanted == '!') unsafe_.push_back(line.begin);
    if (found != wanted) return Answer::kNo;
    at = next_line(line);
  }
  return Answer::kYes;
}

bool GridScan::is_safe(const GridPosition& place) const {
  const bool is_held = hold_ != nullptr && place.at < hold_;
  return !is_held && std::ranges::find(unsafe_, place.at) == unsafe_.end();
}

GridScan::Answer GridScan::is_before_boards(const char* at, bool is_heading) {
  std::uint8_t values[kRows];
  const Line first = look(at, values);
  if (first.is_undecided) return Answer::kUnknown;
  if (!first.is_missing && first.text.kind == GridLineKind::kFrame) at = next_line(first);
  if (const Answer answer = matches(at, kRuledBoard); answer != Answer::kNo) return answer;
  const RowsAhead ahead = count_rows(at, 0);
  if (ahead.rows <= kRows && ahead.is_unknown) return Answer::kUnknown;
  if (is_heading && ahead.has_headings) return Answer::kNo;
  if (ahead.rows == kRows || (is_heading && ahead.is_tenth_heading)) {
    // The first of these nine rows may turn out to be rules. Then a record ends inside the nine
    // rows, and a cut at the end of that record would not be safe.
    hold_ = std::max(hold_, ahead.ninth_end);
    return Answer::kYes;
  }
  if (ahead.tenth_begin == nullptr) return Answer::kNo;
  if (is_heading) {
    unsafe_.push_back(ahead.tenth_begin);
    return Answer::kNo;
  }
  std::uint8_t cells[81];
  GridPosition place{at};
  const GridEvent event = read_block(place, cells);
  if (event == GridEvent::kNeedMore) return Answer::kUnknown;
  return event == GridEvent::kBoard ? Answer::kYes : Answer::kNo;
}

GridScan::Answer GridScan::is_title(const char* at) {
  std::uint8_t values[kRows];
  for (int passed = 0; passed < kMoreTitles; ++passed) {
    const Line line = look(at, values);
    if (line.is_undecided) return Answer::kUnknown;
    if (line.is_missing) return Answer::kNo;
    if (line.text.kind != GridLineKind::kBadRow && line.text.kind != GridLineKind::kFrame) break;
    at = next_line(line);
  }
  return is_before_boards(at, false);
}

GridScan::Answer GridScan::continues(const GridPosition& place) {
  std::uint8_t values[kRows];
  const Line line = look(place.at, values);
  if (line.is_undecided) return Answer::kUnknown;
  if (line.is_missing || line.text.kind != GridLineKind::kRow) return Answer::kNo;
  if (line.text.uniform_mark != 0)
    return opposite(is_rule(next_line(line), line.text.uniform_mark, place.is_after_rule));
  return may_be_heading(values) ? opposite(is_before_boards(next_line(line), true)) : Answer::kYes;
}

GridScan::Answer GridScan::is_rule(const char* at, char mark, bool is_after_rule) {
  for (const std::string_view ruled : {kRuledBoard, kRuledBoard2, kRuledBoard3}) {
    if (const Answer answer = matches(at, ruled); answer != Answer::kNo) return answer;
  }
  const RowsAhead ahead = count_rows(at, mark);
  if (ahead.rows <= kRows && ahead.is_unknown) return Answer::kUnknown;
  // Nine rows are examined: the row before `at` and the eight rows from `at` on. If each of them
  // consists of nine equal marks, these nine rows are a puzzle without clues, unless a rule comes
  // before them.
  const bool is_empty = ahead.uniform == kRows - 1 && !is_after_rule;
  const bool has_row = ahead.mark_end != nullptr || is_empty;
  // The row before `at` is nine times `mark`. If the ninth row from `at` on is nine times a
  // different mark, that ninth row is the next rule. Then the row before `at` is the first row of a
  // board.
  const bool is_board_ahead =
      ahead.rows == kRows && (ahead.ninth_mark == 0 || ahead.ninth_mark == mark);
  if (has_row && is_board_ahead) hold_ = std::max(hold_, ahead.ninth_end);
  if (!has_row || is_board_ahead) return Answer::kYes;
  hold_ = std::max(hold_, ahead.mark_end != nullptr ? ahead.mark_end : ahead.eight_end);
  if (ahead.tenth_begin != nullptr) unsafe_.push_back(ahead.tenth_begin);
  return Answer::kNo;
}

GridScan::Answer GridScan::is_row_in_letters(const char* at) {
  std::uint8_t values[kRows];
  bool may_skip = false;
  int others = 0;  // lines that are not rows
  for (int rows = 1; rows < kRows;) {
    const Line line = look(at, values);
    if (line.is_undecided) return Answer::kUnknown;
    if (line.is_missing) return Answer::kNo;
    at = next_line(line);
    if (line.text.kind == GridLineKind::kFrame && may_skip) {
      may_skip = false;
      continue;
    }
    const bool is_row = line.text.kind == GridLineKind::kRow ||
                        line.text.kind == GridLineKind::kBadRow || line.text.has_nine_characters;
    if (!is_row) return Answer::kNo;
    if (line.text.kind != GridLineKind::kRow) ++others;
    ++rows;
    may_skip = is_between_bands(rows);
  }
  // A single line that is not a row may be the title of the next board, if the board before it is
  // incomplete.
  if (others < 2) return Answer::kNo;
  hold_ = std::max(hold_, at);
  return Answer::kYes;
}

}  // namespace dokumill::records
