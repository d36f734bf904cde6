// Answer: the result of an API call: an HTTP status and a JSON text.
#pragma once

#include <string>
#include <string_view>

namespace dokumill::web {

struct Answer {
  int status = 200;
  std::string body;
};

// {"error":{"code":...,"message":...}}. The page translates the code; docs/api.md lists the codes.
Answer error_answer(int status, std::string_view code, std::string_view message);

}  // namespace dokumill::web
