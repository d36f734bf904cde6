// Tests of jobs that run in pieces and are merged. For each command and format, the output and the
// numbers must be the same as with one process. The recipes of docs/pieces.md must work.
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
    std::string objects;
    std::string solutions = "id,puzzle,solution\n";
    int id = 0;
    for (const Record& record : records) {
      const std::string cells = record.cells.empty() ? "bad" : record.cells;
      objects += "{\"puzzle\": \"" + cells + "\", \"n\": \"" + std::to_string(++id) + "\"}\n";
      // The first field has a quoted line end, so not every line end is the end of a record.
      solutions += "\"a\nb" + std::to_string(id) + "\"," + cells + "," +
                   (record.cells.empty() ? "" : record.answer) + "\n";
    }
    dir.write("in.jsonl", objects);
    dir.write("solutions.csv", solutions);
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
  static std::vector<std::string> without_times(const Outcome& outcome) {
    std::vector<std::string> lines = outcome.messages();
    if (!lines.empty()) lines.back().resize(std::min(lines.back().size(), lines.back().find(';')));
    return lines;
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

  void expect_equal(const Args& command, int count, const std::string& ending) const {
    SCOPED_TRACE(::testing::PrintToString(command) + " in " + std::to_string(count));
    const Outcome whole = run(with(command, {"-o", "whole" + ending, "--report", "whole.json"}));
    ASSERT_LE(whole.status, 1) << whole;
    run_pieces(command, count, ending);
    if (HasFatalFailure()) return;
    const Outcome merged = merge_pieces(count, "merged" + ending);
    EXPECT_EQ(merged.status, whole.status) << merged;
    EXPECT_EQ(without_times(merged), without_times(whole)) << merged << whole;
    if (merged.status == 2) return;
    EXPECT_TRUE(text_of("merged" + ending) == text_of("whole" + ending));
    EXPECT_EQ(numbers_of(report_in("merged.json")), numbers_of(report_in("whole.json")));
    EXPECT_EQ(report_in("merged.json").at("pieces"), count);
  }
  // The contents of a file after decompression.
  std::string text_of(const std::string& name) const {
    if (name.ends_with(".gz")) return decoded({"-c", "exec gzip -dc \"$0\"", name});
    if (name.ends_with(".zst")) return decoded({"-c", "exec zstd -dcq \"$0\"", name});
    return dir.read(name);
  }
  std::string decoded(Args args) const {
    const Outcome outcome = run({.args = std::move(args), .program = "/bin/sh"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    return outcome.out;
  }
};

TEST_F(Pieces, CompressedPiecesAreEqualAfterDecompression) {
  if (!has_compression(Compression::kGzip)) GTEST_SKIP() << "built without compression";
  for (const int count : {1, 3, 40}) {
    expect_equal({"solve", "in.line"}, count, ".txt.gz");
    if (std::filesystem::exists("/usr/bin/zstd")) {
      expect_equal({"rate", "in.csv"}, count, ".csv.zst");
    }
  }
  // `merge` joins the gzip members of the pieces into one file, and dokumill can read this file.
  const Outcome again = run({"check", "-q", "merged.txt.gz", "-o", "-"});
  EXPECT_NE(again.out.find("records: 23\n"), std::string::npos) << again;
}

// More inputs than a job keeps open. Some have no records, some have a problem, and the cuts are
// inside of the long ones.
TEST_F(Pieces, AThousandInputs) {
  std::string names;
  std::filesystem::create_directory(dir / "many");
  for (int i = 0; i < 1'000; ++i) {
    const std::string name = "many/" + std::to_string(i);
    std::string text = i % 4 == 3 ? "id,puzzle\n" : "";
    for (int line = i % 300 == 1 ? 400 : i % 3; line > 0; --line) {
      text += (i % 4 == 3 ? "1," : "") + (line == 7 ? "bad" : kPuzzle) + '\n';
    }
    dir.write(name, text);
    names += name + '\n';
  }
  dir.write("list", names);
  for (const Args& command : {Args{"convert", "--files-from", "list"},
                              Args{"augment", "--times", "1", "--files-from", "list"}}) {
    expect_equal(command, 3, ".csv");
  }
}

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
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "./a"}),
                      {"--train and --test are the same file"}));
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "part.1.json", "--test", "b"}),
                      {"--train and a report of a piece"}));
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "part.2.json"}),
                      {"--test and a report of a piece"}));
  for (const std::string part : {"part.1.txt", "part.2.test.txt"}) {
    EXPECT_TRUE(refuses(merge_both(2, {"--train", part, "--test", "b"}), {"output of a piece"}));
    EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", part}), {"output of a piece"}));
  }
  EXPECT_TRUE(refuses(merge_both(2, {"--train", "a", "--test", "b", "--report", "b"}), {"same"}));
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

TEST_F(Pieces, ParquetPiecesAreNotJoined) {
  run_pieces({"solve", "in.csv"}, 2, ".parquet");
  EXPECT_TRUE(refuses(merge_pieces(2, "all.parquet"), {"Parquet", "one table"}));
  const Outcome sum =
      run({"merge", "part.1.json", "part.2.json", "--report", "-", "-q", "--malformed-ok"});
  EXPECT_EQ(ordered_json::parse(sum.out).at("records"), 23);
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
