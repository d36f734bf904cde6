// Tests of `vary`: which puzzles it writes, that none is equivalent to an earlier one, random
// draws, and walks.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/is_minimal.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string form_of_cells(const std::string& cells) {
  return to_line(canonical_form(parse_grid(cells).value()));
}

std::string puzzles_text(int count) {
  std::string text;
  for (const MadePuzzle& made : make_puzzles({}, count, 9)) text += to_line(made.puzzle) + '\n';
  return text;
}

class Vary : public CliTest {
 protected:
  Outcome vary(const Args& more = {}) const { return run(with({"vary", "in", "--quiet"}, more)); }
  Solver solver_ = Solver::create().value();
};

TEST_F(Vary, WritesEachClassOnce) {
  dir.write("in", puzzles_text(3));
  const std::vector<std::string> all = lines_of(vary({"--repeats"}).out);
  const std::vector<std::string> inputs = lines_of(puzzles_text(3));
  ASSERT_GT(all.size(), 20U);
  // The first of each class, in order, without the classes of the records.
  std::set<std::string> seen;
  std::string expected;
  const std::vector<std::string> rows = lines_of(vary({"--repeats", "--to", "csv"}).out);
  ASSERT_EQ(rows.size(), all.size() + 1);
  EXPECT_EQ(rows[0], "record,puzzle");
  std::size_t read = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t record = std::stoul(rows[i + 1]);
    EXPECT_EQ(rows[i + 1], std::to_string(record) + ',' + all[i]);
    while (read < record) seen.insert(form_of_cells(inputs[read++]));
    if (seen.insert(form_of_cells(all[i])).second) expected += all[i] + '\n';
    EXPECT_EQ(solver_.count(parse_grid(all[i]).value(), 2), 1U);
  }
  for (const std::string& engine : available_engines()) {
    EXPECT_TRUE(gives(vary({"--engine", engine}), 0, expected, ""));
  }
  EXPECT_TRUE(gives(vary({"--threads", "3", "--memory", "64K"}), 0, expected, ""));
}

TEST_F(Vary, TheTotalsAndTheReport) {
  dir.write("in", puzzles_text(2) + kNoSolution + "\n123\n");
  const Outcome run =
      this->run({"vary", "in", "-o", "out", "--report", "report", "--malformed-ok"});
  EXPECT_EQ(run.status, 1) << run;
  const auto report = nlohmann::json::parse(dir.read("report"));
  const std::size_t written = lines_of(dir.read("out")).size();
  EXPECT_EQ(report.at("written"), written);
  EXPECT_EQ(report.at("found").get<std::size_t>(),
            written + report.at("duplicates").get<std::size_t>());
  EXPECT_EQ(report.at("unsolvable"), 1);
  EXPECT_EQ(report.at("malformed"), 1);
  EXPECT_TRUE(has_line_starting(run, "dokumill: in:4: record 4: "));
}

TEST_F(Vary, ALimitForEachRecord) {
  dir.write("in", puzzles_text(2));
  const std::vector<std::string> all = lines_of(vary({"--repeats", "--to", "csv"}).out);
  const std::vector<std::string> some =
      lines_of(vary({"--repeats", "--to", "csv", "--limit", "3"}).out);
  ASSERT_EQ(some.size(), 7U);
  for (const std::string& row : some) EXPECT_NE(std::find(all.begin(), all.end(), row), all.end());
  EXPECT_TRUE(mentions(run({"vary", "in", "--limit", "3"}), ", 2 records cut at the limit; "));
}

TEST_F(Vary, MinimalPuzzlesInside) {
  const MadePuzzle made = make_puzzles({}, 1, 9)[0];
  Grid more = made.puzzle;
  int added = 0;
  for (std::size_t cell = 0; cell < kCells && added < 5; ++cell) {
    if (more.cells[cell] != 0) continue;
    more.cells[cell] = made.solution.cells[cell];
    ++added;
  }
  dir.write("in", to_line(more) + '\n' + kEmptyGrid + '\n');
  const Outcome run = vary({"--minimals", "--repeats"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(mentions(run, "in:2: record 2: several solutions"));
  const std::vector<std::string> found = lines_of(run.out);
  EXPECT_NE(std::find(found.begin(), found.end(), to_line(made.puzzle)), found.end());
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), found.size());
  for (const std::string& cells : found) {
    const Grid grid = parse_grid(cells).value();
    EXPECT_TRUE(is_minimal(solver_, grid));
    EXPECT_TRUE(keeps_givens(more, grid));
  }
}

TEST_F(Vary, DrawsAreSomeOfAll) {
  dir.write("in", puzzles_text(2));
  const std::vector<std::string> all = lines_of(vary({"--repeats"}).out);
  const std::vector<std::string> drawn =
      lines_of(vary({"--repeats", "--draws", "50", "--seed", "4"}).out);
  EXPECT_GT(drawn.size(), 5U);
  for (const std::string& cells : drawn) {
    EXPECT_NE(std::find(all.begin(), all.end(), cells), all.end());
  }
  EXPECT_NE(lines_of(vary({"--repeats", "--draws", "50", "--seed", "5"}).out), drawn);
}

TEST_F(Vary, AWalkEndsNearerToTheScore) {
  const std::string text = puzzles_text(4);
  dir.write("in", text);
  Rater rater;
  const auto sum = [&](const std::string& cells) {
    int scores = 0;
    for (const std::string& line : lines_of(cells))
      scores += rater.rate(parse_grid(line).value()).score;
    return scores;
  };
  const Outcome run =
      vary({"--walk", "60", "--remove", "2", "--add", "2", "--repeats", "--to", "line"});
  EXPECT_EQ(lines_of(run.out).size(), 4U);
  EXPECT_GT(sum(run.out), sum(text));
}

TEST_F(Vary, PiecesNeedRepeats) {
  dir.write("in", puzzles_text(6));
  const std::string whole = vary({"--repeats", "--to", "csv"}).out;
  std::string joined;
  for (const std::string piece : {"1/3", "2/3", "3/3"}) {
    joined += vary({"--repeats", "--to", "csv", "--piece", piece}).out;
  }
  EXPECT_EQ(joined, whole);
  EXPECT_TRUE(refuses(vary({"--piece", "1/3"}), {"--piece"}));
}

TEST_F(Vary, WhatMakesNoSenseIsRefused) {
  dir.write("in", kPuzzle + '\n');
  EXPECT_TRUE(refuses(vary({"--remove", "82"}), {"--remove", "81"}));
  EXPECT_TRUE(refuses(vary({"--remove", "0", "--add", "0"}), {"distance"}));
  EXPECT_TRUE(refuses(vary({"--minimals", "--add", "1"}), {"--minimals"}));
  EXPECT_TRUE(refuses(vary({"--minimals", "--walk", "5"}), {"--minimals"}));
  EXPECT_TRUE(refuses(vary({"--draws", "5", "--walk", "5"})));
  EXPECT_TRUE(refuses(vary({"--towards", "7.0"}), {"--walk"}));
  EXPECT_TRUE(refuses(vary({"--walk", "5", "--towards", "0.5"}), {"--towards"}));
  EXPECT_TRUE(refuses(vary({"--limit", "0"}), {"--limit"}));
}

}  // namespace
}  // namespace dokumill::testing
