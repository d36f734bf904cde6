#include "formats/detect/detect.hpp"

#include <algorithm>

#include "base/text/format.hpp"
#include "formats/detect/content_line.hpp"
#include "formats/detect/detector.hpp"
#include "formats/detect/file_kinds.hpp"
#include "formats/detect/header.hpp"
#include "formats/format_table.hpp"
#include "formats/grid/grid_line.hpp"
#include "formats/line/line_words.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

std::string Detection::header_line(TextFormat output, std::string_view added) const {
  if (!has_header && output == TextFormat::kCsv) return {};
  const std::string_view mark(&csv.separator, 1);
  const std::string names = has_header ? header_row : format_text("{}", joined(columns, mark));
  return names + std::string(added) + '\n';
}

std::vector<std::string> Detection::cell_members() const {
  std::vector<std::string> names = columns;
  for (const std::string_view name : solution_names()) {
    const bool is_new = std::ranges::find(names, name) == names.end();
    if (is_new) names.emplace_back(name);
  }
  return names;
}

ReadOptions read_options(const Detection& found, bool keep_rows) {
  ReadOptions options;
  options.format = found.format;
  options.csv = found.csv;
  options.keep_rows = keep_rows;
  options.line_word = found.line_word;
  options.header_row = found.header_row;
  options.sized = found.sized;
  if (found.format == TextFormat::kJsonl && !found.is_empty) {
    options.puzzle_name = found.columns[found.csv.puzzle_column];
    const bool has_solution = found.csv.solution_column != kNoColumn;
    if (has_solution) options.solution_name = found.columns[found.csv.solution_column];
  }
  return options;
}

Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectOptions& options) {
  if (bytes.size() < kLongestSignature && !is_all) return std::optional<Detection>();
  if (const std::string_view words = foreign_kind(bytes); !words.empty())
    return Status(ErrorCode::kInput, std::string(words));
  if (options.size) return detect_sized(bytes, is_all, options);
  if (is_npy(bytes)) {
    const TextFormat usual = options.has_header ? TextFormat::kNpy : TextFormat::kCsv;
    const TextFormat format = options.format.value_or(usual);
    if (format != TextFormat::kNpy) {
      return Status(
          ErrorCode::kInput,
          format_text("is a NumPy array, and the format {} was requested", name_of(format)),
          options.has_header ? "input.format" : "input.has_header");
    }
    Result<std::optional<Detection>> found = detect_npy(bytes, is_all, options);
    if (found.ok() && *found && options.delimiter) (*found)->csv.separator = *options.delimiter;
    return found;
  }
  if (!options.has_header) return Detector(bytes, is_all, options).judge_first_row();
  if (options.format) return format_traits(*options.format).detect(bytes, is_all, options);
  return judge_text(bytes, is_all, options).found;
}

namespace {

// The digits from 1 to 9 of a line, also full-width and circled ones.
std::ptrdiff_t count_digits(std::string_view line) {
  std::ptrdiff_t digits = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string_view before = line.substr(at < 2 ? at : at - 2, at < 2 ? 0 : 2);
    const auto byte = static_cast<unsigned char>(line[at]);
    const bool is_wide = before == "\xEF\xBC" && byte >= 0x91 && byte <= 0x99;
    const bool is_circled = before == "\xE2\x91" && byte >= 0xA0 && byte <= 0xA8;
    digits += (byte >= '1' && byte <= '9') || is_wide || is_circled ? 1 : 0;
  }
  return digits;
}

}  // namespace

bool has_odd_lines(std::string_view bytes, TextFormat format) {
  constexpr std::ptrdiff_t kFewestClues = 17;
  constexpr std::size_t kCells = 81;
  // A ruler below a header is no puzzle.
  constexpr std::string_view kRuler = "-----------------------------------------";
  if (format != TextFormat::kGrid && format != TextFormat::kLine) return false;
  bytes = bytes.substr(0, kDetectBytes);
  std::uint8_t values[9];
  std::ptrdiff_t digits = 0;
  std::string board;  // the rows since the last board, or since another line
  int rows = 0;       // their number; the line format has none
  const char* const end = bytes.data() + bytes.size();
  for (const char* at = bytes.data(); at != end;) {
    const char* const line_end = find_line_end(at, end);
    at = skip_byte_order_mark(at, line_end);
    const std::string_view line(at, static_cast<std::size_t>(line_end - at));
    // Nearly all lines are records, which cannot be rows of a grid.
    const bool is_line_record =
        format == TextFormat::kLine && !is_comment(at, line_end, kLineLimit);
    const GridLineKind kind = is_line_record && line.size() >= kCells
                                  ? GridLineKind::kTitle
                                  : judge_grid_line(at, line_end, values).kind;
    const bool is_record =
        format == TextFormat::kLine ? is_line_record : kind == GridLineKind::kRow;
    if (is_record) digits = 0;
    if (!is_record && kind != GridLineKind::kFrame) digits += count_digits(line);
    const std::string_view text = without_blanks(line);
    const bool names_program = text.starts_with('<') || text.starts_with("\\begin{sudoku");
    if (digits >= kFewestClues || names_program) return true;
    if (format == TextFormat::kGrid) {
      if (is_record) board += line;
      if (kind != GridLineKind::kFrame) rows = is_record ? rows + 1 : 0;
      if (rows == 1 && is_record && may_be_title(values)) return true;
      if (rows == 9 && may_count_from_zero(board)) return true;
      if (rows % 9 == 0) {
        board.clear();
        rows = 0;
      }
    } else if (line.size() < kCells && kind == GridLineKind::kRow) {
      if (++rows == 9) return true;
    } else if (is_record && line.find(kRuler) != std::string_view::npos) {
      return true;
    } else if (is_record && line.size() == kCells) {
      if (may_count_from_zero(line)) return true;
    } else if (is_record && line.size() > kCells) {
      const std::size_t most = std::min(line.size(), kLineLimit);
      for (LineWords words(at, at + most); words.has_next();) {
        const std::string_view word = words.next();
        if (word.size() >= kCells && may_count_from_zero(word)) return true;
      }
    }
    at = line_end == end ? end : skip_line_end(line_end, end);
  }
  return false;
}

Verdict judge_text(std::string_view bytes, bool is_all, const DetectOptions& options) {
  const bool is_text = foreign_kind(bytes).empty() && !is_npy(bytes);
  const bool is_short = bytes.size() < kLongestSignature && !is_all;
  if (options.size || options.format || !options.has_header || !is_text || is_short) {
    return {detect(bytes, is_all, options), false};
  }
  Detector detector(bytes, is_all, options);
  Verdict verdict{detector.judge_lines()};
  const Result<std::optional<Detection>>& found = verdict.found;
  verdict.asks_patient_door =
      found.ok() ? found->has_value() && !(*found)->is_certain : !detector.is_definite();
  return verdict;
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
  return Status(ErrorCode::kInput, "is not a Parquet file, and the format parquet was requested",
                "input.format");
}

Result<std::optional<Detection>> detect_imported(std::string_view, bool, const DetectOptions&) {
  return Status(ErrorCode::kInput, "this format is read only as a whole", "input.format");
}

}  // namespace dokumill::records
