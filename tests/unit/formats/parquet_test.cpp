// Tests of Parquet input: the parts of the reader, the files that this library writes, and damaged
// files. tests/tables reads files that other programs wrote.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dokumill/datasets.hpp"
#include "formats/parquet/column_reader.hpp"
#include "formats/parquet/page_bytes.hpp"
#include "formats/parquet/parquet_text.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"

namespace dokumill::parquet {
namespace {

using namespace std::string_literals;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

std::string unpacked(const std::string& stored, std::size_t most) {
  std::string text;
  return unpack_snappy(stored, most, text) ? text : "damaged";
}

TEST(Snappy, LiteralsAndCopies) {
  EXPECT_EQ(unpacked("\0"s, 9), "");
  EXPECT_EQ(unpacked("\x05\x10hello", 5), "hello");
  EXPECT_EQ(unpacked("\x0A\x04"s + "ab\x1E\x02\0"s, 10), "ababababab");
  EXPECT_EQ(unpacked("\x06\x04"s + "ab\x01\x02"s, 6), "ababab");
  EXPECT_EQ(unpacked("\x18\x1C"s + "abcdefgh\x3E\x08\0"s, 24), "abcdefghabcdefghabcdefgh");
  EXPECT_EQ(unpacked("\x05\xF0\x04hello", 5), "hello");  // the length in a byte of its own
  for (const std::string& stored :
       {""s, "\x05"s, "\x05\x10hell"s, "\x04\x10hello"s, "\x06\x10hello"s, "\x05\x10hello\x10"s,
        "\x06\x04"s + "ab\x01\0"s, "\x06\x04"s + "ab\x01\x03"s, "\xFF\xFF\xFF\xFF\xFF\x01"s}) {
    EXPECT_EQ(unpacked(stored, 10), "damaged");
  }
  EXPECT_EQ(unpacked("\x05\x10hello", 4), "damaged");
}

TEST(RunReader, RunsAndPackedNumbers) {
  const auto numbers = [](std::string_view bytes, unsigned bits) {
    RunReader reader(bytes, bits);
    std::vector<std::uint32_t> all;
    for (std::uint32_t number = 0; reader.next(number);) all.push_back(number);
    return all;
  };
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(numbers("\x06\x05", 3), (Numbers{5, 5, 5}));
  // The example of the specification of Parquet: 0 to 7 with three bits each.
  EXPECT_EQ(numbers("\x03\x88\xC6\xFA", 3), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(numbers("\x03\x88\xC6\xFA\x04\x02", 3), (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 2, 2}));
  EXPECT_EQ(numbers("\x02\x34\x12", 16), (Numbers{0x1234}));
  EXPECT_EQ(numbers("", 3), Numbers{});
  EXPECT_EQ(numbers("\x06", 3), Numbers{});
  EXPECT_EQ(numbers("\x80", 3), Numbers{});
}

// The text of a Parquet file, or "refused".
std::string text_of(const std::string& file, std::size_t most = SIZE_MAX) {
  auto decoder = ParquetText::open(file);
  if (!decoder.ok()) return "refused";
  std::string_view in = file;
  std::string text;
  char out[1000];
  while (text.size() < most) {
    const auto step = (*decoder)->decode(in, out, sizeof out);
    if (!step.ok()) return "refused";
    in.remove_prefix(step->consumed);
    text.append(out, step->produced);
    if (step->produced == 0) break;
  }
  return text;
}

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

class ParquetInput : public ::testing::Test {
 protected:
  // Writes the table as a Parquet file and returns its path.
  std::string written(const std::string& table, Compression kind) {
    write_file(folder_ / "in.csv", table);
    ConvertOptions options;
    options.input.path = folder_ / "in.csv";
    options.output = folder_ / "x.parquet";
    options.keep_columns = true;
    options.job.compression = CompressionOptions{kind};
    const auto report = convert(options);
    EXPECT_TRUE(report.ok()) << report.status().message();
    return options.output;
  }
  ScratchFolder folder_;
};

TEST_F(ParquetInput, HasTheTextThatWasWritten) {
  std::string table = "id,puzzle,note\n";
  for (int i = 0; i < 70'000; ++i) {
    table += std::to_string(i) + ',' + kPuzzle + (i % 3 == 0 ? ",\"a, \"\"b\"\"\"\n" : ",\n");
  }
  for (const Compression kind : {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
    if (!has_compression(kind)) continue;
    const std::string path = written(table, kind);
    EXPECT_TRUE(text_of(read_file(path)) == table);
    for (const bool is_mapped : {true, false}) {
      ConvertOptions options;
      options.input.path = path;
      options.input.allow_mapping = is_mapped;
      options.output = folder_ / "out.csv";
      options.keep_columns = true;
      const auto report = convert(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_EQ(report->records, 70'000U);
      EXPECT_TRUE(read_file(options.output) == table);
    }
  }
}

TEST_F(ParquetInput, AFileThatIsCutOffIsRefused) {
  const std::string file = read_file(written("id,puzzle\n1," + kPuzzle + "\n", Compression::kNone));
  EXPECT_EQ(text_of(file), "id,puzzle\n1," + kPuzzle + "\n");
  for (std::size_t bytes = 0; bytes < file.size(); ++bytes) {
    EXPECT_EQ(text_of(file.substr(0, bytes)), "refused") << bytes;
  }
}

TEST_F(ParquetInput, AChangedByteIsNeverFollowedBeyondTheFile) {
  constexpr std::size_t kMost = 1'000'000;
  const std::string file =
      read_file(written("id,puzzle\n1," + kPuzzle + "\n2,\n", Compression::kNone));
  testing::TestRandom random(1);
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int i = 0; i < 8; ++i) {
      std::string damaged = file;
      damaged[at] = static_cast<char>(random.below(256));
      text_of(damaged, kMost);
    }
  }
}

}  // namespace
}  // namespace dokumill::parquet
