#include "records/detect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/cells16.hpp"
#include "core/printable.hpp"
#include "records/content_line.hpp"
#include "records/file_kinds.hpp"
#include "records/first_object.hpp"
#include "records/format_table.hpp"
#include "records/grid_line.hpp"
#include "records/header.hpp"
#include "records/line_words.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

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
    if (options.delimiter) detection_.csv.separator = *options.delimiter;
  }

  using Found = Result<std::optional<Detection>>;

  Found found_line(std::uint32_t word);
  Found found_grid();
  Found found_jsonl();
  // Reads the first lines until one of them settles the format. If the format was given, it is csv,
  // and the first line is the header.
  Found judge_lines();
  // Reads the first row of a csv input without a header.
  Found judge_first_row();

 private:
  static Found more() { return std::optional<Detection>(); }
  // `option`: see Status.
  static Found refuse(std::string_view words, std::string_view option = {}) {
    return Status(ErrorCode::kInput, std::string(words), option);
  }
  Found refuse_at(std::uint64_t line, std::string_view words, std::string_view option = {}) const {
    return Status(ErrorCode::kInput, fmt::format(":{}: {}", line + 1, words), option);
  }

  // The separators to try, in this order.
  std::span<const char> separators() const {
    if (options_.delimiter) return {&*options_.delimiter, 1};
    return kSeparators;
  }
  // Gets the next content line from at_ on. Returns false if the bytes at hand have none.
  bool next_line(ContentLine& line);
  bool is_header_comment(const ContentLine& line) const;
  Found judge(const ContentLine& line);
  // The line does not settle the format.
  Found nothing() {
    is_settled_ = false;
    return more();
  }
  Found judge_first(const ContentLine& line);
  Found found_objects(const ContentLine& line);
  Found judge_second(const ContentLine& line);
  Found judge_words(const ContentLine& line);
  Found judge_end();
  Found found_word();
  Found found_no_row();
  Status check_first_row(const Header& row, std::string_view what) const;
  Found found_csv(const Header& header);
  Result<CsvLayout> number_columns(Header& row) const;

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
  ContentLine first_line_{};
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

bool Detector::next_line(ContentLine& line) {
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

Detector::Found Detector::found_objects(const ContentLine& line) {
  Result<ObjectMembers> members = choose_members(line.text(), columns_);
  if (!members.ok()) {
    return refuse_at(first_number_, members.status().message(), members.status().option());
  }
  detection_.format = TextFormat::kJsonl;
  detection_.columns = std::move(members->names);
  detection_.csv.solution_column = members->solution;
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

// Failure: the first row, which messages call `what`, cannot be split into fields.
Status Detector::check_first_row(const Header& row, std::string_view what) const {
  if (row.row.end == CsvEnd::kTooLong)
    return refuse_at(first_number_, fmt::format("the {} is longer than 65,536 bytes", what))
        .status();
  if (row.row.end == CsvEnd::kBadQuote)
    return refuse_at(first_number_, fmt::format("a quoted field of the {} is not closed", what))
        .status();
  if (row.names.size() > kMostColumns) {
    return refuse_at(first_number_, fmt::format("the {} has {} columns, expected at most 4,096",
                                                what, row.names.size()))
        .status();
  }
  return {};
}

Detector::Found Detector::found_csv(const Header& header) {
  if (Status status = check_first_row(header, "csv header"); !status.ok()) return status;
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
  if (const char* const at = skip_blanks(line.begin, line.end); at != line.end && *at == '{') {
    return Status(ErrorCode::kInput,
                  fmt::format(":{}{}", line_number_ + 1, why_no_object(line.text())));
  }
  return nothing();
}

// Checks whether the second line has as many fields as the first line, and one of them is 81 cells.
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

Detector::Found Detector::found_no_row() {
  detection_.format = TextFormat::kCsv;
  detection_.is_empty = true;
  detection_.data_begin = bytes_.size();
  return std::optional(detection_);
}

Detector::Found Detector::judge_first_row() {
  at_ = bytes_.data() + detection_.data_begin;
  ContentLine line{};
  if (!next_line(line)) {
    if (!is_enough_) return more();
    if (!is_all_) return refuse("no csv row in the first mebibyte");
    return found_no_row();
  }
  first_number_ = line_number_;
  const std::optional<std::uint32_t> number = column_number(options_.column);
  const auto is_puzzle_row = [&](const Header& row) {
    if (!number) return has_cells(row);
    return *number <= row.names.size() && is_cells(row.names[*number - 1]);
  };
  std::vector<Header> rows;
  for (const char separator : separators()) {
    rows.push_back(read_header(line.begin, end_, is_enough_, separator));
    const CsvRow& row = rows.back().row;
    if (row.end == CsvEnd::kNeedMore || (row.text_end == end_ && !is_enough_)) return more();
  }
  const auto with_puzzle = std::ranges::find_if(rows, is_puzzle_row);
  const auto widest =
      std::ranges::max_element(rows, {}, [](const Header& row) { return row.names.size(); });
  Header& row = with_puzzle != rows.end() ? *with_puzzle : *widest;
  if (Status status = check_first_row(row, "first csv row"); !status.ok()) return status;
  const Result<CsvLayout> layout = number_columns(row);
  if (!layout.ok())
    return refuse_at(first_number_, layout.status().message(), layout.status().option());
  detection_.format = TextFormat::kCsv;
  detection_.csv = *layout;
  detection_.columns = row.names;
  detection_.has_header = false;
  detection_.data_begin = static_cast<std::size_t>(line.begin - bytes_.data());
  detection_.lines_before = first_number_;
  return std::optional(detection_);
}

// Gives the columns of a first row their numbers as names, and chooses the columns to read.
Result<CsvLayout> Detector::number_columns(Header& row) const {
  ColumnOptions wanted = columns_;
  if (wanted.puzzle.empty()) {
    std::vector<std::string> places;  // of fields with an empty cell
    std::vector<std::string> boards;  // of full ones: probably solutions
    for (std::size_t i = 0; i < row.names.size(); ++i) {
      if (!is_cells(row.names[i])) continue;
      const bool is_full = row.names[i].find_first_not_of("123456789") == std::string::npos;
      (is_full ? boards : places).push_back(std::to_string(i + 1));
    }
    if (places.empty()) places = std::move(boards);
    if (places.size() != 1) {
      return Status(ErrorCode::kInput,
                    places.empty() ? "no header, and no field of the first row is 81 cells"
                                   : fmt::format("no header, and columns {} are 81 cells",
                                                 fmt::join(places, " and ")),
                    "input.column");
    }
    wanted.puzzle = places.front();
  }
  for (std::size_t i = 0; i < row.names.size(); ++i) row.names[i] = std::to_string(i + 1);
  return choose_columns(row, wanted);
}

}  // namespace

std::string Detection::header_line(TextFormat output, std::string_view added) const {
  if (!has_header && output == TextFormat::kCsv) return {};
  const std::string_view mark(&csv.separator, 1);
  const std::string names = has_header ? header_row : fmt::format("{}", fmt::join(columns, mark));
  return names + std::string(added) + '\n';
}

Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectOptions& options) {
  if (bytes.size() < kLongestSignature && !is_all) return std::optional<Detection>();
  if (const std::string_view words = foreign_kind(bytes); !words.empty())
    return Status(ErrorCode::kInput, std::string(words));
  if (is_npy(bytes)) {
    const TextFormat usual = options.has_header ? TextFormat::kNpy : TextFormat::kCsv;
    const TextFormat format = options.format.value_or(usual);
    if (format != TextFormat::kNpy) {
      return Status(
          ErrorCode::kInput,
          fmt::format("is a NumPy array, and the format {} was requested", name_of(format)),
          options.has_header ? "input.format" : "input.has_header");
    }
    Result<std::optional<Detection>> found = detect_npy(bytes, is_all, options);
    if (found.ok() && *found && options.delimiter) (*found)->csv.separator = *options.delimiter;
    return found;
  }
  if (!options.has_header) return Detector(bytes, is_all, options).judge_first_row();
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

Result<std::optional<Detection>> detect_jsonl(std::string_view bytes, bool is_all,
                                              const DetectOptions& options) {
  return Detector(bytes, is_all, options).found_jsonl();
}

Result<std::optional<Detection>> detect_parquet(std::string_view, bool, const DetectOptions&) {
  return Status(ErrorCode::kInput,
                "Parquet is not read; convert it: "
                "duckdb -c \"COPY (FROM 'x.parquet') TO 'x.csv'\"",
                "input.format");
}

}  // namespace dokumill::records
