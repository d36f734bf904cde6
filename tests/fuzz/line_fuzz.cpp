// Fuzz target: any bytes as a text of line records, once with the cells in the first word and once
// with the cells in the second word. A long run of bytes is written as kRun (see
// record_checks.hpp).
#include <cstddef>
#include <cstdint>

#include "record_checks.hpp"
#include "support/texts/nasty_texts.hpp"

std::string dokumill::fuzzing::make_piece(testing::TestRandom& random) {
  return testing::NastyTexts(random.next()).make(TextFormat::kLine, 1 + random.below(3), false);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::string text = fuzzing::with_runs(input, records::kLineLimit);
  records::ReadOptions options;
  for (options.line_word = 1; options.line_word <= 2; ++options.line_word) {
    fuzzing::check_records(options, text);
  }
  return 0;
}
