// Tests that the jobs for data sets, and tables with the rows or objects of the input, have the
// same bytes for any chunk size and number of threads, from files and from pipes.
#include "dokumill/datasets.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dokumill/grid.hpp"
#include "formats/npy/npy_header.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/system/pipe_feeder.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::Hooked;
using testing::PipeFeeder;
using testing::ScratchFolder;
using testing::TestRandom;

// Returns a text with well-formed and malformed records, blank lines, comments and quoted fields.
std::string mixed_text(TextFormat format, int records) {
  TestRandom random(3);
  std::string text = format == TextFormat::kCsv ? "id,puzzle,solution\n" : "";
  if (format == TextFormat::kNpy) text = records::npy_header(static_cast<std::uint64_t>(records));
  for (int i = 0; i < records; ++i) {
    const Grid board = testing::random_board(random);
    Grid puzzle = board;
    for (const int cell : testing::random_cell_order(random)) {
      if (random.below(2) == 0) puzzle.cells[static_cast<std::size_t>(cell)] = 0;
    }
    const bool is_bad = random.below(10) == 0;
    switch (format) {
      case TextFormat::kLine:
        text += (is_bad ? "123" : to_line(puzzle)) + (random.below(3) == 0 ? "\r\n\n" : "\n");
        break;
      case TextFormat::kGrid:
        text += to_rows(puzzle).substr(is_bad ? 18 : 0) + "\n";
        break;
      case TextFormat::kCsv:
        text += (random.below(5) == 0 ? "\"a\n,\"" : std::to_string(i)) + ',' +
                (is_bad ? "1" : to_line(puzzle)) + ',' +
                (random.below(8) == 0 ? "" : to_line(board)) + '\n';
        break;
      case TextFormat::kJsonl:
        text += "{\"puzzle\":\"" + (is_bad ? "1" : to_line(puzzle)) + "\",\"solution\":\"" +
                to_line(board) + "\"}\n";
        break;
      case TextFormat::kNpy:
        for (const std::uint8_t cell : puzzle.cells) text += static_cast<char>(cell);
        if (is_bad) text.back() = '\r';
        break;
      default:  // not an input format
        break;
    }
  }
  return text;
}

// The options and hooks that are the same for every job.
struct Common : batch::JobHooks {
  std::string output;
  JobOptions job;
};

struct Job {
  const char* name;
  // Sets the options of the job and runs it. Returns its status.
  std::function<Status(const Common&, const InputOptions&)> run;
};

template <class Options>
Job job_of(const char* name, Options options) {
  return {name, [=](const Common& common, const InputOptions& input) {
            Options own = options;
            own.output = common.output;
            own.job = common.job;
            own.input = input;
            return batch::run(own, common).status();
          }};
}

std::vector<Job> jobs() {
  ConvertOptions converting;
  converting.empty_cell = '.';
  converting.output_format = TextFormat::kGrid;
  AugmentOptions augmenting;
  augmenting.times = 3;
  augmenting.include_original = true;
  augmenting.seed = 11;
  SampleOptions number, share;
  number.number = 100;
  share.share = Share{Share::kWhole / 3};
  StepsOptions explaining;
  explaining.sentences = Language::kEnglish;
  ShuffleOptions spilling;
  spilling.memory_bytes = kLeastMemory;
  ShuffleOptions objects, parquet;
  objects.output_format = TextFormat::kJsonl;
  parquet.output_format = TextFormat::kParquet;
  SolveOptions answers, typed;
  answers.output_format = TextFormat::kJsonl;
  typed.output_format = TextFormat::kParquet;
  return {
      job_of("convert", converting),
      job_of("augment", augmenting),
      job_of("sample a number", number),
      job_of("sample a share", share),
      job_of("steps", explaining),
      job_of("shuffle in memory", ShuffleOptions()),
      job_of("shuffle beyond the memory", spilling),
      job_of("shuffle rows as objects", objects),
      job_of("shuffle rows to Parquet", parquet),
      job_of("solve to objects", answers),
      job_of("solve to Parquet", typed),
  };
}

TEST(Datasets, ChunksThreadsAndPipesChangeNothing) {
  std::size_t number = 0;
  ScratchFolder folder;
  const std::string out = folder / "out";
  for (const TextFormat format : {TextFormat::kLine, TextFormat::kGrid, TextFormat::kCsv,
                                  TextFormat::kJsonl, TextFormat::kNpy}) {
    const std::string text = mixed_text(format, 1000);
    testing::write_file(folder / "in", text);
    for (const Job& job : jobs()) {
      std::optional<std::string> expected;
      for (const std::size_t chunk_bytes : {0, 1, 100, 1000, 40'000}) {
        for (const int threads : {1, 3}) {
          for (const bool is_piped : {false, true}) {
            if (!testing::is_tested(number++)) continue;
            Common common;
            common.output = out;
            common.job.threads = threads;
            common.chunk_bytes = chunk_bytes;
            std::string seen;
            common.job.on_problem = [&](const Problem& problem) {
              seen += std::to_string(problem.record) + ':' + std::to_string(problem.line) + ' ' +
                      problem.message + '\n';
            };
            InputOptions input;
            input.format = format;
            std::optional<PipeFeeder> feeder;
            if (is_piped) {
              feeder.emplace(text, 997);
              input.path = feeder->path();
            } else {
              input.path = folder / "in";
            }
            const Status status = job.run(common, input);
            ASSERT_TRUE(status.ok()) << job.name << status.message();
            seen += testing::read_file(out);
            if (!expected) expected = seen;
            ASSERT_TRUE(seen == *expected)
                << job.name << " " << name_of(format) << " " << chunk_bytes << " " << threads;
          }
        }
      }
    }
  }
}

// The library refuses the same options as the command.
TEST(Datasets, RefuseBadOptions) {
  const auto is_usage = [](const auto& result) {
    return result.status().code() == ErrorCode::kUsage;
  };
  ConvertOptions converting;
  converting.empty_cell = '1';
  EXPECT_TRUE(is_usage(convert(converting)));
  AugmentOptions augmenting;
  augmenting.times = 0;
  EXPECT_TRUE(is_usage(augment(augmenting)));
  augmenting.times = kMostImages + 1;
  EXPECT_TRUE(is_usage(augment(augmenting)));
  SampleOptions sampling;
  EXPECT_TRUE(is_usage(sample(sampling)));
  sampling.number = 0;
  EXPECT_TRUE(is_usage(sample(sampling)));
  sampling.number = 1;
  sampling.share = Share();
  EXPECT_TRUE(is_usage(sample(sampling)));
  sampling.number.reset();
  sampling.share = Share{Share::kWhole + 1};
  EXPECT_TRUE(is_usage(sample(sampling)));
  ShuffleOptions shuffling;
  shuffling.memory_bytes = kLeastMemory - 1;
  EXPECT_TRUE(is_usage(shuffle(shuffling)));
}

}  // namespace
}  // namespace dokumill
