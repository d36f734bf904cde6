// Fuzz target: any bytes as a NumPy array. If the first byte is odd, the array begins with the six
// bytes with which every header begins, and the other bytes follow them. If the first byte is even,
// it selects a header, and the other bytes are the values of the array. A mapped file and streams
// in pieces must give the same records or the same refusal. The printed records must be the same
// when they are read again.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "batch/sources/text_source.hpp"
#include "formats/record_text.hpp"
#include "piece_platform.hpp"
#include "record_checks.hpp"
#include "support/texts/guarded_bytes.hpp"
#include "support/texts/read_text.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::fuzzing {
namespace {

using Pauses = PiecePlatform::Pauses;
using testing::ReadText;

// nullopt: the input is refused.
std::optional<ReadText> read_array(PiecePlatform&& platform, std::size_t chunk_bytes,
                                   const std::string& input) {
  InputOptions options;
  options.path = "input";
  Result<std::unique_ptr<batch::TextSource>> source =
      batch::TextSource::open(platform, options, {});
  if (!source.ok()) return std::nullopt;
  require((*source)->detection().format == TextFormat::kNpy, "the format", input);
  (*source)->set_chunk_bytes(chunk_bytes);
  records::ReadOptions read;
  read.format = TextFormat::kNpy;
  testing::TextReader reader(read, 3);
  ReadText found;
  std::size_t bytes = 0;
  batch::TextChunk chunk;
  while (true) {
    const Result<bool> more = (*source)->next(chunk, {});
    if (!more.ok()) return std::nullopt;
    if (!*more) break;
    require(!chunk.bytes.empty(), "an empty chunk", input);
    bytes += chunk.bytes.size();
    reader.read_chunk(chunk.bytes, chunk.entry, found);
  }
  const records::NpyHeader& header = (*source)->detection().npy;
  require(header.header_bytes + bytes == input.size(), "all bytes are values", input);
  require(found.grids.size() == header.records && found.lines == header.records, "all records",
          input);
  return found;
}

// Reads the values one by one, with the rules of docs/formats.md, and compares them with `found`.
void judge(const ReadText& found, const std::string& input) {
  const auto header = records::parse_npy_header(input, true);
  const records::NpyValues values = (*header)->values;
  std::size_t at = (*header)->header_bytes;
  std::size_t faults = 0;
  for (std::size_t record = 0; record < found.grids.size(); ++record) {
    std::size_t bad = 0;
    Grid expected;
    for (std::size_t cell = 0; cell < 81; ++cell, at += values.bytes) {
      std::string value = input.substr(at, values.bytes);
      if (values.is_big_endian) std::ranges::reverse(value);
      const bool is_cell =
          value[0] >= 0 && value[0] <= 9 && value.find_first_not_of('\0', 1) == std::string::npos;
      if (!is_cell && bad == 0) bad = cell + 1;
      expected.cells[cell] = static_cast<std::uint8_t>(value[0]);
    }
    if (bad != 0) expected.cells.fill(records::kMalformedCell);
    require(found.grids[record] == expected, "the cells of a record", input);
    if (bad == 0) continue;
    require(faults < found.faults.size() && found.faults[faults].record == record &&
                found.faults[faults].column == bad,
            "a malformed record", input);
    ++faults;
  }
  require(faults == found.faults.size(), "the number of malformed records", input);
}

void check_array(const std::string& input) {
  testing::GuardedBytes guarded;
  const std::string_view placed = guarded.place(input);
  const auto whole = records::parse_npy_header(placed, true);
  for (std::size_t bytes = 6; bytes < std::min<std::size_t>(input.size(), 400); ++bytes) {
    const auto seen = records::parse_npy_header(placed.substr(0, bytes), false);
    require(seen.ok() ? !*seen || (whole.ok() && (*whole)->header_bytes == (*seen)->header_bytes)
                      : !whole.ok(),
            "a prefix contradicts the whole header", input);
  }
  const std::optional<ReadText> expected = read_array(PiecePlatform(placed), 200, input);
  if (expected) judge(*expected, input);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{50}, input.size() + 1}) {
    for (const Pauses pauses : {Pauses::kNone, Pauses::kBeforeEveryPiece}) {
      const auto found = read_array({input, piece, pauses}, piece, input);
      require(found.has_value() == expected.has_value() && (!found || *found == *expected),
              "a stream is read in another way", input);
    }
  }
  if (!expected) return;
  std::string printed = records::npy_header(expected->grids.size());
  for (const Grid& grid : expected->grids) {
    std::array<char, kCells> cells;
    records::print_npy_cells(grid, cells.data());
    printed.append(cells.data(), cells.size());
  }
  const auto again = read_array(PiecePlatform(printed), 1000, printed);
  require(again && again->grids == expected->grids, "printed and read again", input);
}

std::string array_of(const std::uint8_t* bytes, std::size_t size) {
  using namespace std::string_literals;
  const std::string data(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  if (bytes[0] % 2 == 1) return "\x93NUMPY"s + data;
  static constexpr std::array<std::string_view, 8> kTypes{"|u1", "|i1", "<u2", ">i2",
                                                          "<i4", ">u4", "<u8", ">i8"};
  const std::string_view type = kTypes[bytes[0] / 2 % kTypes.size()];
  // Now and then the number of records is wrong.
  std::size_t records = data.size() / 81 / static_cast<std::size_t>(type[2] - '0');
  if (bytes[0] >= 128) records += bytes[0] % 8 == 0 ? 1 : 0;
  const std::string text = "{'descr': '" + std::string(type) +
                           "', 'fortran_order': False, 'shape': (" + std::to_string(records) +
                           ", 81), }\n";
  return "\x93NUMPY\x01\0"s + static_cast<char>(text.size()) + '\0' + text + data;
}

}  // namespace

std::string make_piece(testing::TestRandom& random) {
  static const auto kPieces =
      testing::texts("{'descr': '|u1', ", "'fortran_order': False, ", "'shape': (1, 81), }\n",
                     "(9, 9)", "True", "'<i8'", "18446744073709551615", "L");
  if (random.below(3) == 0) return std::string(81, static_cast<char>(random.below(11)));
  return random.of(kPieces);
}

}  // namespace dokumill::fuzzing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  if (size == 0) return 0;
  fuzzing::check_array(fuzzing::array_of(bytes, size));
  return 0;
}
