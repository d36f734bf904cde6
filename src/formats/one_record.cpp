#include "formats/one_record.hpp"

#include <string>

#include "base/text/format.hpp"
#include "dokumill/text_format.hpp"
#include "formats/import/import.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

OneRecord refused_record(const std::optional<RecordError>& fault, std::string_view words,
                         std::string_view option = {}) {
  return {Status(ErrorCode::kMalformed, std::string(words), option), fault};
}

}  // namespace

OneRecord read_one_record(std::string_view text, const BoardJudge& judge) {
  std::optional<RecordError> near_fault;
  const Result<WholeText> whole = read_whole_text(text, judge, &near_fault);
  if (!whole.ok()) {
    std::string_view words = whole.status().message();  // ":LINE: TEXT" or "TEXT"
    if (words.starts_with(':')) words.remove_prefix(1);
    return refused_record(near_fault, words, whole.status().option());
  }
  if (whole->any) text = whole->any->text;
  const auto reader = RecordReader::make(read_options(whole->detection, false));
  RecordBatch batch(2);
  reader->start(text.substr(whole->detection.data_begin), {});
  if (!reader->read(batch) || batch.size == 0) return refused_record({}, "no record");
  if (batch.faults.empty() || batch.faults.front().record != 0) {
    return {batch.grids.front(), {}, batch.size > 1};
  }
  RecordError fault = batch.faults.front();
  fault.line += whole->detection.lines_before;
  if (whole->any) move_to_input(fault, *whole->any);
  const std::string column = fault.column != 0 ? format_text(":{}", fault.column) : "";
  return refused_record(fault, format_text("{}{}: {}", fault.line + 1, column, describe(fault)));
}

}  // namespace dokumill::records
