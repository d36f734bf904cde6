// Tests of `dokumill sort`, which compare it with a stable sort of the rows.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/text/number_text.hpp"
#include "cli/support/cli_test.hpp"
#include "dokumill/features.hpp"

namespace dokumill::testing {
namespace {

class Sort : public CliTest {
 protected:
  Outcome sort(std::string_view bytes, const std::string& by, const Args& more = {}) const {
    return run_on(bytes, with({"sort", "in", "--by", by, "--quiet"}, more));
  }
  // The last field of each row, without the header.
  static std::string last_fields(const std::string& csv) {
    std::string fields;
    for (const std::string& row : split(csv.substr(csv.find('\n') + 1), '\n')) {
      fields += row.substr(row.rfind(',') + 1) + ' ';
    }
    return fields;
  }
  static std::string table(const std::string& column, const std::vector<std::string>& values) {
    std::string text = "puzzle," + column + "\n";
    for (const std::string& value : values) text += kPuzzle + "," + value + "\n";
    return text;
  }
};

// The number of clues of a line.
long clues_of(const std::string& line) {
  return std::ranges::count_if(line, [](char c) { return c >= '1' && c <= '9'; });
}

TEST_F(Sort, ByAFeatureIsAStableSort) {
  std::string text;
  for (std::size_t i = 0; i < 4000; ++i) {
    std::string line = kSolution;
    for (std::size_t cell = i % 37; cell < i % 61; ++cell) line[cell] = '0';
    text += line + ' ' + std::to_string(i) + '\n';
  }
  std::vector<std::string> lines = split(text, '\n');
  for (const bool is_descending : {false, true}) {
    std::ranges::stable_sort(lines, [&](const std::string& a, const std::string& b) {
      const long clues_a = clues_of(a.substr(0, 81));
      const long clues_b = clues_of(b.substr(0, 81));
      return is_descending ? clues_a > clues_b : clues_a < clues_b;
    });
    std::string expected;
    for (const std::string& line : lines) expected += line + '\n';
    Args flags;
    if (is_descending) flags = {"--descending"};
    EXPECT_TRUE(gives(sort(text, "clues", flags), 0, expected, ""));
    EXPECT_TRUE(gives(sort(text, "clues", with(flags, {"--memory", "64K"})), 0, expected, ""));
    lines = split(text, '\n');
  }
}

TEST_F(Sort, ByAColumn) {
  const std::string numbers = table("n", {"10", "9", "", "-3", "b", "2.5", "1e3", "a", "9.5+"});
  EXPECT_EQ(last_fields(sort(numbers, "n").out), "-3 2.5 9 9.5+ 10 1e3 a b  ");
  EXPECT_EQ(last_fields(sort(numbers, "n", {"--descending"}).out), "1e3 10 9.5+ 9 2.5 -3 b a  ");
  EXPECT_EQ(last_fields(sort(numbers, "n:5").out), "-3 2.5 9 9.5+ 10 1e3 a b  ");
  const std::string ratings = table("er", {"2.0", "1.9", "2.3", "1.5"});
  for (const std::string step : {"0.5", ".5", "5e-1", "5E-1", "0.05e+1", "0.05e1"}) {
    EXPECT_EQ(last_fields(sort(ratings, "er:" + step).out), "1.9 1.5 2.0 2.3 ") << step;
  }
  // Words of features have the order of their scale, texts that of their bytes.
  const std::string levels = table("level", {"hard", "easy", "odd", "extreme", "medium"});
  EXPECT_EQ(last_fields(sort(levels, "level").out), "easy medium hard extreme odd ");
  const std::string names = table("name", {"hard", "easy", "hard drive", "Easy"});
  EXPECT_EQ(last_fields(sort(names, "name").out), "Easy easy hard hard drive ");
}

// As many bytes as the help says, and once more to compare the second keys.
TEST_F(Sort, TheTemporaryFile) {
  const std::string row = kPuzzle + ",5,5\n";
  constexpr std::size_t kRows = 2000;
  std::string text = "puzzle,n,m\n";
  for (std::size_t i = 0; i < kRows; ++i) text += row;
  dir.write("in", text);
  const std::size_t one = kRows * (row.size() + 14);
  for (const auto& [by, bytes] : {std::pair("n", one), std::pair("n,m", 2 * (one + kRows * 8))}) {
    EXPECT_TRUE(mentions(run({"sort", "in", "--by", by, "--memory", "64K", "-o", "out"}),
                         grouped(bytes) + " bytes in a temporary file"));
  }
}

TEST_F(Sort, BySeveralNames) {
  std::string text = "puzzle,a,b\n";
  for (const std::string row : {"2,x", "1,y", "2,w", "1,x"}) text += kPuzzle + "," + row + "\n";
  const auto rows = [&](const std::string& by) {
    std::string found;
    for (const std::string& row : split(sort(text, by).out, '\n')) {
      if (row[0] != 'p') found += row.substr(82) + ' ';
    }
    return found;
  };
  EXPECT_EQ(rows("a,b"), "1,x 1,y 2,w 2,x ");
  EXPECT_EQ(rows("b, a"), "2,w 1,x 2,x 1,y ");
  EXPECT_EQ(rows("clues,a"), "1,y 1,x 2,x 2,w ");
}

TEST_F(Sort, ByAMemberOrAFeatureOfObjectsWithoutIt) {
  const std::string with_member = R"({"puzzle":")" + kInkala +
                                  R"(","clues":90})"
                                  "\n";
  const std::string without = R"({"puzzle":")" + kPuzzle +
                              R"("})"
                              "\n";
  const std::string text = with_member + without;
  EXPECT_TRUE(gives(sort(text, "clues"), 0, without + with_member, ""));
  const Outcome outcome = run_on(text, {"sort", "in", "--by", "cluse"});
  EXPECT_EQ(outcome.out, text);
  EXPECT_TRUE(mentions(outcome, "by: no record has the member 'cluse'"));
}

TEST_F(Sort, MalformedRecordsAreLast) {
  const std::string text = "puzzle\nx\n" + kPuzzle + "\n" + kInkala + "\n";
  for (const Args& flags : {Args{}, Args{"--descending"}}) {
    const Outcome outcome = sort(text, "er", flags);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.out.ends_with(kUnknown + "\n"));
    EXPECT_TRUE(has_line_starting(outcome, "dokumill: in:2:"));
  }
}

TEST_F(Sort, ReadsInputsWithOtherColumns) {
  dir.write("a.csv", "puzzle,n\n" + kPuzzle + ",2\n");
  dir.write("b.jsonl", R"({"n":1,"puzzle":")" + kInkala + "\"}\n");
  EXPECT_TRUE(gives(run({"sort", "a.csv", "b.jsonl", "--by", "n", "--to", "line", "-q"}), 0,
                    kInkala + "\n" + kPuzzle + "\n", ""));
  dir.write("c.csv", "puzzle,m\n" + kPuzzle + ",2\n");
  EXPECT_TRUE(refuses(run({"sort", "a.csv", "c.csv", "--by", "n", "--to", "line"}),
                      {"c.csv: by, character 1: unknown name 'n'", "puzzle, m"}));
}

TEST_F(Sort, RefusesNamesThatMeanNothing) {
  dir.write("in", kPuzzle + "\n");
  EXPECT_TRUE(refuses(run({"sort", "in"}), {"--by"}));
  EXPECT_TRUE(refuses(run({"sort", "in", "--by", ""}), {"by"}));
  EXPECT_TRUE(refuses(run({"sort", "in", "--by", "hardness"}), {"unknown name 'hardness'", "er"}));
  EXPECT_TRUE(refuses(run({"sort", "in", "--by", "er clues"}), {"character 4", "','"}));
  EXPECT_TRUE(refuses(run({"sort", "in", "--by", "er:0"}), {"a number above 0"}));
  EXPECT_TRUE(refuses(run({"sort", "in", "--by", "level:1"}), {"only numbers have intervals"}));
}

}  // namespace
}  // namespace dokumill::testing
