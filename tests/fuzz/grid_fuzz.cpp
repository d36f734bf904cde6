// Fuzz target: any bytes as a text of grid records. A long run of bytes is written as kRun (see
// record_checks.hpp).
#include <cstddef>
#include <cstdint>

#include "record_checks.hpp"
#include "support/texts/nasty_texts.hpp"

std::string dokumill::fuzzing::make_piece(testing::TestRandom& random) {
  return testing::NastyTexts(random.next()).make(TextFormat::kGrid, 1 + random.below(2), false);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  records::ReadOptions options;
  options.format = TextFormat::kGrid;
  fuzzing::check_records(options, fuzzing::with_runs(input, records::kLineLimit));
  return 0;
}
