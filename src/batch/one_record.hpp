// Reads the first record of a text in memory, in any format that the jobs read.
//
// Thread safety: pure function. Memory: proportional to the text.
#pragma once

#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// Failure: kMalformed, also if the text has no record.
// The message is "LINE:COLUMN: TEXT", "LINE: TEXT" if the whole line is meant, or "TEXT" without a
// place.
Result<Grid> read_first_record(std::string_view text);

}  // namespace dokumill::batch
