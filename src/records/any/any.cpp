#include "records/any/any.hpp"

#include <utility>

#include "records/any/brackets/brackets.hpp"
#include "records/any/layouts/any_lines.hpp"
#include "records/any/links/links.hpp"
#include "records/any/markup/markup.hpp"
#include "records/any/tables.hpp"
#include "records/reader.hpp"

namespace dokumill::records {
namespace {

struct RecordCounts {
  std::uint64_t whole = 0;
  std::uint64_t malformed = 0;
};

RecordCounts count_records(std::string_view text, const Detection& found) {
  const auto reader = RecordReader::make(read_options(found, false));
  RecordBatch batch(1024);
  reader->start(text.substr(found.data_begin), {});
  RecordCounts counts;
  while (reader->read(batch)) {
    counts.malformed += batch.faults.size();
    counts.whole += batch.size - batch.faults.size();
  }
  return counts;
}

// True if the patient door has read more than the fast reader of `guess`. A text that begins as a
// table stays one, if both read the same number of records.
bool is_better(const AnyText& any, const RecordCounts& fast, const Detection& guess) {
  if (any.whole != fast.whole) return any.whole > fast.whole;
  const bool has_layout = guess.format == TextFormat::kLine || guess.format == TextFormat::kGrid;
  return has_layout && any.faults.size() < fast.malformed;
}

}  // namespace

Result<AnyText> read_any(std::string_view text, const AnyOptions& options) {
  using Reader = Result<std::optional<AnyText>> (*)(std::string_view, const AnyOptions&);
  constexpr Reader kReaders[] = {read_table, read_markup, read_brackets, read_links};
  for (const Reader read : kReaders) {
    Result<std::optional<AnyText>> found = read(text, options);
    if (!found.ok()) return found.status();
    if (!*found) continue;
    AnyText& any = **found;
    // All but tables have a line for each record.
    if (any.format != TextFormat::kCsv) any.whole = any.lines.size() - any.faults.size();
    if (any.whole != 0) return std::move(any);
  }
  return read_any_lines(text, options);
}

Result<std::optional<AnyText>> read_any_if_better(const Result<std::optional<Detection>>& found,
                                                  std::string_view text,
                                                  const AnyOptions& options) {
  Result<AnyText> any = read_any(text, options);
  if (!found.ok()) {
    if (any.ok()) return std::optional(*std::move(any));
    const bool says_more = found.status().option().empty() && !found.status().message().empty() &&
                           any.status().option() != "input.column";
    return says_more ? found.status() : any.status();
  }
  const RecordCounts fast = count_records(text, **found);
  if (any.ok()) {
    if (is_better(*any, fast, **found)) return std::optional(*std::move(any));
  } else if (fast.whole == 0) {
    // Rows that are no boards, and numbers that lost their digits, are no records.
    const bool is_definite = any.status().option().empty();
    if (is_definite || (*found)->format == TextFormat::kGrid) return any.status();
  }
  return std::optional<AnyText>();
}

Result<Detection> detect_any(const AnyText& any, const AnyOptions& options) {
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

}  // namespace dokumill::records
