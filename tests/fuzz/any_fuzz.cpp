// Fuzz target: any bytes as a text for the importer. What it makes of them must be a text that
// the fast readers read: with as many records as it says, of which those are malformed that have a
// fault, and with lines of the input. The first byte selects the options of the user.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "formats/import/import.hpp"
#include "formats/reader.hpp"
#include "require.hpp"
#include "support/texts/guarded_bytes.hpp"

namespace dokumill::fuzzing {
namespace {

void check_import(std::string_view text, const records::ImportOptions& options) {
  const Result<records::ImportedText> any = records::import_text(text, options);
  if (!any.ok()) {
    require(!any.status().message().empty(), "a refusal without a message", text);
    return;
  }
  const Result<records::Detection> found = records::detect_any(*any, options);
  if (!found.ok()) {
    // The user may have named a column that a table does not have.
    const bool is_named = !options.column.empty() || options.solution_column || options.delimiter;
    require(is_named, "not readable: " + found.status().message(), text);
    return;
  }
  const auto reader = records::RecordReader::make(records::read_options(*found, false));
  records::RecordBatch batch(64);
  reader->start(std::string_view(any->text).substr(found->data_begin), {});
  std::uint64_t records = 0;
  std::uint64_t malformed = 0;
  std::uint64_t lines = found->lines_before;
  while (reader->read(batch)) {
    records += batch.size;
    malformed += batch.faults.size();
    for (records::RecordError fault : batch.faults) {
      fault.line += found->lines_before;
      require(records::move_to_input(fault, *any), "a record without its fault", text);
    }
  }
  lines += reader->lines();
  require(records - malformed == any->whole, "the number of whole records", text);
  require(malformed == any->faults.size(), "the number of faults", text);
  const std::size_t headers = any->format == TextFormat::kCsv ? 1 : 0;
  const auto& places = any->places;
  require(places.size() == records + headers, "the number of places", text);
  const auto line_ends = static_cast<std::uint64_t>(
      std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; }));
  const auto is_ordered = [&](auto line) { return std::ranges::is_sorted(places, {}, line); };
  require(is_ordered(&records::ImportedPlace::line), "the lines are in order", text);
  require(is_ordered(&records::ImportedPlace::line_of_input), "the lines are in order", text);
  require(places.empty() || places.back().line < lines, "a line of the text", text);
  require(places.empty() || places.back().line_of_input <= line_ends, "a line of the input", text);
  require(any->whole == 0 || !any->reading.empty(), "no words for the layout", text);
}

}  // namespace
}  // namespace dokumill::fuzzing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  static const std::array<records::ImportOptions, 4> kOptions{{{"", {}, true, {}},
                                                               {"problem", {}, true, {}},
                                                               {"", {}, false, {}},
                                                               {"", "solution", true, ';'}}};
  if (size == 0) return 0;
  testing::GuardedBytes guarded;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  fuzzing::check_import(guarded.place(text), kOptions[bytes[0] % kOptions.size()]);
  return 0;
}
