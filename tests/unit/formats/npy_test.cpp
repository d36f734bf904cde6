// Tests of the npy format: headers of every shape, type and version, damaged headers, and values of
// every size.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "formats/detect/detect.hpp"
#include "formats/format_table.hpp"
#include "formats/npy/npy_header.hpp"
#include "support/test_random.hpp"
#include "support/texts/read_text.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::records {
namespace {

using testing::ReadText;
using testing::TextReader;
using namespace std::string_literals;

// Returns a header of version 1.0 of the npy format with this text.
std::string header_of(const std::string& text) {
  std::string header = "\x93NUMPY\x01\0"s;
  header += static_cast<char>(text.size() % 256);
  header += static_cast<char>(text.size() / 256);
  return header + text;
}

std::string header_of(const std::string& type, const std::string& shape) {
  return header_of("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n");
}

// Returns "RECORDS x BYTES" with the sign and the byte order of the values, or the error message.
std::string parsed(const std::string& bytes, bool is_all = true) {
  const Result<std::optional<NpyHeader>> header = parse_npy_header(bytes, is_all);
  if (!header.ok()) return header.status().message();
  if (!*header) return "more";
  const NpyValues& values = (*header)->values;
  EXPECT_EQ((*header)->header_bytes, bytes.size());
  return std::to_string((*header)->records) + " x " + std::to_string(values.bytes) +
         (values.is_signed ? " signed" : "") + (values.is_big_endian ? " big" : "");
}

bool is_refused(const std::string& bytes, const std::string& part) {
  const std::string message = parsed(bytes);
  EXPECT_NE(message.find(part), std::string::npos) << message;
  return message.find(part) != std::string::npos;
}

TEST(NpyHeaderTest, TypesAndShapes) {
  EXPECT_EQ(parsed(header_of("|u1", "(3, 81)")), "3 x 1");
  EXPECT_EQ(parsed(header_of("|i1", "(3, 9, 9)")), "3 x 1 signed");
  EXPECT_EQ(parsed(header_of("<u2", "(81,)")), "1 x 2");
  EXPECT_EQ(parsed(header_of(">i4", "(9, 9)")), "1 x 4 signed big");
  EXPECT_EQ(parsed(header_of("<i8", "(0, 81)")), "0 x 8 signed");
  EXPECT_EQ(parsed(header_of(">u8", "(9, 81)")), "9 x 8 big");
  EXPECT_EQ(parsed(header_of("|u1", "(3L, 81L)")), "3 x 1");  // Python 2
  for (const std::string& type : std::vector<std::string>{"|b1", "<f4", "<f8", "|S81", "<U81", "|O",
                                                          "u1", "<u3", "=u2", "|u2", "<u16", ""}) {
    EXPECT_TRUE(is_refused(header_of(type, "(3, 81)"), "the type '" + type + "'"));
  }
  for (const std::string& shape :
       std::vector<std::string>{"()", "(80,)", "(81, 3)", "(3, 80)", "(9, 9, 3)", "(1, 3, 81)",
                                "(1, 3, 9, 9)", "(3, 81, 1)"}) {
    EXPECT_TRUE(is_refused(header_of("|u1", shape), "the shape " + shape));
  }
}

TEST(NpyHeaderTest, TheTextIsALiteralOfPython) {
  const auto with = [](const std::string& text) { return parsed(header_of(text)); };
  EXPECT_EQ(with("{\"shape\":(2,81),\"descr\":\"|u1\",\"fortran_order\":False}"), "2 x 1");
  EXPECT_EQ(with(" { 'shape' : ( 2 , 81 , ) ,\n'descr':'|u1' , 'fortran_order' : False , } \n"),
            "2 x 1");
  for (const std::string& text :
       testing::texts("", "{", "{}", "[]", "{'descr': '|u1', 'fortran_order': False}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), 'x': 1}",
                      "{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (2, 81)}",
                      "{'descr': '|u1' 'fortran_order': False, 'shape': (2, 81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 81)} x",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 81)}\0"s,
                      "{'descr': '|u1', 'fortran_order': 0, 'shape': (2, 81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': [2, 81]}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (2 81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (02, 81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (+2, 81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (81)}",
                      "{'descr': '|u1', 'fortran_order': False, 'shape': (,)}",
                      "{'descr': '|\\x751', 'fortran_order': False, 'shape': (2, 81)}",
                      "{'descr': '|u1, 'fortran_order': False, 'shape': (2, 81)}")) {
    EXPECT_TRUE(is_refused(header_of(text), "the header of the NumPy array")) << text;
  }
  EXPECT_TRUE(
      is_refused(header_of("{'descr': [('a', '|u1')], 'fortran_order': False}"), "several fields"));
  EXPECT_TRUE(is_refused(header_of("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 81), }"),
                         "np.ascontiguousarray"));
}

TEST(NpyHeaderTest, SizesThatNoFileHas) {
  // The parser accepts this size. The source compares the size with the bytes that exist.
  EXPECT_EQ(parsed(header_of("|u1", "(72057594037927936, 81)")), "72057594037927936 x 1");
  EXPECT_TRUE(is_refused(header_of("|u1", "(1152921504606846976, 81)"), "no file is so long"));
  EXPECT_TRUE(is_refused(header_of("|u1", "(18446744073709551615, 81)"), "no file is so long"));
  EXPECT_TRUE(is_refused(header_of("|u1", "(18446744073709551616, 81)"), "beyond 2^64"));
  EXPECT_TRUE(is_refused(header_of("|u1", "(99999999999999999999999, 81)"), "beyond 2^64"));
  EXPECT_TRUE(is_refused(header_of("<u8", "(28467196094613505, 81)"), "no file is so long"));
  EXPECT_TRUE(is_refused(header_of("|u1", "(-1, 81)"), "negative size"));
  EXPECT_TRUE(is_refused("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{"s, "4294967295 bytes"));
  std::string many = "(";
  for (int i = 0; i < 100; ++i) many += "1, ";
  EXPECT_TRUE(is_refused(header_of("|u1", many + ")"), "damaged"));
}

TEST(NpyHeaderTest, Versions) {
  const std::string text = "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 81), }\n";
  const std::string length = {static_cast<char>(text.size()), 0, 0, 0};
  EXPECT_EQ(parsed("\x93NUMPY\x02\0"s + length + text), "5 x 1");
  EXPECT_EQ(parsed("\x93NUMPY\x03\0"s + length + text), "5 x 1");
  EXPECT_TRUE(is_refused("\x93NUMPY\x04\0"s + length + text, "version 4.0"));
  EXPECT_TRUE(is_refused("\x93NUMPY\0\0"s + length + text, "version 0.0"));
  EXPECT_TRUE(is_refused("\x93NUMPY\x01\x01"s + length + text, "version 1.1"));
}

TEST(NpyHeaderTest, OursIsLikeThatOfNumPy) {
  for (const std::uint64_t records : {std::uint64_t{0}, std::uint64_t{1000}, UINT64_MAX / 200}) {
    const std::string header = npy_header(records);
    EXPECT_EQ(header.size(), 128U);
    EXPECT_EQ(header.back(), '\n');
    EXPECT_EQ(parsed(header), std::to_string(records) + " x 1");
  }
  EXPECT_EQ(npy_header(7).substr(0, 70),
            "\x93NUMPY\x01\0v\0{'descr': '|u1', 'fortran_order': False, 'shape': (7, 81), }"s);
}

// For every prefix, the parser asks for more bytes, or rejects the prefix if it is the whole input.
// It reads no byte beyond the prefix.
TEST(NpyHeaderTest, EveryTruncation) {
  testing::GuardedBytes guarded;
  const std::string header = header_of("<u2", "(12, 81)");
  for (std::size_t bytes = 6; bytes < header.size(); ++bytes) {
    const std::string_view seen = guarded.place(header.substr(0, bytes));
    const auto open = parse_npy_header(seen, false);
    ASSERT_TRUE(open.ok());
    EXPECT_FALSE(open->has_value());
    EXPECT_EQ(parse_npy_header(seen, true).status().message(),
              "the NumPy array ends inside its header");
  }
}

// A header with a flipped bit is rejected, or it is a different valid header.
TEST(NpyHeaderTest, FlippedBits) {
  testing::GuardedBytes guarded;
  const std::string good = header_of("<u2", "(12, 81)");
  int accepted = 0;
  for (std::size_t bit = 6 * 8; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    const auto header = parse_npy_header(guarded.place(bad), true);
    if (!header.ok()) continue;
    ASSERT_TRUE(header->has_value());
    ++accepted;
    EXPECT_LE((*header)->header_bytes, bad.size());
  }
  // The accepted headers differ in the number of records, in the sign, the byte order or the size
  // of the values, or in the blanks at the end.
  EXPECT_GT(accepted, 4);
  EXPECT_LT(accepted, 30);
}

std::string detected(const std::string& bytes, const DetectOptions& options = {}) {
  const Result<std::optional<Detection>> found = detect(bytes, true, options);
  if (!found.ok()) return found.status().message();
  return std::string(name_of((*found)->format)) + " " + std::to_string((*found)->data_begin) +
         ((*found)->is_empty ? " empty" : "") + ((*found)->is_guessed ? " guessed" : "");
}

TEST(NpyDetect, ByItsFirstBytes) {
  EXPECT_EQ(detected(npy_header(1) + std::string(81, '\1')), "npy 128");
  EXPECT_EQ(detected(npy_header(0)), "npy 128 empty");
  EXPECT_EQ(detected(npy_header(1), {TextFormat::kNpy, ""}), "npy 128");
  EXPECT_EQ(detected(npy_header(1), {TextFormat::kLine, ""}),
            "is a NumPy array, and the format line was requested");
  EXPECT_EQ(detected(npy_header(1), {{}, "puzzle"}),
            "no column 'puzzle': the input is a NumPy array");
  const std::string line = std::string(81, '1') + "\n";
  EXPECT_EQ(detected(line, {TextFormat::kNpy, ""}),
            "is not a NumPy array: its first bytes are not \\x93NUMPY");
  EXPECT_EQ(detected("", {TextFormat::kNpy, ""}),
            "is not a NumPy array: its first bytes are not \\x93NUMPY");
  EXPECT_EQ(detected("\x93NUMPY"), "the NumPy array ends inside its header");
}

// Appends `value` with the size and the byte order that `values` describes.
void append_value(std::string& bytes, std::int64_t value, const NpyValues& values) {
  std::string one;
  for (int i = 0; i < values.bytes; ++i) one += static_cast<char>(value >> (8 * i));
  if (values.is_big_endian) one.assign(one.rbegin(), one.rend());
  bytes += one;
}

TEST(NpyReaderTest, ValuesOfEverySize) {
  for (const std::uint8_t bytes : std::array<std::uint8_t, 4>{1, 2, 4, 8}) {
    for (int kind = 0; kind < 4; ++kind) {
      const NpyValues values{bytes, kind % 2 == 1, kind / 2 == 1};
      testing::TestRandom random(bytes);
      std::vector<Grid> grids(50);
      std::string data;
      for (Grid& grid : grids) {
        for (std::uint8_t& cell : grid.cells) {
          cell = static_cast<std::uint8_t>(random.below(10));
          append_value(data, cell, values);
        }
      }
      ReadOptions options;
      options.format = TextFormat::kNpy;
      Entry entry;
      entry.npy = values;
      // Every chunk must end between two records, and the chunks together must be the data.
      for (const std::size_t window : {std::size_t{1}, values.record_bytes(), std::size_t{1000}}) {
        TextReader reader(options, 7);
        ReadText found;
        std::string_view rest = data;
        for (Entry next = entry; !rest.empty();) {
          std::size_t size = window;
          ChunkBoundary cut;
          do {
            cut = find_chunk_boundary(TextFormat::kNpy, rest.substr(0, size), next,
                                      size >= rest.size());
            size *= 2;
          } while (cut.bytes == 0);
          EXPECT_EQ(cut.bytes % values.record_bytes(), 0U);
          reader.read_chunk(rest.substr(0, cut.bytes), next, found);
          rest.remove_prefix(cut.bytes);
          next = cut.next;
        }
        EXPECT_EQ(found.grids, grids);
        EXPECT_EQ(found.lines, 50U);
        EXPECT_TRUE(found.faults.empty());
      }
    }
  }
}

// The values 13 and 10 before and after a cut are not a line end.
TEST(NpyReaderTest, ACutIsNotBetweenCarriageReturnAndLineFeed) {
  std::string data(162, '\1');
  data[80] = '\r';
  data[81] = '\n';
  const ChunkBoundary cut =
      find_chunk_boundary(TextFormat::kNpy, std::string_view(data).substr(0, 100), {}, false);
  EXPECT_EQ(cut.bytes, 81U);
  EXPECT_FALSE(cut.next.after_cr);
}

TEST(NpyReaderTest, ValuesThatAreNoCells) {
  const auto fault_of = [](std::int64_t value, std::size_t cell, const NpyValues& values) {
    std::string data;
    for (std::size_t i = 0; i < 243; ++i) append_value(data, i == 81 + cell ? value : 9, values);
    ReadOptions options;
    options.format = TextFormat::kNpy;
    Entry entry;
    entry.npy = values;
    TextReader reader(options, 2);
    ReadText found;
    reader.read_chunk(data, entry, found);
    EXPECT_EQ(found.grids.size(), 3U);
    EXPECT_EQ(found.faults.size(), 1U);
    if (found.faults.size() != 1) return std::string();
    EXPECT_EQ(found.faults[0].record, 1U);
    EXPECT_EQ(found.faults[0].line, 1U);
    EXPECT_EQ(found.grids[1].cells[0], kMalformedCell);
    return describe(found.faults[0]);
  };
  EXPECT_EQ(
      fault_of(10, 0, {1, false, false}),
      "cell 1 (row 1, column 1) is 10, expected 0 to 9 (values from 1 to 10, as HRM has them: "
      "subtract 1)");
  EXPECT_EQ(fault_of(255, 80, {1, false, false}),
            "cell 81 (row 9, column 9) is 255, expected 0 to 9");
  EXPECT_EQ(fault_of(-1, 9, {1, true, false}), "cell 10 (row 2, column 1) is -1, expected 0 to 9");
  EXPECT_EQ(fault_of(256, 9, {2, false, true}),
            "cell 10 (row 2, column 1) is 256, expected 0 to 9");
  EXPECT_EQ(fault_of(-256, 9, {2, true, false}),
            "cell 10 (row 2, column 1) is -256, expected 0 to 9");
  EXPECT_EQ(fault_of(INT32_MIN, 9, {4, true, true}),
            "cell 10 (row 2, column 1) is -2147483648, expected 0 to 9");
  EXPECT_EQ(fault_of(INT64_MIN, 9, {8, true, false}),
            "cell 10 (row 2, column 1) is -9223372036854775808, expected 0 to 9");
  EXPECT_EQ(fault_of(-1, 9, {8, false, false}),
            "cell 10 (row 2, column 1) is 18446744073709551615, expected 0 to 9");
}

TEST(NpyPrinter, AMalformedRecordIsNotEmpty) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) grid.cells[cell] = static_cast<std::uint8_t>(cell % 10);
  std::string out(kCells, 'x');
  EXPECT_EQ(print_npy_cells(grid, out.data()), out.data() + kCells);
  for (int cell = 0; cell < kCells; ++cell) EXPECT_EQ(out[cell], cell % 10);
  grid.cells.fill(kMalformedCell);
  print_npy_cells(grid, out.data());
  EXPECT_EQ(out, std::string(kCells, '\xFF'));
}

}  // namespace
}  // namespace dokumill::records
