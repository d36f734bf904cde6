// Tests that the extension of the output's name selects the format, for every command and for the
// library.
#include <filesystem>
#include <string>

#include "cli/support/cli_test.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::testing {
namespace {

class OutputName : public CliTest {
 protected:
  void SetUp() override { dir.write("in", kPuzzle + '\n'); }
  // True if the command, run on `in`, writes these bytes to the file `name`.
  ::testing::AssertionResult writes(const Args& args, const std::string& name,
                                    const std::string& bytes) const {
    const Outcome outcome = run(with(args, {"-q", "-o", name}));
    if (outcome.status != 0 || dir.read(name) != bytes) {
      return ::testing::AssertionFailure() << outcome << name << ": " << dir.read(name);
    }
    return ::testing::AssertionSuccess();
  }
};

TEST_F(OutputName, CsvIsWrittenUnderItsName) {
  const std::string solved = "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n';
  for (const std::string name : {"x.csv", "x.CSV", "a.b.Csv", "./d.txt.csv"}) {
    EXPECT_TRUE(writes({"solve", "in"}, name, solved)) << name;
  }
  EXPECT_TRUE(
      writes({"solve", "in", "--count", "5"}, "x.csv", "puzzle,count\n" + kPuzzle + ",1\n"));
  EXPECT_TRUE(writes({"dedupe", "in"}, "x.csv", "puzzle\n" + kPuzzle + '\n'));
  const std::string form = run({"canon", "in", "-q"}).out;
  EXPECT_TRUE(writes({"canon", "in"}, "x.csv", "puzzle\n" + form));
  EXPECT_TRUE(writes({"rate", "in"}, "x.csv", run({"rate", "in", "-q", "--to", "csv"}).out));
  const Args puzzles{"generate", "puzzles", "-n", "3"};
  EXPECT_TRUE(writes(puzzles, "x.csv", run(with(puzzles, {"-q", "--to", "csv"})).out));

  // The option takes precedence over the name.
  EXPECT_TRUE(writes({"solve", "in", "--to", "line"}, "y.csv", kSolution + '\n'));
  EXPECT_TRUE(writes({"solve", "in", "--to", "grid"}, "y.csv", rows_of(kSolution)));
}

TEST_F(OutputName, OtherNamesSayNothing) {
  for (const std::string name :
       {"x.txt", "x", "x.sdm", "x.line", "x.grid", ".csv", "x.csv.txt", "csv", "xcsv", "x.csv~",
        "x.csv.", "x.gz.txt", "gz", ".gz", "x.gz1"}) {
    EXPECT_TRUE(writes({"solve", "in"}, name, kSolution + '\n')) << name;
  }
  std::filesystem::create_directory(dir / "d.csv");
  EXPECT_TRUE(writes({"solve", "in"}, "d.csv/x", kSolution + '\n'));
  EXPECT_TRUE(writes({"rate", "in"}, "x.tsv", run({"rate", "in", "-q"}).out));
  EXPECT_TRUE(writes({"solve", "in", "--to", "line"}, "x.tsv", kSolution + '\n'));
}

TEST_F(OutputName, SplitAsksBothNames) {
  const auto split = [&](const std::string& train, const std::string& test, const Args& more = {}) {
    return run(with({"split", "in", "-q", "--train", train, "--test", test}, more));
  };
  EXPECT_TRUE(gives(split("a.csv", "b.csv"), 0, "", ""));
  EXPECT_EQ(dir.read("a.csv").size() + dir.read("b.csv").size(), 2 * 7U + 82);
  EXPECT_TRUE(refuses(split("c.csv", "c.txt"), {"c.csv", "c.txt", "formats"}));
  EXPECT_TRUE(refuses(split("c.txt", "c.csv"), {"c.csv", "c.txt", "formats"}));
  EXPECT_TRUE(gives(split("c.txt", "c.csv", {"--to", "line"}), 0, "", ""));
  dir.write("in", "puzzle\n" + kPuzzle + '\n');
  EXPECT_TRUE(gives(split("d.txt", "d.csv"), 0, "", ""));
  EXPECT_TRUE(refuses(split("e.xz", "e.txt"), {"e.xz", "xz"}));
  EXPECT_TRUE(refuses(split("e.txt", "e.xz"), {"e.xz", "xz"}));
}

// If the extension names a format that dokumill does not write (bzip2, Arrow, JSON ...), the
// command refuses the name before any work.
TEST_F(OutputName, NamesOfWhatIsNotWrittenAreRefused) {
  std::vector<Args> commands{{"solve", "missing", "--to", "line"}, {"check", "missing", "--each"}};
  for (const SampleCommand& command : sample_commands()) {
    if (command.output != SampleCommand::Output::kFile || command.name == "book") continue;
    commands.push_back(command.reads_records ? with(command.words(), {"missing"})
                                             : command.words());
  }
  const std::vector<std::pair<std::string, std::string>> names{
      {"x.tgz", "gzip"},  {"x.gzip", "gzip"}, {"x.csv.lz4", "lz4"}, {"x.npz.gz", "NumPy"},
      {"x.xz.zst", "xz"}, {"x.xz", "xz"},     {"x.bz2", "bzip2"},   {"x.zip", "zip"},
      {"x.7z", "7z"},     {"x.lz4", "lz4"},   {"x.arrow", "Arrow"}, {"x.npz", "NumPy"},
      {"x.json", "JSON"}, {"x.xlsx", "Excel"}};
  for (const Args& command : commands) {
    for (const auto& [name, format] : names) {
      EXPECT_TRUE(refuses(run(with(command, {"-o", name})), {name, format, "not supported"}));
    }
  }
  for (const Args& more : {Args{}, Args{"--delimiter", "tab"}}) {
    EXPECT_TRUE(refuses(run(with({"solve", "in", "-o", "x.tsv"}, more)),
                        {"x.tsv", "tab-separated", ".csv"}));
  }
  EXPECT_TRUE(refuses(run({"generate", "puzzles", "-n", "3", "-o", "x.tsv"}), {"tab-separated"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "3", "-o", "x.csv"}),
                      {"x.csv", "such as grid or line"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
}

TEST_F(OutputName, ReportsAreNotCompressed) {
  EXPECT_TRUE(
      refuses(run({"solve", "in", "--report", "r.json.gz"}), {"--report 'r.json.gz'", "gzip"}));
  EXPECT_TRUE(refuses(run({"bench", "--json", "b.zst"}), {"--json 'b.zst'", "zstd"}));
  EXPECT_TRUE(gives(run({"solve", "in", "-q", "--report", "r.json"}), 0, kSolution + '\n', ""));
}

// In the library, too, the extension of the output's name selects the format.
TEST_F(OutputName, TheLibraryDoesTheSame) {
  SolveOptions options;
  options.input.path = dir / "in";
  options.output = dir / "x.csv";
  ASSERT_TRUE(solve(options).ok());
  EXPECT_EQ(dir.read("x.csv"), "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n');
  options.output = dir / "x.xz";
  EXPECT_EQ(solve(options).status().code(), ErrorCode::kUsage);

  PuzzlesOptions puzzles;
  puzzles.count = 2;
  puzzles.output = dir / "p.csv";
  ASSERT_TRUE(generate_puzzles(puzzles).ok());
  EXPECT_TRUE(
      dir.read("p.csv").starts_with("puzzle,solution,er,ep,ed,level,clues,hardest,exact\n"));
  BoardsOptions boards;
  boards.count = 2;
  boards.output = dir / "b.csv";
  EXPECT_EQ(generate_boards(boards).status().code(), ErrorCode::kUsage);
  boards.format = TextFormat::kLine;
  ASSERT_TRUE(generate_boards(boards).ok());
  EXPECT_EQ(dir.read("b.csv").size(), 2 * 82U);
}

TEST_F(OutputName, TabsAreWrittenWhereTheyAreRead) {
  const std::string table = "id\tpuzzle\n1\t" + kPuzzle + "\n";
  dir.write("in.tsv", table);
  EXPECT_TRUE(gives(run({"solve", "in.tsv", "-o", "x.tsv", "-q"}), 0, "", ""));
  EXPECT_EQ(dir.read("x.tsv"), "puzzle\tsolution\n" + kPuzzle + '\t' + kSolution + '\n');
  for (const std::string command : {"dedupe", "canon"}) {
    EXPECT_EQ(run({command, "in.tsv", "-o", "y.tab", "-q"}).status, 0);
    EXPECT_TRUE(dir.read("y.tab").starts_with("id\tpuzzle\n1\t")) << command;
  }
  EXPECT_EQ(run({"split", "in.tsv", "--train", "a.tsv", "--test", "b.tsv", "-q"}).status, 0);
  EXPECT_EQ(dir.read("a.tsv").size() + dir.read("b.tsv").size(), table.size() + 10);
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "c.tsv", "--test", "d.tsv"}), {"c.tsv"}));
}

}  // namespace
}  // namespace dokumill::testing
