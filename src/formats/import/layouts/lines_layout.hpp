// Reads boards that stand in lines: rows of nine cells, or 81 cells in a line, in any layout of the
// table in layouts.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Tries all layouts, and takes the one that finds the most boards. Failure: kInput with a message
// that follows "FILE": no layout fits, or two layouts find different boards. If the message is
// about a record, sets `fault` to what is wrong with it. Memory: about 24 bytes per line and two
// bytes per cell. Cost: linear in the text.
Result<ImportedText> read_any_lines(std::string_view text, const ImportOptions& options,
                                    std::optional<RecordError>* fault = nullptr);

}  // namespace dokumill::records
