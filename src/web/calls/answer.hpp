// Answer: the answer to a call of the page, a JSON object as text.
#pragma once

#include <string>
#include <string_view>

namespace dokumill::web {

using Answer = std::string;

// {"error":{"code":...,"message":...}}. The page shows a text of its own for each code; the message
// is English, for programmers.
Answer error_answer(std::string_view code, std::string_view message);

}  // namespace dokumill::web
