// Reads cells from a list of JSON: 81 digits, or nine rows of nine digits.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/grid.hpp"

namespace dokumill::records {

// Returns nullopt if the value is anything else. REQUIRES: `value` is JSON.
std::optional<Grid> cells_of_list(std::string_view value);

}  // namespace dokumill::records
