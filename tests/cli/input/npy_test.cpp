// Tests of the npy format in the command: arrays as input and output of every command that writes
// records, wrong sizes, and outputs that cannot be arrays. tests/numpy compares with NumPy itself.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

using namespace std::string_literals;

class Npy : public CliTest {
 protected:
  static std::string header(const std::string& shape, const std::string& type = "|u1") {
    std::string text =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    text.resize(117, ' ');
    return "\x93NUMPY\x01\0v\0"s + text + "\n";
  }
  // The array that holds the records of lines.
  static std::string array_of(const std::string& lines) {
    std::string data;
    std::size_t records = 0;
    for (const char c : lines) {
      if (c == '\n') {
        ++records;
      } else {
        data += c == '?' ? '\xFF' : static_cast<char>(c - '0');
      }
    }
    return header("(" + std::to_string(records) + ", 81)") + data;
  }
};

TEST_F(Npy, ArraysAndTextsAreOneInput) {
  dir.write("a.npy", array_of(kPuzzle + "\n" + kSolution + "\n"));
  dir.write("b.txt", kPuzzle + "\n");
  dir.write("c.csv", "puzzle\n" + kSolution + "\n");
  dir.write("d.npy", header("(1, 9, 9)", "<u2"));
  std::string wide;
  for (const char c : kPuzzle) {
    wide += static_cast<char>(c - '0');
    wide += '\0';
  }
  dir.write("d.npy", header("(1, 9, 9)", "<u2") + wide);
  dir.write("e.npy", header("(0, 81)"));
  const std::string all =
      kPuzzle + "\n" + kSolution + "\n" + kPuzzle + "\n" + kSolution + "\n" + kPuzzle + "\n";
  EXPECT_TRUE(gives(run({"convert", "-q", "e.npy", "a.npy", "b.txt", "c.csv", "d.npy"}), 0, all));
  EXPECT_TRUE(gives(run({"convert", "-q", "b.txt", "d.npy"}), 0, kPuzzle + "\n" + kPuzzle + "\n"));
  EXPECT_TRUE(
      gives(run({"convert", "-q", "a.npy", "b.txt", "c.csv", "d.npy", "-o", "o.npy"}), 0, ""));
  EXPECT_EQ(dir.read("o.npy"), array_of(all));
  EXPECT_TRUE(gives(run({"convert", "-q", "e.npy", "-o", "f.npy"}), 0, ""));
  EXPECT_EQ(dir.read("f.npy"), header("(0, 81)"));
}

TEST_F(Npy, ValuesThatAreNoCells) {
  std::string array = array_of(kPuzzle + "\n" + kPuzzle + "\n" + kPuzzle + "\n");
  array[128 + 81 + 16] = 12;
  dir.write("in.npy", array);
  const std::string message =
      "dokumill: in.npy:2:17: record 2: cell 17 (row 2, column 8) is 12, expected 0 to 9\n";
  Outcome outcome = run({"solve", "in.npy", "-q", "-o", "out.npy"});
  EXPECT_TRUE(gives(outcome, 1, "", message));
  EXPECT_EQ(dir.read("out.npy"),
            array_of(kSolution + "\n" + std::string(81, '?') + "\n" + kSolution + "\n"));
  // A malformed record is written as bytes of 255. If the array is read again, this record is
  // malformed, too.
  EXPECT_EQ(run({"solve", "out.npy", "-q"}).status, 1);
  outcome = run({"solve", "in.npy", "-q", "--strict", "-o", "strict.npy"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(mentions(outcome, "in.npy:2:17: record 2: cell 17"));
  EXPECT_FALSE(dir.exists("strict.npy"));
}

TEST_F(Npy, APuzzleWithoutASolutionStaysAsInOtherFormats) {
  const std::string bad = "11" + std::string(79, '0');
  dir.write("in", bad + "\n" + kPuzzle + "\n");
  const Outcome lines = run({"solve", "in", "-q", "--to", "line"});
  EXPECT_TRUE(gives(run({"solve", "in", "-q", "-o", "out.npy"}), lines.status, ""));
  EXPECT_EQ(dir.read("out.npy"), array_of(lines.out));
}

TEST_F(Npy, SizesThatLie) {
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += kPuzzle + "\n";
  const std::string good = array_of(lines);
  const std::string data = good.substr(128);
  dir.write("out", "old");
  const std::vector<std::pair<std::string, std::string>> arrays{
      {good.substr(0, good.size() - 1), "states 2000 records, which are 162000 bytes"},
      {good.substr(0, good.size() - 81), "161919 follow"},
      {good.substr(0, 128), "0 follow"},
      {good.substr(0, 100), "ends inside its header"},
      {good + '\0', "162001 follow"},
      {good + good, "follow"},
      {header("(1999, 81)") + data, "follow"},
      {header("(0, 81)") + data, "follow"},
      {header("(81,)") + data, "states 1 record, which are 81 bytes"},
      {header("(72057594037927936, 81)") + data, "states 72057594037927936 records"},
      {header("(2000, 81)", "<u2") + data, "which are 324000 bytes"}};
  for (const auto& [array, part] : arrays) {
    dir.write("in", array);
    EXPECT_TRUE(refuses(run({"solve", "in", "-o", "out"}), {"in: ", part}));
    // A stream may have malformed records before its size is known, so only the last message is
    // checked.
    const Outcome read = run({"convert", "in", "--no-mmap", "-o", "out"});
    const Outcome piped = run({"convert", "-q", "-o", "out"}, Stdin::pieces(array, {50'000}));
    for (const auto& [outcome, name] : {std::pair(read, "in: "), std::pair(piped, "<stdin>: ")}) {
      EXPECT_EQ(outcome.status, 2);
      const std::string last = outcome.messages().back();
      EXPECT_TRUE(last.starts_with(std::string("dokumill: ") + name)) << last;
      EXPECT_NE(last.find("NumPy array"), std::string::npos) << last;
    }
    EXPECT_EQ(dir.read("out"), "old");
  }
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Npy, OutputsThatCannotBeArrays) {
  dir.write("in", kPuzzle + "\n");
  dir.write("in.npy", array_of(kPuzzle + "\n"));
  const auto to_npy = [&](const Args& more) {
    return run(with({"convert", "in", "--to", "npy"}, more));
  };
  EXPECT_TRUE(refuses(to_npy({}), {"<stdout>", "needs a file", "number of records"}));
  EXPECT_TRUE(refuses(to_npy({"-o", "/dev/stdout"}), {"needs a file"}));
  EXPECT_TRUE(refuses(to_npy({"-o", "x.gz"}), {"x.gz", "is not compressed"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", "x.npy.gz"}), {"x.npy.gz", "is not compressed"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "-o", "x.npy", "--compress", "zstd"}), {"x.npy"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--count", "2", "-o", "x.npy"}), {"npy", "no place"}));
  EXPECT_TRUE(refuses(run({"check", "in", "-o", "x.npy"}), {"x.npy", "text"}));
  EXPECT_TRUE(refuses(run({"rate", "in", "-o", "x.npy"}), {"not as npy"}));
  EXPECT_TRUE(refuses(run({"augment", "in", "--times", "1", "-o", "x.npy"}), {"not as npy"}));
  EXPECT_TRUE(refuses(to_npy({"-o", "x.npy", "--empty", "."}), {"--empty", "number 0"}));
  EXPECT_TRUE(refuses(run({"generate", "puzzles", "-n", "2", "-o", "x.npy", "--continue"}),
                      {"cannot be continued"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "2", "-o", "x.npy", "--continue"}),
                      {"cannot be continued"}));
  EXPECT_TRUE(
      refuses(run({"split", "in", "--train", "x.npy", "--test", "y"}), {"different formats"}));
  EXPECT_TRUE(refuses(run({"split", "in", "--to", "npy", "--train", "x", "--test", "/dev/null"}),
                      {"/dev/null", "needs a file"}));
  EXPECT_TRUE(refuses(run({"solve", "in.npy", "--from", "line"}), {"NumPy array", "--from"}));
  EXPECT_TRUE(refuses(run({"solve", "in", "--from", "npy"}), {"is not a NumPy array"}));
  EXPECT_TRUE(refuses(run({"solve", "in.npy", "--column", "puzzle"}), {"no column 'puzzle'"}));
  EXPECT_TRUE(has_only(dir, {"in", "in.npy"}));
}

TEST_F(Npy, AnArrayReplacesItself) {
  dir.write("in.npy", array_of(kPuzzle + "\n"));
  EXPECT_TRUE(gives(run({"solve", "in.npy", "-q", "-o", "in.npy"}), 0, "", ""));
  EXPECT_EQ(dir.read("in.npy"), array_of(kSolution + "\n"));
}

}  // namespace
}  // namespace dokumill::testing
