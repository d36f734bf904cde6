// Tests of Parquet input: the parts of the reader, the files that this library writes, and damaged
// files. tests/tables reads files that other programs wrote.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "dokumill/datasets.hpp"
#include "formats/parquet/number_readers.hpp"
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
  EXPECT_EQ(unpacked("\0"s, 0), "");
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
  EXPECT_EQ(numbers(std::string(1'000'000, '\0'), 0), Numbers{});  // runs of no number
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
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

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

TEST(ParquetFiles, OfOtherProgramsHaveTheRowsThatWereWritten) {
  const std::filesystem::path folder = DOKUMILL_SOURCE_DIR "/tests/tables/parquet_files";
  const std::string expected = read_file(folder / "expected.csv");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".parquet") continue;
    const std::string name = entry.path().filename().string();
    const bool is_packed = name.find("fallback") == name.npos && name.find("snappy") == name.npos &&
                           name.find("v2") == name.npos;
    if (is_packed && !has_compression(Compression::kZstd)) continue;
    ++files;
    EXPECT_EQ(text_of(read_file(entry.path())), expected) << name;
  }
  EXPECT_GE(files, 3);
}

TEST(DeltaReader, BlocksOfDifferences) {
  const auto numbers = [](std::string_view bytes, std::uint64_t most) {
    DeltaReader reader;
    std::vector<std::int64_t> all;
    if (!reader.begin(bytes, most)) return all;
    for (std::int64_t number = 0; reader.next(number);) all.push_back(number);
    return all;
  };
  using Numbers = std::vector<std::int64_t>;
  // The examples of the specification of Parquet, in blocks of 8.
  EXPECT_EQ(numbers("\x08\x01\x05\x02\x02\0"s, 5), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(numbers("\x08\x01\x08\x0E\x03\x02\xC0\x3F"s, 8), (Numbers{7, 5, 3, 1, 2, 3, 4, 5}));
  EXPECT_EQ(numbers("\x08\x01\x01\x0E"s, 1), (Numbers{7}));
  EXPECT_EQ(numbers("\x08\x01\x05\x02\x02\0"s, 4), Numbers{});         // more than the page has
  EXPECT_EQ(numbers("\x08\0\x05\x02\x02\0"s, 5), Numbers{});           // no miniblock
  EXPECT_EQ(numbers("\x07\x01\x05\x02\x02\0"s, 5), Numbers{});         // not whole bytes
  EXPECT_EQ(numbers("\x08\x01\x03\x02\x02\x41"s, 5), (Numbers{1}));    // 65 bits
  EXPECT_EQ(numbers("\x08\x01\x03\x02\x02\x08zz"s, 5), (Numbers{1}));  // cut off
  EXPECT_EQ(numbers("", 5), Numbers{});
}

TEST_F(ParquetInput, OptionsThatItDoesNotHaveAreRefused) {
  const std::string path = written("id,puzzle\n1," + kPuzzle + "\n", Compression::kNone);
  const auto message = [&](const std::string& input, const auto& set) {
    ConvertOptions options;
    options.input.path = input;
    options.output = folder_ / "out.txt";
    set(options.input);
    const auto report = convert(options);
    const std::string text = report.status().message();
    return text.substr(std::min(text.size(), text.find(": is ") + 2));
  };
  EXPECT_EQ(message(path, [](InputOptions& input) { input.format = TextFormat::kParquet; }), "");
  EXPECT_EQ(message(path, [](InputOptions& input) { input.format = TextFormat::kLine; }),
            "is a Parquet file, and the format line was requested");
  EXPECT_EQ(message(path, [](InputOptions& input) { input.has_header = false; }),
            "is a Parquet file, and the format csv was requested");
  EXPECT_EQ(message(path, [](InputOptions& input) { input.delimiter = ';'; }),
            "is a Parquet file, which has no delimiter");
  EXPECT_EQ(
      message(folder_ / "in.csv", [](InputOptions& input) { input.format = TextFormat::kParquet; }),
      "is not a Parquet file, and the format parquet was requested");
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
