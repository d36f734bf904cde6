#include "records/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/cells16.hpp"
#include "core/printable.hpp"
#include "records/file_kinds.hpp"
#include "records/format_table.hpp"
#include "records/grid_line.hpp"
#include "records/header.hpp"
#include "records/line_words.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_cells(std::string_view text) {
  Grid grid;
  return text.size() == kCells && read_cells(text.data(), grid);
}

// A line without its end, and without a byte-order mark at its begin.
struct Line {
  const char* begin;
  const char* end;

  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

// A record line: 81 cells, then the end of the line or a remark.
bool is_record_line(const Line& line) {
  const char* const cells = skip_blanks(line.begin, line.end);
  if (line.end - cells < kCells) return false;
  if (line.end - cells > kCells && !begins_remark(cells[kCells])) return false;
  return is_cells({cells, kCells});
}

// A near line, probably meant as a record: a long first word, nearly all of it cells.
bool is_near_line(const Line& line) {
  const char* const begin = skip_blanks(line.begin, line.end);
  const char* const most =
      static_cast<std::size_t>(line.end - begin) > kLineLimit ? begin + kLineLimit : line.end;
  std::size_t cells = 0;
  std::size_t plain_cells = 0;
  const char* at = begin;
  for (; at != most && !begins_remark(*at); ++at) {
    const bool is_cell = cell_value(*at) != kNotACell;
    cells += is_cell ? 1 : 0;
    plain_cells += is_cell && !draws_lines(*at) ? 1 : 0;
  }
  const auto bytes = static_cast<std::size_t>(at - begin);
  return are_foreign(cells, plain_cells) && bytes - cells <= bytes / 8;
}

// Returns a message if a text that begins with this line is probably markup or JSON, otherwise an
// empty text.
std::string_view markup_of(const Line& line) {
  const char* const at = skip_blanks(line.begin, line.end);
  if (at == line.end) return {};  // possible if another program writes to the file
  if (*at == '<') return "looks like HTML or XML; extract the puzzles as text";
  bool is_json = *at == '{';
  if (*at == '[') {
    const char* const next = skip_blanks(at + 1, line.end);
    is_json = next == line.end ||
              std::string_view("\"{[]-0123456789").find(*next) != std::string_view::npos;
  }
  return is_json ? "looks like JSON; convert it to csv or lines" : "";
}

// The words of a line, and the numbers (from 1) of the words that are 81 cells.
struct CellWords {
  std::vector<std::uint32_t> places;
  std::vector<std::string_view> words;
};
CellWords cell_words(const Line& line) {
  CellWords found;
  const char* const most = static_cast<std::size_t>(line.end - line.begin) > kLineLimit
                               ? line.begin + kLineLimit
                               : line.end;
  for (LineWords words(line.begin, most); words.has_next();) {
    found.words.push_back(words.next());
    if (is_cells(found.words.back()))
      found.places.push_back(static_cast<std::uint32_t>(found.words.size()));
  }
  return found;
}

bool has_cells(const Header& header) {
  return std::ranges::any_of(header.names, is_cells);
}

class Detector {
 public:
  Detector(std::string_view bytes, bool is_all, const DetectOptions& options)
      : bytes_(bytes),
        end_(bytes.data() + bytes.size()),
        is_all_(is_all),
        is_enough_(is_all || bytes.size() >= kDetectBytes),
        options_(options),
        columns_{options.column, options.solution_column} {
    if (bytes_.starts_with(kByteOrderMark)) detection_.data_begin = kByteOrderMark.size();
  }

  using Found = Result<std::optional<Detection>>;

  Found found_line(std::uint32_t word);
  Found found_grid();
  // Reads the first lines until one of them settles the format. If the format was given, it is csv,
  // and the first line is the header.
  Found judge_lines();

 private:
  static Found more() { return std::optional<Detection>(); }
  // `option`: see Status.
  static Found refuse(std::string_view words, std::string_view option = {}) {
    return Status(ErrorCode::kInput, std::string(words), option);
  }
  Found refuse_at(std::uint64_t line, std::string_view words, std::string_view option = {}) const {
    return Status(ErrorCode::kInput, fmt::format(":{}: {}", line + 1, words), option);
  }

  // Gets the next content line from at_ on. Returns false if the bytes at hand have none.
  bool next_line(Line& line);
  bool is_header_comment(const Line& line) const;
  Found judge(const Line& line);
  // The line does not settle the format.
  Found nothing() {
    is_settled_ = false;
    return more();
  }
  Found judge_first(const Line& line);
  Found judge_second(const Line& line);
  Found judge_words(const Line& line);
  Found judge_end();
  Found found_word();
  Found found_csv(const Header& header);

  std::string_view bytes_;
  const char* end_;
  bool is_all_;
  bool is_enough_;
  const DetectOptions& options_;
  ColumnOptions columns_;

  Detection detection_;
  const char* at_ = nullptr;       // after the line that was judged last
  std::uint64_t lines_ = 0;        // line ends before at_
  std::uint64_t line_number_ = 0;  // of the current line
  int content_lines_ = 0;
  bool is_settled_ = true;  // the current line settles the format
  bool is_after_blank_ = false;
  // The first content line, which may be the header of a table or the title of a grid.
  std::vector<Header> first_;
  Line first_line_{};
  std::uint64_t first_number_ = 0;
  bool is_title_or_header_ = false;
  // The word with 81 cells of a line whose first word is not cells, from 1; 0: there was no such
  // line. The next line settles the format.
  std::uint32_t word_ = 0;
  std::optional<std::size_t> word_begin_;  // begin of that line if the line before it has the names
  std::uint64_t word_lines_ = 0;           // line ends before word_begin_
  std::uint32_t other_word_ = 0;           // another word of that line with 81 cells; 0: none
  std::uint64_t word_number_ = 0;          // number of that line, from 0
  int rows_ = 0;                           // rows in succession
  bool has_rows_ = false;
};

bool Detector::next_line(Line& line) {
  is_after_blank_ = false;
  for (; at_ != end_; ++lines_) {
    const char* const line_end = find_line_end(at_, end_);
    const bool is_long = static_cast<std::size_t>(line_end - at_) > kLineLimit;
    // A line that may continue after the bytes at hand is judged now only if it is longer than
    // kLineLimit and a near line, because then its first bytes decide.
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

// True for a header such as "#,puzzle,solution", whose first column numbers the records.
bool Detector::is_header_comment(const Line& line) const {
  for (const char separator : kSeparators) {
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
      return refuse(fmt::format("no column '{}': the input has no header and was read as lines",
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
        fmt::format("no header, and words {} and {} are both 81 cells", word_, other_word_),
        "input.column");
  }
  if (word_begin_) {
    detection_.data_begin = *word_begin_;
    detection_.lines_before = word_lines_;
  }
  return found_line(word_);
}

Detector::Found Detector::found_grid() {
  if (!options_.column.empty()) {
    return refuse(
        fmt::format("no column '{}': the input was read as a grid", printable(options_.column)));
  }
  detection_.format = TextFormat::kGrid;
  return std::optional(detection_);
}

Detector::Found Detector::found_csv(const Header& header) {
  if (header.row.end == CsvEnd::kTooLong)
    return refuse_at(first_number_, "the csv header is longer than 65,536 bytes");
  if (header.row.end == CsvEnd::kBadQuote)
    return refuse_at(first_number_, "a quoted field of the csv header is not closed");
  if (header.names.size() > kMostColumns) {
    return refuse_at(
        first_number_,
        fmt::format("the csv header has {} columns, expected at most 4,096", header.names.size()));
  }
  const Result<CsvLayout> layout = choose_columns(header, columns_);
  if (!layout.ok())
    return refuse_at(first_number_, layout.status().message(), layout.status().option());
  const char* const text_end = header.row.text_end;
  const char* const data = text_end == end_ ? end_ : skip_line_end(text_end, end_);
  // An LF after this CR belongs to the header, so wait for the next byte. This delays no record,
  // because no byte of the first record has arrived.
  if (data == end_ && data[-1] == '\r' && !is_enough_) return more();
  detection_.format = TextFormat::kCsv;
  detection_.csv = *layout;
  detection_.columns = header.names;
  detection_.header_row.assign(first_line_.begin, text_end);
  detection_.data_begin = static_cast<std::size_t>(data - bytes_.data());
  detection_.lines_before = first_number_ + header.row.line_ends + (text_end == end_ ? 0 : 1);
  return std::optional(detection_);
}

Detector::Found Detector::judge_first(const Line& line) {
  first_line_ = line;
  first_number_ = line_number_;
  for (const char separator : kSeparators) {
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
  return nothing();
}

// Checks whether the second line has as many fields as the first line, and one of them is 81 cells.
Detector::Found Detector::judge_second(const Line& line) {
  for (const Header& first : first_) {
    if (first.names.size() < 2 || first.row.line_ends != 0 || has_cells(first)) continue;
    const Header second = read_header(line.begin, end_, is_enough_, first.separator);
    if (second.row.end == CsvEnd::kNeedMore) return more();
    if (second.row.end != CsvEnd::kRow) continue;
    if (second.names.size() == first.names.size() && has_cells(second)) return found_csv(first);
  }
  return nothing();
}

Detector::Found Detector::judge_words(const Line& line) {
  CellWords found = cell_words(line);
  if (found.places.empty()) return nothing();
  if (!options_.column.empty()) return found_line(1);
  // A line such as "hash puzzle rating" names the words of the line after it.
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
  other_word_ = found.places.size() > 1 ? found.places[1] : 0;
  word_number_ = line_number_;
  return nothing();
}

Detector::Found Detector::judge(const Line& line) {
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
    // 81 equal marks look like a frame line, but are an empty puzzle below the name of its column.
    if (!is_grid || is_record_line(line))
      return found_csv(*std::ranges::find_if(
          first_, [&](const Header& header) { return has_puzzle_name(header, columns_); }));
  } else if (content_lines_ == 2 && word_ == 0) {
    Found found = judge_second(line);
    if (is_settled_) return found;
    is_settled_ = true;
  }
  const bool is_line = is_record_line(line) || is_near_line(line);
  if (is_line) return found_line(1);
  if (word_ != 0) return found_word();
  if (is_title_or_header_) return nothing();
  if (Found found = judge_words(line); is_settled_) return found;
  if (word_ != 0) return nothing();

  std::uint8_t values[9];
  const GridLineKind kind = judge_grid_line(line.begin, line.end, values).kind;
  if (is_after_blank_) rows_ = 0;
  if (kind == GridLineKind::kRow) {
    has_rows_ = true;
    is_settled_ = true;
    if (++rows_ == 9) return found_grid();
  } else if (kind != GridLineKind::kFrame || (rows_ != 3 && rows_ != 6)) {
    rows_ = 0;
  }
  return nothing();
}

Detector::Found Detector::judge_end() {
  if (is_title_or_header_) {
    return found_csv(*std::ranges::find_if(
        first_, [&](const Header& header) { return has_puzzle_name(header, columns_); }));
  }
  if (word_ != 0) return found_word();
  if (has_rows_) return found_grid();
  if (content_lines_ == 0 && is_all_) {
    detection_.is_empty = true;
    return std::optional(detection_);
  }
  const std::string_view seen = bytes_.substr(0, static_cast<std::size_t>(at_ - bytes_.data()));
  const std::string_view kind = kind_of_unknown(seen);
  if (!kind.empty()) return refuse(kind);
  return refuse(
      "no puzzles were found at its beginning: no line of 81 cells, no rows of nine "
      "cells, no table with a header",
      "input.format");
}

Detector::Found Detector::judge_lines() {
  detection_.is_guessed = !options_.format;
  at_ = bytes_.data() + detection_.data_begin;
  Line line{};
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
    detection_.format = TextFormat::kCsv;
    detection_.is_empty = true;
    detection_.data_begin = bytes_.size();
    return std::optional(detection_);
  }
  return judge_end();
}

}  // namespace

Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectOptions& options) {
  if (bytes.size() < kLongestSignature && !is_all) return std::optional<Detection>();
  if (const std::string_view words = foreign_kind(bytes); !words.empty())
    return Status(ErrorCode::kInput, std::string(words));
  if (options.format) return format_traits(*options.format).detect(bytes, is_all, options);
  return Detector(bytes, is_all, options).judge_lines();
}

Result<std::optional<Detection>> detect_line(std::string_view bytes, bool is_all,
                                             const DetectOptions& options) {
  return Detector(bytes, is_all, options).found_line(1);
}

Result<std::optional<Detection>> detect_grid(std::string_view bytes, bool is_all,
                                             const DetectOptions& options) {
  return Detector(bytes, is_all, options).found_grid();
}

Result<std::optional<Detection>> detect_csv(std::string_view bytes, bool is_all,
                                            const DetectOptions& options) {
  return Detector(bytes, is_all, options).judge_lines();
}

}  // namespace dokumill::records
