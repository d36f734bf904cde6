// Tests of --where in every command: the output is that of the records that are kept, and all
// numbers stay those of the input.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/features.hpp"

namespace dokumill::testing {
namespace {

// Puzzles and boards with different numbers of clues, a record that is malformed, and repetitions.
std::vector<std::string> some_records() {
  std::vector<std::string> records;
  for (int holes = 0; holes < 24; ++holes) {
    std::string record = holes % 5 == 3 ? kSolution : kPuzzle;
    for (int cell = 0; cell < holes; ++cell) {
      char& digit = record[static_cast<std::size_t>(cell * 3)];
      digit = holes % 5 == 3 ? '0' : kSolution[static_cast<std::size_t>(cell * 3)];
    }
    records.push_back(record);
  }
  records.insert(records.begin() + 5, "x");
  records.push_back(records[9]);
  records.push_back(records[10]);
  return records;
}
bool is_kept(const std::string& record) {
  return record.size() != 81 || 81 - std::count(record.begin(), record.end(), '0') <= 40;
}
std::string lines(const std::vector<std::string>& records) {
  std::string text;
  for (const std::string& record : records) text += record + '\n';
  return text;
}
std::vector<std::string> kept(std::vector<std::string> records) {
  std::erase_if(records, [](const std::string& record) { return !is_kept(record); });
  return records;
}

class Where : public CliTest {
 protected:
  Where() {
    dir.write("all", lines(some_records()));
    dir.write("kept", lines(kept(some_records())));
  }
  Outcome filtered(Args args, const Args& more = {}) const {
    args.insert(args.end(), {"all", "--where", "clues <= 40", "-q"});
    return run(with(args, more));
  }
};

TEST_F(Where, IsTheJobOfTheKeptRecords) {
  for (const Args& args : std::vector<Args>{{"solve"},
                                            {"solve", "--count", "3"},
                                            {"rate"},
                                            {"canon"},
                                            {"convert"},
                                            {"convert", "--to", "grid"},
                                            {"dedupe"},
                                            {"dedupe", "--symmetry"},
                                            {"check", "--each"},
                                            {"rate", "--to", "jsonl"},
                                            {"steps"}}) {
    const Outcome expected = run(with(args, {"kept", "-q"}));
    const Outcome run = filtered(args, {"--threads", "3"});
    EXPECT_EQ(run.out, expected.out) << line_of_words(args);
    EXPECT_EQ(run.status, expected.status) << line_of_words(args);
  }
}

TEST_F(Where, SplitsTheKeptRecords) {
  filtered({"split", "--train", "a", "--test", "b"});
  run({"split", "--train", "c", "--test", "d", "kept", "-q"});
  EXPECT_EQ(dir.read("a"), dir.read("c"));
  EXPECT_EQ(dir.read("b"), dir.read("d"));
  EXPECT_FALSE(dir.read("a").empty() || dir.read("b").empty());
}

// Random choices depend on the number of a record in the input.
TEST_F(Where, LeavesGapsInRandomOutputs) {
  for (const Args& args : std::vector<Args>{{"shuffle"}, {"sample", "--share", "60%"}}) {
    std::vector<std::string> expected;
    for (const std::string& line : split(run(with(args, {"all", "-q"})).out, '\n')) {
      if (is_kept(line) || line == kUnknown) expected.push_back(line);
    }
    EXPECT_EQ(split(filtered(args).out, '\n'), expected) << line_of_words(args);
  }
  std::string expected;
  for (const std::string& line : split(run({"augment", "all", "--times", "2", "-q"}).out, '\n')) {
    const std::size_t comma = line.find(',');
    const std::string record = comma == line.npos ? line : line.substr(comma + 1);
    if (is_kept(record) || record == kUnknown) expected += line + (line.empty() ? "" : "\n");
  }
  EXPECT_EQ(filtered({"augment", "--times", "2"}).out, expected);
}

TEST_F(Where, CountsWhatIsLeftOut) {
  const std::size_t records = some_records().size();
  const std::size_t left_out = records - kept(some_records()).size();
  const Outcome run =
      this->run({"convert", "all", "--where", "clues <= 40", "-o", "o", "--report", "r"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(has_line(run, "dokumill: all:6: record 6: found 1 cell, expected 81"));
  EXPECT_TRUE(mentions(run, std::to_string(records) + " records, " + std::to_string(left_out) +
                                " left out: 1 malformed"));
  const auto report = nlohmann::json::parse(dir.read("r"));
  EXPECT_EQ(report["records"], records);
  EXPECT_EQ(report["left_out"], left_out);
  EXPECT_EQ(report["malformed"], 1);
  EXPECT_TRUE(mentions(this->run({"check", "all", "--where", "clues > 99"}), "left out"));
  const Outcome check = filtered({"check", "--duplicates"});
  EXPECT_NE(check.out.find("left out: " + std::to_string(left_out)), std::string::npos);
  EXPECT_FALSE(nlohmann::json::parse(
                   (this->run({"convert", "all", "-q", "-o", "o", "--report", "r"}), dir.read("r")))
                   .contains("left_out"));
}

TEST_F(Where, ReadsColumnsAndMembers) {
  std::string csv = "Nr,puzzle,source\n";
  std::string other = "source,puzzle,Nr,x\n";
  std::string objects;
  std::vector<std::string> expected;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    const std::string source = i % 3 == 0 ? "forum" : "book";
    csv += number + "," + kPuzzle + ",\"" + source + "\"\n";
    other += source + "," + kPuzzle + ", " + number + " ,\n";
    objects += R"({"puzzle":")" + kPuzzle + '"';
    if (i != 12) objects += R"(,"source":")" + source + R"(","Nr":)" + number;
    objects += "}\n";
    if (i % 3 == 0 && i > 4) expected.push_back(number);
  }
  dir.write("a.csv", csv);
  dir.write("b.csv", other);
  dir.write("c.jsonl", objects);
  const Args where{"--where", "source = forum and nr > 4", "-q"};
  std::string kept_rows = "Nr,puzzle,source\n";
  for (const std::string& number : expected) kept_rows += number + "," + kPuzzle + ",\"forum\"\n";
  EXPECT_TRUE(gives(run(with({"sample", "--share", "100%", "a.csv"}, where)), 0, kept_rows, ""));
  // A job that keeps no columns reads them for the expression only.
  const std::string puzzles = lines(std::vector<std::string>(2 * expected.size(), kPuzzle));
  EXPECT_TRUE(
      gives(run(with({"convert", "a.csv", "b.csv", "--to", "line"}, where)), 0, puzzles, ""));
  // Object 12 has no members.
  EXPECT_EQ(
      run({"convert", "c.jsonl", "--to", "line", "--where", "source = forum and Nr > 4", "-q"})
          .out.size(),
      (expected.size() - 1) * (kPuzzle.size() + 1));
  EXPECT_TRUE(refuses(run({"convert", "a.csv", "b.csv", "--to", "line", "--where", "x = 1"}),
                      {"where, character 1: unknown name 'x'; known names: nr, puzzle, source"}));
  EXPECT_TRUE(refuses(run({"convert", "b.csv", "a.csv", "--to", "line", "--where", "x = 1"}),
                      {"a.csv: where, character 1: unknown name 'x'"}));
  EXPECT_TRUE(gives(run({"convert", "--where", "x = 1", "-q"}), 0, "", ""));
  EXPECT_TRUE(refuses(run({"convert", "a.csv", "--where", ""}), {"--where", "expected"}));
  dir.write("d.csv", "7," + kPuzzle + "\n8," + kPuzzle + "\n");
  EXPECT_TRUE(
      gives(run({"sample", "--share", "100%", "d.csv", "--no-header", "--where", "'1' > 7", "-q"}),
            0, "8," + kPuzzle + "\n", ""));
}

// Rows with the numbers of records have those of the input.
TEST_F(Where, RowsNameTheRecordsOfTheInput) {
  dir.write("in", kPuzzle + '\n' + kInkala + '\n' + kPuzzle + '\n' + kInkala + '\n');
  for (const Args& command :
       {Args{"solve", "--all", "1"}, Args{"vary", "--repeats", "--limit", "1"},
        Args{"unavoidable", "--sets", "--size", "4"}}) {
    std::set<std::string> numbers;
    const Outcome run =
        this->run(with(command, {"in", "-q", "--to", "jsonl", "--where", "clues < 25"}));
    for (const std::string& row : split(run.out, '\n')) {
      numbers.insert(nlohmann::json::parse(row).at("record").dump());
    }
    EXPECT_EQ(numbers, (std::set<std::string>{"2", "4"})) << run;
  }
}

// In a rated table, the column `exact` says that the scores are lower bounds.
TEST_F(Where, ABoundIsNoScore) {
  const std::string rows = "a,3.2,1," + kPuzzle + "\nb,3.2,0," + kPuzzle + "\n";
  dir.write("in", "id,er,exact,puzzle\n" + rows);
  const auto kept = [this](const std::string& where) {
    std::string ids;
    const Outcome run = this->run({"convert", "in", "-q", "--keep-columns", "--where", where});
    for (const std::string& row : split(run.out, '\n')) ids += row[0];
    return ids.substr(1);
  };
  EXPECT_EQ(kept("er < 5"), "a");
  EXPECT_EQ(kept("er >= 3"), "ab");
  EXPECT_EQ(kept("exact = 0"), "b");
}

TEST_F(Where, TheExactNameOfAColumnComesFirst) {
  dir.write("in", "Er,ER,puzzle\n3,12," + kPuzzle + "\n");
  EXPECT_EQ(run({"convert", "in", "-q", "--to", "line", "--where", "ER > 3"}).out, kPuzzle + '\n');
  EXPECT_EQ(run({"convert", "in", "-q", "--to", "line", "--where", "Er > 3"}).out, "");
  EXPECT_TRUE(refuses(run({"convert", "in", "--where", "er > 3"}), {"column 'Er' or 'ER'"}));
}

TEST_F(Where, AMemberThatNoRecordHasIsReported) {
  const std::string record = R"({"puzzle":")" + kPuzzle + R"(","rating":3})" + "\n";
  dir.write("in", record + R"({"puzzle":")" + kPuzzle + "\"}\n");
  const Outcome wrong = run({"convert", "in", "-q", "--where", "ratng > 2 or depth = 9"});
  EXPECT_TRUE(mentions(wrong, "no record has the member 'ratng'"));
  EXPECT_EQ(run({"convert", "in", "-q", "--where", "rating > 2"}).err, "");
  // Computed, because no record has it.
  EXPECT_EQ(run({"convert", "in", "-q", "--where", "er > 1"}).err, "");
}

TEST_F(Where, ColumnsOfRateAreTheNamedOnes) {
  dir.write("in", kPuzzle + '\n' + kSolution + '\n' + kSeveral + "\nx\n");
  EXPECT_EQ(run({"rate", "in", "-q", "--columns", "outcome,clues,er,level,backdoor_cells"}).out,
            "unique\t30\t1.2\teasy\t-\n"
            "complete\t81\t0.0\tcomplete\t-\n"
            "multiple\t20\t-\t-\t-\n"
            "malformed\t-\t-\t-\t-\n");
  EXPECT_EQ(run({"rate", "in", "-q", "--columns", "depth,outcome", "--to", "csv"}).out,
            "puzzle,depth,outcome\n" + kPuzzle + ",0,unique\n" + kSolution + ",0,complete\n" +
                kSeveral + ",,multiple\n" + kUnknown + ",,malformed\n");
  EXPECT_EQ(run({"rate", "in", "-q", "--columns", "depth", "--to", "jsonl"}).out,
            R"({"puzzle":")" + kPuzzle + R"(","depth":0})" + "\n" + R"({"puzzle":")" + kSolution +
                R"(","depth":0})" + "\n" + R"({"puzzle":")" + kSeveral + R"(","depth":null})" +
                "\n" + R"({"puzzle":")" + kUnknown + R"(","depth":null})" + "\n");
  EXPECT_TRUE(mentions(run({"rate", "in", "--columns", "clues"}), "1 unique, 1 complete"));
  const std::string help = run({"rate", "--help"}).out;
  for (const FeatureInfo& info : known_features()) {
    EXPECT_NE(help.find(info.name), std::string::npos) << info.name;
  }
  EXPECT_TRUE(refuses(run({"rate", "in", "--columns", "clus"}),
                      {"expected one of", "depth", "got 'clus'"}));
  EXPECT_TRUE(refuses(run({"rate", "in", "--columns", "er", "--obstacles"}), {"--obstacles"}));
}

}  // namespace
}  // namespace dokumill::testing
