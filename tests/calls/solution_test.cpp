// Tests of the call that shows the complete solution of a puzzle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/web/calls/calls.hpp"
#include "dokumill/rating.hpp"
#include "engine/puzzles/hard_puzzles.hpp"

namespace dokumill::web {
namespace {

using nlohmann::json;

// Wikipedia's example, by W. Toman (2007).
constexpr const char* kExample =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

class WebSolution : public ::testing::Test {
 protected:
  json solution(const std::string& puzzle) {
    return json::parse(answer_solution(json{{"puzzle", puzzle}}.dump(), solver));
  }
  Solver solver = Solver::create().value();
};

TEST_F(WebSolution, TheStepsSolveThePuzzleAndAgreeWithTheRating) {
  std::vector<Grid> puzzles = puzzles::hard_puzzles();
  puzzles.resize(30);
  puzzles.push_back(parse_grid(kExample).value());
  for (const Grid& puzzle : puzzles) {
    const json answer = solution(to_line(puzzle));
    ASSERT_EQ(answer["kind"], "steps");
    Grid board = puzzle;
    std::map<std::string, int> used;
    for (const json& step : answer["steps"]) {
      ++used[step["names"]["en"].get<std::string>()];
      if (!step.contains("place")) continue;
      std::uint8_t& cell = board.cells[step["place"][0].get<std::size_t>()];
      EXPECT_EQ(cell, 0);
      cell = step["place"][1].get<std::uint8_t>();
    }
    EXPECT_EQ(board, solver.solve(puzzle).solution);
    Rater rater({.counts_obstacles = true});
    const Rating rating = rater.rate(puzzle);
    EXPECT_EQ(answer["level"], name_of(level_of(rating.score)));
    EXPECT_DOUBLE_EQ(answer["score"].get<double>(), rating.score / 10.0);
    EXPECT_EQ(answer["obstacles"], rating.obstacles);
    std::map<std::string, int> listed;
    for (const json& row : answer["techniques"]) listed[row["names"]["en"]] = row["steps"];
    EXPECT_EQ(listed, used);
    EXPECT_DOUBLE_EQ(answer["techniques"].back()["score"].get<double>(), rating.score / 10.0);
  }
}

TEST_F(WebSolution, SeveralSolutionsAreCountedAndShowWhereTheyDiffer) {
  int several = 0;
  for (const std::size_t open : {2U, 30U, 55U}) {
    Grid puzzle = solver.solve(parse_grid(kExample).value()).solution;
    for (std::size_t cell = 0; cell < open; ++cell) puzzle.cells[cell * 37 % kCells] = 0;
    std::array<unsigned, kCells> expected{};
    int count = 0;
    solver.enumerate(puzzle, [&](std::size_t, const Grid& found) {
      ++count;
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] |= 1U << found.cells[i];
      return true;
    });
    const json answer = solution(to_line(puzzle));
    if (count == 1) {
      EXPECT_EQ(answer["kind"], "steps");
      continue;
    }
    ++several;
    EXPECT_EQ(answer["solutions"], std::min(count, 1000));
    EXPECT_EQ(answer["more"], count > 1000);
    std::string text;
    for (const unsigned mask : expected) {
      if (!text.empty()) text += ',';
      for (unsigned digit = 1; digit <= 9; ++digit) {
        if ((mask >> digit & 1U) != 0) text += static_cast<char>('0' + digit);
      }
    }
    EXPECT_EQ(answer["digits"], text);
  }
  EXPECT_GE(several, 1);
  const json empty = solution(std::string(kCells, '0'));
  EXPECT_EQ(empty["kind"], "several");
  EXPECT_EQ(empty["solutions"], 1000);
  EXPECT_TRUE(empty["more"].get<bool>());
}

TEST_F(WebSolution, NoSolutionIsAnAnswer) {
  EXPECT_EQ(solution("55" + std::string(79, '0')),
            json::parse(R"({"kind":"contradiction","conflicts":[0,1]})"));
  EXPECT_EQ(solution("123456780" + std::string(71, '0') + "9"), json({{"kind", "none"}}));
}

TEST_F(WebSolution, OtherBodiesAreRejected) {
  for (const char* body : {"", "{}", R"({"puzzle":1})", R"({"puzzle":"123"})", R"({"puzzle":null})",
                           R"({"puzzle":"","board":""})"})
    EXPECT_TRUE(json::parse(answer_solution(body, solver)).contains("error")) << body;
}

}  // namespace
}  // namespace dokumill::web
