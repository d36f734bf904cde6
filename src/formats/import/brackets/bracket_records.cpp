#include "formats/import/brackets/bracket_records.hpp"

namespace dokumill::records {

void send_record(const BracketRecord& record, std::string_view text, BoardSink& sink) {
  const auto begin = static_cast<std::size_t>(record.part.data() - text.data());
  const TextPart part{begin, begin + record.part.size()};
  if (record.kind == BracketRecord::Kind::kBoard) {
    sink.add(record.cells, part, record.words);
  } else if (record.kind == BracketRecord::Kind::kAnswer) {
    sink.add_answer(part);
  } else {
    const auto at = static_cast<std::size_t>(record.error.at - text.data());
    sink.add_damaged(record.error, at, part, record.names_column,
                     record.words.empty() ? "?" : record.words);
  }
}

}  // namespace dokumill::records
