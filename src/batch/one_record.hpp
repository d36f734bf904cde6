// The first record of a text in memory, in any format that the jobs read.
//
// Thread safety: pure function. Memory: in proportion to the text.
#pragma once

#include <string_view>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// kMalformed: "LINE:COLUMN: what is wrong", or "LINE: ..." where a whole line is meant, or the
// words alone; a text without a record as well.
Result<Grid> read_first_record(std::string_view text);

}  // namespace dokumill::batch
