// Fuzz target: any bytes as JSON Lines. The first byte selects the size of the chunks.
// support/texts/jsonl_checks.hpp has the checks, which compare the results with those of
// nlohmann::json.
#include <cstdint>
#include <string>

#include "require.hpp"
#include "support/texts/jsonl_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const std::string wrong = dokumill::testing::check_jsonl(text, 1 + bytes[0]);
  dokumill::fuzzing::require(wrong.empty(), wrong, text);
  return 0;
}
