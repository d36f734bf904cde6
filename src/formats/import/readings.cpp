#include "formats/import/readings.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "formats/detect/header.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/line_parts.hpp"
#include "formats/import/text_lines.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kJudgedAtOnce = 256;
// A part is lost if it has half the rows of a board, or half its cells in a run.
constexpr std::size_t kLeastLostRows = 5;
constexpr std::size_t kRowsOfBoard = 9;
constexpr std::size_t kLongestName = 20;
constexpr std::size_t kLongestDamaged = 2000;

// True if the digits of nine lines may be those of a puzzle.
bool are_rows(std::span<const std::size_t> digits) {
  constexpr std::size_t kFewestClues = 17;
  constexpr std::ptrdiff_t kLeastLines = 7;
  return std::accumulate(digits.begin(), digits.end(), std::size_t{0}) >= kFewestClues &&
         std::ranges::count_if(digits, [](std::size_t of_line) { return of_line != 0; }) >=
             kLeastLines;
}

}  // namespace

BoardSink::BoardSink(std::string_view text, bool is_all, const ImportOptions& options,
                     ImportWriter* writer, bool is_from_zero)
    : text_(text),
      is_all_(is_all),
      options_(options),
      writer_(writer),
      is_from_zero_(is_from_zero),
      has_returns_(text.find('\r') != std::string_view::npos) {}

void BoardSink::add(const BoardCells& written, TextPart part, std::string_view words) {
  const std::string_view name = words.substr(words.find_last_of('-') + 1);
  if (name.size() < kLongestName && is_solution_name(name) && is_answer_of(written, last_)) {
    return add_answer(part);
  }
  last_ = written;
  account(part);
  const std::uint32_t line = line_of(part.begin);
  ++counts_.boards;
  BoardCells cells = written;
  note_zeros(cells);
  is_last_damaged_ = false;
  if (counts_.are_rows) {
    const std::string_view own = text_.substr(part.begin, part.end - part.begin);
    counts_.are_rows = own.find_first_of("\r\n") != std::string_view::npos;
  }
  if (kept_.size() < kKept) {
    kept_.push_back(cells);
    kept_lines_.push_back(line);
  }
  if (writer_ == nullptr) {
    pending_.push_back(cells);
    if (pending_.size() == kJudgedAtOnce) judge_pending();
    return;
  }
  count(obeys_rules(cells) ? BoardWorth::kSeveral : BoardWorth::kBreaksRule);
  writer_->add(line, {cells.data(), cells.size()}, words);
}

// Zeros beside another mark of an empty cell are probably digits, and so are those of a board that
// has each of 0 to 8 nine times. After the notes, all empty cells are points.
void BoardSink::note_zeros(BoardCells& cells) {
  constexpr std::ptrdiff_t kMostOfOneDigit = 9;
  constexpr std::size_t kMostZeroBoards = 256;
  const std::ptrdiff_t zeros = std::ranges::count(cells, '0');
  const std::ptrdiff_t nines = std::ranges::count(cells, '9');
  const std::ptrdiff_t points = std::ranges::count(cells, '.');
  if (is_from_zero_) {
    counts_.from_one += nines != 0 ? 1 : 0;
    count_from_one(cells);
  } else {
    const bool has_other_mark = points != 0 && zeros <= kMostOfOneDigit;
    const bool is_complete = zeros == kMostOfOneDigit && points == 0 && [&] {
      BoardCells digits = cells;
      count_from_one(digits);
      return obeys_rules(digits);
    }();
    const bool is_from_zero = zeros != 0 && nines == 0 && (has_other_mark || is_complete);
    counts_.from_zero += is_from_zero ? 1 : 0;
    counts_.mixed += !is_from_zero && zeros != 0 && points != 0 ? 1 : 0;
    counts_.from_one += nines != 0 || (zeros != 0 && !is_from_zero) ? 1 : 0;
    std::ranges::replace(cells, '0', '.');
    if (is_from_zero && zero_boards_.size() < kMostZeroBoards) zero_boards_.push_back(cells);
  }
  const bool is_mask = std::ranges::all_of(cells, [](char c) { return c <= '1'; });
  counts_.masks += is_mask ? 1 : 0;
}

// The zeros of a damaged board show as well how the digits of the others count.
void BoardSink::note_zeros_of_damaged(std::string_view part) {
  if (is_from_zero_ || part.size() > kLongestDamaged) return;
  const CellText found = scan_cells(part);
  const auto end = found.cells.begin() + std::min(found.count, found.cells.size());
  const auto count_of = [&](char c) { return std::count(found.cells.begin(), end, c); };
  const bool may_count = count_of('0') != 0 && count_of('0') <= 9 && count_of('.') != 0;
  counts_.from_zero += may_count && count_of('9') == 0 ? 1 : 0;
}

void BoardSink::add_damaged(RecordError what, std::size_t at, TextPart part, bool names_column,
                            std::string_view words) {
  account(part);
  ++counts_.damaged;
  is_last_damaged_ = true;
  if (at < part.begin || at > part.end) at = part.begin;
  note_zeros_of_damaged(text_.substr(part.begin, part.end - part.begin));
  what.line = line_of(at);
  what.column = names_column ? column_of(at) : 0;
  if (!first_damaged_) first_damaged_ = what;
  if (writer_ != nullptr) writer_->add_malformed(what, line_of(part.begin), words);
}

void BoardSink::add_answer(TextPart part) {
  account(part);
  ++counts_.answers;
}

void BoardSink::check_beside(TextPart words) {
  const std::string_view text = text_.substr(words.begin, words.end - words.begin);
  if (text.size() < 41 || left_over_kind(text) != LeftOver::kBoard) return;
  lose(words);
}

void BoardSink::lose(TextPart part) {
  if (counts_.lost++ == 0) counts_.first_lost = part;
}

void BoardSink::skip(TextPart part) {
  const bool is_first = counts_.skipped == 0 || part.begin < counts_.first_skipped.begin;
  if (is_first) counts_.first_skipped = part;
  ++counts_.skipped;
}

void BoardSink::write_header(std::string_view line, TextPart part) {
  account(part);
  if (writer_ != nullptr) writer_->write_header(line_of(part.begin), line);
}

void BoardSink::finish() {
  if (is_all_) account({text_.size(), text_.size()});
  if (!is_all_ && is_last_damaged_) --counts_.damaged;
  judge_pending();
}

std::uint32_t BoardSink::line_of(std::size_t at) {
  const char* const text = text_.data();
  const std::size_t from = std::min(at, counted_);
  const std::size_t to = std::max(at, counted_);
  std::ptrdiff_t line_ends = 0;
  if (!has_returns_) {
    line_ends = std::count(text + from, text + to, '\n');
  } else {
    for (std::size_t i = from; i < to; ++i) {
      const bool is_second = text[i] == '\n' && i != 0 && text[i - 1] == '\r';
      line_ends += is_line_end(text[i]) && !is_second ? 1 : 0;
    }
  }
  const auto lines = static_cast<std::uint32_t>(line_ends);
  line_ = at < counted_ ? line_ - lines : line_ + lines;
  counted_ = at;
  return line_;
}

std::size_t BoardSink::column_of(std::size_t at) const {
  std::size_t begin = at;
  while (begin != 0 && !is_line_end(text_[begin - 1])) --begin;
  return at - begin + 1;
}

void BoardSink::account(TextPart part) {
  if (part.begin > covered_) {
    const char* const begin = text_.data() + covered_;
    const char* const end = text_.data() + part.begin;
    const bool is_blank_gap =
        std::all_of(begin, end, [](char c) { return is_blank(c) || is_line_end(c); });
    if (!is_blank_gap) take_left_over({covered_, part.begin}, part);
  }
  covered_ = std::max(covered_, part.end);
}

// Looks for boards, words and numbers in a part that no board accounts for. `next` follows it.
void BoardSink::take_left_over(TextPart gap, TextPart next) {
  const std::string_view following = text_.substr(next.begin, next.end - next.begin);
  const bool is_before_rows = following.find_first_of("\r\n") != std::string_view::npos;
  const char* const text = text_.data();
  std::size_t rows = 0;
  std::size_t first_row = gap.begin;
  // The single digits of the last lines that have any text.
  std::array<std::size_t, kRowsOfBoard> digits = {};
  std::size_t lines_with_text = 0;
  bool is_next = gap.begin == covered_ && covered_ != 0;  // to a board
  TextLines lines(text_.substr(gap.begin, gap.end - gap.begin), options_.watch);
  std::string_view line;
  const char* begin = lines.here();
  for (; lines.next(line); begin = lines.here()) {
    const TextPart part{static_cast<std::size_t>(line.data() - text),
                        static_cast<std::size_t>(line.data() + line.size() - text)};
    const bool is_begin = begin == text || is_line_end(begin[-1]);
    const bool is_end = part.end == text_.size() || is_line_end(text[part.end]);
    const LeftOver kind = left_over_kind(line);
    if (kind == LeftOver::kRow && rows++ == 0) first_row = part.begin;
    if (kind == LeftOver::kWords || kind == LeftOver::kBoard) {
      if (rows >= kLeastLostRows) lose({first_row, part.begin});
      rows = 0;
    }
    if (kind == LeftOver::kBoard) lose(part);
    if (kind != LeftOver::kNothing) {
      digits[lines_with_text++ % digits.size()] = single_digits(line);
      // Above boards of rows, names are titles.
      const bool is_header =
          kind == LeftOver::kWords && !is_before_rows && names_puzzle_column(line);
      if (is_header || are_rows(digits)) lose(part);
    }
    // A row after the last row: all rows are shifted by one.
    if (is_begin && std::exchange(is_next, false) && is_row_with_words(line)) lose(part);
    // The rest of a line with a board is no line of its own.
    if (is_begin && is_end && kind != LeftOver::kNothing) skip(part);
  }
  if (rows >= kLeastLostRows) lose({first_row, gap.end});
}

void BoardSink::judge_pending() {
  std::array<BoardWorth, kJudgedAtOnce> worth;
  const std::span<BoardWorth> found = std::span(worth).first(pending_.size());
  if (options_.judge) {
    options_.judge(pending_, found);
  } else {
    std::ranges::transform(pending_, found.begin(), [](const BoardCells& cells) {
      return obeys_rules(cells) ? BoardWorth::kSeveral : BoardWorth::kBreaksRule;
    });
  }
  for (const BoardWorth kind : found) count(kind);
  pending_.clear();
}

void BoardSink::count(BoardWorth kind) {
  const bool is_wrong = kind == BoardWorth::kBreaksRule || kind == BoardWorth::kUnsolvable;
  if (is_wrong && counts_.first_wrong == UINT64_MAX) {
    counts_.first_wrong = 0;
    for (const std::uint64_t boards : counts_.worth) counts_.first_wrong += boards;
  }
  ++counts_.worth[static_cast<std::size_t>(kind)];
  wrong_run_ = is_wrong ? wrong_run_ + 1 : 0;
  counts_.wrong_in_a_row = std::max(counts_.wrong_in_a_row, wrong_run_);
}

bool is_answer_of(const BoardCells& cells, const BoardCells& puzzle) {
  bool has_empty = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool is_empty = puzzle[i] < '1';
    if (cells[i] < '1' || (!is_empty && puzzle[i] != cells[i])) return false;
    has_empty = has_empty || is_empty;
  }
  return has_empty;
}

void count_from_one(BoardCells& cells) {
  for (char& cell : cells) {
    if (cell >= '0' && cell < '9') ++cell;
  }
}

bool obeys_rules(const BoardCells& cells) {
  std::array<std::uint32_t, 9> columns{};
  std::array<std::uint32_t, 3> boxes{};
  std::uint32_t twice = 0;
  for (std::size_t row = 0; row < 9; ++row) {
    std::uint32_t seen = 0;
    if (row % 3 == 0) boxes = {};
    for (std::size_t column = 0; column < 9; ++column) {
      const char cell = cells[row * 9 + column];
      const std::uint32_t bit = cell < '1' ? 0 : 1U << (cell - '0');
      twice |= bit & (seen | columns[column] | boxes[column / 3]);
      seen |= bit;
      columns[column] |= bit;
      boxes[column / 3] |= bit;
    }
  }
  return twice == 0;
}

}  // namespace dokumill::records
