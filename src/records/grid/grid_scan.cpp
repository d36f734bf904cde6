#include "records/grid/grid_scan.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "records/format.hpp"
#include "records/lines/lines.hpp"

namespace dokumill::records {
namespace {

// What follows the first rule inside a ruled board.
constexpr std::string_view kRuledBands = "RRRDRRR!";

// True if the row contains '|' or box-drawing characters.
bool has_bars(const char* at, const char* end) {
  for (; at != end; ++at) {
    if (frame_bytes_at(at, end) != 0) return true;
  }
  return false;
}

}  // namespace

GridScan::Line GridScan::look(const char* at, std::uint8_t* values) const {
  Line line;
  line.begin = at;
  if (at == end_) {
    line.is_missing = true;
    line.is_undecided = !is_all_;
    return line;
  }
  // Most rows have 17 bytes, so check first whether the line end comes right after 17 bytes.
  const bool is_usual =
      end_ - at > 17 && is_line_end(at[17]) && find_line_end(at, at + 17) == at + 17;
  line.end = is_usual ? at + 17 : find_line_end(at, end_);
  const bool is_long = static_cast<std::size_t>(line.end - at) > kLineLimit;
  line.is_undecided = line.end == end_ && !is_all_ && !is_long;
  if (!line.is_undecided) line.text = judge_grid_line(at, line.end, values);
  return line;
}

const char* GridScan::next_line(const Line& line) const {
  return line.end == end_ ? end_ : skip_line_end(line.end, end_);
}

void GridScan::pass(GridPosition& place, const Line& line) const {
  place.at = line.end;
  place.is_inside_line = line.end == end_ && !is_all_;
  if (line.end == end_) return;
  place.at = skip_line_end(line.end, end_);
  ++place.line;
}

GridEvent GridScan::next(GridPosition& place, std::uint8_t* cells) {
  // `place` moves only to positions where the scan can be divided: a scan up to this position and a
  // new scan from this position find the same records as one scan. So `place` does not move past a
  // line that is a title only because of the board after it. It also does not move past a rule of
  // nine equal marks such as "---------". The reason: to decide about an earlier line, the scan may
  // have counted the rule as a row of nine empty cells. (After more than kGridLookahead rules in
  // succession, the lines before the rules are too far away for this.)
  std::erase_if(unsafe_, [&](const char* at) { return at < place.at; });
  GridPosition ahead = place;
  int rules = ahead.is_after_rule && !has_record_ ? kGridLookahead : 0;  // rules in succession
  for (bool is_bound = false;;) {
    const Line line = look(ahead.at, cells);
    if (line.is_undecided) return GridEvent::kNeedMore;
    if (line.is_missing) {
      place = ahead;
      return GridEvent::kEnd;
    }
    bool is_passed = true;
    switch (line.text.kind) {
      case GridLineKind::kBlank:
      case GridLineKind::kComment:
        break;
      case GridLineKind::kFrame:
        is_passed = !ahead.skips_rows;
        break;
      case GridLineKind::kForeign:
      case GridLineKind::kLong: {
        place = ahead;
        has_record_ = true;
        return add_foreign(place, line);
      }
      case GridLineKind::kTitle:
      case GridLineKind::kRow:
      case GridLineKind::kBadRow: {
        const char* const behind = next_line(line);
        Answer answer = Answer::kNo;
        if (line.text.kind == GridLineKind::kTitle) {
          answer = Answer::kYes;
          if (line.text.has_nine_characters) answer = opposite(is_row_in_letters(behind));
        } else if (line.text.kind == GridLineKind::kBadRow) {
          answer = is_title(behind);
          is_bound = answer == Answer::kYes;
        } else if (line.text.uniform_mark != 0) {
          if (!ahead.skips_rows)
            answer = is_rule(behind, line.text.uniform_mark, ahead.is_after_rule);
        } else if (may_be_heading(cells)) {
          answer = is_before_boards(behind, true);
          is_bound = answer == Answer::kYes;
        }
        if (answer == Answer::kUnknown) return GridEvent::kNeedMore;
        is_passed = answer == Answer::kYes;
        break;
      }
    }
    if (!is_passed && ahead.skips_rows) {
      pass(ahead, line);
      ahead.is_after_rule = line.text.uniform_mark != 0;
      place = ahead;
      continue;
    }
    if (!is_passed) {
      const bool begins_block =
          ahead.boards_in_block == 0 || line.text.kind == GridLineKind::kBadRow;
      GridEvent event = begins_block ? read_block(ahead, cells) : read_record(ahead, cells);
      // The next two happen in a block that is too long to be judged, and after a board in letters.
      if (!begins_block && !is_aligned_) ahead.skips_rows = !is_ended_by_frame_;
      if (!begins_block && event == GridEvent::kBoard && breaks_rules(cells)) {
        set_wrong_board(first_line_, kRows + kRows);
        ahead.skips_rows = true;
        event = GridEvent::kMalformed;
      }
      if (event != GridEvent::kNeedMore) place = ahead;
      has_record_ = true;
      return event;
    }
    pass(ahead, line);
    ahead.boards_in_block = 0;
    ahead.skips_rows = false;
    ahead.is_after_rule = line.text.uniform_mark != 0;
    rules = ahead.is_after_rule ? rules + 1 : 0;
    if (!is_bound && (rules == 0 || rules > kGridLookahead)) place = ahead;
  }
}

GridEvent GridScan::read_block(GridPosition& place, std::uint8_t* cells) {
  const GridPosition begin = place;
  const GridEvent first = read_record(place, cells);
  if (first == GridEvent::kNeedMore) return first;
  const GridPosition after_first = place;
  RecordError fault = fault_;
  bool has_fault = first == GridEvent::kMalformed;
  // A bad row at the begin of a block may be a heading instead of a row.
  const bool may_be_shifted = has_fault && fault_.row == 1 && begin.boards_in_block == 0;
  // In a block of several boards, a line that is too many shifts the rows after it. Nine of them
  // leave a whole number of boards, but then some of these boards break the rules.
  bool has_wrong_board = first == GridEvent::kBoard && breaks_rules(cells);
  std::uint64_t wrong_line = begin.line;
  std::uint8_t others[81];
  for (std::uint64_t rows = kRows; is_aligned_ && place.at - begin.at <= kBlockBytes;) {
    const Answer answer = continues(place);
    if (answer == Answer::kUnknown) return GridEvent::kNeedMore;
    if (answer == Answer::kNo) break;
    const std::uint64_t line = place.line;
    const GridEvent event = read_record(place, others);
    if (event == GridEvent::kNeedMore) return event;
    if (event == GridEvent::kBoard && !has_wrong_board && breaks_rules(others)) {
      has_wrong_board = true;
      wrong_line = line;
    }
    if (event == GridEvent::kMalformed && !has_fault) {
      fault = fault_;
      has_fault = true;
      if (fault.kind == RecordErrorKind::kRowsLeft) {
        fault.line = begin.line;
        fault.found += rows;
        fault.expected = 0;
      }
    }
    rows += kRows;
    is_aligned_ = is_aligned_ && !may_be_shifted;
    if (is_aligned_ && has_wrong_board) {
      if (!has_fault) {
        set_wrong_board(wrong_line, rows);
        fault = fault_;
      }
      is_aligned_ = false;
      is_ended_by_frame_ = false;
    }
  }
  hold_ = std::max(hold_, place.at);
  first_line_ = begin.line;
  boards_before_ = begin.boards_in_block;
  fault_ = fault;
  if (is_aligned_) {
    place = after_first;
    return first;
  }
  place.skips_rows = !is_ended_by_frame_;
  return GridEvent::kMalformed;
}

void GridScan::set_wrong_board(std::uint64_t line, std::uint64_t rows) {
  fault_ = {};
  fault_.line = line;
  fault_.kind = RecordErrorKind::kRowsLeft;
  fault_.found = rows;
}

GridEvent GridScan::read_record(GridPosition& place, std::uint8_t* cells) {
  first_line_ = place.line;
  boards_before_ = place.boards_in_block;
  place.is_after_rule = false;
  bool is_bad = false;
  is_aligned_ = true;
  is_ended_by_frame_ = false;
  int rows_of_band = 0;  // rows since the last frame line or rule
  bool may_skip = false;
  int band_rules = 0;  // rules between bands that were passed
  std::array<RowText, kRows> texts;
  int rows = 0;
  bool is_ended = false;
  while (rows < kRows && !is_ended) {
    const Line line = look(place.at, cells + rows * kRows);
    if (line.is_undecided) return GridEvent::kNeedMore;
    const GridLineKind kind = line.is_missing ? GridLineKind::kBlank : line.text.kind;
    switch (kind) {
      case GridLineKind::kRow:
        if (line.text.uniform_mark != 0 && is_between_bands(rows) && band_rules == rows / 3 - 1) {
          Answer answer = Answer::kYes;
          if (rows == 3) answer = matches(next_line(line), kRuledBands);
          if (answer == Answer::kUnknown) return GridEvent::kNeedMore;
          if (answer == Answer::kYes) {
            ++band_rules;
            rows_of_band = 0;
            place.is_after_rule = true;
            pass(place, line);
            continue;
          }
        }
        break;
      case GridLineKind::kComment:
      case GridLineKind::kBadRow:
      case GridLineKind::kLong:
        if (!is_bad) set_fault(line, place.line, static_cast<std::uint32_t>(rows + 1));
        is_bad = true;
        is_aligned_ = is_aligned_ && line.text.is_like_a_row;
        // The end of a long line may be far away, and the input may have to be cut inside the line.
        // So the line ends the record.
        is_ended = kind == GridLineKind::kLong;
        break;
      case GridLineKind::kFrame:
        if (may_skip) {
          may_skip = false;
          rows_of_band = 0;
          place.is_after_rule = false;
          pass(place, line);
          continue;
        }
        // A band with a row too many or too few has two, four or five rows.
        is_ended_by_frame_ = rows_of_band == 1 || rows_of_band > 5;
        [[fallthrough]];
      case GridLineKind::kBlank:
      case GridLineKind::kForeign:
        is_ended = true;
        continue;
      case GridLineKind::kTitle:
        // If rows == 0, next() has decided that this title is a row of a board in letters.
        if (line.text.has_nine_characters && (is_bad || rows == 0)) {
          if (!is_bad) set_fault(line, place.line, static_cast<std::uint32_t>(rows + 1));
          is_bad = true;
          break;
        }
        is_ended = true;
        continue;
    }
    texts[static_cast<std::size_t>(rows)] = {line.begin, line.end, place.line,
                                             line.text.uniform_mark};
    place.is_after_rule = line.text.uniform_mark != 0;
    pass(place, line);
    ++rows;
    ++rows_of_band;
    may_skip = is_between_bands(rows);
  }
  if (rows == kRows && !is_bad && has_lone_marks(texts)) {
    is_bad = true;
    is_aligned_ = false;
  }
  is_aligned_ = is_aligned_ && rows == kRows;
  place.boards_in_block = static_cast<std::uint8_t>(std::min(boards_before_ + 1, 2));
  if (rows == kRows && !is_bad) return GridEvent::kBoard;
  if (!is_bad) {
    fault_ = {};
    fault_.kind = RecordErrorKind::kRowsLeft;
    fault_.line = first_line_;
    fault_.found = static_cast<std::uint64_t>(rows);
    fault_.expected = boards_before_ == 0 ? 0 : kRows;
  }
  return GridEvent::kMalformed;
}

bool GridScan::has_lone_marks(const std::array<RowText, kRows>& rows) {
  const auto is_uniform = [](const RowText& row) { return row.uniform_mark != 0; };
  if (std::ranges::none_of(rows, is_uniform) || std::ranges::all_of(rows, is_uniform)) return false;
  for (const RowText& row : rows) {
    const bool is_barred = is_uniform(row) && has_bars(row.begin, row.end);
    const auto has_mark = [&](const RowText& other) {
      return !is_uniform(other) && (!is_barred || has_bars(other.begin, other.end)) &&
             std::memchr(other.begin, row.uniform_mark,
                         static_cast<std::size_t>(other.end - other.begin)) != nullptr;
    };
    if (!is_uniform(row) || std::ranges::any_of(rows, has_mark)) continue;
    fault_ = {};
    fault_.kind = RecordErrorKind::kNineMarks;
    fault_.line = row.line;
    fault_.row = static_cast<std::uint32_t>(&row - rows.data()) + 1;
    fault_.byte = static_cast<std::uint8_t>(row.uniform_mark);
    return true;
  }
  return false;
}

GridEvent GridScan::add_foreign(GridPosition& place, const Line& line) {
  first_line_ = place.line;
  boards_before_ = place.boards_in_block;
  set_fault(line, place.line, 1);
  pass(place, line);
  place.boards_in_block = 0;
  place.is_after_rule = false;
  place.skips_rows = false;
  return GridEvent::kMalformed;
}

void GridScan::set_fault(const Line& line, std::uint64_t number, std::uint32_t row) {
  fault_ = {};
  fault_.line = number;
  fault_.row = row;
  const RowResult& result = line.text.row;
  if (line.text.kind == GridLineKind::kComment || result.error == RowError::kNotACell) {
    const char* const where = line.text.kind == GridLineKind::kComment
                                  ? std::find(line.begin, line.end, '#')
                                  : result.where;
    fault_.kind = RecordErrorKind::kNotACell;
    // If another program has changed the file meanwhile, `where` may be the end of the line.
    fault_.byte = where == line.end ? 0 : static_cast<std::uint8_t>(*where);
    fault_.column = static_cast<std::uint64_t>(where - line.begin) + 1;
  } else if (result.error == RowError::kTooLong) {
    fault_.kind = RecordErrorKind::kLongRow;
  } else {
    fault_.kind = RecordErrorKind::kRowCells;
    fault_.found = result.cells;
  }
}

}  // namespace dokumill::records
