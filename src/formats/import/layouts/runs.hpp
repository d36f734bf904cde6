// Boards that are a run of 81 cells, with any text around them, and numbers of which zeros at the
// front are missing.
#pragma once

#include <string_view>
#include <vector>

#include "formats/import/readings.hpp"

namespace dokumill::records {

void propose_runs(std::vector<Proposal>& proposals);
void propose_short_numbers(std::string_view text, ImportWatch* watch,
                           std::vector<Proposal>& proposals);

}  // namespace dokumill::records
