// Detects the format, the symbols and, where it is certain, the size of texts with boards of
// another size than 9x9.
#include <algorithm>

#include "base/text/format.hpp"
#include "formats/detect/detector.hpp"
#include "formats/detect/file_kinds.hpp"
#include "formats/format_table.hpp"
#include "formats/json/json_object.hpp"
#include "formats/sizes/sized_lines.hpp"

namespace dokumill::records {
namespace {

using Found = Result<std::optional<Detection>>;

// Calls take(line) for each content line from `begin` on, until it returns true. Returns false if
// it never did. A line that may continue after the bytes is left out.
template <class Take>
bool each_content_line(std::string_view bytes, std::size_t begin, bool is_enough,
                       const Take& take) {
  const char* at = bytes.data() + begin;
  const char* const end = bytes.data() + bytes.size();
  for (int lines = 0; at != end && lines < kDetectLines;) {
    const char* const line_end = find_line_end(at, end);
    if (line_end == end && !is_enough) return false;
    const char* const first = skip_blanks(skip_byte_order_mark(at, line_end), line_end);
    if (first != line_end && *first != '#') {
      ++lines;
      const std::string_view line(first, static_cast<std::size_t>(line_end - first));
      if (take(without_blanks(line))) return true;
    }
    at = line_end == end ? end : skip_line_end(line_end, end);
  }
  return false;
}

bool is_letter_of_cell(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// The words of the line, which may be cells, and the bytes of its first word.
struct LineShape {
  std::size_t words = 0;
  std::size_t first_word = 0;
};
LineShape shape_of(std::string_view line) {
  LineShape shape;
  for (LineWords words(line.data(), line.data() + line.size()); words.has_next(); ++shape.words) {
    const std::size_t bytes = words.next().size();
    if (shape.words == 0) shape.first_word = bytes;
  }
  return shape;
}

// What a content line is, if it settles the format.
std::optional<TextFormat> format_of(std::string_view line, const DetectOptions& options) {
  if (line.starts_with('{')) return TextFormat::kJsonl;
  const ColumnOptions columns{options.column, options.solution_column};
  const char* const end = line.data() + line.size();
  const std::span<const char> separators =
      options.delimiter ? std::span(&*options.delimiter, 1) : std::span(kSeparators);
  const auto is_header = [&](char separator) {
    return has_puzzle_name(read_header(line.data(), end, true, separator), columns);
  };
  if (std::ranges::any_of(separators, is_header)) return TextFormat::kCsv;
  const auto size = static_cast<std::size_t>(options.size->shape.size());
  const auto cells = size * size;
  const LineShape shape = shape_of(line);
  if (shape.first_word == cells || shape.words == cells) return TextFormat::kLine;
  if (judge_sized_row(line.data(), end) == SizedRow::kFrame) return TextFormat::kGrid;
  std::string buffer;
  const LineShape row = shape_of(without_frame(line, buffer));
  const bool is_row = row.words == size || (row.words == 1 && row.first_word == size);
  return is_row ? std::optional(TextFormat::kGrid) : std::nullopt;
}

// The text of the cells of a content line, as far as it is known without the symbols. Empty for a
// line without cells.
class CellsOfLine {
 public:
  CellsOfLine(const Detection& found, Shape shape) : found_(found), text_{shape} {}

  std::string_view operator()(std::string_view line) {
    switch (found_.format) {
      case TextFormat::kCsv: {
        const char* const end = line.data() + line.size();
        const Header row = read_header(line.data(), end, true, found_.csv.separator);
        buffer_ = found_.csv.puzzle_column < row.names.size() ? row.names[found_.csv.puzzle_column]
                                                              : std::string();
        return buffer_;
      }
      case TextFormat::kJsonl: {
        if (found_.columns.empty()) return {};
        JsonObject object(line);
        for (JsonMember member; object.next(member);) {
          if (!is_member_name(member.name, found_.columns[found_.csv.puzzle_column])) continue;
          if (take_json_quotes(member.value)) return member.value;
        }
        return {};
      }
      case TextFormat::kGrid:
        if (judge_sized_row(line.data(), line.data() + line.size()) != SizedRow::kRow) return {};
        return without_frame(line, buffer_);
      default:
        return cells_of_line(line, text_);
    }
  }

 private:
  const Detection& found_;
  SizedText text_;
  std::string buffer_;
};

Found refuse_format(std::string_view bytes, Shape shape) {
  const std::string_view kind = kind_of_unknown(bytes);
  if (!kind.empty()) return Status(ErrorCode::kInput, std::string(kind));
  return Status(ErrorCode::kInput,
                format_text("no puzzles of {} were found at its beginning: no line of {} cells, no "
                            "rows of {} cells, no table with a header",
                            name_of(shape), shape.cells(), shape.size()),
                "input.format");
}

Found refuse_json() {
  return Status(ErrorCode::kInput, "json is read for 9x9 only; jsonl is read for every size",
                "input.format");
}

}  // namespace

Found detect_sized(std::string_view bytes, bool is_all, const DetectOptions& options) {
  const bool is_enough = is_all || bytes.size() >= kDetectBytes;
  const Shape shape = options.size->shape;
  DetectOptions settled = options;
  if (is_npy(bytes)) settled.format = TextFormat::kNpy;
  if (!options.has_header) {
    if (options.column.empty()) {
      return Status(ErrorCode::kInput, "no header: name the column of the puzzles by its number",
                    "input.column");
    }
    settled.format = TextFormat::kCsv;
  }
  if (settled.format == TextFormat::kJson) return refuse_json();
  bool has_lines = false;
  if (!settled.format) {
    bool is_json = false;
    each_content_line(bytes, 0, is_enough, [&](std::string_view line) {
      is_json = is_json || (!has_lines && line == "[");
      has_lines = true;
      settled.format = format_of(line, options);
      return settled.format.has_value();
    });
    if (is_json) return refuse_json();
    if (!settled.format && !is_enough) return std::optional<Detection>();
    if (!settled.format && has_lines) return refuse_format(bytes, shape);
    if (!settled.format) settled.format = TextFormat::kLine;  // there is nothing but comments
  }
  Found found = options.has_header ? format_traits(*settled.format).detect(bytes, is_all, settled)
                                   : Detector(bytes, is_all, settled).judge_first_row();
  if (!found.ok() || !*found) return found;
  Detection& detection = **found;
  detection.is_guessed = !options.format;
  detection.is_empty =
      detection.is_empty || (!options.format && *settled.format == TextFormat::kLine && !has_lines);
  detection.sized = SizedText{shape, options.size->symbols.value_or(Symbols::kFromOne)};
  if (options.size->symbols || detection.format == TextFormat::kNpy) return found;
  SymbolFinder finder(shape);
  CellsOfLine cells_of(detection, shape);
  each_content_line(bytes, detection.data_begin, is_enough,
                    [&](std::string_view line) { return finder.take(cells_of(line)); });
  const Result<Symbols> symbols = finder.found();
  if (!finder.is_settled() && !is_enough) return std::optional<Detection>();
  if (!symbols.ok()) return symbols.status();
  detection.sized->symbols = *symbols;
  return found;
}

std::optional<Size> certain_size(std::string_view bytes, bool is_all) {
  std::optional<Size> of_array;
  for (const Shape shape : kShapes) {
    if (shape.box_rows > shape.box_columns) continue;  // another shape of the same size is usual
    if (is_npy(bytes)) {
      const auto header = parse_npy_header(bytes, false, shape.size());
      if (!header.ok() || !*header) continue;
      if (of_array) return std::nullopt;  // 16 boards of 4x4, or one of 16x16
      of_array = Size{shape};
      continue;
    }
    std::array<std::uint8_t, kMostCells> cells;
    RecordError fault;
    for (const Symbols symbols : {Symbols::kFromOne, Symbols::kFromZero, Symbols::kLetters}) {
      const SizedText text{shape, symbols};
      if (shape.size() < 10 && symbols == Symbols::kFromZero) continue;
      const auto count = static_cast<std::size_t>(shape.cells());
      // A line of 144 or 225 digits can be a row of 16 or 25 boards of 9x9 side by side.
      const bool needs_letter = shape.size() > 9 && count % 9 == 0;
      bool is_known = false;
      const bool has_other = each_content_line(bytes, 0, is_all, [&](std::string_view line) {
        const std::string_view record = cells_of_line(line, text);
        if (record.size() != count || !text.read(record, cells.data(), fault)) return true;
        is_known |= !needs_letter || std::ranges::any_of(record, is_letter_of_cell);
        return false;
      });
      if (is_known && !has_other) return Size{shape};
    }
  }
  return of_array;
}

}  // namespace dokumill::records
