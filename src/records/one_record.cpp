
#include <optional>
#include <string>

#include "core/text/fmt.hpp"
#include "dokumill/text_format.hpp"
#include "records/detect/detect.hpp"
#include "records/reader.hpp"

namespace dokumill {

Result<Grid> read_first_record(std::string_view text) {
  const Result<std::optional<records::Detection>> found = records::detect(text, true, {});
  if (!found.ok()) {
    const std::string& words = found.status().message();  // ":LINE: TEXT" or "TEXT"
    return Status(ErrorCode::kMalformed, words.substr(words.starts_with(':') ? 1 : 0));
  }
  if (!*found) return Status(ErrorCode::kMalformed, "no record");
  const records::Detection& detection = **found;
  const auto reader = records::RecordReader::make(
      {detection.format, detection.csv, false, detection.line_word, detection.header_row});
  records::RecordBatch batch(1);
  reader->start(text.substr(detection.data_begin), {});
  if (!reader->read(batch) || batch.size == 0) return Status(ErrorCode::kMalformed, "no record");
  if (batch.faults.empty()) return batch.grids.front();
  const records::RecordError& fault = batch.faults.front();
  const std::uint64_t line = fault.line + detection.lines_before + 1;
  const std::string column = fault.column != 0 ? fmt::format(":{}", fault.column) : "";
  return Status(ErrorCode::kMalformed,
                fmt::format("{}{}: {}", line, column, records::describe(fault)));
}

}  // namespace dokumill
