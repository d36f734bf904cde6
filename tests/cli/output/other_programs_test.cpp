// Tests the outputs in the formats of other programs. tests/tables/other_formats.mjs runs these
// programs.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

struct ProgramOutput {
  std::string format;
  std::string name;        // of a file that selects the format; empty: --to does
  bool has_many = true;    // records
  bool skips_bad = false;  // a malformed record is a comment
};
const std::vector<ProgramOutput> kOutputs{{"opensudoku", "x.opensudoku", true, true},
                                          {"sdk", "x.sdk", false},
                                          {"ksudoku", "x.ksudoku", false},
                                          {"latex", "x.tex", true, true},
                                          {"sudokupad", ""},
                                          {"fpuzzles", ""},
                                          {"solo", ""}};

class OtherPrograms : public CliTest {
 protected:
  void SetUp() override { dir.write("one", kPuzzle + '\n'); }

  std::string written(const std::string& text, const std::string& format) {
    return run_on(text, {"convert", "in", "--from", "line", "--to", format, "-q"}).out;
  }
  // What the importer reads.
  std::string read_back(const std::string& text) {
    return run_on(text, {"convert", "in", "--to", "line", "--cells-only", "-q"}).out;
  }
};

TEST_F(OtherPrograms, ReadTheseTexts) {
  EXPECT_EQ(written(kPuzzle + "\n" + kInkala + "\n", "opensudoku"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>dokumill</name>\n"
            "<game data=\"" +
                kPuzzle + "\"/>\n<game data=\"" + kInkala + "\"/>\n</opensudoku>\n");
  EXPECT_EQ(written(kPuzzle + "\n", "sdk"),
            "[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n"
            ".6....28.\n...419..5\n....8..79\n");
  // The first column is 5, 6, empty, 8, 4, 7 and three empty cells; 'b' is 1.
  const std::string ksudoku = written(kPuzzle + "\n", "ksudoku");
  EXPECT_NE(ksudoku.find("<graph order=\"9\" type=\"sudoku\""), ksudoku.npos) << ksudoku;
  EXPECT_NE(ksudoku.find("<values>fg_ieh___d_j___g__"), ksudoku.npos) << ksudoku;
  EXPECT_TRUE(written(kPuzzle + "\n", "latex")
                  .starts_with("\\begin{sudoku}\n|5|3| | |7| | | | |.\n|6| | |1|9|5| | | |.\n"));
  // These ids were saved by Solo 20230122.
  EXPECT_EQ(written(kPuzzle + "\n" + kEmptyGrid + "\n", "solo"),
            "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9\n3x3:zzzc\n");
  // lz-string 1.5.0 gives this text for the JSON of the puzzle.
  const std::string packed =
      "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZY8qhAGZ6jFu04wewKVJ"
      "ClK1AOwimreB268ZWrQF1khOf2oA2FWPUTt03kYUIAjObUbJt+QKTPxmvvdrelr7WXPqEsh7UKOiiLlb"
      "uxggAHIGuITo2fp5mMao+btJhWdQpuRZpGdZ22anxmVWRQrXcRdXUACzNBQ2J8KUMeUHdCf7CZXHBGW2"
      "OXaEGxQjK4/npmdPwAEyzlVON8DkD5VZFEb0HsSs79SOeW8tDp/79Fw9686vrnfcVC/BO33V1tFDhNhm"
      "s9nQAS13ldHp5noMfj1/EsQZdfsCXmldLouEA===";
  EXPECT_EQ(written(kPuzzle + "\n", "fpuzzles"), "https://f-puzzles.com/?load=" + packed + "\n");
  std::string escaped = replace_all(packed, "+", "%2B");
  escaped = replace_all(replace_all(escaped, "/", "%2F"), "=", "%3D");
  EXPECT_EQ(written(kPuzzle + "\n", "sudokupad"), "https://sudokupad.app/fpuz" + escaped + "\n");
}

TEST_F(OtherPrograms, WhatTheyReadIsReadBack) {
  // All kinds of boards, and enough of them for several chunks.
  std::string boards = kPuzzle + '\n' + kInkala + '\n' + kSeveral + '\n' + kEmptyGrid + '\n';
  boards += run({"generate", "puzzles", "-n", "100", "--seed", "4", "-q"}).out;
  boards +=
      run({"generate", "boards", "-n", "1000", "--family", "random", "--to", "line", "-q"}).out;
  const std::string latex_boards = replace_all(boards, kEmptyGrid + '\n', "");
  for (const ProgramOutput& output : kOutputs) {
    if (!output.has_many) continue;
    // A board of rows without a digit is nothing that the importer reads.
    const std::string& lines = output.format == "latex" ? latex_boards : boards;
    const std::string text = written(lines, output.format);
    EXPECT_TRUE(read_back(text) == lines) << output.format;
    dir.write("in", lines);
    for (const std::string threads : {"1", "3"}) {
      const std::string name = output.name.empty() ? "x.txt" : output.name;
      for (const std::string& path : {name, name + ".gz"}) {
        Args args{"convert", "in", "-q", "--threads", threads, "-o", path};
        if (output.name.empty()) args = with(args, {"--to", output.format});
        ASSERT_TRUE(gives(run(args), 0, "", "")) << output.format;
      }
      EXPECT_TRUE(dir.read(name) == text) << output.format;
      EXPECT_TRUE(run({"convert", name + ".gz", "--to", "line", "--cells-only", "-q"}).out == lines)
          << output.format;
    }
  }
}

TEST_F(OtherPrograms, OneRecordIsReadBack) {
  for (const ProgramOutput& output : kOutputs) {
    for (const std::string& board : {kPuzzle, kInkala, kSeveral, kSolution}) {
      const std::string text = written(board + '\n', output.format);
      EXPECT_EQ(read_back(text), board + '\n') << output.format << "\n" << text;
      // The name of the format stands for the importer, too.
      EXPECT_EQ(
          run({"convert", "in", "--from", output.format, "--to", "line", "--cells-only", "-q"}).out,
          board + '\n')
          << output.format;
    }
  }
}

// A malformed record is marked or left out, and counted.
TEST_F(OtherPrograms, AMalformedRecordIsNoPuzzle) {
  const std::string lines = kPuzzle + "\n123\n" + kInkala + '\n';
  for (const ProgramOutput& output : kOutputs) {
    if (!output.has_many) continue;
    const Outcome outcome =
        run_on(lines, {"convert", "in", "--from", "line", "--to", output.format});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(mentions(outcome, "in:2: record 2: ")) << outcome;
    const std::string bad = output.skips_bad ? "" : kUnknown + '\n';
    EXPECT_EQ(read_back(outcome.out), kPuzzle + '\n' + bad + kInkala + '\n') << output.format;
  }
}

TEST_F(OtherPrograms, AFileWithOnePuzzleHasNoSecondOne) {
  dir.write("none", "");
  dir.write("many", run({"generate", "boards", "-n", "3000", "--to", "line", "-q"}).out);
  for (const std::string name : {"x.sdk", "x.ksudoku", "x.sdk.gz"}) {
    EXPECT_TRUE(gives(run({"convert", "one", "-q", "-o", name}), 0, "", ""));
    const std::string before = dir.read(name);
    for (const Args& args : std::vector<Args>{{"convert", "one", "one"},
                                              {"solve", "many", "--threads", "2"},
                                              {"shuffle", "many"},
                                              {"generate", "puzzles", "-n", "2"}}) {
      EXPECT_TRUE(refuses(run(with(args, {"-o", name})), {name, "has one puzzle", "opensudoku"}));
    }
    EXPECT_EQ(dir.read(name), before);
    EXPECT_TRUE(gives(run({"sample", "many", "-n", "1", "-q", "-o", name}), 0, "", ""));
  }
  EXPECT_TRUE(gives(run({"convert", "none", "-q", "--to", "sdk"}), 0, "", ""));
}

// The text names its program, so what a board has is no reason to read it in another way.
TEST_F(OtherPrograms, BoardsOfAnyKindAreReadBack) {
  std::string one_empty_in_each_row = kSolution, without_nines = kSolution;
  for (std::size_t row = 0; row < 9; ++row) one_empty_in_each_row[row * 9 + row * 4 % 9] = '0';
  std::ranges::replace(without_nines, '9', '0');
  const std::string empty(81, '0');
  const std::string wrong = "11" + std::string(79, '0');
  const std::vector<std::vector<std::string>> texts{{one_empty_in_each_row},
                                                    {one_empty_in_each_row, kPuzzle},
                                                    {kSolution, empty},
                                                    {kPuzzle, empty, empty},
                                                    {kPuzzle, wrong, wrong}};
  for (const ProgramOutput& output : kOutputs) {
    if (!output.has_many) continue;
    for (const std::vector<std::string>& boards : texts) {
      std::string lines;
      for (const std::string& board : boards) lines += board + '\n';
      dir.write("boards", lines);
      dir.write("other", run({"convert", "boards", "-q", "--to", output.format}).out);
      EXPECT_TRUE(gives(run({"convert", "other", "-q", "--to", "line"}), 0, lines, ""))
          << output.format << '\n'
          << lines;
    }
  }
  dir.write("boards", without_nines + '\n');
  dir.write("other", run({"convert", "boards", "--from", "line", "-q", "--to", "opensudoku"}).out);
  EXPECT_EQ(run({"convert", "other", "-q", "--to", "line"}).out, without_nines + '\n');
  // An environment that is no board is a record, too.
  dir.write("other", "\\begin{sudoku}\n|1| | | | | | | | |.\n\\end{sudoku}\n");
  EXPECT_TRUE(mentions(run({"check", "other"}), "the board has 1 row, expected 9"));
}

TEST_F(OtherPrograms, NothingButCellsIsWritten) {
  dir.write("t.csv", "id,puzzle\n1," + kPuzzle + "\n");
  for (const ProgramOutput& output : kOutputs) {
    const Args to{"--to", output.format};
    EXPECT_EQ(run(with({"vary", "one", "--draws", "1", "--repeats", "-q"}, to)).status, 0);
    EXPECT_EQ(run(with({"convert", "t.csv", "-q"}, to)).out,
              written(kPuzzle + '\n', output.format));
    EXPECT_EQ(run(with({"solve", "t.csv", "-q"}, to)).out,
              written(kSolution + '\n', output.format));
    EXPECT_TRUE(refuses(run(with({"convert", "t.csv", "--keep-columns"}, to)), {"keep-columns"}));
    EXPECT_TRUE(
        refuses(run(with({"convert", "one", "--empty", "."}, to)), {output.format, "mark"}));
    for (const char* const shape : {"text", "groups", "rows"}) {
      EXPECT_TRUE(refuses(run(with({"convert", "one", "--cells", shape}, to)), {output.format}));
    }
    EXPECT_TRUE(refuses(run(with({"solve", "one", "--count", "2"}, to)), {output.format, "jsonl"}));
    if (output.name.empty()) continue;
    for (const Args& args : std::vector<Args>{{"rate", "one"},
                                              {"check", "one", "--each"},
                                              {"steps", "one"},
                                              {"augment", "one", "--times", "1"}}) {
      EXPECT_TRUE(refuses(run(with(args, {"-o", output.name})))) << args[0];
    }
    EXPECT_TRUE(refuses(run({"convert", "one", "--to", "line", "-o", output.name}),
                        {"the name says " + output.format}));
  }
  EXPECT_FALSE(dir.exists("x.sdk"));
}

// Files that end with a text, or have one record, have no pieces. The others are joined.
TEST_F(OtherPrograms, PiecesAreJoinedWherePossible) {
  dir.write("in", kPuzzle + '\n' + kInkala + '\n' + kSeveral + '\n');
  for (const ProgramOutput& output : kOutputs) {
    const auto piece = [&](const std::string& number) {
      return run({"convert", "in", "-q", "--to", output.format, "--piece", number + "/2", "-o",
                  "p" + number, "--report", "r" + number});
    };
    const bool is_complete = !output.has_many || output.format == "opensudoku";
    if (is_complete) {
      EXPECT_TRUE(refuses(piece("1"), {output.format, "convert them at the end"}));
      EXPECT_TRUE(
          refuses(run({"generate", "boards", "-n", "1", "--to", output.format, "--continue"}),
                  {output.format, "cannot be continued"}));
      continue;
    }
    EXPECT_TRUE(gives(piece("1"), 0, "", ""));
    EXPECT_TRUE(gives(piece("2"), 0, "", ""));
    EXPECT_TRUE(gives(run({"merge", "r1", "r2", "-q", "-o", "all.txt"}), 0, "", ""));
    EXPECT_EQ(dir.read("all.txt"), run({"convert", "in", "-q", "--to", output.format}).out);
  }
}

}  // namespace
}  // namespace dokumill::testing
