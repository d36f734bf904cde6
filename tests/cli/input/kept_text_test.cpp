// Tests that dedupe, sample, shuffle and split write a line as it was read, with the text before
// and after its cells.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

// The ways to write all records. `split` writes two files, which a test reads together.
const std::vector<Args> kWays{{"dedupe"},
                              {"dedupe", "--symmetry"},
                              {"sample", "-n", "100000"},
                              {"sample", "--share", "100%"},
                              {"shuffle", "--seed", "7"},
                              {"split", "--train", "train", "--test", "test"}};

const std::string kPoints = replace_all(kInkala, "0", ".");

class KeptText : public CliTest {
 protected:
  // The lines of all outputs of a run that must end with `status`, sorted.
  std::vector<std::string> lines_of(const Args& way, const Args& more, int status = 0) const {
    const Outcome outcome = run(with(with(way, {"--quiet"}), more));
    EXPECT_EQ(outcome.status, status) << outcome;
    std::string text = outcome.out;
    if (way.front() == "split") text = dir.read("train") + dir.read("test");
    std::vector<std::string> lines = split(text, '\n');
    std::ranges::sort(lines);
    return lines;
  }
  static std::vector<std::string> sorted(std::vector<std::string> lines) {
    std::ranges::sort(lines);
    return lines;
  }
};

TEST_F(KeptText, EveryByteOfALineButItsEnd) {
  const std::vector<std::string> lines{
      kPuzzle + " # my favourite, 7.2", "  " + kPoints + "\t8.3\tED=8.3/1.2/1.2 ",
      kNoSolution + "," + kSolution + " \xE9\x01;" + std::string(1, '\0') + "z",
      kSlowForBruteForce};
  std::string text = "\xEF\xBB\xBF# rated\n" + lines[0] + "\r\n\n\xEF\xBB\xBF" + lines[1] + "\r" +
                     lines[2] + "\n" + lines[3];
  dir.write("in", text);
  for (const Args& way : kWays) {
    EXPECT_EQ(lines_of(way, {"in", "--threads", "3"}), sorted(lines)) << way.front();
    EXPECT_EQ(lines_of(way, {"in", "--to", "line", "--no-mmap"}), sorted(lines)) << way.front();
    if (way.front() == "split") continue;
    const Args in_place = with(way, {"in", "-q", "-o", "in"});
    EXPECT_TRUE(gives(run(in_place), 0, ""));
    std::vector<std::string> written = split(dir.read("in"), '\n');
    std::ranges::sort(written);
    EXPECT_EQ(written, sorted(lines)) << way.front();
    dir.write("in", text);
  }
}

TEST_F(KeptText, OtherFormatsHaveOnlyCells) {
  dir.write("in", kPoints + " text\n");
  for (const Args& way : {Args{"dedupe"}, Args{"sample", "-n", "1"}, Args{"shuffle"}}) {
    const Args args = with(way, {"in", "-q", "--to"});
    EXPECT_TRUE(gives(run(with(args, {"csv"})), 0, "puzzle\n" + kInkala + '\n', ""));
    EXPECT_TRUE(gives(run(with(args, {"grid"})), 0, rows_of(kInkala), ""));
    EXPECT_TRUE(gives(run(with(args, {"jsonl"})), 0, "{\"puzzle\":\"" + kInkala + "\"}\n", ""));
  }
  EXPECT_TRUE(gives(run({"convert", "in", "-q", "--cells-only"}), 0, kInkala + '\n', ""));
  EXPECT_EQ(run({"canon", "in", "-q"}).out.size(), 82U);
}

TEST_F(KeptText, TheFirstOfEqualRecordsKeepsItsText) {
  dir.write("in", kPoints + " one\n" + kInkala + " two\n" + kPuzzle + " three\n" + kPoints + "\n");
  EXPECT_TRUE(gives(run({"dedupe", "in", "-q"}), 0, kPoints + " one\n" + kPuzzle + " three\n", ""));
}

TEST_F(KeptText, AMalformedLineHasNone) {
  dir.write("in", kPuzzle + " a\n123 b\n" + kInkala + " c\n");
  for (const Args& way : kWays) {
    EXPECT_EQ(lines_of(way, {"in"}, 1), sorted({kPuzzle + " a", kUnknown, kInkala + " c"}));
  }
}

TEST_F(KeptText, WordsBeforeThePuzzle) {
  const std::vector<std::string> lines{"1  " + kPoints + " easy", "2\t" + kPuzzle + "|x"};
  dir.write("in", lines[0] + '\n' + lines[1] + '\n');
  dir.write("named", "hash puzzle rating\n" + lines[0] + '\n');
  dir.write("first", kSolution + " a board\n");
  dir.write("table.csv", "id,puzzle\n1," + kNoSolution + "\n");
  for (const Args& way : kWays) {
    EXPECT_EQ(lines_of(way, {"in"}), sorted(lines));
    EXPECT_EQ(lines_of(way, {"in", "--column", "2", "--from", "line"}), sorted(lines));
    EXPECT_EQ(lines_of(way, {"named"}), sorted({lines[0]}));
    // A reader of the output would take the same word of every line.
    for (const std::string other : {"first", "table.csv"}) {
      EXPECT_TRUE(
          refuses(run(with(way, {"in", other})),
                  {other + ": its puzzles would be word 1 of the lines", "in are word 2", "--to"}));
      EXPECT_TRUE(refuses(run(with(with(way, {other, "in"}), {"--to", "line"})),
                          {"in: its puzzles would be word 2 of the lines"}));
    }
    EXPECT_EQ(lines_of(way, {"in", "first", "--to", "csv"}).size(),
              way.front() == "split" ? 5U : 4U);
    // A row of csv has no text that belongs to a line.
    EXPECT_EQ(lines_of(way, {"table.csv", "first", "--to", "line"}),
              sorted({kNoSolution, kSolution + " a board"}));
    EXPECT_EQ(lines_of(way, {"first", "table.csv"}), sorted({kNoSolution, kSolution + " a board"}));
  }
}

// The limit of csv rows and of JSON objects. It bounds the memory of a job.
TEST_F(KeptText, ALineHasAtMost65536Bytes) {
  std::string longest = kPuzzle + ' ';
  longest.resize(65'536, 'x');
  dir.write("in", longest + '\n' + kInkala + " a\n" + longest + "x\n" + kSolution + " b\n");
  for (const Args& way : kWays) {
    EXPECT_EQ(lines_of(way, {"in"}, 1),
              sorted({longest, kInkala + " a", kUnknown, kSolution + " b"}));
  }
  EXPECT_TRUE(has_line(run({"dedupe", "in", "-q"}),
                       "dokumill: in:3: record 3: the row is longer than 65,536 bytes"));
  EXPECT_TRUE(refuses(run({"dedupe", "in", "--strict", "-o", "out"}), {"in:3: record 3"}));
  dir.write("huge", kPuzzle + std::string(60'000'000, ' ') + '\n' + kInkala + '\n');
  for (const Args& way : {Args{"dedupe", "huge"}, Args{"shuffle"}}) {
    const Outcome outcome = run({.args = with(way, {"-q", "--memory", "64K"}),
                                 .in = Stdin::file(dir / "huge"),
                                 .as_process = true});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(stays_small(outcome)) << way.front();
    EXPECT_EQ(outcome.out.size(), 164U);
  }
  EXPECT_EQ(run({"solve", "huge", "-q"}).status, 0);
}

}  // namespace
}  // namespace dokumill::testing
