#include "formats/detect/detector.hpp"

#include <algorithm>
#include <utility>

#include "base/text/printable.hpp"
#include "formats/detect/file_kinds.hpp"
#include "formats/grid/grid_line.hpp"
#include "formats/json/first_object.hpp"
#include "formats/json/json_list.hpp"
#include "formats/json/json_object.hpp"
#include "formats/line/line_text.hpp"
#include "formats/line/line_words.hpp"

namespace dokumill::records {

namespace {

// True for a line such as "[Puzzle]". Other sections of such a file have no puzzles.
bool is_section(const ContentLine& line) {
  const std::string_view text = without_blanks(line.text());
  return text.size() > 2 && text.front() == '[' && text.back() == ']' &&
         std::ranges::all_of(text.substr(1, text.size() - 2), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

// The first character of the line that is no blank. '\0' if there is none, which only happens if
// another program writes the text at the same time.
char first_mark(const ContentLine& line) {
  const char* const at = skip_blanks(line.begin, line.end);
  return at == line.end ? '\0' : *at;
}

// True for a row of nine equal marks - _ or *, which can also be a line between boards.
bool may_be_rule(const ContentLine& line) {
  const char mark = first_mark(line);
  return draws_lines(mark) && std::ranges::all_of(line.text(), [mark](char c) {
           return c == mark || is_blank(c) || c == '|' || static_cast<unsigned char>(c) >= 0x80;
         });
}

// True if comments may be rows or boards in which # stands for empty cells.
bool may_have_hashes(std::string_view bytes) {
  constexpr std::size_t kLeastLines = 7;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view line = bytes.substr(at, bytes.find_first_of("\r\n", at) - at);
    const auto hashes = std::ranges::count(line, '#');
    lines += hashes > 1 ? hashes >= 9 ? kLeastLines : 1 : 0;
    at += line.size() + 1;
  }
  return lines >= kLeastLines;
}

// True if a member of this name is a string or a list of 81 cells.
bool has_board(std::string_view line, std::string_view name) {
  JsonObject object(without_blanks(line));
  for (JsonMember member; object.next(member);) {
    if (!is_member_name(member.name, name)) continue;
    if (!take_json_quotes(member.value)) return cells_of_list(member.value).has_value();
    const std::string_view cells = without_blanks(member.value);
    return is_cells(cells) || is_cells(json_unescape(cells));
  }
  return false;
}

}  // namespace

bool may_be_title(const std::uint8_t (&values)[9]) {
  bool counts_up = true;
  unsigned seen = 0;
  for (std::uint8_t i = 0; i < 9; ++i) {
    if (values[i] != 0 && (seen >> values[i] & 1U) != 0) return true;
    seen |= 1U << values[i];
    counts_up = counts_up && values[i] == values[0] + i;
  }
  return counts_up;
}

bool has_cells(const Header& header) {
  return std::ranges::any_of(header.names, is_cells_of_field);
}

bool Detector::next_line(ContentLine& line) {
  is_after_blank_ = false;
  for (; at_ != end_; ++lines_) {
    const char* const line_end = find_line_end(at_, end_);
    const bool is_long = static_cast<std::size_t>(line_end - at_) > kLineLimit;
    // If the line may continue after the bytes at hand, wait for more bytes. The exception is a
    // near line (is_near_line()) of more than kLineLimit bytes, because its first kLineLimit bytes
    // decide what it is.
    if (line_end == end_ && !is_enough_ && !is_long) return false;
    line = {skip_byte_order_mark(at_, line_end), line_end};
    line_number_ = lines_;
    const char* const text = skip_blanks(line.begin, line_end);
    const bool is_comment_line =
        text != line_end && *text == '#' && !(content_lines_ == 0 && is_header_comment(line));
    if (text == line_end) is_after_blank_ = true;
    const bool is_open = line_end == end_ && !is_enough_;
    if (text != line_end && !is_comment_line) {
      if (is_open && !is_near_line(line)) return false;
      at_ = line_end == end_ ? end_ : skip_line_end(line_end, end_);
      lines_ += line_end == end_ ? 0 : 1;
      return true;
    }
    if (is_open) return false;
    if (line_end == end_) {
      at_ = end_;
      return false;
    }
    at_ = skip_line_end(line_end, end_);
  }
  return false;
}

// True for a header such as "#,puzzle,solution", whose first column has the numbers of the records.
bool Detector::is_header_comment(const ContentLine& line) const {
  for (const char separator : separators()) {
    const Header header = read_header(line.begin, line.end, true, separator);
    if (header.names.size() >= 2 && header.names.front() == "#" &&
        has_puzzle_name(header, columns_))
      return true;
  }
  return false;
}

Detector::Found Detector::found_line(std::uint32_t word) {
  detection_.format = TextFormat::kLine;
  detection_.line_word = word;
  if (!options_.column.empty()) {
    const std::optional<std::uint32_t> number = column_number(options_.column);
    if (!number) {
      return refuse(format_text("no column '{}': the input has no header and was read as lines",
                                printable(options_.column)));
    }
    detection_.line_word = *number;
  }
  return std::optional(detection_);
}

Detector::Found Detector::found_word() {
  if (other_word_ != 0) {
    return refuse_at(
        word_number_,
        format_text("no header, and words {} and {} are both 81 cells", word_, other_word_),
        "input.column");
  }
  if (word_begin_) {
    detection_.data_begin = *word_begin_;
    detection_.lines_before = word_lines_;
  }
  detection_.has_text = true;
  return found_line(word_);
}

Detector::Found Detector::found_grid() {
  if (!options_.column.empty()) {
    return refuse(
        format_text("no column '{}': the input was read as a grid", printable(options_.column)));
  }
  detection_.format = TextFormat::kGrid;
  return std::optional(detection_);
}

Detector::Found Detector::found_objects(const ContentLine& line) {
  Result<ObjectMembers> members = choose_members(line.text(), columns_);
  if (!members.ok()) {
    return refuse_at(first_number_, members.status().message(), members.status().option());
  }
  detection_.format = TextFormat::kJsonl;
  detection_.columns = std::move(members->names);
  detection_.csv.solution_column = members->solution;
  detection_.is_certain = options_.format || has_board(line.text(), detection_.columns.front());
  return std::optional(detection_);
}

Detector::Found Detector::found_jsonl() {
  at_ = bytes_.data() + detection_.data_begin;
  ContentLine line{};
  for (; at_ != end_; ++lines_) {
    const char* const line_end = find_line_end(at_, end_);
    if (line_end == end_ && !is_enough_) return more();
    line = {skip_byte_order_mark(at_, line_end), line_end};
    first_number_ = lines_;
    if (skip_blanks(line.begin, line_end) != line_end) return found_objects(line);
    at_ = line_end == end_ ? end_ : skip_line_end(line_end, end_);
  }
  if (!is_all_ && !is_enough_) return more();
  detection_.format = TextFormat::kJsonl;
  detection_.is_empty = is_all_;
  detection_.columns = {options_.column.empty() ? "puzzle" : options_.column};
  if (options_.solution_column) {
    detection_.csv.solution_column = 1;
    detection_.columns.push_back(*options_.solution_column);
  }
  return std::optional(detection_);
}

Detector::Found Detector::judge_first(const ContentLine& line) {
  first_line_ = line;
  first_number_ = line_number_;
  if (!options_.format && is_json_object(line.text())) return found_objects(line);
  for (const char separator : separators()) {
    first_.push_back(read_header(line.begin, end_, is_enough_, separator));
    if (first_.back().row.end == CsvEnd::kNeedMore ||
        (first_.back().row.text_end == end_ && !is_enough_))
      return more();
  }
  const auto with_name = std::ranges::find_if(first_, [&](const Header& header) {
    return has_puzzle_name(header, columns_) && (options_.format || !has_cells(header));
  });
  if (options_.format) {
    const auto widest = std::ranges::max_element(
        first_, {}, [](const Header& header) { return header.names.size(); });
    return found_csv(with_name != first_.end() ? *with_name : *widest);
  }
  if (with_name != first_.end()) {
    is_title_or_header_ = with_name->names.size() == 1 && with_name->row.line_ends == 0;
    if (!is_title_or_header_) return found_csv(*with_name);
    return nothing();
  }
  if (const std::string_view words = markup_of(line); !words.empty()) {
    return refuse(words);
  }
  if (first_mark(line) == '{') {
    return Status(ErrorCode::kInput,
                  format_text(":{}{}", line_number_ + 1, why_no_object(line.text())));
  }
  return nothing();
}

// Judges the second content line. The input is csv if this line has as many fields as the first
// line, and one of these fields is 81 cells.
Detector::Found Detector::judge_second(const ContentLine& line) {
  for (const Header& first : first_) {
    if (first.names.size() < 2 || first.row.line_ends != 0 || has_cells(first)) continue;
    const Header second = read_header(line.begin, end_, is_enough_, first.separator);
    if (second.row.end == CsvEnd::kNeedMore) return more();
    if (second.row.end != CsvEnd::kRow) continue;
    if (second.names.size() == first.names.size() && has_cells(second)) return found_csv(first);
  }
  return nothing();
}

Detector::Found Detector::judge_words(const ContentLine& line) {
  CellWords found = cell_words(line);
  if (found.places.empty()) return nothing();
  if (!options_.column.empty()) return found_line(1);
  // A first line such as "hash puzzle rating" names the words of the second line.
  const CellWords names = cell_words(first_line_);
  if (content_lines_ == 2 && names.words.size() == found.words.size()) {
    Header header;
    header.names.emplace_back(names.words[found.places[0] - 1]);
    if (has_puzzle_name(header, {})) {
      word_begin_ = static_cast<std::size_t>(line.begin - bytes_.data());
      word_lines_ = line_number_;
    }
  }
  word_ = found.places[0];
  const std::string_view cells = found.words[word_ - 1];
  is_odd_word_ =
      cells.find_first_not_of("-_*") == std::string_view::npos || may_count_from_zero(cells);
  other_word_ = found.places.size() > 1 ? found.places[1] : 0;
  word_number_ = line_number_;
  return nothing();
}

Detector::Found Detector::judge(const ContentLine& line) {
  is_settled_ = true;
  if (++content_lines_ == 1) {
    Found found = judge_first(line);
    if (is_settled_) return found;
    is_settled_ = true;
  } else if (is_title_or_header_) {
    is_title_or_header_ = false;
    std::uint8_t values[9];
    const GridLineKind kind = judge_grid_line(line.begin, line.end, values).kind;
    const bool is_grid = kind == GridLineKind::kRow || kind == GridLineKind::kFrame;
    // A line of 81 equal marks, such as 81 times '-', can be read as a frame line. After a header
    // with one column, such a line is a puzzle without clues.
    if (!is_grid || is_record_line(line))
      return found_csv(*std::ranges::find_if(
          first_, [&](const Header& header) { return has_puzzle_name(header, columns_); }));
  } else if (content_lines_ == 2 && word_ == 0) {
    Found found = judge_second(line);
    if (is_settled_) return found;
    is_settled_ = true;
  }
  const bool is_record = is_record_line(line);
  const bool is_only_word = word_ == 0 || !options_.column.empty();
  if (is_record || is_near_line(line)) {
    if (is_record) {
      std::string text;
      read_text(line.text(), 1, text);
      detection_.has_text = !text.empty();
    }
    detection_.is_near = !is_record && content_lines_ == 1;
    const std::string_view cells = without_blanks(line.text()).substr(0, kCells);
    return with_certainty(found_line(1), is_record && content_lines_ == 1 && is_only_word &&
                                             !may_count_from_zero(cells));
  }
  if (word_ != 0) {
    const bool begins_records = content_lines_ == (word_begin_ ? 3 : 2);
    const std::vector<std::uint32_t> places = cell_words(line).places;
    const bool is_alike = std::ranges::find(places, word_) != places.end();
    return with_certainty(found_word(), begins_records && is_alike && !is_odd_word_);
  }
  if (is_title_or_header_) return nothing();
  if (Found found = judge_words(line); is_settled_) return found;
  if (word_ != 0) return nothing();

  return judge_row(line);
}

// A strict grid begins with titles and frames, and nine rows, and then the board ends.
Detector::Found Detector::judge_row(const ContentLine& line) {
  std::uint8_t values[9];
  const GridLineKind kind = judge_grid_line(line.begin, line.end, values).kind;
  if (is_after_blank_) end_rows();
  const bool is_between_bands = rows_ == 3 || rows_ == 6;
  if (kind == GridLineKind::kRow) {
    has_rows_ = true;
    is_settled_ = true;
    is_plain_grid_ = is_plain_grid_ && !may_be_rule(line);
    if (rows_ == 0) board_begin_ = line.begin;
    if (rows_ == 0) has_header_row_ = false;
    has_header_row_ = has_header_row_ || (rows_ == 0 && may_be_title(values));
    if (++rows_ != 9) return nothing();
    const Next next = after_board();
    if (next == Next::kUnknown) return more();
    const std::string_view cells(board_begin_, static_cast<std::size_t>(line.end - board_begin_));
    const bool is_odd = has_header_row_ || may_count_from_zero(cells);
    return with_certainty(found_grid(), is_plain_grid_ && !is_odd && next == Next::kSeparator);
  }
  if (kind == GridLineKind::kFrame && is_between_bands) return nothing();
  if (is_section(line)) {
    is_settled_ = true;
    return refuse("has sections in brackets", "input.format");
  }
  end_rows();
  // A line with eight separators is perhaps a row in another layout, and no title.
  const auto separators =
      std::ranges::count_if(line.text(), [](char c) { return c == ',' || c == ';' || c == '\t'; });
  is_plain_grid_ = is_plain_grid_ && separators < 8;
  const char first = first_mark(line);
  is_plain_grid_ = is_plain_grid_ &&
                   (kind == GridLineKind::kFrame || (kind == GridLineKind::kTitle && first != '['));
  return nothing();
}

void Detector::end_rows() {
  is_plain_grid_ = is_plain_grid_ && rows_ == 0;
  rows_ = 0;
}

// The line after the ninth row.
Detector::Next Detector::after_board() const {
  if (at_ == end_) return is_all_ ? Next::kSeparator : is_enough_ ? Next::kOther : Next::kUnknown;
  const char* const line_end = find_line_end(at_, end_);
  if (line_end == end_ && !is_enough_) return Next::kUnknown;
  std::uint8_t values[9];
  switch (judge_grid_line(at_, line_end, values).kind) {
    case GridLineKind::kBlank:
    case GridLineKind::kComment:
    case GridLineKind::kFrame:
    case GridLineKind::kTitle:
    case GridLineKind::kEndMark:
      return Next::kSeparator;
    default:
      return Next::kOther;
  }
}

Detector::Found Detector::judge_end() {
  if (is_title_or_header_) {
    return found_csv(*std::ranges::find_if(
        first_, [&](const Header& header) { return has_puzzle_name(header, columns_); }));
  }
  if (word_ != 0) return with_certainty(found_word(), content_lines_ == (word_begin_ ? 2 : 1));
  if (has_rows_) return with_certainty(found_grid(), false);
  if (content_lines_ == 0 && is_all_) {
    detection_.is_empty = true;
    detection_.is_certain = !may_have_hashes(bytes_);
    return std::optional(detection_);
  }
  const std::string_view seen = bytes_.substr(0, static_cast<std::size_t>(at_ - bytes_.data()));
  const std::string_view kind = kind_of_unknown(seen);
  is_definite_ = !kind.empty();
  if (is_definite_) return refuse(kind);
  return refuse(
      "no puzzles were found at its beginning: no line of 81 cells, no rows of nine "
      "cells, no table with a header (other sizes than 9x9 have to be named)",
      "input.format");
}

Detector::Found Detector::judge_lines() {
  detection_.is_guessed = !options_.format;
  at_ = bytes_.data() + detection_.data_begin;
  ContentLine line{};
  while (content_lines_ < kDetectLines && next_line(line)) {
    if (content_lines_ == 0 && line.text().find('\0') != std::string_view::npos) {
      if (bytes_.size() < kTarSignatureEnd && !is_all_) return more();
      if (is_tar(bytes_)) return refuse("looks like a tar archive; unpack it first");
    }
    Found found = judge(line);
    if (is_settled_) return found;
  }
  if (content_lines_ < kDetectLines && !is_enough_) return more();
  if (options_.format && content_lines_ == 0) {
    if (!is_all_) return refuse("no csv header in the first mebibyte");
    return found_no_row();
  }
  return judge_end();
}

}  // namespace dokumill::records
