#include "formats/import/import.hpp"

#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/import/brackets/brackets.hpp"
#include "formats/import/layouts/lines_layout.hpp"
#include "formats/import/links/links.hpp"
#include "formats/import/markup/markup.hpp"
#include "formats/import/tables.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

struct RecordCounts {
  std::uint64_t whole = 0;
  std::uint64_t malformed = 0;
};

Status stopped_reading() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

bool is_stopped(const ImportOptions& options) {
  return options.watch != nullptr && options.watch->is_stopped();
}

RecordCounts count_records(std::string_view text, const Detection& found, ImportWatch* watch) {
  const auto reader = RecordReader::make(read_options(found, false));
  RecordBatch batch(1024);
  reader->start(text.substr(found.data_begin), {});
  RecordCounts counts;
  while (reader->read(batch) && !is_stopped_after(watch, batch.size * kCells)) {
    counts.malformed += batch.faults.size();
    counts.whole += batch.size - batch.faults.size();
  }
  return counts;
}

Status refusal(const RecordError& fault) {
  const std::string column = fault.column != 0 ? format_text(":{}", fault.column) : "";
  return {ErrorCode::kInput, format_text(":{}{}: {}", fault.line + 1, column, describe(fault)),
          "input.format"};
}

// True if the importer has read more than the fast reader of `guess`. A text that begins as a
// table stays one. If both read the same number of records, a text that begins with a title is
// better read without it.
bool is_better(const ImportedText& any, const RecordCounts& fast, const Detection& guess) {
  const bool has_layout = guess.format == TextFormat::kLine || guess.format == TextFormat::kGrid;
  if (!has_layout && any.format != TextFormat::kCsv && any.format != TextFormat::kJsonl)
    return false;
  if (any.whole != fast.whole) return any.whole > fast.whole;
  return has_layout && !guess.is_near && any.faults.size() < fast.malformed;
}

}  // namespace

Result<ImportedText> import_text(std::string_view text, const ImportOptions& options,
                                 std::optional<RecordError>* fault) {
  using Reader = Result<std::optional<ImportedText>> (*)(std::string_view, const ImportOptions&);
  constexpr Reader kReaders[] = {read_table, read_markup, read_brackets, read_links};
  std::optional<RecordError> nearest;
  for (const Reader read : kReaders) {
    Result<std::optional<ImportedText>> found = read(text, options);
    if (is_stopped(options)) return stopped_reading();
    if (!found.ok()) return found.status();
    if (!*found) continue;
    ImportedText& any = **found;
    // All but tables have a line for each record.
    if (any.format != TextFormat::kCsv) any.whole = any.lines.size() - any.faults.size();
    if (any.whole != 0) return std::move(any);
    if (!nearest && !any.faults.empty()) nearest = any.faults.front().error;
  }
  if (nearest && !options.column.empty()) {
    if (fault != nullptr) *fault = nearest;
    return Status(ErrorCode::kInput, refusal(*nearest).message(), "input.column");
  }
  if (!options.column.empty()) {
    return Status(ErrorCode::kInput,
                  format_text("no column '{}': the text is no table", printable(options.column)),
                  "input.column");
  }
  std::optional<RecordError> fault_of_lines;
  Result<ImportedText> lines = read_any_lines(text, options, &fault_of_lines);
  if (is_stopped(options)) return stopped_reading();
  if (lines.ok()) return lines;
  std::optional<ImportedText> message =
      nearest ? std::nullopt : read_link_in_message(text, options);
  if (is_stopped(options)) return stopped_reading();
  if (message && message->faults.empty()) return *std::move(message);
  if (message && !fault_of_lines) nearest = message->faults.front().error;
  if (fault != nullptr) *fault = nearest ? nearest : fault_of_lines;
  return nearest ? refusal(*nearest) : lines;
}

Result<std::optional<ImportedText>> import_if_better(const Result<std::optional<Detection>>& found,
                                                     std::string_view text,
                                                     const ImportOptions& options,
                                                     std::optional<RecordError>* fault) {
  Result<ImportedText> any = import_text(text, options, fault);
  if (is_stopped(options)) return stopped_reading();
  if (!found.ok()) {
    if (any.ok()) return std::optional(*std::move(any));
    const bool says_more = found.status().option().empty() && !found.status().message().empty() &&
                           any.status().option() != "input.column";
    if (says_more && fault != nullptr) fault->reset();
    return says_more ? found.status() : any.status();
  }
  const RecordCounts fast = count_records(text, **found, options.watch);
  if (is_stopped(options)) return stopped_reading();
  if (any.ok()) {
    if (is_better(*any, fast, **found)) return std::optional(*std::move(any));
  } else if (fast.whole == 0) {
    // Rows that are no boards, and numbers that lost their digits, are no records.
    const bool is_definite = any.status().option().empty();
    if (is_definite || (*found)->format == TextFormat::kGrid) return any.status();
  }
  return std::optional<ImportedText>();
}

bool may_read_more(const Detection& guess, std::string_view beginning,
                   const ImportOptions& options) {
  const RecordCounts fast = count_records(beginning, guess, options.watch);
  // Without a record, the first row after the header goes on beyond the beginning. No layout has
  // such rows.
  if (fast.whole == 0) return fast.malformed != 0;
  const Result<ImportedText> any = import_text(beginning, options);
  return any.ok() && is_better(*any, fast, guess);
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

Result<WholeText> read_whole_text(std::string_view text, std::optional<RecordError>* fault) {
  const Verdict verdict = judge_text(text, true, {});
  if (verdict.asks_patient_door) {
    Result<std::optional<ImportedText>> any = import_if_better(verdict.found, text, {}, fault);
    if (!any.ok()) return any.status();
    if (*any) {
      const Result<Detection> found = detect_any(**any, {});
      if (!found.ok()) return found.status();
      return WholeText{*found, *std::move(any)};
    }
  }
  if (!verdict.found.ok()) return verdict.found.status();
  return WholeText{**verdict.found, std::nullopt};
}

}  // namespace dokumill::records
