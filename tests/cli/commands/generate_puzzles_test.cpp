// Tests of `generate puzzles`: cases 56, 57, 60, 61, 63, 81 and 85 to 88 of docs/reliability.md.
// tests/unit/engine judges the puzzles themselves.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill::testing {
namespace {

class Puzzles : public CliTest {
 protected:
  static Args words(const std::string& count, const Args& more = {}) {
    return with({"generate", "puzzles", "-n", count, "--quiet"}, more);
  }
  std::string made(const std::string& count, const Args& more = {}) const {
    const Outcome outcome = run(words(count, more));
    EXPECT_TRUE(gives(outcome, 0, outcome.out));
    return outcome.out;
  }
  std::vector<std::string> lines(const std::string& count, const Args& more = {}) const {
    return split(made(count, more), '\n');
  }
  static int clues_of(const std::string& cells) {
    return static_cast<int>(81 - std::count(cells.begin(), cells.end(), '0'));
  }

  Solver judge_ = Solver::create("reference").value();
};

// --- formats -------------------------------------------------------------------------------------

TEST_F(Puzzles, LineIsTheDefaultAndGridHasTheSamePuzzles) {
  const std::string line = made("50");
  EXPECT_EQ(made("50", {"--to", "line"}), line);
  std::string grid;
  for (const std::string& puzzle : split(line, '\n')) {
    grid += (grid.empty() ? "" : "\n") + rows_of(puzzle);
  }
  EXPECT_EQ(made("50", {"--to", "grid"}), grid);
  EXPECT_TRUE(gives(run(words("50", {"-o", "out", "--to", "grid"})), 0, ""));
  EXPECT_EQ(dir.read("out"), grid);
}

TEST_F(Puzzles, CsvHasSolutionAndRating) {
  const std::vector<std::string> rows = lines("200", {"--to", "csv"});
  const std::vector<std::string> puzzles = lines("200");
  ASSERT_EQ(rows.size(), 201U);
  EXPECT_EQ(rows[0], "puzzle,solution,er,ep,ed,level,clues,hardest,exact");
  std::set<std::string> levels;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::vector<std::string> fields = split(rows[i + 1], ',');
    ASSERT_EQ(fields.size(), 9U) << rows[i + 1];
    EXPECT_EQ(fields[0], puzzles[i]);
    EXPECT_EQ(fields[1], to_line(judge_.solve(grid_of(fields[0])).solution));
    EXPECT_EQ(fields[6], std::to_string(clues_of(fields[0])));
    const int score = Rater().rate(grid_of(fields[0])).score;
    EXPECT_EQ(fields[5], name_of(level_of(score)));
    EXPECT_EQ(fields[2], std::to_string(score / 10) + "." + std::to_string(score % 10));
    levels.insert(fields[5]);
  }
  EXPECT_GE(levels.size(), 3U);
  // The output can be read again, and its puzzles are distinct.
  dir.write("in", made("200", {"--to", "csv"}));
  const Outcome check = run({"check", "--duplicates", "in"});
  EXPECT_EQ(check.status, 0) << check;
  EXPECT_TRUE(check.out.find("unique: 200\n") != std::string::npos) << check;
}

// --- constraints ---------------------------------------------------------------------------------

TEST_F(Puzzles, EachFlagIsItsConstraint) {
  std::vector<std::pair<Args, PuzzleConstraints>> table{
      {{"--clues", "30..36"}, {.clues = PuzzleConstraints::Range{30, 36}}},
      {{"--clues", "21"}, {.clues = PuzzleConstraints::Range{21, 21}}},
      {{"--symmetry", "none"}, {}},
      {{"--symmetry", "rotational"}, {.symmetry = Symmetry::kRotational}},
      {{"--symmetry", "horizontal"}, {.symmetry = Symmetry::kHorizontal}},
      {{"--symmetry", "vertical"}, {.symmetry = Symmetry::kVertical}},
      {{"--symmetry", "diagonal"}, {.symmetry = Symmetry::kDiagonal}},
      {{"--symmetry", "full"}, {.symmetry = Symmetry::kFull}}};
  for (const LevelInfo& info : levels()) {
    table.push_back({{"--difficulty", std::string(info.name)}, {.difficulty = info.level}});
  }
  for (const auto& [flags, constraints] : table) {
    std::string expected;
    for (const MadePuzzle& one : make_puzzles(constraints, 40, 0)) {
      expected += to_line(one.puzzle) + '\n';
    }
    EXPECT_EQ(made("40", flags), expected) << flags[0] << ' ' << flags[1];
  }
}

// --- seeds and numbers ---------------------------------------------------------------------------

// A full board has no level; `rate` says "complete", too.
TEST_F(Puzzles, AFullBoardIsComplete) {
  const std::string row = made("1", {"--clues", "81", "--to", "csv"});
  EXPECT_NE(row.find(",0.0,0.0,0.0,complete,81,,1\n"), std::string::npos) << row;
  const std::string object = made("1", {"--clues", "81", "--to", "jsonl"});
  EXPECT_EQ(nlohmann::json::parse(object)["level"], "complete");
  const Outcome outcome =
      run(with({"generate", "puzzles"},
               {"-n", "2", "--clues", "81", "--to", "csv", "-o", "boards", "--report", "report"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  const auto report = nlohmann::json::parse(dir.read("report"));
  for (const auto& count : report["levels"]) EXPECT_EQ(count, 0);
  EXPECT_TRUE(refuses(run(words("1", {"--clues", "81", "--difficulty", "easy"})),
                      {"a full board has no level, so it is never easy"}));
  // A range with 81 clues has other puzzles of the level.
  for (const std::string& puzzle : lines("20", {"--clues", "79..81", "--difficulty", "easy"}))
    EXPECT_NE(clues_of(puzzle), 81);
}

TEST_F(Puzzles, SeedsDiffer) {
  const std::string first = made("20");
  EXPECT_EQ(made("20", {"--seed", "0"}), first);
  EXPECT_EQ(made("20", {"--start", "0"}), first);
  std::set<std::string> all{first};
  for (const std::string seed : {"1", "2", "18446744073709551615"}) {
    EXPECT_TRUE(all.insert(made("20", {"--seed", seed})).second) << seed;
  }
}

// Parts made with --continue can be concatenated as they are. They give the whole output, in every
// format.
TEST_F(Puzzles, ContinuedPartsAreTheWhole) {
  for (const Args& constraints : {Args{}, Args{"--difficulty", "easy", "--seed", "5"},
                                  Args{"--clues", "28-29", "--symmetry", "full"}}) {
    for (const std::string format : {"line", "grid", "csv"}) {
      const std::string whole = made("100", with(constraints, {"--to", format}));
      for (const int a : {1, 2, 50, 99}) {
        const std::string first = made(std::to_string(a), with(constraints, {"--to", format}));
        const std::string rest =
            made(std::to_string(100 - a),
                 with(constraints, {"--to", format, "--start", std::to_string(a), "--continue"}));
        EXPECT_TRUE(first + rest == whole) << format << ' ' << a;
      }
    }
  }
}

TEST_F(Puzzles, TheLastNumbers) {
  const std::string last = "18446744073709551615";
  EXPECT_EQ(lines("1", {"--start", last}).size(), 1U);
  EXPECT_EQ(lines("6", {"--start", "18446744073709551610"}).size(), 6U);
  for (const auto& [start, count] :
       {std::pair{last, std::string("2")}, {std::string("2"), last}, {last, last}}) {
    EXPECT_TRUE(refuses(run(words(count, {"--start", start, "-o", "out"})), {"2^64"}));
  }
  EXPECT_TRUE(has_only(dir, {}));
}

// --- constraints that are not met ----------------------------------------------------------------

TEST_F(Puzzles, SeventeenCluesByChance) {
  dir.write("out", "old");
  for (const Args& more : {Args{}, Args{"--threads", "3"}, Args{"--minimal"}}) {
    const Args args = words("300", {"--clues", "17..17", "--max-tries", "100", "-o", "out"});
    EXPECT_TRUE(
        gives(run(with(args, more)), 1, "",
              "dokumill: no puzzle met the constraints in 100 tries for puzzle 0: random removal "
              "of clues hardly ever leaves fewer than 20 clues (no puzzle of a million had fewer); "
              "0 puzzles were made before it\n"));
    EXPECT_EQ(dir.read("out"), "old");
    EXPECT_TRUE(has_only(dir, {"out"}));
  }
  std::filesystem::remove(dir / "out");
  EXPECT_EQ(run(words("1", {"--clues", "17..17", "--max-tries", "5", "-o", "out"})).status, 1);
  EXPECT_TRUE(has_only(dir, {}));
}

// The message suggests more tries only if more tries may help.
TEST_F(Puzzles, RareConstraintsSuggestMoreTries) {
  const Outcome rare = run(words("5", {"--clues", "21..21", "--minimal", "--max-tries", "2"}));
  EXPECT_TRUE(gives(rare, 1, "",
                    "dokumill: no puzzle met the constraints in 2 tries for puzzle 0; 0 puzzles "
                    "were made before it (looser constraints, or --max-tries T for more tries, may "
                    "help)\n"));
  const Outcome hopeless = run(words("5", {"--clues", "41..81", "--minimal", "--max-tries", "2"}));
  EXPECT_EQ(hopeless.status, 1) << hopeless;
  EXPECT_TRUE(mentions(hopeless, "no minimal puzzle with more than 40 clues is known"));
  EXPECT_FALSE(mentions(hopeless, "--max-tries")) << hopeless;
}

// Constraints that no puzzle can meet are refused before the first try, and the message gives the
// reason.
TEST_F(Puzzles, ImpossibleConstraintsAreRefused) {
  dir.write("out", "old");
  const auto is_refused = [&](const Args& constraints, const std::vector<std::string>& reason) {
    return refuses(run(with({"generate", "puzzles", "-n", "5", "-o", "out"}, constraints)), reason);
  };
  EXPECT_TRUE(is_refused({"--clues", "30..31", "--symmetry", "full"},
                         {"no pattern with full symmetry has 30 to 31 clues", "29 and 32",
                          "(try 'dokumill generate puzzles --help')"}));
  EXPECT_TRUE(is_refused({"--clues", "81..81", "--minimal"}, {"minimal", "72"}));
  EXPECT_TRUE(is_refused({"--clues", "78", "--difficulty", "hard"},
                         {"75 clues or more is always easy, never hard"}));
  EXPECT_TRUE(is_refused({"--clues", "81", "--difficulty", "easy"}, {"a full board has no level"}));
  // The largest number of tries is refused at once, too.
  EXPECT_TRUE(is_refused({"--clues", "18", "--symmetry", "full", "--max-tries", "2147483648"},
                         {"full symmetry"}));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
  EXPECT_EQ(lines("3", {"--clues", "80..81", "--difficulty", "easy"}).size(), 3U);
}

// The puzzles before the first puzzle that failed go to standard output. They do not depend on the
// number of threads. The report has the status "failed".
TEST_F(Puzzles, ThePuzzlesBeforeAreOnStandardOutput) {
  const Args constraints{"--clues", "22..22", "--minimal", "--max-tries", "60"};
  for (const std::string format : {"line", "grid", "csv"}) {
    std::string first_out, first_err;
    for (const std::string threads : {"1", "2", "8"}) {
      const Outcome outcome = run(with(
          words("500", constraints), {"--to", format, "--threads", threads, "--report", "report"}));
      EXPECT_EQ(outcome.status, 1) << outcome;
      if (first_err.empty()) {
        first_out = outcome.out;
        first_err = outcome.err;
        const std::size_t at = first_err.find("for puzzle ") + 11;
        const std::string index = first_err.substr(at, first_err.find(';') - at);
        ASSERT_NE(index, "0");
        EXPECT_TRUE(mentions(outcome, "; " + index + " puzzles were made before it"));
        EXPECT_EQ(outcome.out, made(index, with(constraints, {"--to", format})));
      }
      EXPECT_TRUE(gives(outcome, 1, first_out, first_err)) << threads;
      EXPECT_TRUE(has_only(dir, {"report"}));
      EXPECT_NE(dir.read("report").find("\"status\": \"failed\""), std::string::npos);
      std::filesystem::remove(dir / "report");
    }
  }
}

// --- reports -------------------------------------------------------------------------------------

TEST_F(Puzzles, TheReportCounts) {
  const Outcome outcome = run({"generate", "puzzles", "-n", "600", "--to", "csv", "--clues",
                               "20..22", "--report", "report", "-o", "out", "--threads", "2"});
  EXPECT_TRUE(gives(outcome, 0, "", outcome.err));
  const auto report = nlohmann::json::parse(dir.read("report"));
  EXPECT_EQ(report["command"], "generate puzzles");
  EXPECT_EQ(report["records"], 600);
  EXPECT_GT(report["tries"], 600);
  EXPECT_TRUE(mentions(outcome, "600 puzzles, "));
  std::map<std::string, int> clues, levels;
  for (const std::string& row : split(dir.read("out"), '\n')) {
    const std::vector<std::string> fields = split(row, ',');
    if (fields[0] == "puzzle") continue;
    ++levels[fields[5]];
    ++clues[fields[6]];
  }
  EXPECT_EQ(report["clues"], nlohmann::json(clues));
  for (const LevelInfo& level : dokumill::levels()) {
    EXPECT_EQ(report["levels"][level.name], levels[std::string(level.name)]);
  }
  EXPECT_EQ(run(words("5", {"--report", "report", "-o", "out"})).status, 0);
  EXPECT_FALSE(nlohmann::json::parse(dir.read("report")).contains("levels"));
  EXPECT_TRUE(refuses(run(words("5", {"--report", "out", "-o", "out"})), {"--report"}));
}

// --- usage ---------------------------------------------------------------------------------------

TEST_F(Puzzles, Usage) {
  const std::vector<std::pair<Args, std::vector<std::string>>> table{
      {{}, {"-n"}},
      {{"-n", "5", "--first-digit", "3"}, {"--first-digit"}},
      {{"-n", "5", "--family", "random"}, {"--family"}},
      {{"-n", "5", "file"}, {"file"}},
      {{"-n", "5", "-n", "6"}, {"--number"}},
      {{"-n", "5", "--symmetry", "round"}, {"--symmetry", "rotational"}},
      {{"-n", "5", "--difficulty", "Easy"}, {"--difficulty", "easy"}},
      {{"-n", "5", "--to", "same"}, {"--to", "csv"}},
      {{"-n", "5", "--minimal=yes"}, {"--minimal"}},
      {{"-n", "5", "--engine", "steam"}, {"steam", "reference"}},
      {{"-n", "5", "--simmetry", "full"}, {"--simmetry", "--symmetry"}}};
  for (const auto& [flags, parts] : table) {
    EXPECT_TRUE(refuses(run(with({"generate", "puzzles"}, flags)), parts));
  }
  EXPECT_TRUE(refuses(run({"generate"}), {"boards", "puzzles"}));
  EXPECT_TRUE(refuses(run({"generate", "puzzels", "-n", "5"}), {"puzzles"}));
  EXPECT_TRUE(refuses(run({"generate", "boards", "-n", "5", "--clues", "30..36"}), {"--clues"}));
}

}  // namespace
}  // namespace dokumill::testing
