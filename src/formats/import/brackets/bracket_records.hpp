// The records that are found in a text with brackets. They wait until they are complete, because
// records can turn out to be parts of another record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/brackets/bracket_values.hpp"
#include "formats/import/readings.hpp"

namespace dokumill::records {

struct BracketRecord {
  enum class Kind : std::uint8_t { kBoard, kDamaged, kAnswer };

  Kind kind = Kind::kBoard;
  bool names_column = true;
  std::string_view part;  // of the text
  std::string words;      // the name of a board, or an object as JSON
  BoardCells cells = {};
  BracketError error;  // kDamaged
};

void send_record(const BracketRecord& record, std::string_view text, BoardSink& sink);

}  // namespace dokumill::records
