
#include <algorithm>
#include <utility>

#include "formats/detect/detector.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

// Failure: the first row cannot be split into fields, or has too many fields. `what`: the name of
// this row in messages.
Status Detector::check_first_row(const Header& row, std::string_view what) const {
  if (row.row.end == CsvEnd::kTooLong)
    return refuse_at(first_number_, format_text("the {} is longer than 65,536 bytes", what))
        .status();
  if (row.row.end == CsvEnd::kBadQuote)
    return refuse_at(first_number_, format_text("a quoted field of the {} is not closed", what))
        .status();
  if (row.names.size() > kMostColumns) {
    return refuse_at(first_number_, format_text("the {} has {} columns, expected at most 4,096",
                                                what, row.names.size()))
        .status();
  }
  return {};
}

// If the first record is not as the header says, the text may be a table in another layout.
Detector::Found Detector::judge_first_record(const Header& header) {
  const char* at = bytes_.data() + detection_.data_begin;
  while (at != end_) {
    const char* const line_end = find_line_end(at, end_);
    if (line_end == end_ && !is_enough_) return more();
    if (skip_blanks(skip_byte_order_mark(at, line_end), line_end) != line_end) break;
    at = line_end == end_ ? end_ : skip_line_end(line_end, end_);
  }
  if (at == end_) {
    // A row of SQL has the names of columns and a board in one line.
    constexpr std::size_t kCells = 81;
    detection_.is_certain = std::ranges::none_of(
        header.names, [](const std::string& name) { return name.size() >= kCells; });
    return is_enough_ ? Found(std::optional(detection_)) : more();
  }
  const Header record =
      read_header(skip_byte_order_mark(at, end_), end_, is_enough_, header.separator);
  const bool may_go_on = record.row.text_end == end_ && !is_enough_;
  if (record.row.end == CsvEnd::kNeedMore || may_go_on) return more();
  const bool is_row = record.row.end == CsvEnd::kRow && record.names.size() == header.names.size();
  const std::string_view puzzle =
      is_row ? std::string_view(record.names[detection_.csv.puzzle_column]) : "";
  // A line of dashes can be a ruler.
  detection_.is_certain = is_cells_of_field(puzzle) && !may_count_from_zero(puzzle) &&
                          puzzle.find_first_not_of('-') != puzzle.npos;
  return std::optional(detection_);
}

Detector::Found Detector::found_csv(const Header& header) {
  is_definite_ = true;
  if (Status status = check_first_row(header, "csv header"); !status.ok()) return status;
  const Result<CsvLayout> layout = choose_columns(header, columns_);
  if (!layout.ok())
    return refuse_at(first_number_, layout.status().message(), layout.status().option());
  const char* const text_end = header.row.text_end;
  const char* const data = text_end == end_ ? end_ : skip_line_end(text_end, end_);
  // The header ends with a CR, and no byte after the CR has arrived. If the next byte is an LF, it
  // belongs to the header, so wait for this byte. This delays no record, because no byte of the
  // first record has arrived.
  if (data == end_ && data[-1] == '\r' && !is_enough_) return more();
  detection_.format = TextFormat::kCsv;
  detection_.csv = *layout;
  detection_.columns = header.names;
  detection_.header_row.assign(first_line_.begin, text_end);
  detection_.data_begin = static_cast<std::size_t>(data - bytes_.data());
  detection_.lines_before = first_number_ + header.row.line_ends + (text_end == end_ ? 0 : 1);
  return options_.format ? Found(std::optional(detection_)) : judge_first_record(header);
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
    return *number <= row.names.size() && is_cells_of_field(row.names[*number - 1]);
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

// For an input without a header: names each column by its number, and chooses the columns to read.
Result<CsvLayout> Detector::number_columns(Header& row) const {
  ColumnOptions wanted = columns_;
  if (wanted.puzzle.empty()) {
    std::vector<std::string> places;  // columns whose field has an empty cell
    std::vector<std::string> boards;  // columns whose field is a full board: probably solutions
    for (std::size_t i = 0; i < row.names.size(); ++i) {
      if (!is_cells_of_field(row.names[i])) continue;
      const bool is_full = row.names[i].find_first_not_of("123456789") == std::string::npos;
      (is_full ? boards : places).push_back(std::to_string(i + 1));
    }
    if (places.empty()) places = std::move(boards);
    if (places.size() != 1) {
      return Status(ErrorCode::kInput,
                    places.empty() ? "no header, and no field of the first row is 81 cells"
                                   : format_text("no header, and columns {} are 81 cells",
                                                 joined(places, " and ")),
                    "input.column");
    }
    wanted.puzzle = places.front();
  }
  for (std::size_t i = 0; i < row.names.size(); ++i) row.names[i] = std::to_string(i + 1);
  return choose_columns(row, wanted);
}

}  // namespace dokumill::records
