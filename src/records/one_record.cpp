
#include <optional>
#include <string>

#include "core/text/fmt.hpp"
#include "dokumill/text_format.hpp"
#include "records/any/any.hpp"
#include "records/detect/detect.hpp"
#include "records/reader.hpp"

namespace dokumill {

Result<Grid> read_first_record(std::string_view text) {
  const auto refused = [](const Status& status) {
    const std::string& words = status.message();  // ":LINE: TEXT" or "TEXT"
    return Status(ErrorCode::kMalformed, words.substr(words.starts_with(':') ? 1 : 0));
  };
  const records::Verdict verdict = records::judge_text(text, true, {});
  const Result<std::optional<records::Detection>>& found = verdict.found;
  records::Detection detection;
  std::optional<records::AnyText> any;
  if (verdict.asks_patient_door) {
    Result<std::optional<records::AnyText>> read = records::read_any_if_better(found, text, {});
    if (!read.ok()) return refused(read.status());
    any = *std::move(read);
  } else if (!found.ok()) {
    return refused(found.status());
  }
  if (any) {
    const Result<records::Detection> again = records::detect_any(*any, {});
    if (!again.ok()) return refused(again.status());
    detection = *again;
    text = any->text;
  } else {
    detection = **found;
  }
  const auto reader = records::RecordReader::make(records::read_options(detection, false));
  records::RecordBatch batch(1);
  reader->start(text.substr(detection.data_begin), {});
  if (!reader->read(batch) || batch.size == 0) return Status(ErrorCode::kMalformed, "no record");
  if (batch.faults.empty()) return batch.grids.front();
  records::RecordError fault = batch.faults.front();
  fault.line += detection.lines_before;
  if (any) records::move_to_input(fault, *any);
  const std::string column = fault.column != 0 ? fmt::format(":{}", fault.column) : "";
  return Status(ErrorCode::kMalformed,
                fmt::format("{}{}: {}", fault.line + 1, column, records::describe(fault)));
}

}  // namespace dokumill
