// Tests that the extension of the output's name selects the format, for every command and for the
// library.
#include <filesystem>
#include <string>

#include "cli/support/cli_test.hpp"

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
       {"x.txt", "x", "x.line", "x.grid", ".csv", "x.csv.txt", "csv", "xcsv", "x.csv~", "x.csv.",
        "x.gz.txt", "gz", ".gz", "x.gz1", "x.OUT", "x.a", "x.17", "x.list", ".bashrc"}) {
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

// The message of a refusal has a name that works, also for the program that reads the other format.
TEST_F(OutputName, TheNameInARefusalIsWritten) {
  for (const auto& [name, instead] :
       std::vector<std::pair<std::string, std::string>>{{"a.b.xlsx", "a.b.csv"},
                                                        {"x.ods", "x.csv"},
                                                        {"x.xml", "x.json"},
                                                        {"x.html", "x.txt"},
                                                        {"x.pdf", "x.txt"},
                                                        {"./x.SS.zst", "./x.sdm"},
                                                        {"x.npz", "x.npy"},
                                                        {"x.arrow", "x.parquet"}}) {
    const Outcome outcome = run({"solve", "in", "-q", "-o", name});
    EXPECT_TRUE(refuses(outcome, {name, "choose another name, such as " + instead + ""}));
    EXPECT_TRUE(gives(run({"solve", "in", "-q", "-o", instead}), 0, "", "")) << name;
  }
}

TEST_F(OutputName, AJsonNameGivesOneArray) {
  const std::string object = "{\"puzzle\":\"" + kPuzzle + "\",\"solution\":\"" + kSolution + "\"}";
  for (const std::string name : {"x.json", "x.JSON"}) {
    EXPECT_TRUE(writes({"solve", "in"}, name, "[\n" + object + "\n]\n"));
    EXPECT_TRUE(writes({"solve", "in", "in", "in", "--threads", "2"}, name,
                       "[\n" + object + ",\n" + object + ",\n" + object + "\n]\n"));
  }
  EXPECT_TRUE(gives(run({"solve", "in", "-q", "--to", "json"}), 0, "[\n" + object + "\n]\n", ""));
  dir.write("none", "");
  EXPECT_TRUE(writes({"solve", "none"}, "x.json", "[]\n"));
  // Every command gives the objects of JSON Lines.
  dir.write("t.csv", "id,puzzle\n\"a, b\"," + kPuzzle + "\n2," + kInkala + "\n3,x\n");
  dir.write("o.jsonl", "{\"id\" : 1, \"puzzle\":\"" + kPuzzle + "\"}\n[]\n");
  for (const Args& args : std::vector<Args>{{"solve", "t.csv", "--keep-columns"},
                                            {"solve", "o.jsonl"},
                                            {"solve", "t.csv", "--count", "3"},
                                            {"rate", "t.csv"},
                                            {"rate", "o.jsonl"},
                                            {"convert", "t.csv", "--keep-columns"},
                                            {"canon", "t.csv"},
                                            {"canon", "o.jsonl"},
                                            {"dedupe", "t.csv"},
                                            {"shuffle", "o.jsonl"},
                                            {"sample", "t.csv", "-n", "1"},
                                            {"augment", "t.csv", "--times", "2"},
                                            {"steps", "t.csv"},
                                            {"generate", "boards", "-n", "3"},
                                            {"generate", "puzzles", "-n", "2"}}) {
    const std::string objects = run(with(args, {"-q", "--to", "jsonl"})).out;
    std::string array = replace_all(objects, "\n", ",\n");
    array.resize(array.size() - 2);
    EXPECT_EQ(run(with(args, {"-q", "--to", "json"})).out, "[\n" + array + "\n]\n") << args[0];
    run(with(args, {"-q", "-o", "y.json"}));
    EXPECT_EQ(dir.read("y.json"), "[\n" + array + "\n]\n") << args[0];
  }
  EXPECT_EQ(run({"split", "t.csv", "-q", "--train", "a.json", "--test", "b.json"}).status, 1);
  EXPECT_TRUE(dir.read("a.json").starts_with("[\n{\"id\":"));
  EXPECT_TRUE(dir.read("b.json").starts_with("["));
  // An array is complete at its end, and is no other format.
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", "z.json", "--piece", "1/2", "--report", "r"}),
                      {"JSON array", "jq -s . x.jsonl"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "1", "--to", "json", "--continue"}),
                      {"json", "cannot be continued"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", "z.json", "--to", "jsonl"}),
                      {"z.json: the name says json, the format is jsonl", "such as z.jsonl"}));
  EXPECT_TRUE(refuses(run({"check", "in", "-o", "z.json"}), {"z.json", "json", "z.txt"}));
  dir.write("array", "[\"" + kPuzzle + "\"]\n");
  EXPECT_TRUE(gives(run({"solve", "array", "--from", "json", "-q"}), 0, kSolution + '\n'));
}

// Programs that read a list of puzzles expect nothing else.
TEST_F(OutputName, AnSdmNameGivesLines) {
  dir.write("t.csv", "id,puzzle\n1," + kPuzzle + "\n");
  dir.write("grid", rows_of(kPuzzle));
  for (const std::string name : {"x.sdm", "x.SDM"}) {
    for (const std::string input : {"in", "t.csv", "grid"}) {
      EXPECT_TRUE(writes({"convert", input}, name, kPuzzle + '\n')) << input;
      EXPECT_TRUE(writes({"solve", input}, name, kSolution + '\n')) << input;
      EXPECT_TRUE(writes({"dedupe", input}, name, kPuzzle + '\n')) << input;
    }
  }
  EXPECT_EQ(run({"convert", "t.csv", "-q", "-o", "x.sdm.gz"}).status, 0);
  EXPECT_EQ(run({"convert", "x.sdm.gz", "-q"}).out, kPuzzle + '\n');
  EXPECT_TRUE(writes({"generate", "boards", "-n", "1"}, "x.sdm",
                     run({"generate", "boards", "-n", "1", "-q", "--to", "line"}).out));
  for (const Args& args : std::vector<Args>{{"rate", "in"},
                                            {"solve", "in", "--count", "2"},
                                            {"check", "in", "--each"},
                                            {"augment", "in", "--times", "1"},
                                            {"steps", "in"},
                                            {"convert", "t.csv", "--to", "csv"},
                                            {"convert", "t.csv", "--keep-columns"}}) {
    EXPECT_TRUE(refuses(run(with(args, {"-o", "z.sdm"})), {})) << args[0];
  }
  EXPECT_TRUE(refuses(run({"rate", "in", "-o", "z.SDM.gz"}), {"z.SDM.gz", "puzzles", "z.txt"}));
  EXPECT_FALSE(dir.exists("z.sdm"));
}

// If the extension names a format that dokumill does not write (bzip2, Arrow, Excel ...), the
// command refuses the name before any work.
TEST_F(OutputName, NamesOfWhatIsNotWrittenAreRefused) {
  std::vector<Args> commands{{"solve", "missing", "--to", "line"}, {"check", "missing", "--each"}};
  for (const SampleCommand& command : sample_commands()) {
    if (command.output != SampleCommand::Output::kFile || command.name == "book") continue;
    commands.push_back(command.reads_records ? with(command.words(), {"missing"})
                                             : command.words());
  }
  const std::vector<std::pair<std::string, std::string>> names{
      {"x.tgz", "gzip"},     {"x.gzip", "gzip"},   {"x.csv.lz4", "lz4"},
      {"x.npz.gz", "NumPy"}, {"x.xz.zst", "xz"},   {"x.xz", "xz"},
      {"x.bz2", "bzip2"},    {"x.zip", "zip"},     {"x.7z", "7z"},
      {"x.lz4", "lz4"},      {"x.arrow", "Arrow"}, {"x.npz", "NumPy"},
      {"x.xml", "XML"},      {"x.xlsx", "Excel"},  {"x.ods", "OpenDocument"},
      {"x.html", "HTML"},    {"x.PDF", "PDF"},     {"x.ss", "Simple Sudoku"},
      {"x.HSOL", "HoDoKu"},  {"x.ipuz", "ipuz"},   {"x.sql.gz", "SQL"},
      {"x.md", "Markdown"},  {"x.dzn", "MiniZinc"}};
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
  EXPECT_TRUE(has_only(dir, {"in"}));
}

// An ending that no format has is refused, unless the command is asked for a format.
TEST_F(OutputName, UnknownWordsAreRefused) {
  for (const SampleCommand& command : sample_commands()) {
    if (command.output != SampleCommand::Output::kFile || command.name == "book") continue;
    const Args args = command.reads_records ? with(command.words(), {"missing"}) : command.words();
    for (const auto& [name, ending, instead] :
         {std::tuple("x.foo", ".foo", "x.txt"),
          std::tuple("a.b.Pillows.zst", ".pillows", "a.b.txt"),
          std::tuple("x.wasm", ".wasm", "x.txt")}) {
      EXPECT_TRUE(refuses(run(with(args, {"-o", name})),
                          {name, "no output format has the ending " + std::string(ending),
                           "such as " + std::string(instead)}));
    }
  }
  EXPECT_TRUE(refuses(run({"check", "missing", "--each", "-o", "x.foo"}), {".foo", "x.txt"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "a.foo", "--test", "b.txt"}), {".foo"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--train", "a.txt", "--test", "b.foo"}), {".foo"}));
  EXPECT_TRUE(has_only(dir, {"in"}));
  EXPECT_TRUE(writes({"solve", "in", "--to", "line"}, "x.foo", kSolution + '\n'));
  EXPECT_TRUE(refuses(run({"solve", "in", "--to", "line", "-o", "x.sql"}), {"SQL"}));
}

TEST_F(OutputName, ReportsAreNotCompressed) {
  EXPECT_TRUE(
      refuses(run({"solve", "in", "--report", "r.json.gz"}), {"--report 'r.json.gz'", "gzip"}));
  EXPECT_TRUE(refuses(run({"bench", "--json", "b.zst"}), {"--json 'b.zst'", "zstd"}));
  EXPECT_TRUE(gives(run({"solve", "in", "-q", "--report", "r.json"}), 0, kSolution + '\n', ""));
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
