#include "formats/import/import.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/detector.hpp"
#include "formats/grid/grid_line.hpp"
#include "formats/import/line_parts.hpp"
#include "formats/import/numbers.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"
#include "formats/import/tried_readings.hpp"
#include "formats/line/lines.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

// Long texts are decided by their beginning.
constexpr std::size_t kDecisiveBytes = std::size_t{1} << 15;
constexpr std::size_t kLongText = 4 * kDecisiveBytes;

Status stopped_reading() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

std::vector<Proposal> propose_all(std::string_view beginning, const ImportOptions& options) {
  std::vector<Proposal> proposals;
  for (const Propose propose : kProposers) {
    propose(beginning, options, proposals);
    // What is refused as a list or an element is no text of lines.
    const bool is_definite = std::ranges::any_of(
        proposals, [](const Proposal& each) { return each.is_certain || !each.refusal.ok(); });
    if (is_definite || is_stopped(options)) break;
  }
  if (std::ranges::any_of(proposals, &Proposal::is_certain)) {
    std::erase_if(proposals, [](const Proposal& each) { return !each.is_certain; });
  }
  if (!options.layout.empty()) {
    std::erase_if(proposals, [&](const Proposal& each) { return each.name != options.layout; });
  }
  return proposals;
}

// The beginning of a long text, or all of it.
std::string_view beginning_of(std::string_view text) {
  if (text.size() <= kLongText) return text;
  const std::string_view begin = text.substr(0, kDecisiveBytes);
  std::size_t end = begin.find_last_of("\r\n");
  if (end == std::string_view::npos) end = begin.find_last_of(",]}>");
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

// The line of the text at a byte, shortened for a message.
std::string shown_line(std::string_view text, std::size_t at) {
  const char* const begin = text.data() + at;
  const char* const end = find_line_end(begin, text.data() + text.size());
  const std::string_view line(begin, static_cast<std::size_t>(end - begin));
  return printable(without_blanks(line.substr(0, 40)));
}

std::string words_of(const TriedReading& reading, const ReadingCounts& judged,
                     std::string_view text, BoardSink& sink) {
  const ReadingCounts& found = sink.counts();
  const Proposal& proposal = *reading.proposal;
  std::string words = counted(found.boards + found.damaged, proposal.noun);
  const bool has_rows = proposal.format == TextFormat::kGrid && found.are_rows;
  words += has_rows ? " of 9 rows, " : proposal.words.empty() ? "" : ", ";
  words += proposal.words;
  if (reading.is_from_zero) words += ", digits from 0 written as 1 to 9";
  if (found.dropped != 0) {
    words += format_text(", the candidates of {} dropped", counted(found.dropped, "cell"));
  }
  if (found.answers != 0) words += format_text(", {} skipped", counted(found.answers, "answer"));
  if (found.skipped != 0) {
    words += format_text(", {} skipped ({}line {}: '{}')", counted(found.skipped, "other line"),
                         found.skipped == 1 ? "" : "the first is ",
                         sink.line_of(found.first_skipped.begin) + 1,
                         shown_line(text, found.first_skipped.begin));
  }
  const auto note = [&](BoardWorth worth, std::string_view what) {
    if (judged.of(worth) == 0) return;
    words += format_text(", {} of {}{} {}", judged.of(worth),
                         judged.boards < found.boards ? "the first " : "", judged.boards, what);
  };
  note(BoardWorth::kSeveral, "with several solutions");
  note(BoardWorth::kUnsolvable, "without a solution");
  note(BoardWorth::kBreaksRule, "against the rules");
  return words;
}

Status refuse_two(const TriedReading& a, const TriedReading& b) {
  std::size_t i = 0;
  while (i < a.boards.size() && i < b.boards.size() && a.boards[i] == b.boards[i]) ++i;
  const auto shown = [&](const TriedReading& reading) {
    std::string name = reading.proposal->name.empty() ? reading.proposal->words
                                                      : "'" + reading.proposal->name + "'";
    if (i >= reading.boards.size()) return name + " (no board more)";
    std::string cells(reading.boards[i].data(), 27);
    return format_text("{} ({}...)", name, cells);
  };
  const TriedReading& longer = a.boards.size() > i ? a : b;
  return {ErrorCode::kInput,
          format_text(":{}: two readings of board {} fit: {} and {}", longer.lines[i] + 1, i + 1,
                      shown(a), shown(b)),
          "input.layout"};
}

Status refusal_of(const RecordError& fault, std::string_view more = {},
                  std::string_view option = "input.format") {
  const std::string column = fault.column != 0 ? format_text(":{}", fault.column) : "";
  return {ErrorCode::kInput,
          format_text(":{}{}: {}{}", fault.line + 1, column, describe(fault), more),
          std::string(option)};
}

// No reading fits: says how far the best one came.
Status refuse(const Choice& choice, std::string_view text, const ImportOptions& options,
              std::optional<RecordError>* fault) {
  for (const Proposal& proposal : choice.proposals) {
    if (!proposal.refusal.ok()) return proposal.refusal;
  }
  if (!options.column.empty()) {
    return {ErrorCode::kInput,
            format_text("no column '{}': the text is no table", printable(options.column)),
            "input.column"};
  }
  const std::string_view rounded = rounded_number(text.substr(0, kLongText));
  if (!rounded.empty()) return refuse_rounded(text, rounded);
  if (!options.layout.empty() && choice.readings.empty()) {
    return {ErrorCode::kInput,
            format_text("no reading '{}' of this text", printable(options.layout)),
            "input.any_layout"};
  }
  const TriedReading* nearest = nullptr;
  for (const TriedReading& reading : choice.readings) {
    if (!reading.has_odd_zeros || reading.counts.boards == 0) continue;
    return {ErrorCode::kInput,
            format_text(":{}: zeros beside another mark of an empty cell: it is not clear if the "
                        "digits of the {} are 0 to 8 ({})",
                        reading.lines.front() + 1,
                        counted(reading.counts.boards, reading.proposal->noun),
                        reading.proposal->words),
            "input.any_layout"};
  }
  for (const TriedReading& reading : choice.readings) {
    if (reading.counts.lost != 0 && reading.counts.boards != 0 && reading.counts.damaged == 0) {
      return {ErrorCode::kInput,
              format_text(":{}: this line is perhaps a part of a board or a table, and in none of "
                          "the {}, {}",
                          reading.first_lost_line + 1,
                          counted(reading.counts.boards, reading.proposal->noun),
                          reading.proposal->words),
              "input.any_layout"};
    }
    const bool is_far = reading.counts.skipped >= 9 * reading.counts.damaged;
    if (!reading.first_damaged || is_far) continue;
    if (nearest == nullptr || reading.counts.damaged < nearest->counts.damaged) nearest = &reading;
  }
  const auto loose = std::ranges::find_if(choice.readings, [](const TriedReading& reading) {
    return reading.counts.is_loose && reading.counts.boards != 0 && reading.counts.wrong() == 0;
  });
  if (loose != choice.readings.end()) {
    return {ErrorCode::kInput,
            format_text(":{}: boards without frames have several solutions, so it is not clear "
                        "where their first rows and columns are ({})",
                        loose->lines.front() + 1, loose->proposal->words),
            "input.any_layout"};
  }
  if (nearest != nullptr) {
    if (fault != nullptr) *fault = nearest->first_damaged;
    return refusal_of(*nearest->first_damaged,
                      format_text("; no boards were found ({})", nearest->proposal->words),
                      "input.any_layout");
  }
  for (const TriedReading& reading : choice.readings) {
    const std::uint64_t wrong = reading.counts.first_wrong;
    if (wrong >= reading.lines.size() || reading.proposal->must_obey_rules) continue;
    return {ErrorCode::kInput,
            format_text(":{}: the board that begins here has no solution, so this is perhaps not "
                        "its layout ({})",
                        reading.lines[wrong] + 1, reading.proposal->words),
            "input.any_layout"};
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return {ErrorCode::kInput, "no puzzles were found", "input.any_layout"};
  }
  BoardSink places(text, true, options, nullptr);
  const std::uint32_t line = places.line_of(first);
  return {ErrorCode::kInput,
          format_text(":{}:{}: no puzzles were found: no 81 cells in a line, and no nine rows of "
                      "cells; the text begins with '{}'",
                      line + 1, places.column_of(first), shown_line(text, first)),
          "input.any_layout"};
}

// Writes what a proposal reads. `judged`: the reading of the part that the judge has seen.
struct Written {
  TriedReading reading;
  ImportedText any;
};
Written write(const TriedReading& judged, std::string_view text, const ImportOptions& options) {
  const Proposal& proposal = *judged.proposal;
  TextFormat format = proposal.format;
  if (format == TextFormat::kGrid && !judged.counts.are_rows) format = TextFormat::kLine;
  // A grid of nine rows and a blank line has 91 bytes.
  ImportWriter writer(format, text.size() + text.size() / 64);
  BoardSink sink(text, true, options, &writer, judged.is_from_zero);
  proposal.read(text, sink);
  sink.finish();
  Written written;
  written.reading = {.proposal = &proposal,
                     .counts = sink.counts(),
                     .boards = {},
                     .lines = {},
                     .first_damaged = sink.first_damaged(),
                     .is_from_zero = judged.is_from_zero,
                     .zero_boards = {}};
  const ReadingCounts& counts = sink.counts();
  written.reading.has_odd_zeros =
      !proposal.names_program() && (judged.is_from_zero ? counts.from_one : counts.from_zero) != 0;
  if (sink.counts().lost != 0) {
    written.reading.first_lost_line = sink.line_of(sink.counts().first_lost.begin);
  }
  written.any = writer.finish(words_of(written.reading, judged.counts, text, sink));
  written.any.column = proposal.column;
  return written;
}

// Lets all proposals read a beginning. `others`: proposals besides those of the table; they come
// first.
Choice choose(std::string_view beginning, bool is_all, const ImportOptions& options,
              std::vector<Proposal> others = {}) {
  Choice choice;
  choice.proposals = std::move(others);
  std::ranges::move(propose_all(beginning, options), std::back_inserter(choice.proposals));
  choice.readings = read_with_all(choice.proposals, beginning, is_all, options);
  if (!choice.readings.empty()) choice.decision = decide(choice.readings);
  return choice;
}

// Reads all of the text with the best proposal. If its end is not as its beginning, all proposals
// that fit the beginning read all of it.
Result<ImportedText> read_chosen(Choice& choice, std::string_view text, bool is_all,
                                 const ImportOptions& options, std::optional<RecordError>* fault) {
  const auto rival_of = [&]() -> Status {
    if (!choice.decision.rival) return {};
    return refuse_two(choice.best(), choice.readings[*choice.decision.rival]);
  };
  if (Status status = rival_of(); !status.ok()) return status;
  Written written = write(choice.best(), text, options);
  if (is_stopped(options)) return stopped_reading();
  const bool is_as_before = written.reading.bad() == 0 && !written.reading.counts.is_shifted &&
                            !written.reading.has_odd_zeros;
  if (is_all || is_as_before) return std::move(written.any);
  const Proposal* const first = choice.best().proposal;
  std::vector<TriedReading> readings;
  for (const TriedReading& reading : choice.readings) {
    if (reading.counts.boards == 0) continue;
    readings.push_back(read_with(*reading.proposal, text, true, options));
    if (is_stopped(options)) return stopped_reading();
  }
  compare_zeros(readings);
  choice.readings = std::move(readings);
  choice.decision = decide(choice.readings);
  if (Status status = rival_of(); !status.ok()) return status;
  if (!choice.has_any()) return refuse(choice, text, options, fault);
  if (choice.best().proposal == first) return std::move(written.any);
  written = {};
  written = write(choice.best(), text, options);
  if (is_stopped(options)) return stopped_reading();
  return std::move(written.any);
}

// The end of the ninth row of cells from `begin` on, or `end`.
std::size_t end_of_rows(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr int kRows = 9;
  std::uint8_t values[kRows];
  int rows = 0;
  const char* const text_end = text.data() + end;
  for (const char* at = text.data() + begin; at != text_end;) {
    const char* const line_end = find_line_end(at, text_end);
    if (judge_grid_line(at, line_end, values).kind == GridLineKind::kRow) ++rows;
    if (rows == kRows) return static_cast<std::size_t>(line_end - text.data());
    at = line_end == text_end ? text_end : skip_line_end(line_end, text_end);
  }
  return end;
}

// The cells of a record, with '0' where its text has a zero.
BoardCells written_cells(const Grid& grid, std::string_view text) {
  // Where there are other marks, - _ * may be drawn.
  const bool has_points = text.find_first_of("0.xX") != std::string_view::npos;
  const std::string_view marks = has_points ? "0.xX" : "-_*";
  BoardCells cells;
  std::size_t at = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const char digit = static_cast<char>('0' + grid.cells[i]);
    const std::size_t found = digit == '0' ? text.find_first_of(marks, at) : text.find(digit, at);
    const bool is_zero = digit == '0' && found != std::string_view::npos && text[found] == '0';
    cells[i] = digit != '0' || is_zero ? digit : '.';
    if (found != std::string_view::npos) at = found + 1;
  }
  return cells;
}

// True if the lines of a text are in groups of nine, with blank lines between them, and the first
// line does not count up: then none of nine rows is a header.
bool are_nine_rows_apart(std::string_view text, ImportWatch* watch) {
  std::string digits;
  int rows = 0;
  bool is_first = true;
  std::string_view line;
  for (TextLines lines(text, watch); lines.next(line);) {
    if (line.find_first_not_of(" \t") != line.npos) {
      if (++rows > 9) return false;
      if (!std::exchange(is_first, false)) continue;
      for (const char c : line) {
        if (c >= '0' && c <= '9') digits += c;
      }
      if (digits == "123456789" || digits == "012345678") return false;
    } else if (std::exchange(rows, 0) % 9 != 0) {
      return false;
    }
  }
  return !is_first;
}

// What the fast readers read, as a proposal. `beginning`: of the text.
Proposal fast_reading(const Detection& found, std::string_view beginning, ImportWatch* watch) {
  Proposal proposal;
  proposal.words = format_text("format {}", name_of(found.format));
  proposal.format = found.format;
  proposal.is_fast = true;
  // Something in the first lines of a grid is odd, so a board that is wrong may be shifted.
  if (found.format == TextFormat::kGrid && !are_nine_rows_apart(beginning, watch)) {
    proposal.most_wrong_in_a_row = 0;
  }
  proposal.read = [&found](std::string_view text, BoardSink& sink) {
    const auto reader = RecordReader::make(read_options(found, false));
    RecordBatch batch(256);
    reader->start(text.substr(found.data_begin), {});
    std::size_t at = found.data_begin;
    std::uint64_t line = 0;
    const auto go_to = [&](std::uint64_t next) {
      for (; line < next && at < text.size(); ++line) {
        const char* const end = text.data() + text.size();
        const char* const line_end = find_line_end(text.data() + at, end);
        const char* const after = line_end == end ? end : skip_line_end(line_end, end);
        at = static_cast<std::size_t>(after - text.data());
      }
      return at;
    };
    sink.pass({0, at});
    while (reader->read(batch)) {
      const std::size_t batch_begin = at;
      auto fault = batch.faults.begin();
      for (std::size_t i = 0; i < batch.size; ++i) {
        const std::size_t begin = go_to(batch.lines[i]);
        const bool is_damaged = fault != batch.faults.end() && fault->record == i;
        std::size_t fault_at = is_damaged ? go_to(fault->line) : begin;
        go_to(i + 1 < batch.size ? batch.lines[i + 1] : reader->lines());
        // The last line of a text may have no line end.
        const bool is_last = text.find_first_of("\r\n", at) == std::string_view::npos;
        if (i + 1 == batch.size && is_last) at = text.size();
        if (is_damaged) {
          const bool names_column = fault->column != 0;
          if (names_column) fault_at += fault->column - 1;
          sink.add_damaged(*fault++, fault_at, {begin, at}, names_column);
          if (names_puzzle_column(text.substr(begin, at - begin))) sink.lose({begin, at});
          continue;
        }
        // 81 equal marks, as a ruler below a header, are no puzzle.
        const bool is_empty =
            std::ranges::all_of(batch.grids[i].cells, [](std::uint8_t c) { return c == 0; });
        if (is_empty && text.substr(begin, at - begin).find("---------") != text.npos) {
          sink.lose({begin, at});
          continue;
        }
        // What follows the rows of a board is no part of it.
        const std::size_t end =
            found.format == TextFormat::kGrid ? end_of_rows(text, begin, at) : at;
        const BoardCells cells = written_cells(batch.grids[i], text.substr(begin, end - begin));
        sink.add(cells, {begin, std::max(begin, end)});
      }
      if (is_stopped_after(sink.watch(), at - batch_begin)) return;
    }
  };
  return proposal;
}

// True if the fast reader of `guess` reads the text best. `choice`: its first reading is that of
// the fast reader. A text that begins as a table stays one.
bool is_fast_best(const Choice& choice, const Detection& guess) {
  const TriedReading& fast = choice.readings.front();
  if (fast.counts.lost != 0 || fast.has_odd_zeros) return false;
  if (choice.decision.best == 0) return !choice.decision.rival;
  if (!choice.has_any()) return true;
  // Names above boards of rows are titles.
  const bool are_rows = choice.best().counts.are_rows && choice.best().grade() == Grade::kProven;
  if (is_table(guess.format) && !is_table(choice.best().proposal->format)) {
    return fast.counts.boards != 0 || !are_rows;
  }
  // The first line is a record, and the lines after it are damaged.
  return guess.is_near && choice.best().counts.boards <= fast.counts.boards;
}

}  // namespace

Result<ImportedText> import_text(std::string_view text, const ImportOptions& options,
                                 std::optional<RecordError>* fault) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::string_view beginning = beginning_of(text);
  const bool is_all = beginning.size() == text.size();
  Choice choice = choose(beginning, is_all, options);
  if (is_stopped(options)) return stopped_reading();
  if (!choice.has_any() && !is_all) choice = choose(text, true, options);
  if (is_stopped(options)) return stopped_reading();
  if (!choice.has_any()) return refuse(choice, text, options, fault);
  return read_chosen(choice, text, is_all, options, fault);
}

Result<std::optional<ImportedText>> import_if_better(const Result<std::optional<Detection>>& found,
                                                     std::string_view text,
                                                     const ImportOptions& options,
                                                     std::optional<RecordError>* fault) {
  if (!found.ok()) {
    Result<ImportedText> any = import_text(text, options, fault);
    if (is_stopped(options)) return stopped_reading();
    if (any.ok()) return std::optional(*std::move(any));
    const bool says_more = found.status().option().empty() && !found.status().message().empty() &&
                           any.status().option() != "input.column";
    if (says_more && fault != nullptr) fault->reset();
    return says_more ? found.status() : any.status();
  }
  const std::string_view beginning = beginning_of(text);
  const bool is_all = beginning.size() == text.size();
  Choice choice =
      choose(beginning, is_all, options, {fast_reading(**found, beginning, options.watch)});
  if (is_stopped(options)) return stopped_reading();
  if (is_fast_best(choice, **found)) {
    const TriedReading& fast = choice.readings.front();
    const bool is_grid = (*found)->format == TextFormat::kGrid;
    const bool is_anchored = fast.proposal->most_wrong_in_a_row != 0;
    const bool is_shifted = is_grid && !is_anchored && fast.counts.wrong() != 0;
    if (fast.counts.boards != 0 && !is_shifted) return std::optional<ImportedText>();
    // Rows that are no boards, and numbers that lost their digits, are no records.
    const Status status = refuse(choice, text, options, fault);
    const bool is_definite = status.option().empty();
    if (is_definite || is_grid) return status;
    return std::optional<ImportedText>();
  }
  Result<ImportedText> any = choice.has_any() ? read_chosen(choice, text, is_all, options, fault)
                                              : refuse(choice, text, options, fault);
  if (any.ok()) return std::optional(*std::move(any));
  // Damaged lines with labels can look like members. The guess reads them, and reports the damage.
  const bool has_guess =
      (*found)->format == TextFormat::kLine && any.status().option() == "input.column";
  if (!has_guess) return any.status();
  if (fault != nullptr) fault->reset();
  return std::optional<ImportedText>();
}

bool may_read_more(const Detection& guess, std::string_view text, const ImportOptions& options) {
  const std::string_view beginning = beginning_of(text);
  const Choice choice =
      choose(beginning, false, options, {fast_reading(guess, beginning, options.watch)});
  const ReadingCounts& fast = choice.readings.front().counts;
  // Without a record, the first row of a table goes on beyond the beginning. No layout has
  // such rows.
  if (fast.boards == 0 && fast.damaged == 0 && is_table(guess.format)) return false;
  return fast.boards == 0 || !is_fast_best(choice, guess);
}

Result<Detection> detect_any(const ImportedText& any, const ImportOptions& options) {
  DetectOptions detect_options{.format = any.format, .column = any.column};
  if (any.format == TextFormat::kCsv || any.format == TextFormat::kJsonl) {
    if (any.column.empty()) detect_options.column = options.column;
    detect_options.solution_column = options.solution_column;
    detect_options.has_header = options.has_header;
    detect_options.delimiter = options.delimiter;
  }
  const Result<std::optional<Detection>> found = detect(any.text, true, detect_options);
  if (!found.ok()) return found.status();
  Detection detection = **found;
  detection.is_guessed = true;
  detection.reading = any.reading;
  const std::string_view first = std::string_view(any.text).substr(0, any.text.find('\n'));
  detection.has_text = first.find('\t') != std::string_view::npos;
  return detection;
}

Result<WholeText> read_whole_text(std::string_view text, const BoardJudge& judge,
                                  std::optional<RecordError>* fault) {
  ImportOptions options;
  options.judge = judge;
  const Verdict verdict = judge_text(text, true, {});
  const bool is_odd =
      verdict.found.ok() && *verdict.found && has_odd_lines(text, (*verdict.found)->format);
  if (verdict.asks_patient_door || is_odd) {
    Result<std::optional<ImportedText>> any = import_if_better(verdict.found, text, options, fault);
    if (!any.ok()) return any.status();
    if (*any) {
      const Result<Detection> found = detect_any(**any, options);
      if (!found.ok()) return found.status();
      return WholeText{*found, *std::move(any)};
    }
  }
  if (!verdict.found.ok()) return verdict.found.status();
  return WholeText{**verdict.found, std::nullopt};
}

}  // namespace dokumill::records
