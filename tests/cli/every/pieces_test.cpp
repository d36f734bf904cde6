// Tests of jobs that run in pieces and are merged: which pieces are joined, and that the recipes of
// docs/pieces.md work. tests/crossing compares the pieces of each command with one process.
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::ordered_json;

class Pieces : public CliTest {
 protected:
  void SetUp() override {
    std::vector<Record> records = mixed_records(23, 5);
    for (const Format format : kFormats) {
      dir.write(std::string("in.") + name_of(format), input_text(records, format));
    }
  }

  // The report without the members that differ between runs.
  static ordered_json numbers_of(ordered_json report) {
    for (const char* name : {"seconds", "records_per_second", "threads", "stages", "pieces"}) {
      report.erase(name);
    }
    return report;
  }
  ordered_json report_in(const std::string& name) const {
    return ordered_json::parse(dir.read(name));
  }
  // Runs the command in `count` pieces, beginning with the last piece.
  void run_pieces(const Args& command, int count, const std::string& ending) const {
    for (int number = count; number >= 1; --number) {
      const std::string name = "part." + std::to_string(number);
      const std::string piece = std::to_string(number) + "/" + std::to_string(count);
      const Outcome made = run(
          with(command, {"--piece", piece, "-q", "-o", name + ending, "--report", name + ".json"}));
      ASSERT_LE(made.status, 1) << made;
    }
  }
  Outcome merge_pieces(int count, const std::string& out) const {
    Args args{"merge", "-o", out, "--report", "merged.json"};
    for (int number = 1; number <= count; ++number) {
      args.push_back("part." + std::to_string(number) + ".json");
    }
    return run(args);
  }
};

// Runs `split` in pieces, the last piece first, and joins the pieces of both files.
class SplitPieces : public Pieces {
 protected:
  void make_pieces(const Args& command, int count, const std::string& ending) const {
    for (int number = count; number >= 1; --number) {
      const std::string name = "part." + std::to_string(number);
      const Outcome made =
          run(with(command, {"--piece", std::to_string(number) + "/" + std::to_string(count), "-q",
                             "--train", name + ending, "--test", name + ".test" + ending,
                             "--report", name + ".json"}));
      ASSERT_LE(made.status, 1) << made;
    }
  }
  Outcome merge_both(int count, const Args& more) const {
    Args args = with({"merge"}, more);
    for (int number = 1; number <= count; ++number) {
      args.push_back("part." + std::to_string(number) + ".json");
    }
    return run(args);
  }
};

TEST_F(SplitPieces, BothFilesAreNamed) {
  make_pieces({"split", "in.line"}, 2, ".txt");
  EXPECT_TRUE(refuses(merge_both(2, {"-o", "all"}), {"two files", "a train file and a test file"}));
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "all"}), {"--train FILE and --test FILE"}));
  EXPECT_TRUE(
      refuses(merge_both(2, {"--train", "a", "--test", "b", "-o", "c"}), {"--output FILE"}));
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "part.1.json", "--test", "b"}),
                      {"--train and a report of a piece"}));
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "part.2.json"}),
                      {"--test and a report of a piece"}));
  EXPECT_FALSE(dir.exists("a"));
  EXPECT_FALSE(dir.exists("b"));
  // The test file has more bytes than its report states.
  dir.write("part.2.test.txt", dir.read("part.2.test.txt") + "x");
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "b"}),
                      {"part.2.test.txt: the output of piece 2"}));
  // The report of a piece of split must have the member `test_output`. A piece of canon has no test
  // file, so `merge` rejects --train and --test.
  ordered_json report = report_in("part.1.json");
  report["piece"].erase("test_output");
  dir.write("part.1.json", report.dump());
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "b"}),
                      {"part.1.json: member 'piece.test_output'"}));
  run_pieces({"canon", "in.line"}, 2, ".txt");
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "b"}), {"those of canon"}));
  if (!has_compression(Compression::kGzip)) return;
  EXPECT_TRUE(refuses(run({"split", "in.grid", "--piece", "1/2", "--train", "a.gz", "--test", "b"}),
                      {"format grid", "--compress"}));
}

TEST_F(Pieces, PiecesOfOtherJobsAreNotMixed) {
  run_pieces({"solve", "in.line"}, 2, ".txt");
  const std::string own = dir.read("part.2.json");
  const auto refuses_piece = [&](const Args& command, const std::string& piece) {
    const Outcome made =
        run(with(command, {"--piece", piece, "-q", "-o", "part.2.txt", "--report", "part.2.json"}));
    EXPECT_LE(made.status, 1) << made;
    return refuses(merge_pieces(2, "out"), {"part.2.json", "another job"});
  };
  EXPECT_TRUE(refuses_piece({"solve", "in.line", "--unique"}, "2/2"));
  EXPECT_TRUE(refuses_piece({"solve", "in.line", "--to", "grid"}, "2/2"));
  EXPECT_TRUE(refuses_piece({"solve", "in.line"}, "2/3"));
  EXPECT_TRUE(refuses_piece({"canon", "in.line"}, "2/2"));
  EXPECT_TRUE(refuses_piece({"solve", "in.csv"}, "2/2"));
  // The input of this piece has one more byte at its end, so the piece belongs to another job.
  dir.write("longer", dir.read("in.line") + "#");
  EXPECT_TRUE(refuses_piece({"solve", "longer"}, "2/2"));
  // Flags that change no bytes and no numbers may differ.
  run_pieces({"solve", "in.line"}, 2, ".txt");
  const Outcome other =
      run({"solve", "in.line", "--piece", "2/2", "-q", "-o", "part.2.txt", "--report",
           "part.2.json", "-j", "1", "--engine", "reference", "--malformed-ok", "--no-mmap"});
  if (other.status <= 1) {
    EXPECT_EQ(merge_pieces(2, "out").status, 1);
  }
}

// A scheduler may run a piece again when its output already exists.
TEST_F(Pieces, APieceWithMalformedRecordsOnlyCanRunAgain) {
  dir.write("in", kPuzzle + "\nbad\n");
  for (int round = 0; round < 2; ++round) {
    run_pieces({"solve", "in", "--from", "line"}, 2, ".txt");
    EXPECT_EQ(merge_pieces(2, "out").status, 1);
    EXPECT_EQ(dir.read("out"), kSolution + '\n' + kUnknown + '\n');
  }
  dir.write("in", "bad\nbad\n");
  run_pieces({"solve", "in", "--from", "line"}, 2, ".txt");
  EXPECT_TRUE(refuses(merge_pieces(2, "out"), {"all 2 records", "out was not replaced"}));
}

// ---- The recipes of docs/pieces.md

class Recipes : public Pieces {
 protected:
  // The first block of shell commands after a heading.
  static std::string block_after(const std::string& heading) {
    const std::string page = read_file(DOKUMILL_PAGE);
    const std::size_t section = page.find("\n## " + heading + "\n");
    const std::size_t begin = page.find("\n```sh\n", section);
    const std::size_t end = page.find("\n```\n", begin);
    const std::size_t next = page.find("\n## ", section + 1);
    EXPECT_NE(section, std::string::npos) << heading;
    EXPECT_LT(end, next) << heading;
    return page.substr(begin + 7, end + 1 - begin - 7);
  }
  Outcome sh(const std::string& text,
             std::vector<std::pair<std::string, std::string>> variables = {}) const {
    const std::string folder = std::filesystem::path(DOKUMILL_BINARY).parent_path().string();
    variables.emplace_back("PATH", folder + ":/usr/bin:/bin");
    return run({.args = {"-e", "-c", text}, .program = "/bin/sh", .environment = variables});
  }
  void expect_recipe(const std::string& command, const std::string& output) const {
    const Outcome whole =
        run({command, "puzzles.txt", "-q", "-o", "whole", "--report", "whole.json"});
    ASSERT_LE(whole.status, 1) << whole;
    EXPECT_TRUE(dir.read(output + ".txt") == dir.read("whole"));
    ordered_json sum = numbers_of(report_in(output + ".json"));
    ordered_json one = numbers_of(report_in("whole.json"));
    EXPECT_EQ(sum, one);
  }
  void SetUp() override {
    std::string text;
    for (const Record& record : good_records(50)) text += record.cells + '\n';
    dir.write("puzzles.txt", text);
  }
};

TEST_F(Recipes, Shell) {
  const Outcome outcome = sh(block_after("Run pieces and merge them"));
  EXPECT_EQ(outcome.status, 0) << outcome;
  expect_recipe("solve", "solved");
}

TEST_F(Recipes, Xargs) {
  const Outcome outcome = sh(block_after("With xargs"));
  EXPECT_EQ(outcome.status, 0) << outcome;
  expect_recipe("rate", "rated");
}

TEST_F(Recipes, GnuParallel) {
  if (::access("/usr/bin/parallel", X_OK) != 0) GTEST_SKIP() << "GNU parallel is not installed";
  const Outcome outcome = sh(block_after("With GNU parallel"));
  EXPECT_EQ(outcome.status, 0) << outcome;
  expect_recipe("rate", "rated");
}

// Slurm sets these variables for each task of the array.
TEST_F(Recipes, SlurmArray) {
  dir.write("rate.sh", block_after("As a Slurm job array"));
  for (int task = 8; task >= 1; --task) {
    const Outcome outcome = sh("sh rate.sh", {{"SLURM_ARRAY_TASK_ID", std::to_string(task)},
                                              {"SLURM_ARRAY_TASK_COUNT", "8"},
                                              {"SLURM_CPUS_PER_TASK", "2"}});
    EXPECT_EQ(outcome.status, 0) << outcome;
  }
  const Outcome merged = sh("dokumill merge part.*.json -o rated.txt --report rated.json");
  EXPECT_EQ(merged.status, 0) << merged;
  expect_recipe("rate", "rated");
}

}  // namespace
}  // namespace dokumill::testing
