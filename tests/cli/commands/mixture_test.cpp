// Tests of `generate puzzles --mix`.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::testing {
namespace {

constexpr const char* kLevels =
    "# levels\n"
    "0.3 --difficulty easy\n"
    "\n"
    "  50%\t--clues 24..30 --symmetry rotational\r\n"
    "0.2 --technique naked-pair --obstacles 1..3\n";

class Mixture : public CliTest {
 protected:
  static Args generate(const Args& more) { return with({"generate", "puzzles", "-q"}, more); }
  Outcome mixed(const std::string& file, const Args& more = {}) {
    dir.write("mix", file);
    return run(with(generate({"--mix", "mix", "-n", "40"}), more));
  }
};

TEST_F(Mixture, EachPuzzleIsThatOfItsLine) {
  const std::vector<Args> lines{{"--difficulty", "easy"},
                                {"--clues", "24..30", "--symmetry", "rotational"},
                                {"--technique", "naked-pair", "--obstacles", "1..3"}};
  std::vector<std::vector<std::string>> alone;
  for (const Args& line : lines) {
    alone.push_back(split(run(with(generate({"-n", "40", "--seed", "6"}), line)).out, '\n'));
  }
  const Outcome csv = mixed(kLevels, {"--seed", "6", "--to", "csv"});
  const std::vector<std::string> rows = split(csv.out, '\n');
  ASSERT_EQ(rows.size(), 41U);
  EXPECT_EQ(rows[0], "puzzle,solution,er,ep,ed,level,clues,hardest,obstacles,exact,part");
  std::string puzzles;
  std::vector<int> parts(3);
  Rater rater({.counts_obstacles = true});
  for (std::size_t i = 0; i < 40; ++i) {
    const std::vector<std::string> fields = split(rows[i + 1], ',');
    const auto part = static_cast<std::size_t>(fields.back().front() - '1');
    ASSERT_LT(part, 3U);
    EXPECT_EQ(fields[0], alone[part][i]);
    EXPECT_EQ(fields[8], std::to_string(rater.rate(*parse_grid(fields[0])).obstacles));
    ++parts[part];
    puzzles += fields[0] + '\n';
  }
  EXPECT_GT(parts[0], 4);
  EXPECT_GT(parts[1], 10);
  EXPECT_GT(parts[2], 1);
  EXPECT_TRUE(gives(mixed(kLevels, {"--seed", "6", "-j", "3"}), 0, puzzles, ""));
  EXPECT_TRUE(gives(run(generate({"--mix", "mix", "-n", "10", "--start", "30", "--seed", "6"})), 0,
                    puzzles.substr(30 * 82), ""));
}

TEST_F(Mixture, PiecesAreTheWholeAndNameTheirMixture) {
  const Outcome whole = mixed(kLevels, {"--to", "csv", "--report", "whole"});
  EXPECT_EQ(whole.status, 0);
  for (const std::string piece : {"1", "2"}) {
    EXPECT_EQ(mixed(kLevels, {"--to", "csv", "--piece", piece + "/2", "-o", "out" + piece,
                              "--report", "report" + piece})
                  .status,
              0);
  }
  EXPECT_EQ(run({"merge", "report1", "report2", "-o", "out", "--report", "merged", "-q"}).status,
            0);
  EXPECT_EQ(dir.read("out"), whole.out);
  const auto report = nlohmann::json::parse(dir.read("whole"));
  const auto merged = nlohmann::json::parse(dir.read("merged"));
  for (const char* member : {"records", "tries", "clues", "levels"}) {
    EXPECT_EQ(report[member], merged[member]) << member;
  }
  // Another share, another constraint.
  for (const char* other : {"0.4 --difficulty easy\n0.5 --clues 24..30 --symmetry rotational\n0.2 "
                            "--technique naked-pair --obstacles 1..3\n",
                            "0.3 --difficulty easy\n0.5 --clues 24..30 --symmetry rotational\n0.2 "
                            "--technique naked-pair --obstacles 1..4\n"}) {
    EXPECT_EQ(
        mixed(other, {"--to", "csv", "--piece", "2/2", "-o", "other", "--report", "other2"}).status,
        0);
    EXPECT_TRUE(refuses(run({"merge", "report1", "other2", "-o", "none"}), {"another job"}));
  }
}

TEST_F(Mixture, WrongLinesAreRefusedWithTheirNumber) {
  const auto refused = [this](const std::string& line, const std::vector<std::string>& words) {
    std::vector<std::string> all{"mix:2: "};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_TRUE(refuses(mixed("0.5 --difficulty easy\n" + line + "\n"), all)) << line;
  };
  refused("easy", {"share: expected a share from 0% to 100%", "'easy'"});
  refused("0.5 --dificulty easy", {"unknown flag", "--difficulty"});
  refused("0.5 --difficulty esay", {"--difficulty: expected one of"});
  refused("0.5 --clues 10..20", {"--clues: expected"});
  refused("0.5 --clues 30 --pattern x", {"--clues", "--pattern"});
  refused("0.0 --clues 30", {"the share of a part is above 0"});
  refused("0.5 30", {"unexpected argument '30'"});
  refused("0.5 --help", {"help is not for"});
  refused("0.5 --symmetry full --clues 30..31", {"29 and 32"});
  for (const char* flag : {"-n 3", "--seed 3", "--output x", "--to csv", "--unbiased", "-q",
                           "--solutions 2", "--exhaustive", "--mix mix", "--threads 2", "-V"}) {
    refused(std::string("0.5 ") + flag, {"is not for the line of a mixture"});
  }
  EXPECT_TRUE(refuses(mixed("# nothing\n"), {"mix: a mixture has 1 to 256 lines"}));
  // Too many lines are counted before any of them is read, because a line takes 0.3 ms.
  std::string many = "wrong\n";
  for (int i = 0; i < 256; ++i) many += "0.5\n";
  EXPECT_TRUE(refuses(mixed(many), {"mix: a mixture has 1 to 256 lines, and this one has 257"}));
  EXPECT_TRUE(refuses(mixed("\x1B[31m"), {"\\x1B"}));
  EXPECT_TRUE(refuses(mixed(std::string(2 << 20, ' ')), {"mix"}));
  EXPECT_TRUE(refuses(run(generate({"-n", "1", "--mix", "none"})), {"none"}));
  for (const char* flag : {"--unbiased", "--exhaustive", "--minimal"}) {
    EXPECT_TRUE(refuses(mixed("0.5", {flag}), {"--mix", flag}));
  }
  EXPECT_TRUE(refuses(mixed("0.5", {"--max-tries", "3"}), {"--mix", "--max-tries"}));
  EXPECT_TRUE(refuses(run(generate({"--mix", "mix", "--from-boards", "boards"})),
                      {"--mix", "--from-boards"}));
}

TEST_F(Mixture, APuzzleThatCannotBeMadeEndsTheJob) {
  const Outcome ended = mixed("0.5\n0.5 --clues 17 --max-tries 2\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.err.find("part 2: no puzzle met the constraints in 2 tries for puzzle"),
            std::string::npos)
      << ended.err;
}

TEST_F(Mixture, AFileFromWindowsIsReadAndNeverReplaced) {
  dir.write("mix",
            "\xEF\xBB\xBF"
            "1 --difficulty easy\r\n");
  EXPECT_EQ(run(generate({"--mix", "mix", "-n", "40"})).out,
            run(generate({"--difficulty", "easy", "-n", "40"})).out);
  EXPECT_TRUE(refuses(run(generate({"--mix", "mix", "-n", "4", "-o", "mix"})), {"--mix"}));
  EXPECT_TRUE(refuses(run(generate({"--mix", "mix", "-n", "4", "--report", "mix"})), {"--mix"}));
  dir.write("cells", std::string(81, 'x'));
  EXPECT_TRUE(
      refuses(run(generate({"--pattern", "cells", "-n", "4", "-o", "cells"})), {"--pattern"}));
}

}  // namespace
}  // namespace dokumill::testing
