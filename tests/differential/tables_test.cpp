// Tests that the bytes of JSON Lines and Parquet do not depend on the number of threads, the size
// of chunks or whether the input is mapped.
#include <gtest/gtest.h>

#include <string>

#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "support/hooked.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"

namespace dokumill {
namespace {

const std::string kCells =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

// Returns records of every kind: good records, records without a solution, and malformed records of
// one or several lines.
std::string csv_text(int records) {
  testing::TestRandom random(5);
  std::string text = "id,puzzle,\"no,te\"\n";
  for (int i = 0; i < records; ++i) {
    const std::string id = std::to_string(i);
    switch (random.below(8)) {
      case 0:
        text += id + "," + kCells + ",\"a\nb\"\n";
        break;
      case 1:
        text += id + "," + kCells.substr(1) + ",x\n";
        break;
      case 2:
        text += id + ",\n";
        break;
      case 3:
        text += id + ",\"" + kCells + "\",\"\"\"\"\n";
        break;
      default:
        text += id + "," + kCells + ",x\n";
    }
  }
  return text;
}

std::string jsonl_text(int records) {
  testing::TestRandom random(6);
  std::string text = "{\"puzzle\":\"" + kCells + "\"}\n";  // lets the format be detected
  for (int i = 0; i < records; ++i) {
    switch (random.below(6)) {
      case 0:
        text += "{\"puzzle\":\"" + kCells + "\",\"solution\":1,\"x\":[{}]}\r\n";
        break;
      case 1:
        text += "{\"id\":" + std::to_string(i) + "}\n\n";
        break;
      case 2:
        text += "{\"puzzle\"\n";
        break;
      default:
        text += "{\"id\":" + std::to_string(i) + ",\"puzzle\":\"" + kCells + "\"}\n";
    }
  }
  return text;
}

class Tables : public ::testing::Test {
 protected:
  // Returns what solve() and shuffle() write, one after the other.
  std::string written(const std::string& in, TextFormat format, int threads, std::size_t chunk,
                      bool allow_mapping) {
    dir.write("in", in);
    std::string all;
    auto solve_options = testing::file_job<SolveOptions>(dir / "in", dir / "out", threads, chunk);
    solve_options.input.allow_mapping = allow_mapping;
    solve_options.output_format = format;
    solve_options.keep_columns = in.starts_with("id");
    const auto solved = solve(solve_options);
    EXPECT_TRUE(solved.ok()) << solved.status().message();
    all += dir.read("out");
    auto shuffle_options =
        testing::file_job<ShuffleOptions>(dir / "in", dir / "out", threads, chunk);
    shuffle_options.input.allow_mapping = allow_mapping;
    shuffle_options.output_format = format;
    const auto shuffled = shuffle(shuffle_options);
    EXPECT_TRUE(shuffled.ok()) << shuffled.status().message();
    return all + dir.read("out");
  }

  testing::ScratchFolder dir;
};

TEST_F(Tables, BytesDoNotDependOnThreadsOrChunks) {
  const int records = 3000;
  for (const std::string& in : {csv_text(records), jsonl_text(records)}) {
    for (const TextFormat format : {TextFormat::kJsonl, TextFormat::kParquet, TextFormat::kCsv}) {
      if (in.front() == '{' && format == TextFormat::kCsv) continue;
      const std::string expected = written(in, format, 1, 0, true);
      for (const int threads : {1, 2, 3, 4}) {
        for (const std::size_t chunk : {std::size_t{1}, std::size_t{100}, std::size_t{5000}}) {
          EXPECT_EQ(written(in, format, threads, chunk, chunk != 100) == expected, true)
              << name_of(format) << ' ' << threads << " threads, chunks of " << chunk;
        }
      }
    }
  }
}

}  // namespace
}  // namespace dokumill
