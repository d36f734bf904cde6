// Reads tables that the csv reader does not read as they are: fields that hold a board as an array
// or in nine lines, Excel's line "sep=;", lines that are one quoted field, rows with an empty last
// field, numbers without the zeros at their front.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Returns the table with 81 cells in each field that is a board. nullopt: the text is no table with
// a column of puzzles. Failure: kInput with a message that follows "FILE": the numbers are rounded.
Result<std::optional<ImportedText>> read_table(std::string_view text, const ImportOptions& options);

}  // namespace dokumill::records
