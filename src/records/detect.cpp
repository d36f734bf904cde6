#include "records/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "records/csv_row.hpp"
#include "records/lines.hpp"

namespace dokumill::records {
namespace {

struct Signature {
  std::string_view bytes;
  std::string_view words;
};

using namespace std::string_view_literals;
constexpr std::array kSignatures{
    Signature{"\xFF\xFE"sv, "looks like UTF-16 text; convert it to UTF-8"},
    Signature{"\xFE\xFF"sv, "looks like UTF-16 text; convert it to UTF-8"},
    Signature{"\x1F\x8B"sv, "looks compressed (gzip); try zcat"},
    Signature{"\x28\xB5\x2F\xFD"sv, "looks compressed (zstd); try zstdcat"},
    Signature{"\xFD\x37zXZ\0"sv, "looks compressed (xz); try xzcat"},
    Signature{"BZh"sv, "looks compressed (bzip2); try bzcat"},
    Signature{"PK\x03\x04"sv, "looks like a zip archive or an office document"},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "looks like a 7z archive"},
    Signature{"\x89PNG"sv, "looks like a PNG picture"},
    Signature{"%PDF"sv, "looks like a PDF document"},
};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array kPuzzleColumns{"puzzle"sv, "puzzles"sv, "quiz"sv, "quizzes"sv, "question"sv};

std::string lower_trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_known_column(const std::string& name) {
  return std::find(kPuzzleColumns.begin(), kPuzzleColumns.end(), lower_trimmed(name)) !=
         kPuzzleColumns.end();
}

bool is_puzzle_column(const std::string& name, const DetectWishes& wishes) {
  return wishes.column.empty() ? is_known_column(name) : is_same_column(name, wishes.column);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A name that a column may have and a row of cells may not: it has a letter that is no cell mark.
bool is_word(std::string_view text) {
  bool has_letter = false;
  for (const char c : text) {
    has_letter |= is_letter(c) && cell_value(c) == kNotACell;
    const bool is_allowed =
        is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == ' ';
    if (!is_allowed) return false;
  }
  return has_letter;
}

bool is_list_of_words(const std::vector<std::string>& names) {
  if (names.size() < 2) return false;
  const auto empty = std::count_if(names.begin(), names.end(),
                                   [](const std::string& name) { return name.empty(); });
  const auto words = std::count_if(names.begin(), names.end(),
                                   [](const std::string& name) { return is_word(name); });
  return empty <= 1 && static_cast<std::size_t>(empty + words) == names.size();
}

bool is_row_of_cells(const char* begin, const char* end) {
  int cells = 0;
  for (const char* at = begin; at != end; ++at) {
    if (is_blank(*at)) continue;
    if (cell_value(*at) == kNotACell || ++cells > 10) return false;
  }
  return cells >= 8;
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The place of the one column of this name that the user gave.
Result<std::uint32_t> find_named_column(const std::vector<std::string>& names,
                                        const std::string& name) {
  const auto is_wanted = [&](const std::string& other) { return is_same_column(other, name); };
  const auto found = std::count_if(names.begin(), names.end(), is_wanted);
  if (found == 0) {
    return Status(ErrorCode::kInput,
                  fmt::format("no column '{}'; the columns are: {}", name, join(names)));
  }
  if (found > 1) {
    return Status(ErrorCode::kInput, fmt::format("column '{}' stands {} times; the columns are: {}",
                                                 name, found, join(names)));
  }
  return static_cast<std::uint32_t>(std::find_if(names.begin(), names.end(), is_wanted) -
                                    names.begin());
}

// The place of the one column that has a puzzle's name.
Result<std::uint32_t> find_known_column(const std::vector<std::string>& names) {
  const auto found = std::count_if(names.begin(), names.end(), is_known_column);
  if (found != 1) {
    return Status(
        ErrorCode::kInput,
        fmt::format("{}; the columns are: {} (choose one with --column NAME)",
                    found == 0 ? "no puzzle column" : "several puzzle columns", join(names)));
  }
  return static_cast<std::uint32_t>(std::find_if(names.begin(), names.end(), is_known_column) -
                                    names.begin());
}

// Finds the puzzle's column, and the solution's where it is wanted, among the header's names.
Status choose_columns(Detection& detection, const DetectWishes& wishes) {
  const std::vector<std::string>& names = detection.columns;
  const Result<std::uint32_t> puzzle =
      wishes.column.empty() ? find_known_column(names) : find_named_column(names, wishes.column);
  if (!puzzle.ok()) return puzzle.status();
  detection.csv.columns = static_cast<std::uint32_t>(names.size());
  detection.csv.puzzle_column = *puzzle;
  if (!wishes.solution_column) return {};
  const Result<std::uint32_t> solution = find_named_column(names, *wishes.solution_column);
  if (!solution.ok()) return solution.status();
  if (*solution == *puzzle) {
    return {ErrorCode::kInput,
            fmt::format("column '{}' is the puzzle's and cannot be the solution's; the columns "
                        "are: {}",
                        *wishes.solution_column, join(names))};
  }
  detection.csv.solution_column = *solution;
  return {};
}

}  // namespace

bool is_same_column(std::string_view a, std::string_view b) {
  return lower_trimmed(a) == lower_trimmed(b);
}

Result<std::optional<Detection>> detect(std::string_view bytes, bool is_all,
                                        const DetectWishes& wishes) {
  constexpr std::size_t kLongestSignature = 6;
  if (bytes.size() < kLongestSignature && !is_all) return std::optional<Detection>();
  for (const Signature& signature : kSignatures) {
    if (bytes.starts_with(signature.bytes))
      return Status(ErrorCode::kInput, std::string(signature.words));
  }
  Detection detection;
  if (bytes.starts_with(kByteOrderMark)) detection.data_begin = kByteOrderMark.size();
  const std::size_t first_byte = detection.data_begin;
  if (wishes.format && *wishes.format != Format::kCsv) {
    detection.format = *wishes.format;
    return std::optional(detection);
  }

  const char* at = bytes.data() + detection.data_begin;
  const char* const end = bytes.data() + bytes.size();
  const bool is_enough = is_all || bytes.size() >= kDetectBytes;
  const char* line_end = at;
  std::uint64_t lines = 0;
  for (; at != end; at = skip_line_end(line_end, end), ++lines) {
    line_end = find_line_end(at, end);
    if (line_end == end && !is_enough) return std::optional<Detection>();
    const char* text = skip_blanks(at, line_end);
    if (text != line_end && *text != '#') break;
    if (line_end == end) {
      at = end;
      break;
    }
  }
  if (at == end) {
    if (!is_enough) return std::optional<Detection>();
    if (wishes.format) {
      if (!is_all) return Status(ErrorCode::kInput, "no csv header in the first mebibyte");
      detection.format = Format::kCsv;
      detection.data_begin = bytes.size();
    }
    return std::optional(detection);
  }

  // The first line that counts begins at `at`.
  std::vector<CsvField> fields;
  const CsvRow row = scan_csv_row(at, end, is_enough, fields);
  if (row.end == CsvEnd::kNeedMore) return std::optional<Detection>();
  if (row.text_end == end && !is_enough) return std::optional<Detection>();
  for (const CsvField& field : fields) {
    std::string name = unescape(field);
    while (!name.empty() && is_blank(name.front())) name.erase(0, 1);
    while (!name.empty() && is_blank(name.back())) name.pop_back();
    detection.columns.push_back(std::move(name));
  }
  // A known name makes a header even when another column was asked for.
  const bool has_column =
      std::any_of(detection.columns.begin(), detection.columns.end(), [&](const std::string& name) {
        return is_known_column(name) || is_puzzle_column(name, wishes);
      });
  const bool is_csv = wishes.format.has_value() || has_column;
  if (is_csv || (!is_row_of_cells(at, line_end) && is_list_of_words(detection.columns))) {
    const auto located = [&](const std::string& words) {
      return Status(ErrorCode::kInput, fmt::format(":{}: {}", lines + 1, words));
    };
    if (row.end == CsvEnd::kTooLong) return located("the csv header is longer than 65,536 bytes");
    if (row.end == CsvEnd::kBadQuote)
      return located("a quoted field of the csv header is not closed");
    detection.format = Format::kCsv;
    if (Status status = choose_columns(detection, wishes); !status.ok())
      return located(status.message());
    detection.header_row.assign(at, row.text_end);
    const char* data = row.text_end == end ? end : skip_line_end(row.text_end, end);
    // The LF that may follow a CR belongs to the header. (Where there is none, no record waits: the
    // first one has not begun.)
    if (data == end && data[-1] == '\r' && !is_enough) return std::optional<Detection>();
    detection.data_begin = static_cast<std::size_t>(data - bytes.data());
    detection.lines_before = lines + row.line_ends + (row.text_end == end ? 0 : 1);
    return std::optional(detection);
  }
  detection.columns.clear();
  detection.format = is_row_of_cells(at, line_end) ? Format::kGrid : Format::kLine;
  detection.data_begin = first_byte;
  return std::optional(detection);
}

}  // namespace dokumill::records
