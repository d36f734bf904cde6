// Answer: the answer to a call of the page, a JSON object as text.
#pragma once

#include <string>
#include <string_view>

#include "dokumill/job.hpp"

namespace dokumill::web {

using Answer = std::string;

// {"error":{"code":...,"message":...}}. The page shows a text of its own for each code; the message
// is English, for programmers. `reason`: a member of the error, as JSON; empty: none.
Answer error_answer(std::string_view code, std::string_view message, std::string_view reason = {});

// {"code":"row_cells","row":"3","found":"8"}
std::string reason_text(const ProblemReason& reason);

}  // namespace dokumill::web
