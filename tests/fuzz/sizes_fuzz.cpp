// Fuzz target: any bytes as a text with boards of another size than 9x9. The first byte selects the
// shape and the symbols. What is found in the text must not depend on where it is cut, and what is
// read must come back after it was written.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/detect/detect.hpp"
#include "require.hpp"
#include "support/texts/read_text.hpp"

namespace dokumill::fuzzing {
namespace {

using records::Detection;
using records::DetectOptions;
using records::SizedText;
using testing::ReadText;
using testing::TextReader;
using Found = Result<std::optional<Detection>>;

std::string words_of(const Found& found) {
  if (!found.ok()) return "refused";
  if (!*found) return "more";
  const Detection& it = **found;
  return std::string(name_of(it.format)) + ' ' + name_of(it.sized->symbols, it.sized->shape) + ' ' +
         std::to_string(it.data_begin);
}

void check_prefixes(const std::string& text, const DetectOptions& options, const Found& whole) {
  testing::GuardedBytes guarded;
  const std::size_t step = text.size() < 400 ? 1 : 97;
  for (std::size_t bytes = 0; bytes <= text.size(); bytes += step) {
    const std::string_view seen = guarded.place(std::string_view(text).substr(0, bytes));
    records::certain_size(seen, bytes % 2 == 0);
    const std::string found = words_of(records::detect(seen, false, options));
    require(found == "more" || found == words_of(whole),
            std::to_string(bytes) + " bytes give " + found + ", not " + words_of(whole), text);
  }
}

void check_cuts(const records::ReadOptions& options, const std::string& text,
                const ReadText& expected) {
  TextReader reader(options, 2);
  for (std::size_t window = 1; window <= text.size(); window += window < 20 ? 1 : window / 3) {
    const ReadText found = reader.read_cut(text, window, TextReader::Growth::kDouble);
    require(found == expected,
            "windows of " + std::to_string(window) + "\nexpected:\n" + to_string(expected) +
                "found:\n" + to_string(found),
            text);
  }
}

void check_writing(const SizedText& text, const ReadText& read) {
  const auto cells = static_cast<std::size_t>(text.shape.cells());
  std::vector<char> buffer(text.most_bytes());
  std::vector<std::uint8_t> again(cells);
  records::RecordError fault;
  for (std::size_t record = 0; record < read.record_lines.size(); ++record) {
    const auto is_its = [&](const records::RecordError& it) { return it.record == record; };
    if (std::ranges::any_of(read.faults, is_its)) continue;
    const std::uint8_t* const board = read.sized_cells.data() + record * cells;
    const char* const end = text.write(board, text.empty_cell(), buffer.data());
    const std::string_view line(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    require(text.read(line, again.data(), fault), "what was written is not read", line);
    require(std::equal(again.begin(), again.end(), board), "other cells come back", line);
  }
}

}  // namespace
}  // namespace dokumill::fuzzing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  if (records::is_npy(text)) return 0;
  const Shape shape = kShapes[bytes[0] % kShapes.size()];
  const unsigned symbols = bytes[0] / kShapes.size();  // kNumbers and above: they are found
  records::DetectOptions options;
  options.size = Size{shape};
  if (symbols < 3) options.size->symbols = static_cast<Symbols>(symbols);
  const auto found = records::detect(text, true, options);
  fuzzing::check_prefixes(text, options, found);
  if (!found.ok()) return 0;
  records::ReadOptions reading = records::read_options(**found, false);
  const std::string data = text.substr((*found)->data_begin);
  const testing::ReadText read = testing::TextReader(reading, 100).read_whole(data);
  fuzzing::check_cuts(reading, data, read);
  fuzzing::check_writing(*(*found)->sized, read);
  return 0;
}
