// Tests of inputs without a record, and of UTF-16. The rules of the formats have their own judges:
// tests/unit/formats and tests/differential compare the readers with slow ones.
#include <string>
#include <string_view>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Input : public CliTest {
 protected:
  // Solves the puzzles in the bytes. --quiet suppresses the totals.
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
};

TEST_F(Input, EmptyFile) {
  dir.write("in", "");
  const Outcome mapped = run({"solve", "in"});
  EXPECT_TRUE(gives(mapped, 0, ""));
  EXPECT_TRUE(totals_are(mapped, 0, 0, 0, 0));
  EXPECT_TRUE(gives(run({"solve", "in", "--no-mmap", "--quiet"}), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::bytes("")), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "in", "-o", "out", "--quiet"}), 0, "", ""));
  EXPECT_EQ(dir.read("out"), "");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
}

TEST_F(Input, EmptyFileInEveryFormat) {
  for (const std::string from : {"auto", "line", "grid"}) {
    for (const std::string to : {"same", "line", "grid"}) {
      EXPECT_TRUE(gives(solve("", {"--from", from, "--to", to}), 0, "", "")) << from << ' ' << to;
    }
    EXPECT_TRUE(gives(solve("", {"--from", from, "--to", "csv"}), 0, "puzzle,solution\n", ""));
  }
}

TEST_F(Input, OnlyBlankLinesOrComments) {
  for (const std::string text : {"\n", "\n\n\n", " \t \n", "\r\n\r\n", "\r", "# a remark\n", "#",
                                 "\n# one\n\n  \n#two", "#\r\n#\r\n"}) {
    for (const std::string from : {"auto", "line", "grid"}) {
      EXPECT_TRUE(gives(solve(text, {"--from", from}), 0, "", "")) << printable(text) << from;
    }
  }
  const Outcome reported = run({"solve", "-"}, Stdin::bytes("\n# nothing\n\n"));
  EXPECT_TRUE(gives(reported, 0, ""));
  EXPECT_TRUE(totals_are(reported, 0, 0, 0, 0));
}

TEST_F(Input, CsvWithAHeaderAlone) {
  EXPECT_TRUE(gives(solve("puzzle\n"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("\n# remark\nid,Puzzle"), 0, "puzzle,solution\n", ""));
  EXPECT_TRUE(gives(solve("puzzle\n\n\n", {"--to", "line"}), 0, "", ""));
}

TEST_F(Input, Utf16IsRefused) {
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char byte : kPuzzle + '\n') {
    little += std::string{byte, '\0'};
    big += std::string{'\0', byte};
  }
  for (const std::string& text : {little, big}) {
    EXPECT_TRUE(refuses(solve(text), {"in", "UTF-16"}));
    EXPECT_TRUE(refuses(run({"solve", "--quiet"}, Stdin::bytes(text)), {"<stdin>", "UTF-16"}));
  }
}

}  // namespace
}  // namespace dokumill::testing
