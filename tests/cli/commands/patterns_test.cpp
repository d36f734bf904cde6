// Tests of `generate puzzles` with --pattern, --exhaustive, --from-boards and --solutions.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::testing {
namespace {

const std::string kRing =
    "..x...x...x.x.x.x.x...x...x.x.....x.x...x...x.x.....x.x...x...x.x.x.x.x...x...x..";
const std::string kSeventeen =
    ".......x.x.........x...........x.x.x..x...x....x.x....x..x..x...x.x........x.x...";

class Patterns : public CliTest {
 protected:
  static Args generate(const Args& more) { return with({"generate", "puzzles", "-q"}, more); }
  static std::string boards(std::uint64_t count) {
    std::string text;
    for (std::uint64_t i = 0; i < count; ++i) {
      text += to_line(make_board({BoardFamily::kRandom, Digit(1), 3}, i)) + '\n';
    }
    return text;
  }
  Solver judge_ = *Solver::create("reference");
};

TEST_F(Patterns, ThePatternIsAWordOrAFile) {
  const Outcome word = run(generate({"--pattern", kRing, "-n", "5"}));
  EXPECT_TRUE(gives(word, 0, word.out, ""));
  for (const std::string& line : split(word.out, '\n')) {
    ASSERT_EQ(line.size(), 81U);
    for (std::size_t cell = 0; cell < 81; ++cell) EXPECT_EQ(line[cell] == '0', kRing[cell] == '.');
    EXPECT_EQ(judge_.count(*parse_grid(line), 2), 1U);
  }
  std::string rows;
  for (std::size_t row = 0; row < 9; ++row) rows += kRing.substr(row * 9, 9) + "\r\n";
  dir.write("ring.txt", replace_all(replace_all(rows, "x", "1 "), ".", "0"));
  EXPECT_TRUE(
      gives(run(generate({"--pattern", "ring.txt", "-n", "5", "-j", "3"})), 0, word.out, ""));
  EXPECT_TRUE(gives(run(generate({"--pattern", kRing, "-n", "2", "--start", "3"})), 0,
                    word.out.substr(3 * 82), ""));
}

TEST_F(Patterns, WhatCannotBeAPatternIsRefusedWithTheReason) {
  const auto refused = [&](const std::string& pattern, const Args& more = {"-n", "1"}) {
    return run(with(generate({"--pattern", pattern}), more));
  };
  EXPECT_TRUE(refuses(refused(std::string(16, '1') + std::string(65, '0')), {"17"}));
  EXPECT_TRUE(refuses(refused(std::string(18, '0') + kRing.substr(18)), {"rows 1 and 2"}));
  EXPECT_TRUE(refuses(refused("none.txt"), {"none.txt"}));
  dir.write("short", "x.x");
  EXPECT_TRUE(refuses(refused("short"), {"3 cells, expected 81"}));
  dir.write("odd", "x.2");
  EXPECT_TRUE(refuses(refused("odd"), {"character 3 is '2'"}));
  EXPECT_TRUE(refuses(refused(kRing, {"-n", "1", "--clues", "24"}), {"--clues", "--pattern"}));
  EXPECT_TRUE(refuses(run(generate({"--exhaustive"})), {"--pattern"}));
  EXPECT_TRUE(refuses(refused(kRing, {"--exhaustive", "--start", "1000000"}), {"subtree"}));
}

TEST_F(Patterns, PiecesOfAnExhaustiveSearchAreTheWhole) {
  const Args search =
      generate({"--pattern", kSeventeen, "--exhaustive", "--start", "100", "-n", "2"});
  const Outcome whole = run(with(search, {"--report", "whole"}));
  EXPECT_TRUE(gives(whole, 0, whole.out, ""));
  std::string joined;
  for (const char* piece : {"1/2", "2/2"}) {
    joined += run(with(search, {"--piece", piece, "-j", "2"})).out;
  }
  EXPECT_EQ(joined, whole.out);
  const auto report = nlohmann::json::parse(dir.read("whole"));
  EXPECT_EQ(report["subtrees"], 2);
  EXPECT_EQ(report["records"], std::count(whole.out.begin(), whole.out.end(), '\n'));
}

TEST_F(Patterns, PiecesOfDifferentPatternsAreNotJoined) {
  std::string pattern(81, '.');
  for (std::size_t cell = 0; cell < 81; ++cell) pattern[cell] = cell % 5 < 2 ? 'x' : '.';
  for (const char* piece : {"1", "2"}) {
    dir.write("pattern", pattern + '\n');
    const std::string number = piece;
    EXPECT_EQ(run(generate({"--pattern", "pattern", "-n", "2", "--piece", number + "/2", "-o",
                            "out" + number, "--report", "report" + number}))
                  .status,
              0);
    std::reverse(pattern.begin(), pattern.end());
  }
  EXPECT_TRUE(refuses(run({"merge", "report1", "report2", "-o", "out"}), {"another job"}));
}

TEST_F(Patterns, EachBoardGetsItsPuzzle) {
  const std::string input = boards(40);
  dir.write("boards", input);
  const Outcome csv = run(generate({"--from-boards", "boards", "--to", "csv", "--seed", "5"}));
  const std::vector<std::string> rows = split(csv.out, '\n');
  ASSERT_EQ(rows.size(), 41U);
  std::string puzzles;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].substr(82, 81), input.substr((i - 1) * 82, 81));
    puzzles += rows[i].substr(0, 81) + '\n';
  }
  EXPECT_TRUE(
      gives(run(generate({"--from-boards", "boards", "--seed", "5", "-j", "3"})), 0, puzzles, ""));
  std::string pieces;
  for (const char* piece : {"1/3", "2/3", "3/3"}) {
    pieces += run(generate({"--from-boards", "boards", "--seed", "5", "--piece", piece})).out;
  }
  EXPECT_EQ(pieces, puzzles);
}

TEST_F(Patterns, BoardsAreReadLikeEveryInput) {
  const std::string input = boards(4);
  dir.write("boards", input);
  dir.write("table", "id,board\n1," + input.substr(0, 82) + "2," + input.substr(82, 82));
  dir.write("more", input);
  dir.write("list", "more\n");
  const std::string all = run(generate({"--from-boards", "boards"})).out;
  EXPECT_EQ(run(generate({"--from-boards", "table", "--column", "board", "--where", "id = 2"})).out,
            all.substr(82, 82));
  EXPECT_EQ(run(generate({"--from-boards", "boards", "--files-from", "list"})).out.substr(0, 328),
            all);
  EXPECT_TRUE(refuses(run(generate({"-n", "2", "--where", "clues < 3"})),
                      {"--where is for --from-boards"}));
}

TEST_F(Patterns, ARecordWithoutABoardIsReportedAndKeepsItsPlace) {
  const std::string input = boards(3), bad = std::string(80, '0') + "1\n", odd = "what\n";
  dir.write("boards", input.substr(0, 82) + bad + input.substr(82, 82) + odd + input.substr(164));
  const Outcome outcome = run({"generate", "puzzles", "--from-boards", "boards", "--report", "r"});
  EXPECT_EQ(outcome.status, 1);
  const std::vector<std::string> rows = split(outcome.out, '\n');
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[1], std::string(81, '?'));
  EXPECT_EQ(rows[3], std::string(81, '?'));
  for (const int row : {0, 2, 4}) {
    EXPECT_TRUE(keeps_givens(*parse_grid(input.substr(static_cast<std::size_t>(row / 2) * 82, 81)),
                             *parse_grid(rows[static_cast<std::size_t>(row)])));
  }
  EXPECT_TRUE(mentions(outcome, "boards:2: record 2: several solutions"));
  EXPECT_TRUE(mentions(outcome, "3 puzzles, 2 records without a board, "));
  const auto report = nlohmann::json::parse(dir.read("r"));
  EXPECT_EQ(report["multiple"], 1);
  EXPECT_EQ(report["malformed"], 1);
  EXPECT_EQ(report["problems"].size(), 2U);
}

TEST_F(Patterns, PuzzlesHaveExactlyTheNumberOfSolutions) {
  const Outcome csv = run(generate({"--solutions", "7", "-n", "20", "--to", "csv"}));
  const std::vector<std::string> rows = split(csv.out, '\n');
  ASSERT_EQ(rows.size(), 21U);
  EXPECT_EQ(rows[0], "puzzle,solution,clues,count");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Grid puzzle = *parse_grid(rows[i].substr(0, 81));
    EXPECT_EQ(judge_.count(puzzle, 8), 7U);
    EXPECT_EQ(rows[i].substr(164), std::to_string(count_clues(puzzle)) + ",7");
  }
  EXPECT_TRUE(refuses(run(generate({"--solutions", "2", "-n", "1", "--difficulty", "easy"})),
                      {"--solutions", "--difficulty"}));
}

}  // namespace
}  // namespace dokumill::testing
