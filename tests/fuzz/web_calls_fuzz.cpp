// Fuzz target: any bytes as the body of an API call of the page; the first byte selects the call.
// The answer must be JSON with a known status, and only valid JSON may be accepted.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "web/api.hpp"
#include "web/mill_options.hpp"
#include "web/strict_json.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::web;

void require(bool holds, const char* what, const Answer& answer) {
  if (holds) return;
  std::fprintf(stderr, "web_calls_fuzz: %s: %d %s\n", what, answer.status, answer.body.c_str());
  std::abort();
}

Answer call(char which, std::string_view body, Solver& solver) {
  if (which == 's') return answer_solution(body, solver, {});
  switch (which % 5) {
    case 0: {
      // Making a puzzle takes long and depends only on level and seed, so it is stopped at the
      // first poll.
      const auto stop = [] { return true; };
      const auto none = [](Level) { return Status(ErrorCode::kInterrupted, "stopped"); };
      return answer_new(body, none, stop);
    }
    case 1:
      return answer_check(body, solver);
    case 2:
      return answer_hint(body, solver, {});
    case 3:
      return answer_import(body, solver, {});
    default: {
      const Result<MillOptions> options = read_mill_options(body);
      if (!options.ok()) return bad_request(options.status());
      for (int i = 0; i < kTextFormats; ++i) {
        const std::string name = output_name(*options, static_cast<TextFormat>(i));
        for (const char c : disposition_of(name))
          require(c >= ' ' && c <= '~', "a header with any byte", {200, name});
        require(name.size() <= 200, "a long name", {200, name});
      }
      return {200, "{}"};
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Solver solver = Solver::create("reference").value();
  if (size == 0) return 0;
  const std::string_view body(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const Answer answer = call(static_cast<char>(bytes[0] & 0x7F), body, solver);
  require(
      answer.status == 200 || answer.status == 400 || answer.status == 422 || answer.status == 503,
      "an unknown status", answer);
  require(nlohmann::json::accept(answer.body), "no JSON", answer);
  const bool is_json = nlohmann::json::accept(body.begin(), body.end());
  if (parse_json(body).ok()) require(is_json, "taken for JSON", answer);
  if (!is_json) require(answer.status == 400, "no JSON was taken", answer);
  return 0;
}
