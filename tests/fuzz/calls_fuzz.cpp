// Fuzz target: any bytes as the body of a call of the page; the first byte selects the call. The
// answer must be JSON, and only valid JSON may be accepted.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "apps/web/calls/calls.hpp"
#include "require.hpp"

namespace {

using namespace dokumill;
using namespace dokumill::web;
using fuzzing::require;

// Without `new`: making a puzzle takes long, and depends only on level and seed.
constexpr const char* kNames[] = {"check", "hint", "import", "solution"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Solver solver = Solver::create("reference").value();
  if (size == 0) return 0;
  const std::string_view body(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  std::string output;
  const Answer answer = answer_call(kNames[bytes[0] % 4], body, {}, solver, output);
  require(nlohmann::json::accept(answer), "no JSON", answer);
  const bool is_json = nlohmann::json::accept(body.begin(), body.end());
  if (!is_json)
    require(nlohmann::json::parse(answer).contains("error"), "no JSON was taken", answer);
  return 0;
}
