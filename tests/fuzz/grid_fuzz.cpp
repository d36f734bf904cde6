// Fuzz target: any bytes as a text of grid records. record_checks.hpp explains how long runs of
// bytes are written.
#include <cstddef>
#include <cstdint>

#include "record_checks.hpp"
#include "support/nasty_texts.hpp"

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
