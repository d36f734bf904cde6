// Tests of `solve --all` and `solve --possible`: all solutions of a record in increasing order, and
// the digits that occur in them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"

namespace dokumill::testing {
namespace {

// kSolution without its digits 1, 2 and 3.
const std::string kOpen =
    replace_all(replace_all(replace_all(kSolution, "1", "0"), "2", "0"), "3", "0");

// All solutions in increasing order.
std::vector<std::string> solutions_of(const std::string& cells) {
  std::vector<std::string> found;
  Solver solver = Solver::create("reference").value();
  solver.enumerate(parse_grid(cells).value(), [&](std::size_t, const Grid& solution) {
    found.push_back(to_line(solution));
    return true;
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::string rows(const std::string& before, const std::vector<std::string>& solutions) {
  std::string text;
  for (const std::string& solution : solutions) text += before + solution + '\n';
  return text;
}

class AllSolutions : public CliTest {
 protected:
  Outcome all(const std::string& limit, const Args& more = {}) const {
    return run(with({"solve", "in", "--quiet", "--all", limit}, more));
  }
};

TEST_F(AllSolutions, ARowForEachSolution) {
  const std::vector<std::string> open = solutions_of(kOpen);
  ASSERT_GT(open.size(), 3U);
  const std::vector<Record> records{record_of(kPuzzle), malformed_record(), record_of(kOpen),
                                    record_of(kNoSolution), record_of(kSolution)};
  const std::string lines = "1\t" + kSolution + '\n' + rows("3\t", open) + "5\t" + kSolution + '\n';
  std::string csv = "puzzle,record,solution\n" + kPuzzle + ",1," + kSolution + '\n' +
                    rows(kOpen + ",3,", open) + kSolution + ",5," + kSolution + '\n';
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    for (const std::string& engine : available_engines()) {
      EXPECT_TRUE(gives(all("1000", {"--to", "line", "--engine", engine}), 1, lines));
    }
    EXPECT_TRUE(gives(all("1000", {"--to", "csv"}), 1, csv));
  }
  EXPECT_TRUE(
      gives(all("2", {"--to", "line"}), 1,
            "1\t" + kSolution + '\n' + rows("3\t", {open[0], open[1]}) + "5\t" + kSolution + '\n'));
}

TEST_F(AllSolutions, RowsKeepTheColumnsOfTheirRecord) {
  const std::vector<std::string> open = solutions_of(kOpen);
  dir.write("in", "id,puzzle\na," + kOpen + "\nb," + kPuzzle + '\n');
  EXPECT_TRUE(gives(all("1000", {"--keep-columns"}), 0,
                    "id,puzzle,record,solution\n" + rows("a," + kOpen + ",1,", open) + "b," +
                        kPuzzle + ",2," + kSolution + '\n'));
  dir.write("in", "{\"id\": 7, \"puzzle\": \"" + kOpen + "\"}\n");
  const Outcome objects = all("1");
  EXPECT_EQ(objects.status, 0);
  const auto object = nlohmann::json::parse(objects.out);
  EXPECT_EQ(object.at("id"), 7);
  EXPECT_EQ(object.at("record"), 1);
  EXPECT_EQ(object.at("solution"), open[0]);
}

TEST_F(AllSolutions, TotalsAndReport) {
  const std::size_t open = solutions_of(kOpen).size();
  dir.write("in", kPuzzle + '\n' + kOpen + '\n' + kOpen + '\n');
  const Outcome run = this->run({"solve", "in", "--all", "3", "-o", "out", "--report", "report"});
  EXPECT_TRUE(mentions(run, ", 7 solutions written, 2 records cut at the limit; ")) << run;
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report.at("written"), 7);
  EXPECT_EQ(report.at("cut"), 2);
  EXPECT_TRUE(mentions(this->run({"solve", "in", "--all", std::to_string(open), "-o", "out"}),
                       " solutions written; "));
  EXPECT_TRUE(gives(all("1", {"--unique"}), 1,
                    "1\t" + kSolution + '\n' + rows("2\t", {solutions_of(kOpen)[0]}) +
                        rows("3\t", {solutions_of(kOpen)[0]})));
}

// More rows than fit into memory at once: a record hands over its text piece by piece.
TEST_F(AllSolutions, ManyRowsTakeLittleMemory) {
  dir.write("in", kEmptyGrid + '\n' + kPuzzle + '\n');
  const Outcome run =
      this->run({.args = {"solve", "in", "--all", "100000", "-o", "out"}, .as_process = true});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(stays_small(run));
  const std::vector<std::string> lines = split(dir.read("out"), '\n');
  ASSERT_EQ(lines.size(), 100'001U);
  EXPECT_EQ(lines.front(), "1\t" + kEmptyGridSmallest);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.begin() + 100'000));
  EXPECT_EQ(lines[100'000], "2\t" + kSolution);
}

TEST_F(AllSolutions, DigitsThatOccur) {
  std::string possible(729, '.');
  for (const std::string& solution : solutions_of(kOpen)) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
      possible[cell * 9 + static_cast<std::size_t>(solution[cell] - '1')] = solution[cell];
    }
  }
  std::string only(729, '.');
  for (std::size_t cell = 0; cell < 81; ++cell) {
    only[cell * 9 + static_cast<std::size_t>(kSolution[cell] - '1')] = kSolution[cell];
  }
  const std::vector<Record> records{record_of(kPuzzle), record_of(kOpen), record_of(kNoSolution),
                                    malformed_record()};
  dir.write("in", input_text(records, Format::kLine));
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--possible"}), 1,
                    only + '\n' + possible + '\n' + std::string(729, '.') + "\n?\n"));
  dir.write("in", kEmptyGrid + '\n');
  const Outcome empty = run({"solve", "in", "--quiet", "--possible", "--to", "csv"});
  EXPECT_EQ(empty.out.find('.'), std::string::npos) << "every digit occurs in every cell";
}

TEST_F(AllSolutions, WhatMakesNoSenseIsRefused) {
  dir.write("in", kPuzzle + '\n');
  for (const std::string word : {"0", "-1", "x"}) {
    EXPECT_TRUE(refuses(run({"solve", "in", "--all=" + word}), {"--all"})) << word;
  }
  for (const std::string format : {"grid", "npy"}) {
    EXPECT_TRUE(refuses(all("5", {"--to", format, "-o", "out"}), {"--to", format}));
    EXPECT_TRUE(
        refuses(run({"solve", "in", "--possible", "--to", format, "-o", "out"}), {"--to", format}));
  }
  EXPECT_TRUE(refuses(all("5", {"--count", "5"})));
  EXPECT_TRUE(refuses(all("5", {"--possible"}), {"--possible"}));
  EXPECT_TRUE(refuses(all("5", {"--solution-column", "x"}), {"--all"}));
  EXPECT_TRUE(refuses(all("5", {"-o", "out.sdm"}), {"out.sdm"}));
}

}  // namespace
}  // namespace dokumill::testing
