#include "formats/import/layouts/lines_layout.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/import/import_writer.hpp"
#include "formats/import/layouts/assembly.hpp"
#include "formats/import/layouts/layouts.hpp"
#include "formats/import/numbers.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::array kLineLayouts{
    LineLayout{"one character per cell", read_marks},
    LineLayout{"cells separated by commas", read_fields, ','},
    LineLayout{"cells separated by semicolons", read_fields, ';'},
    LineLayout{"cells separated by tabs", read_fields, '\t'},
    LineLayout{"cells separated by bars", read_fields, '|'},
    LineLayout{"cells separated by blanks", read_fields, ' '},
    LineLayout{"81 cells in a run", read_runs},
    LineLayout{"numbers with the zeros at their front restored", read_short_numbers, 0, true},
    LineLayout{"a blank is an empty cell", read_blank_cells, 0, true},
    LineLayout{"the cells with one candidate", read_candidates, ' '},
};

template <class Take>
void each_line(std::string_view text, ImportWatch* watch, const Take& take) {
  const char* const end = text.data() + text.size();
  std::uint32_t number = 0;
  for (const char* at = text.data(); at != end; ++number) {
    const char* const line_end = find_line_end(at, end);
    take(TextLine{skip_byte_order_mark(at, line_end), line_end, number});
    if (is_stopped_after(watch, static_cast<std::size_t>(line_end - at) + 1)) return;
    at = line_end == end ? end : skip_line_end(line_end, end);
  }
}

// The sections of SadMan's .sdk files: only [Puzzle] has the puzzle.
class Sections {
 public:
  explicit Sections(std::string_view text)
      : has_puzzle_(text.find(kPuzzle) != std::string_view::npos) {}

  // REQUIRES: called for each line of the text in order.
  bool skips(std::string_view line) {
    if (!has_puzzle_) return false;
    line = without_blanks(line);
    const bool is_heading = line.starts_with('[') && line.find(']') != std::string_view::npos;
    if (is_heading) is_in_puzzle_ = line.starts_with(kPuzzle);
    return is_heading || !is_in_puzzle_;
  }

 private:
  static constexpr std::string_view kPuzzle = "[Puzzle]";
  bool has_puzzle_;
  bool is_in_puzzle_ = true;
};

// A row of nine equal marks is a line between boards or bands, unless this mark also stands beside
// digits. Blanks between separators can be an empty line.
Sheet with_uniform_lines(Sheet sheet) {
  for (LineItem& item : sheet.items) {
    if (item.uniform == ' ') {
      item.kind = LineKind::kBlank;
    } else if (item.uniform != 0 && sheet.marks.find(item.uniform) == std::string::npos) {
      item.kind = LineKind::kFrame;
    }
  }
  return sheet;
}

struct Reading {
  const LineLayout* layout = nullptr;
  Sheet sheet;
  Assembly found;

  std::uint64_t malformed() const { return found.boards.size() - found.whole; }
  bool fits() const {
    return found.whole != 0 && malformed() <= found.whole &&
           (found.whole == 1 || found.wrong * 2 <= found.whole);
  }
  bool is_better_than(const Reading& other) const {
    if (fits() != other.fits()) return fits();
    if (found.whole != other.found.whole) return found.whole > other.found.whole;
    if (malformed() != other.malformed()) return malformed() < other.malformed();
    return found.wrong < other.found.wrong;
  }
  // True if the text probably has this layout, but its boards are damaged.
  bool is_near() const {
    if (found.whole != 0 || malformed() == 0 || found.skipped >= 9 * malformed()) return false;
    const RecordError& fault = *found.boards.front().fault;
    return !layout->must_obey_rules && (is_in_row(fault) || fault.found < 9);
  }
  bool is_nearer_than(const Reading& other) const {
    const bool names_row = is_in_row(*found.boards.front().fault);
    if (names_row != is_in_row(*other.found.boards.front().fault)) return names_row;
    return malformed() < other.malformed();
  }
  static bool is_in_row(const RecordError& fault) {
    const bool has_nine = fault.kind == RecordErrorKind::kRowCells && fault.found == 9;
    return fault.kind != RecordErrorKind::kRowsLeft && !has_nine;
  }
};

Reading read_as(const LineLayout& layout, std::string_view text, ImportWatch* watch) {
  Reading reading{.layout = &layout, .sheet = {}, .found = {}};
  Sections sections(text);
  each_line(text, watch, [&](const TextLine& line) {
    if (sections.skips(line.text())) return reading.sheet.add(line, LineKind::kText);
    layout.read(line, layout.separator, reading.sheet);
  });
  settle_labels(reading.sheet);
  const bool needs_numbers = layout.read == read_short_numbers;
  const bool lacks_cells = reading.sheet.padded_cells > reading.sheet.blank_cells;
  if (lacks_cells || (needs_numbers && !reading.sheet.numbers.are_puzzles())) {
    reading.sheet = {};
    return reading;
  }
  const bool has_uniform = std::ranges::any_of(
      reading.sheet.items, [](const LineItem& item) { return item.uniform != 0; });
  reading.found = assemble(reading.sheet, layout.must_obey_rules, watch);
  const bool has_digits = reading.sheet.cells.find_first_not_of('.') != std::string::npos;
  if (!has_uniform || !has_digits) return reading;
  Reading other{.layout = &layout, .sheet = with_uniform_lines(reading.sheet), .found = {}};
  other.found = assemble(other.sheet, layout.must_obey_rules, watch);
  const bool are_blank_lines = std::ranges::any_of(
      reading.sheet.items, [](const LineItem& item) { return item.uniform == ' '; });
  const bool keeps_rows = are_blank_lines && (reading.fits() || !other.fits());
  return keeps_rows ? reading : other;
}

bool is_same(const Reading& a, const Reading& b) {
  return a.found.cells == b.found.cells;
}

// Where the reading that came nearest stopped.
Status refusal_of_lines(const Reading& nearest, std::string_view text, ImportWatch* watch,
                        std::optional<RecordError>* found) {
  Status rounded;
  each_line(text, watch, [&](const TextLine& line) {
    const std::string_view number = rounded.ok() ? rounded_number(line.text()) : std::string_view();
    if (number.empty()) return;
    rounded = {ErrorCode::kInput, format_text(":{}:{}: '{}' {}", line.number + 1,
                                              line.column_of(number.data()), number, kRounded)};
  });
  if (!rounded.ok()) return rounded;
  for (const FoundBoard& board : nearest.found.boards) {
    if (!board.fault) continue;
    if (found != nullptr) *found = board.fault;
    const RecordError& fault = *board.fault;
    const std::string column = fault.column != 0 ? format_text(":{}", fault.column) : "";
    return {ErrorCode::kInput,
            format_text(":{}{}: {}; no boards were found ({})", fault.line + 1, column,
                        describe(fault), nearest.layout->words),
            "input.any_layout"};
  }
  std::string message = "no puzzles were found";
  each_line(text, watch, [&](const TextLine& line) {
    if (message.front() == ':') return;
    const char* const first = skip_blanks(line.begin, line.end);
    if (first == line.end) return;
    const std::string_view shown = line.text().substr(0, 40);
    message = format_text(
        ":{}:{}: no puzzles were found: no 81 cells in a line, and no nine rows of cells; the "
        "text begins with '{}'",
        line.number + 1, line.column_of(first), printable(shown));
  });
  return {ErrorCode::kInput, std::move(message), "input.any_layout"};
}

std::string line_at(std::string_view text, std::uint32_t number, ImportWatch* watch) {
  std::string found;
  each_line(text, watch, [&](const TextLine& line) {
    if (line.number == number) found = line.text().substr(0, 40);
  });
  while (!found.empty() && is_blank(found.back())) found.pop_back();
  return found;
}

std::string words_of(const Reading& reading, std::string_view text, ImportWatch* watch) {
  const Assembly& found = reading.found;
  std::string words = counted(found.boards.size(), "board");
  words += found.has_rows ? " of 9 rows, " : ", ";
  words += reading.layout->words;
  if (reading.sheet.dropped_candidates != 0) {
    words += format_text(", the candidates of {} dropped",
                         counted(reading.sheet.dropped_candidates, "cell"));
  }
  if (found.skipped != 0) {
    words += format_text(", {} skipped ({}line {}: '{}')", counted(found.skipped, "other line"),
                         found.skipped == 1 ? "" : "the first is ", found.first_skipped + 1,
                         printable(line_at(text, found.first_skipped, watch)));
  }
  return words;
}

ImportedText write(const Reading& reading, std::string_view text, ImportWatch* watch) {
  const Assembly& found = reading.found;
  const bool is_grid =
      found.has_rows && std::ranges::none_of(found.boards, [](const FoundBoard& board) {
        return board.item != UINT32_MAX;
      });
  ImportWriter writer(is_grid ? TextFormat::kGrid : TextFormat::kLine);
  auto remark = reading.sheet.remarks.begin();
  for (const FoundBoard& board : found.boards) {
    if (is_stopped_after(watch, 81)) break;
    if (board.fault) {
      writer.add_malformed(*board.fault);
      continue;
    }
    while (remark != reading.sheet.remarks.end() && remark->first < board.item &&
           board.item != UINT32_MAX) {
      ++remark;
    }
    const bool has_remark = remark != reading.sheet.remarks.end() && remark->first == board.item;
    writer.add(board.line, std::string_view(found.cells).substr(board.cells, 81),
               has_remark ? std::string_view(remark->second) : std::string_view());
  }
  return writer.finish(words_of(reading, text, watch));
}

// Says which layouts find a board at the beginning of a long text. If none does, or the text is
// short, all layouts may.
std::vector<bool> layouts_of_beginning(std::string_view text, ImportWatch* watch) {
  constexpr std::size_t kBeginning = std::size_t{1} << 18;
  std::vector<bool> may_fit(kLineLayouts.size(), true);
  if (text.size() <= 4 * kBeginning) return may_fit;
  std::size_t bytes = text.substr(0, kBeginning).find_last_of("\r\n");
  bytes = bytes == std::string_view::npos ? kBeginning : bytes + 1;
  std::vector<bool> fits(kLineLayouts.size());
  for (std::size_t i = 0; i < fits.size(); ++i) {
    fits[i] = read_as(kLineLayouts[i], text.substr(0, bytes), watch).found.whole != 0;
  }
  return std::ranges::count(fits, true) != 0 ? fits : may_fit;
}

}  // namespace

Result<ImportedText> read_any_lines(std::string_view text, const ImportOptions& options,
                                    std::optional<RecordError>* fault) {
  Reading best;
  Reading nearest;               // a reading whose damaged boards are most of the text
  std::optional<Reading> rival;  // another reading that is as good
  const std::vector<bool> may_fit = layouts_of_beginning(text, options.watch);
  for (std::size_t i = 0; i < kLineLayouts.size(); ++i) {
    const LineLayout& layout = kLineLayouts[i];
    const bool has_fields = layout.read == read_fields;
    if (has_fields && options.delimiter && layout.separator != *options.delimiter) continue;
    if (!may_fit[i]) continue;
    Reading reading = read_as(layout, text, options.watch);
    if (reading.is_near() && (nearest.layout == nullptr || reading.is_nearer_than(nearest))) {
      nearest = {.layout = &layout, .sheet = {}, .found = reading.found};
    }
    if (best.layout == nullptr || reading.is_better_than(best)) {
      best = std::move(reading);
      rival.reset();
    } else if (!best.is_better_than(reading) && reading.fits() && !is_same(best, reading)) {
      rival = std::move(reading);
    }
  }
  if (!best.fits()) return refusal_of_lines(nearest, text, options.watch, fault);
  if (rival) {
    return Status(
        ErrorCode::kInput,
        format_text(":{}: two readings fit: {}, and {}", best.found.boards.front().line + 1,
                    best.layout->words, rival->layout->words),
        "input.any_layout");
  }
  return write(best, text, options.watch);
}

}  // namespace dokumill::records
