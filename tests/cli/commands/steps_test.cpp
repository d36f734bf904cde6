// Tests of `dokumill steps`.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/explainer.hpp"
#include "engine/puzzles/hard_puzzles.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

class Steps : public CliTest {
 protected:
  std::vector<json> steps_of(std::string_view bytes, const Args& more = {}, int status = 0) const {
    const Outcome outcome = run_on(bytes, with({"steps", "in", "--quiet"}, more));
    EXPECT_EQ(outcome.status, status) << outcome.err;
    std::vector<json> objects;
    std::size_t at = 0;
    for (std::size_t end; (end = outcome.out.find('\n', at)) != std::string::npos; at = end + 1) {
      objects.push_back(json::parse(outcome.out.substr(at, end - at), nullptr, false));
      EXPECT_TRUE(objects.back().is_object());
    }
    EXPECT_EQ(at, outcome.out.size());
    return objects;
  }
};

TEST_F(Steps, AreThoseOfTheLibraryAndTheirRating) {
  std::string puzzles = kPuzzle + '\n';
  for (std::size_t i = 0; i < 40; ++i) puzzles += to_line(puzzles::hard_puzzles()[i]) + '\n';
  Explainer explainer;
  for (const json& object : steps_of(puzzles)) {
    Grid grid = grid_of(object.at("puzzle"));
    const Grid solution = grid_of(object.at("solution"));
    json steps = json::array();
    const Rating rating = explainer.explain(grid, [&](const Step& step) {
      steps.push_back(json::parse(to_json(step)));
      return true;
    });
    EXPECT_EQ(object.at("steps"), steps);
    EXPECT_EQ(object.at("status"), "unique");
    EXPECT_EQ(object.at("er"), rating.score / 10.0);
    EXPECT_EQ(object.at("ep"), rating.pearl / 10.0);
    EXPECT_EQ(object.at("ed"), rating.diamond / 10.0);
    EXPECT_EQ(object.at("level"), name_of(level_of(rating.score)));
    EXPECT_EQ(object.at("obstacles"), rating.obstacles);
    for (const json& step : object.at("steps")) {
      for (const json& gone : step.value("remove", json::array()))
        EXPECT_NE(solution.cells[gone[0].get<std::size_t>()], gone[1].get<int>());
      if (!step.contains("place")) continue;
      grid.cells[step["place"][0].get<std::size_t>()] = step["place"][1].get<std::uint8_t>();
    }
    EXPECT_EQ(grid, solution);
  }
}

TEST_F(Steps, RecordsWithoutOneSolutionHaveNoSteps) {
  const std::vector<json> objects = steps_of(
      kSolution + '\n' + kSeveral + '\n' + kNoSolution + '\n' + kTwoFives + "\n53..7\n", {}, 1);
  ASSERT_EQ(objects.size(), 5U);
  const std::string status[] = {"complete", "multiple", "none", "none", "malformed"};
  const std::string puzzles[] = {kSolution, kSeveral, kNoSolution, kTwoFives};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(objects[i].at("status"), status[i]);
    EXPECT_EQ(objects[i].at("steps"), json::array());
    EXPECT_FALSE(objects[i].contains("er"));
    EXPECT_EQ(objects[i].contains("solution"), i == 0);
    EXPECT_EQ(objects[i].at("puzzle"),
              i < std::size(puzzles) ? json(replace_all(puzzles[i], ".", "0")) : json());
  }
  EXPECT_TRUE(has_line_starting(run_on(kSeveral, {"steps", "in"}),
                                problem("in:1", 1, "several solutions").substr(0, 20)));
}

TEST_F(Steps, SentencesAreInTheLanguageThatIsAskedFor) {
  const auto first_text = [](const std::vector<json>& objects) {
    return objects.at(0)
        .at("steps")
        .at(0)
        .value("text", json::array({""}))
        .at(0)
        .get<std::string>();
  };
  EXPECT_EQ(first_text(steps_of(kPuzzle)), "");
  EXPECT_TRUE(first_text(steps_of(kPuzzle, {"--sentences=en"})).starts_with("Hidden single in a "));
  EXPECT_TRUE(first_text(steps_of(kPuzzle, {"--sentences=zh"})).starts_with("\u5BAB"));
  EXPECT_TRUE(
      refuses(run_on(kPuzzle, {"steps", "in", "--sentences", "fr"}), {"one of en, zh", "fr"}));
}

TEST_F(Steps, TheArrayHasTheOrderOfTheCells) {
  const std::string puzzles =
      kPuzzle + '\n' + kInkala + '\n' + kSolution + '\n' + kSeveral + "\nx\n";
  const std::vector<json> objects = steps_of(puzzles, {}, 1);
  EXPECT_EQ(run({"steps", "in", "-q", "-o", "out.npy"}).status, 1);
  const std::string bytes = dir.read("out.npy");
  ASSERT_EQ(bytes.size(), 128 + 5 * 81U);
  EXPECT_NE(bytes.find("'descr': '|u1', 'fortran_order': False, 'shape': (5, 81)"),
            std::string::npos);
  for (std::size_t record = 0; record < 5; ++record) {
    std::string order(81, record < 3 ? '\0' : '\xFF');
    char filled = 0;
    for (const json& step : objects[record].at("steps")) {
      if (step.contains("place")) order[step["place"][0].get<std::size_t>()] = ++filled;
    }
    EXPECT_EQ(bytes.substr(128 + record * 81, 81), order) << record;
  }
  EXPECT_TRUE(refuses(run({"steps", "in", "--to", "npy", "-o", "o", "--sentences", "en"}),
                      {"no place for sentences", "--sentences"}));
  EXPECT_TRUE(refuses(run({"steps", "in", "--to", "npy"}), {"<stdout>"}));
}

TEST_F(Steps, TheNameOfTheOutputPromisesNoOtherFormat) {
  for (const std::string name : {"out", "out.jsonl", "out.JSONL", "out.txt"}) {
    EXPECT_TRUE(gives(run_on(kPuzzle, {"steps", "in", "-q", "-o", name}), 0, "", ""));
    EXPECT_TRUE(json::parse(dir.read(name)).is_object());
  }
  EXPECT_TRUE(refuses(run_on(kPuzzle, {"steps", "in", "-o", "out.csv"}),
                      {"out.csv", "as jsonl, json or npy, not as csv"}));
  EXPECT_TRUE(refuses(run_on(kPuzzle, {"steps", "in", "-o", "out.xml"}), {"out.xml", "XML"}));
}

}  // namespace
}  // namespace dokumill::testing
