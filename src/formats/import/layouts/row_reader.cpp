#include "formats/import/layouts/row_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "formats/import/line_parts.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kRows = 9;
constexpr std::size_t kMostBoards = 4;
constexpr std::size_t kMostInBlock = 64;

// Finds the first field of the boards that is not a cell, stands in a word of another length, or is
// empty with another mark than the cells before it; 0 goes with all marks. Returns `kMost` if all
// are cells.
std::size_t find_other(const LineCells& line, const Columns& columns, std::size_t first) {
  const std::size_t group = line.group[first];
  for (std::size_t board = 0; board < columns.boards; ++board) {
    char mark = 0;
    std::size_t at =
        first + board * (columns.cells() + (columns.has_gaps ? 2 : 0) + columns.between);
    for (std::size_t i = 0; i < columns.cells(); ++i, ++at) {
      if (columns.has_gaps && (i == 3 || i == 6) && line.cells[at++] != '.') return at - 1;
      if (line.cells[at] == LineCells::kNoCell || line.group[at] != group) return at;
      if (line.mark[at] != 0 && mark != 0 && line.mark[at] != mark) return at;
      if (mark == 0) mark = line.mark[at];
    }
  }
  return LineCells::kMost;
}
bool are_cells(const LineCells& line, const Columns& columns, std::size_t first) {
  return find_other(line, columns, first) == LineCells::kMost;
}

std::size_t cells_in(const LineCells& line, std::size_t begin, std::size_t end) {
  std::size_t cells = 0;
  for (std::size_t i = begin; i < end; ++i) cells += line.cells[i] != LineCells::kNoCell ? 1 : 0;
  return cells;
}

}  // namespace

RowMatch match_row(const LineCells& line, const Columns& columns) {
  RowMatch match;
  if (line.kind != LineKind::kCells) return match;
  const std::size_t width = columns.width();
  // A board in a line, among rows. Words may stand beside it.
  if (!columns.is_board && line.count >= 81 && !line.has_uneven_lists) {
    const auto run = std::find(line.group.begin(), line.group.begin() + line.count, 81);
    const auto first = line.count == 81 ? 0 : static_cast<std::size_t>(run - line.group.begin());
    const bool is_alone = first + 81 <= line.count && cells_in(line, 0, first) == 0 &&
                          cells_in(line, first + 81, line.count) == 0;
    const Columns all{.is_board = true};
    if (is_alone && are_cells(line, all, first)) return {.kind = RowKind::kBoard, .first = first};
  }
  match.first = columns.at_end && line.count > width ? line.count - width : columns.lead;
  const std::size_t end = match.first + width;
  const std::size_t next = end + columns.trail;
  const bool may_follow =
      line.count >= next && (line.count == next || line.cells[next] == LineCells::kNoCell);
  // Only words stand before cells that are found at the end of the line.
  const bool may_precede =
      !columns.at_end || (match.first != 0 && cells_in(line, 0, match.first) == 0);
  const bool has_names = columns.fields == 0 || line.fields == columns.fields;
  const bool fits = has_names && line.count == line.fields && may_follow && may_precede &&
                    !line.has_uneven_lists && are_cells(line, columns, match.first);
  if (fits) {
    match.kind = columns.is_board ? RowKind::kBoard : RowKind::kRow;
    return match;
  }
  if (line.near != 0) {
    match.wrong = line.near_wrong;
    match.found = line.near;
    match.kind = line.near >= 41 ? RowKind::kNearly : RowKind::kBroken;
    return match;
  }
  const std::size_t fields = line.fields - std::min<std::size_t>(line.fields, columns.lead);
  match.found = static_cast<std::uint32_t>(fields);
  char mark = 0;
  for (std::size_t i = columns.lead; i < line.count && match.wrong == LineCells::kNowhere; ++i) {
    const bool has_other_mark = line.mark[i] != 0 && mark != 0 && line.mark[i] != mark;
    if (line.cells[i] == LineCells::kNoCell || has_other_mark) match.wrong = line.at[i];
    if (mark == 0) mark = line.mark[i];
  }
  if (fields >= 41 && line.wrong * 8 <= fields) {
    match.kind = RowKind::kNearly;
  } else if (!columns.is_board && fields + 2 >= width && fields <= width + 2 &&
             line.wrong <= 2 + std::size_t{columns.lead}) {
    match.kind = RowKind::kBroken;
  }
  return match;
}

void copy_row(const LineCells& line, const Columns& columns, std::size_t first, std::size_t board,
              char* out) {
  const std::size_t one = columns.cells() + (columns.has_gaps ? 2 : 0) + columns.between;
  const char* at = line.cells.data() + first + board * one;
  for (std::size_t i = 0; i < columns.cells(); ++i) {
    if (columns.has_gaps && (i == 3 || i == 6)) ++at;
    out[i] = *at++;
  }
}

bool is_heading(std::string_view nine, bool is_word) {
  if (nine == "123456789" || nine == "012345678") return true;
  for (std::size_t i = 0; is_word && i < nine.size(); ++i) {
    if (nine[i] >= '1' && nine.find(nine[i], i + 1) != std::string_view::npos) return true;
  }
  return false;
}

std::string words_beside(std::string_view before, std::string_view after) {
  static constexpr std::string_view kTrimmed = " \t'\"`,;:|#=()[]{}";
  const auto trimmed = [](std::string_view text) -> std::string_view {
    const bool says_something = std::ranges::any_of(text, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             static_cast<unsigned char>(c) >= 0x80;
    });
    const std::size_t begin = text.find_first_not_of(kTrimmed);
    if (!says_something || begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kTrimmed) + 1 - begin);
  };
  std::string words(trimmed(before));
  const std::string_view more = trimmed(after);
  if (!words.empty() && !more.empty()) words += ' ';
  return words.append(more);
}

bool Sections::skips(std::string_view line) {
  if (!has_puzzle_) return false;
  line = without_blanks(line);
  const bool is_heading = line.starts_with('[') && line.find(']') != std::string_view::npos;
  if (is_heading) is_in_puzzle_ = line.starts_with(kPuzzle);
  return is_heading || !is_in_puzzle_;
}

namespace {

class RowReader {
 public:
  RowReader(std::string_view text, const LineReading& how, BoardSink& sink)
      : text_(text), how_(how), sink_(sink) {
    how_.style.marks = how_.marks;
    const Columns& columns = how_.columns;
    const bool are_marks = how_.style.style == CellStyle::kWords && how_.style.empty == 0;
    const bool is_plain = columns.lead == 0 && columns.trail == 0 && !columns.has_gaps &&
                          columns.boards == 1 && !columns.is_board && !columns.at_end;
    may_be_plain_ = (are_marks || how_.style.style == CellStyle::kFields) && is_plain &&
                    !how_.has_titles && !how_.are_empty_rows_blank &&
                    text.substr(0, 4096).find("[Puzzle]") == std::string_view::npos;
  }

  void run() {
    Sections sections(text_);
    TextLines lines(text_, sink_.watch());
    while (lines.next(line_)) {
      begin_ = static_cast<std::size_t>(line_.data() - text_.data());
      end_ = begin_ + line_.size();
      if (take_plain_row()) {
        // Most lines of most texts.
      } else if (sections.skips(line_)) {
        end_board();
        if (line_.find_first_not_of(" \t") != std::string_view::npos)
          sink_.leave_out({begin_, end_});
      } else {
        read_cells(line_, how_.style, cells_);
        take_line();
      }
    }
    // The rows of a beginning go on after it.
    if (!sink_.is_all()) rows_ = 0;
    end_board();
  }

 private:
  // Takes a row of nine digits, zeros or points, side by side or with a blank or the separator
  // between them. Returns false if the line is no such row, or if it needs a closer look.
  bool take_plain_row() {
    if (!may_be_plain_) return false;
    char* const out = boards_[0].data() + rows_ * kRows;
    const char* at = line_.data();
    const char* const end = at + line_.size();
    const char separator = how_.style.style == CellStyle::kFields ? how_.style.separator : ' ';
    const bool is_run = separator == ' ' && line_.size() == kRows;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (i != 0 && !is_run && (at == end || *at++ != separator)) return false;
      const bool is_empty_field = separator != ' ' && (at == end || *at == separator);
      const char c = is_empty_field ? '.' : at == end ? '!' : *at++;
      if ((c < '0' || c > '9') && c != '.') return false;
      out[i] = c;
    }
    if (at != end) return false;
    was_frame_ = false;
    add_row();
    return true;
  }

  void take_line() {
    const bool is_frame = cells_.kind == LineKind::kFrame;
    if (is_frame &&
        (how_.end == BoardEnd::kFrame || (how_.end == BoardEnd::kTwoFrames && was_frame_))) {
      end_board();
    }
    was_frame_ = is_frame;
    if (cells_.kind != LineKind::kCells) is_after_row_ = false;
    switch (cells_.kind) {
      case LineKind::kFrame:
        if (how_.style.style == CellStyle::kPlaces) skip_words_beside({});
        return;
      case LineKind::kBlank:
        return take_blank();
      case LineKind::kComment:
      case LineKind::kWords:
        return end_board();
      case LineKind::kCells:
        return take_cells(match_row(cells_, how_.columns));
    }
  }

  void take_blank() {
    if (how_.end == BoardEnd::kBlankLine) end_board();
  }

  // True if the fields beside the cells are words where they were words in the lines before, and
  // numbers where they were numbers. A row with a cell too many has one of them there.
  bool has_other_labels(const RowMatch& match) {
    const std::size_t end = match.first + how_.columns.width();
    std::size_t label = 0;
    for (std::size_t i = 0; i < end + how_.columns.trail; ++i) {
      if (i == match.first) i = end;
      if (i >= cells_.count || label == labels_.size()) return false;
      const char first = line_[cells_.at[i]];
      if (cells_.cells[i] != '.') {
        const bool is_word = cells_.cells[i] == LineCells::kNoCell && (first < '0' || first > '9');
        const LabelKind kind = is_word ? LabelKind::kWord : LabelKind::kNumber;
        if (labels_[label] == LabelKind::kUnknown) labels_[label] = kind;
        if (labels_[label] != kind) return true;
      }
      ++label;
    }
    return false;
  }

  void take_cells(RowMatch match) {
    const bool is_row = match.kind == RowKind::kRow;
    const bool is_board = match.kind == RowKind::kBoard && how_.columns.is_board;
    if ((is_row || is_board) && (how_.columns.lead != 0 || how_.columns.trail != 0) &&
        !how_.columns.at_end && has_other_labels(match)) {
      match.kind = is_row ? RowKind::kBroken : RowKind::kNearly;
      match.found = static_cast<std::uint32_t>(cells_.count);
    }
    // Where blanks are cells, a blank line inside of a board is a row.
    const bool may_be_blank = how_.style.style != CellStyle::kPlaces ||
                              (rows_ == 0 && line_.find('|') == std::string_view::npos);
    if (how_.are_empty_rows_blank && is_row && may_be_blank && is_empty()) {
      return take_blank();
    }
    if (rows_ == 0 && how_.has_titles && is_title(match)) return;
    switch (match.kind) {
      case RowKind::kBoard:
        end_board();
        return take_boards(match);
      case RowKind::kNearly:
        end_board();
        return sink_.add_damaged(fault_of(match, RecordErrorKind::kCellCount), place_of(match),
                                 {begin_, end_}, match.wrong != LineCells::kNowhere);
      case RowKind::kRow:
      case RowKind::kBroken:
        return take_row(match);
      case RowKind::kOther:
        return end_board();
    }
  }

  // True for a row of empty fields, without a mark in them.
  bool is_empty() const { return line_.find_first_not_of(" \t,;|&\"'") == std::string_view::npos; }
  bool is_title(const RowMatch& match) const {
    // A line that is nearly a row is a damaged one, or one row too many.
    constexpr std::size_t kManyCells = 7;
    std::size_t cells = 0;
    for (std::size_t i = 0; i < cells_.count; ++i) {
      const bool is_empty_field = cells_.mark[i] == ' ';
      cells += cells_.cells[i] != LineCells::kNoCell && !is_empty_field ? 1 : 0;
      // The fields of a title are words.
      const bool is_digit = cells_.cells[i] >= '1' && cells_.cells[i] <= '9';
      if (how_.style.style == CellStyle::kFields && is_digit) cells = kManyCells;
    }
    if (match.kind == RowKind::kBroken) {
      return (!is_after_row_ && cells < kManyCells) || counts_up();
    }
    if (match.kind != RowKind::kRow) return false;
    std::array<char, 9> row{};
    copy_row(cells_, how_.columns, match.first, 0, row.data());
    return is_heading({row.data(), row.size()}, cells_.group[match.first] == kRows);
  }

  // True if the digits of the line are 1 to 9, or 0 to 8.
  bool counts_up() const {
    std::string digits;
    for (std::size_t i = 0; i < cells_.count; ++i) {
      if (cells_.cells[i] >= '0' && cells_.cells[i] <= '9') digits += cells_.cells[i];
    }
    return digits == "123456789" || digits == "012345678";
  }

  std::size_t place_of(const RowMatch& match) const {
    return begin_ + (match.wrong != LineCells::kNowhere ? match.wrong : 0);
  }
  RecordError fault_of(const RowMatch& match, RecordErrorKind kind) const {
    RecordError fault;
    fault.kind = kind;
    fault.row = static_cast<std::uint32_t>(rows_ + 1);
    fault.found = match.found;
    if (match.kind == RowKind::kNearly) {
      const CellText all = scan_cells(line_);
      if (all.others == 0 && all.count > fault.found) {
        fault.found = all.count;
        return fault;
      }
    }
    if (match.wrong != LineCells::kNowhere) {
      fault.kind = RecordErrorKind::kNotACell;
      fault.byte = static_cast<std::uint8_t>(text_[place_of(match)]);
    }
    return fault;
  }

  void take_row(const RowMatch& match) {
    if (match.kind == RowKind::kBroken) {
      if (!is_broken_) {
        fault_ = fault_of(match, RecordErrorKind::kRowCells);
        fault_at_ = place_of(match);
      }
      is_broken_ = true;
    } else {
      for (std::size_t board = 0; board < how_.columns.boards; ++board) {
        copy_row(cells_, how_.columns, match.first, board, boards_[board].data() + rows_ * kRows);
      }
      sink_.drop_candidates(cells_.dropped);
      skip_words_beside(match);
    }
    add_row();
  }

  // Counts the row that is in boards_, or a broken one.
  void add_row() {
    if (rows_ == 0) board_begin_ = begin_;
    is_after_row_ = true;
    board_end_ = end_;
    if (++rows_ < kRows) return;
    close_board();
    if (block_.size() < kMostInBlock) return;
    for (const Waiting& each : block_) add_boards(each);
    block_.clear();
    has_begun_ = true;
  }

  // Words after the cells are named; words before them are labels.
  void skip_words_beside(const RowMatch& match) {
    const std::size_t next = match.first + how_.columns.width();
    if (how_.style.style == CellStyle::kPlaces) {
      const std::size_t bar = line_.find_last_of("|\x82");
      if (bar == std::string_view::npos || bar + 1 == line_.size()) return;
      const std::string words = words_beside({}, line_.substr(bar + 1));
      if (!words.empty()) sink_.skip({begin_ + bar + 1, end_});
      return;
    }
    if (next >= cells_.count) return;
    const TextPart part{begin_ + cells_.at[next], end_};
    if (!words_beside({}, line_.substr(cells_.at[next])).empty()) sink_.skip(part);
  }

  void take_boards(const RowMatch& match) {
    Columns columns = how_.columns;
    if (!columns.is_board) columns = {.is_board = true};
    const std::size_t next = match.first + columns.width();
    const std::size_t before = cells_.count == 0 ? 0 : cells_.at[match.first];
    const std::size_t after = next < cells_.count ? cells_.at[next] : line_.size();
    const bool may_have_words =
        how_.style.style != CellStyle::kPlaces && how_.style.style != CellStyle::kCandidates;
    const std::string words =
        may_have_words ? words_beside(line_.substr(0, before), line_.substr(after)) : std::string();
    const TextPart part{begin_, end_};
    sink_.check_beside({begin_, begin_ + before});
    sink_.check_beside({begin_ + after, end_});
    sink_.drop_candidates(cells_.dropped);
    for (std::size_t board = 0; board < columns.boards; ++board) {
      BoardCells& cells = boards_[board];
      copy_row(cells_, columns, match.first, board, cells.data());
      if (line_.find_first_not_of("? ") == std::string_view::npos) {
        // 81 question marks stand for a malformed record in our own outputs.
        RecordError fault;
        fault.kind = RecordErrorKind::kNotACell;
        fault.byte = '?';
        sink_.add_damaged(fault, begin_ + line_.find('?'), part);
      } else if (board != 0 && (is_answer_of(cells, boards_[0]) || cells == boards_[0])) {
        sink_.add_answer(part);
      } else {
        sink_.add(cells, part, words);
      }
    }
  }

  // Nine rows side by side of the block.
  struct Waiting {
    std::array<BoardCells, kMostBoards> boards;
    TextPart part;
    bool is_broken = false;
    RecordError fault;
    std::size_t fault_at = 0;
  };

  void note_loose() {
    const auto is_empty = [&](std::size_t first, std::size_t step) {
      for (std::size_t i = 0; i < kRows; ++i) {
        if (boards_[0][first + i * step] != '.') return false;
      }
      return true;
    };
    const bool has_empty_row = is_empty(0, 1) || is_empty(kRows * (kRows - 1), 1);
    if (has_empty_row || !how_.style.places.is_exact) sink_.note_loose();
  }

  void close_board() {
    const bool has_bars = how_.style.places.bars != 0;
    if (how_.style.style == CellStyle::kPlaces && !has_bars && !is_broken_) note_loose();
    block_.push_back({boards_, {board_begin_, board_end_}, is_broken_, fault_, fault_at_});
    rows_ = 0;
    is_broken_ = false;
  }

  // Ends a block. If it has a wrong number of rows, it is unclear where its boards begin, so it is
  // one record.
  void end_board() {
    const std::size_t rows = block_.size() * kRows + rows_;
    const bool has_begun = std::exchange(has_begun_, false);
    if (rows == 0) return;
    if (has_begun && rows_ != 0) sink_.note_shift();
    const std::size_t left = rows_;
    const bool is_short_by_one = is_broken_ && block_.empty() && left + 1 == kRows;
    if (left != 0) close_board();
    if (left == 0 || left == kRows || is_short_by_one) {
      for (const Waiting& each : block_) add_boards(each);
    } else {
      RecordError fault;
      fault.kind = RecordErrorKind::kRowsLeft;
      fault.found = rows;
      const std::size_t begin = block_.front().part.begin;
      add_damaged(fault, begin, {begin, block_.back().part.end}, false);
    }
    block_.clear();
  }

  void add_boards(const Waiting& nine) {
    if (nine.is_broken) {
      return add_damaged(nine.fault, nine.fault_at, nine.part,
                         nine.fault.kind == RecordErrorKind::kNotACell);
    }
    for (std::size_t board = 0; board < how_.columns.boards; ++board) {
      sink_.add(nine.boards[board], nine.part);
    }
  }
  void add_damaged(const RecordError& fault, std::size_t at, TextPart part, bool names_column) {
    for (std::size_t board = 0; board < how_.columns.boards; ++board) {
      sink_.add_damaged(fault, at, part, names_column);
    }
  }

  std::string_view text_;
  LineReading how_;
  BoardSink& sink_;
  std::string_view line_;  // without its line end
  std::size_t begin_ = 0;  // of line_, in the text
  std::size_t end_ = 0;
  LineCells cells_;  // of line_
  bool may_be_plain_ = false;
  enum class LabelKind : std::uint8_t { kUnknown, kWord, kNumber };
  std::array<LabelKind, 4> labels_ = {};  // of the fields beside the cells of a row
  bool was_frame_ = false;
  bool is_after_row_ = false;  // the line before is a row
  std::vector<Waiting> block_;
  bool has_begun_ = false;  // boards of the block were added: it is too long to wait for its end
  // The board that is not complete.
  std::array<BoardCells, kMostBoards> boards_;
  std::size_t rows_ = 0;
  bool is_broken_ = false;
  RecordError fault_;
  std::size_t fault_at_ = 0;
  std::size_t board_begin_ = 0;
  std::size_t board_end_ = 0;
};

}  // namespace

void read_rows(std::string_view text, const LineReading& how, BoardSink& sink) {
  RowReader(text, how, sink).run();
}

}  // namespace dokumill::records
