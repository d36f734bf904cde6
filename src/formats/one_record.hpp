// Reads the first record of a text in memory, in any format or layout.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "formats/import/board_judge.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

struct OneRecord {
  Result<Grid> grid;                 // as read_first_record() returns it (text_format.hpp)
  std::optional<RecordError> fault;  // the failure is about this record, at a line of the text
  bool has_more = false;             // other records follow
};

// `judge`: chooses between readings of an unknown layout.
OneRecord read_one_record(std::string_view text, const BoardJudge& judge);

}  // namespace dokumill::records
