// Tests of --size: the formats, symbols and commands of other sizes than 9x9.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

// Puzzles of 4x4 with one solution.
const std::string kFour = "0210000420000400";
const std::string kFourSolution = "4213312423411432";
const std::string kOther = "0034341212434321";
constexpr std::string_view kSizeWords[] = {"4",  "6",  "6:3x2", "8",  "8:4x2", "10",
                                           "12", "15", "16",    "20", "25"};

class Sizes : public CliTest {
 protected:
  // The output of a command that succeeds.
  std::string output(Args args) const {
    args.emplace_back("-q");
    const Outcome outcome = run(args);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  std::string output_on(std::string_view bytes, Args args) const {
    dir.write("in", bytes);
    return output(std::move(args));
  }
};

TEST_F(Sizes, EveryFormatHasEverySize) {
  for (const std::string_view size_word : kSizeWords) {
    const std::string size(size_word);
    const std::string boards =
        output({"generate", "boards", "--size", size, "-n", "3", "--to", "line"});
    dir.write("lines", boards);
    for (const std::string format : {"line", "grid", "csv", "jsonl", "npy", "parquet"}) {
      output({"convert", "--size", size, "lines", "--to", format, "-o", "other"});
      EXPECT_EQ(output({"solve", "--size", size, "other", "--to", "line"}), boards)
          << size << ' ' << format;
    }
  }
  // Puzzles, with another symbol for empty cells.
  output({"generate", "puzzles", "--size", "6", "-n", "20", "--empty", ".", "-o", "lines"});
  const std::string solved = output({"solve", "lines"});
  EXPECT_EQ(output_on(solved, {"check", "--each", "in"}),
            replace_all(std::string(20, 'c'), "c", "complete\n"));
  for (const std::string format : {"grid", "csv", "jsonl", "npy", "parquet"}) {
    output({"convert", "lines", "--to", format, "-o", "other"});
    EXPECT_EQ(output({"solve", "--size", "6", "other", "--to", "line"}), solved) << format;
  }
}

TEST_F(Sizes, SymbolsAreFoundOrRefused) {
  const std::string board =
      output({"generate", "boards", "--size", "16", "-n", "1", "--to", "line"});
  const std::string from_zero = output(
      {"generate", "boards", "--size", "16", "-n", "1", "--to", "line", "--symbols", "0-9A-F"});
  const std::string letters =
      output({"generate", "boards", "--size", "16", "-n", "1", "--to", "line", "--symbols", "A-P"});
  const std::string numbers = output(
      {"generate", "boards", "--size", "16", "-n", "1", "--to", "line", "--symbols", "numbers"});
  EXPECT_EQ(board.size(), 257U);
  for (const std::string& text : {board, letters, numbers}) {
    EXPECT_EQ(output_on(text, {"solve", "--size", "16", "in"}), text);
  }
  // All are the same board.
  for (const std::string& text : {letters, numbers}) {
    dir.write("other", text);
    EXPECT_EQ(output_on(board, {"dedupe", "--size", "16", "in", "other"}), board);
  }
  // A board with 0 and without G may lack G, or have 0 as a number. An empty cell decides.
  EXPECT_TRUE(refuses(run_on(from_zero, {"solve", "--size", "16", "in"}), {"1-9A-G", "0-9A-F"}));
  std::string with_empty = from_zero;
  with_empty[17] = '.';
  EXPECT_EQ(output_on(with_empty, {"solve", "--size", "16", "in"}), from_zero);
  EXPECT_EQ(output_on(from_zero, {"convert", "--size", "16", "--symbols", "0-9A-F", "in", "--to",
                                  "npy", "-o", "array"}),
            "");
  EXPECT_EQ(output({"convert", "array"}), board);
  std::string commas = replace_all(numbers, " ", ",");
  EXPECT_EQ(output_on(commas, {"solve", "--size", "16", "in"}), numbers);
  std::string ambiguous = replace_all(board, "G", ".");
  EXPECT_TRUE(refuses(run_on(ambiguous, {"solve", "--size", "16", "in"}),
                      {"in: ", "1-9A-G", "0-9A-F", "--symbols"}));
  EXPECT_EQ(output_on(ambiguous, {"solve", "--size", "16", "--symbols", "1-9A-G", "in"}), board);
}

// Two marks for empty cells, frames, and records that cannot be read say nothing about the symbols.
TEST_F(Sizes, SymbolsAreFoundBesideOtherMarks) {
  const Args make{"generate", "puzzles", "--size", "16",   "-n",
                  "2",        "--clues", "120",    "--to", "line"};
  const std::string puzzles = output(make);
  const std::string solved = output_on(puzzles, {"solve", "--size", "16", "in"});
  std::string mixed = puzzles;
  mixed[mixed.find('0')] = '.';
  EXPECT_EQ(output_on(mixed, {"solve", "--size", "16", "in"}), solved);

  const Args to_numbers{"convert", "--size", "16",  "in", "--symbols",
                        "1-9A-G",  "--to",   "npy", "-o", "numbers.npy"};
  dir.write("in", puzzles);
  output(to_numbers);
  Args as_numbers = make;
  as_numbers.insert(as_numbers.end(), {"--symbols", "numbers"});
  as_numbers[as_numbers.size() - 3] = "grid";
  const std::string framed = "+----+----+----+----+\n" + output(as_numbers);
  EXPECT_EQ(output_on(framed, {"convert", "--size", "16", "in", "--to", "npy", "-o", "x.npy"}), "");
  EXPECT_EQ(dir.read("x.npy"), dir.read("numbers.npy"));

  EXPECT_TRUE(refuses(run({"solve", "--size", "9", "in"}), {"--size", "--from line"}));
  for (const std::string size : {"4x4", "06", "6:02x3", "6:3x3", "16x16:4x4", "5", ""}) {
    EXPECT_TRUE(
        refuses(run({"solve", "--size", size, "in"}), {"a size, 4, 6, ", "'" + size + "'"}));
  }
  output({"convert", "--size", "16", "in", "--to", "json", "-o", "x.json"});
  EXPECT_TRUE(refuses(run({"solve", "--size", "16", "x.json"}), {"x.json", "jsonl"}));
  dir.write("four", kFour + '\n');
  EXPECT_TRUE(mentions(run({"solve", "four"}), "four: read as records of 4x4"));
  // One board of 16x16, or 16 boards of 4x4.
  dir.write("in", solved.substr(0, solved.find('\n') + 1));
  output({"convert", "--size", "16", "in", "--to", "npy", "-o", "one.npy"});
  std::string array = dir.read("one.npy");
  const std::size_t shape = array.find("(1, 256)");
  ASSERT_NE(shape, std::string::npos);
  array.replace(shape, 8, "(16, 16)");
  dir.write("one.npy", array);
  EXPECT_TRUE(refuses(run({"check", "one.npy"}), {"one.npy"}));
}

TEST_F(Sizes, SizeOfLinesIsFoundWhereItIsCertain) {
  EXPECT_EQ(output_on(kFour + '\n', {"solve", "in"}), kFourSolution + '\n');
  EXPECT_EQ(output_on("# small\n\n" + kFour + '\n', {"check", "--each", "in"}), "unique\n");
  // Rows of a board of 16x16 are as long.
  std::string rows;
  for (int row = 0; row < 16; ++row) rows += "123456789ABCDEFG\n";
  EXPECT_TRUE(refuses(run_on(rows, {"solve", "in"}), {"in:1:1: ", "--size"}));
  EXPECT_TRUE(refuses(run_on("1234\n34..\n2143\n4321\n", {"solve", "in"}), {"--size"}));
  // The only line of a text may have no line end.
  EXPECT_EQ(output_on(kFour, {"solve", "in"}), kFourSolution + '\n');
  // 16 boards of 9x9 side by side have rows of 12 * 12 digits.
  const std::string nine = output({"generate", "boards", "-n", "1", "--to", "line"});
  std::string side_by_side;
  for (int row = 0; row < 9; ++row) {
    for (int board = 0; board < 16; ++board) side_by_side += nine.substr(9 * row, 9);
    side_by_side += '\n';
  }
  const Outcome rows_of_nine = run_on(side_by_side, {"solve", "in"});
  EXPECT_EQ(rows_of_nine.status, 1);
  for (const char* words : {"found 144 cells, expected 81", "--size names another size"}) {
    EXPECT_NE(rows_of_nine.err.find(words), std::string::npos) << rows_of_nine.err;
  }
  EXPECT_TRUE(refuses(run_on(kFour + '\n', {"rate", "in"}),
                      {"4x4", "Sudoku Explainer's scale is defined for 9x9"}));
}

TEST_F(Sizes, InputsHaveOneSize) {
  dir.write("four", kFour + '\n');
  dir.write("nine", kPuzzle + '\n');
  EXPECT_TRUE(refuses(run({"solve", "four", "nine"}), {"nine: its records are 9x9", "4x4"}));
  EXPECT_TRUE(refuses(run({"solve", "nine", "four"}), {"four: its records are 4x4", "9x9"}));
  EXPECT_EQ(output({"solve", "four", "four"}), kFourSolution + '\n' + kFourSolution + '\n');
}

TEST_F(Sizes, MalformedRecordsKeepTheirPlace) {
  const std::string text =
      kFour + "\n021000042000040\n0210000420000405\n1100000000000000\n" + kOther + '\n';
  const Outcome outcome = run_on(text, {"solve", "--size", "4", "in", "--unique"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, kFourSolution +
                             "\n????????????????\n????????????????\n1100000000000000\n" +
                             "2134341212434321\n");
  EXPECT_TRUE(mentions(outcome, "in:2: record 2: found 15 cells, expected 16"));
  EXPECT_TRUE(mentions(outcome, "in:3:16: record 3: '5' is not a cell"));
  EXPECT_TRUE(mentions(outcome, "in:4: record 4: contradiction: r1c1 and r1c2 are both 1"));
  // In kept rows, too.
  const std::string csv = "id,puzzle\n1," + kFour + "\n2,xx\n";
  EXPECT_EQ(run_on(csv, {"dedupe", "--size", "4", "in"}).out,
            "id,puzzle\n1," + kFour + "\n,????????????????\n");
  const std::string jsonl = "{\"puzzle\":\"" + kFour + "\",\"id\":1}\n{\"puzzle\":7}\n";
  EXPECT_EQ(run_on(jsonl, {"solve", "--size", "4", "in"}).out,
            "{\"puzzle\":\"" + kFour + "\",\"id\":1,\"solution\":\"" + kFourSolution +
                "\"}\n{\"puzzle\":\"????????????????\",\"solution\":\"????????????????\"}\n");
}

TEST_F(Sizes, AWordThatIsNoCellIsNamed) {
  const std::string rest = " 0 0 0 0 0 0 0 0 0 0";
  const auto has_fault = [&](const std::string& text, const std::string& fault) {
    return mentions(run_on(text, {"solve", "--size", "4", "in", "--from",
                                  text[0] == 'p'   ? "csv"
                                  : text[0] == '{' ? "jsonl"
                                                   : "line"}),
                    "dokumill: in:" + fault);
  };
  EXPECT_TRUE(has_fault("1 2 3 4 0 12" + rest, "1:11: record 1: '12' is not a cell"));
  EXPECT_TRUE(has_fault("1 2 3 4 0 5" + rest, "1:11: record 1: '5' is not a cell"));
  EXPECT_TRUE(has_fault("1 2 3 4 0 1x" + rest, "1:11: record 1: '1x' is not a cell"));
  EXPECT_TRUE(has_fault("1 2 3 4 0 1234567890123" + rest,
                        "1:11: record 1: '123456789012...' is not a cell"));
  EXPECT_TRUE(
      has_fault("1 2 3 4 0 a日本語日本" + rest, "1:11: record 1: 'a日本語...' is not a cell"));
  EXPECT_TRUE(
      has_fault("puzzle,n\n1 2 3 4 0 12" + rest + ",7", "2:11: record 1: '12' is not a cell"));
  EXPECT_TRUE(
      has_fault("{\"puzzle\":\"1 2 3 4 0 12" + rest + "\"}", "1:22: record 1: '12' is not a cell"));
  // A letter of a table with another size is no hint of a size.
  EXPECT_TRUE(has_fault("puzzle,n\n02100004200A0400,7", "2:12: record 1: 'A' is not a cell\n"));
  const std::string board = "1 2 3 4\n3 4 1 2\n2 1 4 33333333333333333\n4 3 2 1\n";
  EXPECT_TRUE(mentions(run_on(board, {"check", "--size", "4", "in", "--from", "grid"}),
                       "in:3:7: record 1: '333333333333...' is not a cell"));
}

TEST_F(Sizes, CountsAndListsAllSolutions) {
  dir.write("empty", std::string(16, '.') + '\n');
  EXPECT_EQ(output({"solve", "--size", "4", "empty", "--count", "1000"}), "288\n");
  const std::string all = output({"solve", "--size", "4", "empty", "--all", "1000", "--to", "csv"});
  const std::string boards =
      output({"generate", "boards", "--size", "4", "-n", "288", "--to", "line"});
  std::vector<std::string> listed;
  std::vector<std::string> rows = split(all, '\n');
  for (std::size_t i = 1; i < rows.size(); ++i)
    listed.push_back(rows[i].substr(rows[i].rfind(',') + 1));
  EXPECT_TRUE(std::ranges::is_sorted(listed));
  std::vector<std::string> numbered = split(boards, '\n');
  std::ranges::sort(numbered);
  EXPECT_EQ(listed, numbered);
  EXPECT_EQ(split(output({"solve", "--size", "4", "empty", "--all", "7"}), '\n').size(), 7U);
}

TEST_F(Sizes, AllBoardsOf4x4AreInTwoClasses) {
  output({"generate", "boards", "--size", "4", "-n", "288", "--to", "line", "-o", "boards"});
  std::vector<std::string> forms = split(output({"canon", "boards"}), '\n');
  ASSERT_EQ(forms.size(), 288U);
  std::ranges::sort(forms);
  EXPECT_EQ(std::ranges::count(forms, forms.front()), 96);
  EXPECT_EQ(std::ranges::count(forms, forms.back()), 192);
  EXPECT_EQ(split(output({"dedupe", "--symmetry", "boards"}), '\n').size(), 2U);
  // So a split by class puts 0, 96, 192 or 288 of them into the test file.
  for (const std::string seed : {"0", "1", "2", "3"}) {
    output({"split", "boards", "--train", "train", "--test", "test", "--share", "50%", "--seed",
            seed});
    const std::size_t test = split(dir.read("test"), '\n').size();
    EXPECT_EQ(test % 96, 0U) << test;
    EXPECT_EQ(test + split(dir.read("train"), '\n').size(), 288U);
  }
  EXPECT_TRUE(refuses(run({"generate", "boards", "--size", "4", "-n", "289"}), {"288"}));
}

TEST_F(Sizes, MadePuzzlesHaveWhatWasAsked) {
  const std::string text =
      output({"generate", "puzzles", "--size", "6", "-n", "50", "--clues", "12..14", "--symmetry",
              "rotational", "--seed", "3", "--empty", "."});
  for (const std::string& line : split(text, '\n')) {
    const long clues = 36 - std::ranges::count(line, '.');
    EXPECT_TRUE(clues >= 12 && clues <= 14) << line;
    for (std::size_t cell = 0; cell < 36; ++cell) {
      EXPECT_EQ(line[cell] == '.', line[35 - cell] == '.') << line;
    }
  }
  EXPECT_EQ(output_on(text, {"check", "--each", "in"}),
            replace_all(std::string(50, 'u'), "u", "unique\n"));
  dir.write("minimal", output({"generate", "puzzles", "--size", "6", "-n", "20"}));
  EXPECT_TRUE(
      mentions(run({"check", "--minimal", "--duplicates", "minimal", "minimal"}), "40 records"));
  EXPECT_NE(run({"check", "--minimal", "--duplicates", "minimal", "minimal"})
                .out.find("minimal: 40\nduplicates: 20\n"),
            std::string::npos);
}

TEST_F(Sizes, PuzzlesHaveAsManySolutionsAsAreAskedFor) {
  for (const char* const size : {"4", "6", "12"}) {
    const std::string table = output({"generate", "puzzles", "--size", size, "-n", "70", "--to",
                                      "csv", "--solutions", "2..40", "--seed", "5"});
    EXPECT_TRUE(table.starts_with("puzzle,solution,clues,count\n"));
    std::vector<std::string> rows = split(table, '\n');
    ASSERT_EQ(rows.size(), 71U);
    rows.erase(rows.begin());
    std::string puzzles, counts;
    std::set<std::string> kinds;
    for (const std::string& row : rows) {
      const std::string count = row.substr(row.rfind(',') + 1);
      EXPECT_TRUE(std::stoi(count) >= 2 && std::stoi(count) <= 40) << row;
      kinds.insert(count);
      puzzles += row.substr(0, row.find(',')) + "\n";
      counts += count + "\n";
    }
    EXPECT_EQ(output_on(puzzles, {"solve", "--size", size, "--count", "50", "in"}), counts);
    EXPECT_GT(kinds.size(), 3U);
  }
  EXPECT_EQ(run({"generate", "puzzles", "--size", "6", "-n", "1", "--solutions", "3..2"}).status,
            2);
}

TEST_F(Sizes, ThreadsPiecesAndPipesGiveTheSame) {
  for (const std::string size : {"4", "16"}) {
    const std::string count = size == "4" ? "3000" : "300";
    const Args make{"generate", "puzzles", "--size",  size,
                    "-n",       count,     "--clues", size == "4" ? "5..9" : "110..130"};
    const std::string text = output(with(make, {"-j", "1"}));
    EXPECT_EQ(output(with(make, {"-j", "3"})), text);
    std::string made;
    for (const std::string piece : {"1/3", "2/3", "3/3"}) {
      made += output(with(make, {"--piece", piece}));
    }
    EXPECT_EQ(made, text);
    for (const std::string format : {"line", "grid", "csv", "jsonl"}) {
      const std::string file = "p." + format;
      output_on(text, {"convert", "--size", size, "in", "--to", format, "-o", file});
      const Args solve{"solve", "--size", size, "--from", format, file};
      const std::string solved = output(with(solve, {"-j", "1"}));
      EXPECT_EQ(output(with(solve, {"-j", "3"})), solved);
      std::string joined;
      for (const std::string piece : {"1/3", "2/3", "3/3"}) {
        joined += output(with(solve, {"--piece", piece}));
      }
      EXPECT_EQ(joined, solved) << size << ' ' << format;
      const Outcome piped = run({.args = {"solve", "--size", size, "--from", format, "-", "-q"},
                                 .in = Stdin::bytes(dir.read(file))});
      EXPECT_EQ(piped.out, solved) << size << ' ' << format;
    }
  }
}

TEST_F(Sizes, SamplesAndOrdersAreThoseOfTheLines) {
  const std::string text =
      output({"generate", "puzzles", "--size", "4", "-n", "200", "--clues", "6"});
  std::vector<std::string> shuffled = split(output_on(text, {"shuffle", "in"}), '\n');
  std::vector<std::string> lines = split(text, '\n');
  EXPECT_NE(shuffled, lines);
  std::ranges::sort(shuffled);
  std::ranges::sort(lines);
  EXPECT_EQ(shuffled, lines);
  EXPECT_EQ(split(output_on(text, {"sample", "-n", "7", "in"}), '\n').size(), 7U);
}

TEST_F(Sizes, WhatIsDefinedFor9x9IsRefused) {
  dir.write("in", kFour + '\n');
  const auto refused = [&](const Args& args, const std::string& why) {
    EXPECT_TRUE(refuses(run(args), {why}));
  };
  refused({"rate", "in"}, "Sudoku Explainer's scale is defined for 9x9");
  refused({"export", "--layout", "hrm", "in", "out"}, "split makes train and test files");
  refused({"generate", "puzzles", "--size", "16", "--symbols", "0-9A-F", "--empty", "0", "-n", "1"},
          "0 is a number");
  refused({"steps", "in"}, "9x9");
  refused({"augment", "in", "--times", "2"}, "9x9");
  refused({"vary", "in"}, "9x9");
  refused({"unavoidable", "in"}, "9x9");
  refused({"sort", "in", "--by", "clues"}, "defined for 9x9");
  refused({"canon", "--id", "in"}, "class numbers are those of 9x9");
  refused({"solve", "in", "--where", "clues < 20"}, "defined for 9x9");
  refused({"solve", "in", "--possible"}, "9x9");
  refused({"solve", "in", "--cells", "groups"}, "9x9");
  refused({"convert", "in", "--singles"}, "9x9");
  refused({"solve", "--from", "any", "--size", "4", "in"}, "9x9");
  refused({"generate", "puzzles", "--size", "4", "-n", "1", "--difficulty", "easy"}, "9x9");
  refused({"generate", "boards", "--size", "16", "-n", "1", "--family", "wide"}, "16x16");
  refused({"solve", "--size", "7", "in"}, "expected a size");
  refused({"solve", "--size", "6:1x6", "in"}, "expected a size");
  refused({"solve", "--symbols", "A-P", "in"}, "--size");
  refused({"solve", "--size", "4", "--symbols", "A-P", "in"}, "A-D");
  dir.write("ten", std::string(100, '.') + '\n');
  refused({"canon", "ten", "--size", "10"}, "4, 6, 8 and 9");
  refused({"dedupe", "--symmetry", "ten"}, "4, 6, 8 and 9");
}

}  // namespace
}  // namespace dokumill::testing
