// Tests of `dokumill steps`. Every step is read back from the JSON and given to the judge of the
// logic tests, which shares no code with the solver.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_test.hpp"
#include "unit/logic_judge.hpp"

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

Candidate candidate_of(const json& pair) {
  return {Cell(pair.at(0).get<int>()), Digit(pair.at(1).get<int>())};
}

Step step_of(const json& object) {
  static const std::map<std::string, Technique> kByName = [] {
    std::map<std::string, Technique> names;
    for (const TechniqueInfo& info : techniques()) names[std::string(info.name)] = info.technique;
    return names;
  }();
  Step step;
  step.technique = kByName.at(object.at("technique").get<std::string>());
  if (object.contains("place")) step.placement = candidate_of(object["place"]);
  for (const json& pair : object.value("remove", json::array())) {
    step.eliminations.push_back(candidate_of(pair));
  }
  for (const json& name : object.value("houses", json::array())) {
    const std::string house = name.get<std::string>();
    const std::size_t kind = std::string("rcb").find(house.at(0));
    step.houses.push_back(static_cast<std::uint8_t>(kind * 9 + std::stoul(house.substr(1)) - 1));
  }
  for (const json& cell : object.value("cells", json::array())) {
    step.cells.emplace_back(cell.get<int>());
  }
  for (const json& digit : object.value("digits", json::array())) {
    step.digits.emplace_back(digit.get<int>());
  }
  step.first_colour = object.value("first_colour", 0);
  return step;
}

TEST_F(Steps, EachStepIsRightAndTheLastOneEndsAtTheSolution) {
  std::string puzzles;
  for (const std::string level : {"easy", "medium", "hard", "expert"}) {
    puzzles += run({"generate", "puzzles", "-n", "40", "-q", "--difficulty", level}).out;
  }
  const Outcome rated = run_on(puzzles, {"rate", "in", "-q"});
  std::size_t at = 0;
  for (const json& object : steps_of(puzzles)) {
    LogicJudge judge(grid_of(object.at("puzzle")));
    Grid grid = grid_of(object.at("puzzle"));
    for (const json& item : object.at("steps")) {
      const Step step = step_of(item);
      ASSERT_NE(step.technique, Technique::kGuess);
      ASSERT_EQ(judge.fault(step), "") << object.at("puzzle") << ' ' << item;
      judge.apply(step);
      if (step.placement) {
        grid.cells[static_cast<std::size_t>(step.placement->cell.index())] =
            static_cast<std::uint8_t>(step.placement->digit.value());
      }
    }
    EXPECT_EQ(grid, grid_of(object.at("solution")));
    EXPECT_EQ(object.at("status"), "unique");
    // The first two fields of `rate` are the score and the level.
    const std::string line = rated.out.substr(at, rated.out.find('\n', at) - at);
    EXPECT_TRUE(line.starts_with(object.at("score").dump() + '\t' +
                                 object.at("level").get<std::string>() + '\t'))
        << line;
    at += line.size() + 1;
  }
  EXPECT_EQ(at, rated.out.size());
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
    EXPECT_FALSE(objects[i].contains("score"));
    EXPECT_EQ(objects[i].contains("solution"), i == 0);
    EXPECT_EQ(objects[i].at("puzzle"),
              i < std::size(puzzles) ? json(replace_all(puzzles[i], ".", "0")) : json());
  }
  EXPECT_TRUE(has_line_starting(run_on(kSeveral, {"steps", "in"}),
                                problem("in:1", 1, "several solutions").substr(0, 20)));
}

TEST_F(Steps, SentencesAreInTheLanguageThatIsAskedFor) {
  const auto first_text = [](const std::vector<json>& objects) {
    return objects.at(0).at("steps").at(0).value("text", "");
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
                      {"out.csv", "as jsonl or npy, not as csv"}));
  EXPECT_TRUE(refuses(run_on(kPuzzle, {"steps", "in", "-o", "out.xml"}), {"out.xml", "XML"}));
}

}  // namespace
}  // namespace dokumill::testing
