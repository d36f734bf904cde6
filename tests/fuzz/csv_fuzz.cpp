// Fuzz target: any bytes as the rows of a csv text, after its header. The first byte selects the
// columns, whether one of them is read as solutions, the separator, and whether the header may be
// repeated between the rows. A long run of bytes is written as kRun (see record_checks.hpp).
#include <array>
#include <cstddef>
#include <cstdint>

#include "record_checks.hpp"
#include "support/texts/nasty_texts.hpp"

std::string dokumill::fuzzing::make_piece(testing::TestRandom& random) {
  return testing::NastyTexts(random.next()).make(TextFormat::kCsv, 1 + random.below(3), false);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  static constexpr std::array<records::CsvLayout, 5> kLayouts{
      {{1, 0}, {2, 0}, {2, 1}, {4, 2}, {3, 1}}};
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  records::ReadOptions options;
  options.format = TextFormat::kCsv;
  options.csv = kLayouts[bytes[0] % kLayouts.size()];
  if (options.csv.columns > 1 && bytes[0] / kLayouts.size() % 2 == 1) {
    options.csv.solution_column = (options.csv.puzzle_column + 1) % options.csv.columns;
  }
  const std::size_t other = bytes[0] / (2 * kLayouts.size());
  // If the header has one column, it does not show the separator.
  if (options.csv.columns > 1)
    options.csv.separator = testing::kSeparators[other % testing::kSeparators.size()];
  if (other / testing::kSeparators.size() % 2 == 1)
    options.header_row = testing::nasty_header(options.csv.separator);
  fuzzing::check_records(options, fuzzing::with_runs(input, records::kCsvRowLimit));
  return 0;
}
