// Tests of csv in the command: case 22 of docs/reliability.md. tests/unit/formats has the rules of
// headers and rows, and tests/differential/batch_test.cpp compares kept columns with slow readers.
#include <string>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Csv : public CliTest {
 protected:
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
};

const std::string kHeader = "puzzle,solution\n";
const std::string kInkalaRow = kInkala + ',' + kInkalaSolution + '\n';
const std::string kUnknownRow = kUnknown + ',' + kUnknown + '\n';

TEST_F(Csv, MissingColumnListsTheColumns) {
  const std::string text = "id,grid,rating\n1," + kPuzzle + ",7\n";
  const std::string message =
      "dokumill: in:1: no puzzle column; the columns are: id, grid, rating "
      "(see --column)\n";
  EXPECT_TRUE(gives(solve(text), 2, "", message));
  EXPECT_TRUE(gives(solve(text, {"--from", "csv"}), 2, "", message));
  dir.write("out", "old");
  EXPECT_TRUE(gives(solve(text, {"-o", "out"}), 2, "", message));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::bytes(text)), 2, "",
                    replace_all(message, "in:1", "<stdin>:1")));
}

TEST_F(Csv, AMillionColumns) {
  // First the header has too many columns, then a row has too many.
  std::string header = "puzzle";
  std::string row = kPuzzle;
  for (int column = 1; column < 1'000'000; ++column) {
    header += ",c";
    row += ",1";
  }
  const std::string text = header + '\n' + row + '\n';
  EXPECT_TRUE(refuses(solve(text), {"in:1: the csv header is longer than 65,536 bytes"}));
  EXPECT_TRUE(refuses(this->run({"solve"}, Stdin::bytes(text)),
                      {"<stdin>:1: the csv header is longer than 65,536 bytes"}));
  const Outcome run = solve("puzzle,note\n" + row + '\n' + kInkala + ",\n");
  EXPECT_TRUE(gives(run, 1, kHeader + kUnknownRow + kInkalaRow,
                    problem("in:2", 1, "the row is longer than 65,536 bytes")));
}

TEST_F(Csv, TheMostColumns) {
  std::string header = "puzzle";
  std::string commas;
  for (int column = 1; column < 4096; ++column) {
    header += ",c";
    commas += ',';
  }
  const std::string rows = kPuzzle + commas + "\nx\n";
  EXPECT_TRUE(gives(run_on(header + '\n' + rows, {"canon", "in", "--quiet", "--to", "line"}), 1,
                    run_on(kPuzzle + "\nx\n", {"canon", "in", "--quiet"}).out));
  const Outcome kept = run_on(header + '\n' + rows, {"dedupe", "in", "--quiet"});
  EXPECT_TRUE(gives(kept, 1, header + '\n' + kPuzzle + commas + '\n' + kUnknown + commas + '\n'));
  EXPECT_TRUE(refuses(solve(header + ",c\n" + rows),
                      {"in:1: the csv header has 4097 columns, expected at most 4,096"}));
}

TEST_F(Csv, KeepColumnsOfAnEmptyInput) {
  EXPECT_TRUE(gives(solve("", {"--from", "csv", "--keep-columns"}), 0, kHeader, ""));
  EXPECT_TRUE(gives(solve("id,puzzle\n", {"--from", "csv", "--keep-columns"}), 0,
                    "id,puzzle,solution\n", ""));
}

}  // namespace
}  // namespace dokumill::testing
