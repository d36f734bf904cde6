#include "records/any/any.hpp"

#include <utility>

#include "records/any/any_lines.hpp"
#include "records/reader.hpp"

namespace dokumill::records {
namespace {

std::uint64_t count_whole_records(std::string_view text, const Detection& found) {
  const auto reader = RecordReader::make(read_options(found, false));
  RecordBatch batch(1024);
  reader->start(text.substr(found.data_begin), {});
  std::uint64_t whole = 0;
  while (reader->read(batch)) whole += batch.size - batch.faults.size();
  return whole;
}

}  // namespace

Result<AnyText> read_any(std::string_view text, const AnyOptions& options) {
  return read_any_lines(text, options);
}

Result<std::optional<AnyText>> read_any_if_better(const Result<std::optional<Detection>>& found,
                                                  std::string_view text,
                                                  const AnyOptions& options) {
  Result<AnyText> any = read_any(text, options);
  if (!found.ok()) {
    if (any.ok()) return std::optional(*std::move(any));
    return found.status().message().empty() ? any.status() : found.status();
  }
  if (!any.ok() || any->whole <= count_whole_records(text, **found))
    return std::optional<AnyText>();
  return std::optional(*std::move(any));
}

Result<Detection> detect_any(std::string_view text, TextFormat format, const AnyOptions& options) {
  DetectOptions detect_options{.format = format, .column = {}};
  if (format == TextFormat::kCsv || format == TextFormat::kJsonl) {
    detect_options.column = options.column;
    detect_options.solution_column = options.solution_column;
    detect_options.has_header = options.has_header;
    detect_options.delimiter = options.delimiter;
  }
  const Result<std::optional<Detection>> found = detect(text, true, detect_options);
  if (!found.ok()) return found.status();
  Detection detection = **found;
  detection.is_guessed = true;
  return detection;
}

}  // namespace dokumill::records
