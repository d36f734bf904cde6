// Tests of `generate boards`: cases 35, 81, 84, 86 and 88 of docs/reliability.md.
// tests/differential/batch_no_text_test.cpp compares the boards with their numbers, and has the
// limits.
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Generate : public CliTest {
 protected:
  Outcome generate(std::uint64_t count, const Args& more = {}) const {
    return run(with({"generate", "boards", "-n", std::to_string(count), "--quiet"}, more));
  }
  // Returns the boards as lines.
  std::vector<std::string> boards(std::uint64_t count, const Args& more = {}) const {
    const Outcome outcome = generate(count, with(more, {"--to", "line"}));
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.size(), 82 * count);
    return split(outcome.out, '\n');
  }
};

const std::vector<Args> kFamilies{{},
                                  {"--family", "classic"},
                                  {"--family", "wide"},
                                  {"--family", "random"},
                                  {"--family", "random", "--seed", "12345"}};

// --- 84: the top-left digit ----------------------------------------------------------------------

TEST_F(Generate, RandomBoardsHaveNoFirstDigit) {
  for (const std::string digit : {"1", "5"}) {
    EXPECT_TRUE(refuses(generate(1, {"--family", "random", "--first-digit", digit}),
                        {"--first-digit", "classic and wide"}));
  }
  std::set<char> seen;
  for (const std::string& line : boards(500, {"--family", "random"})) seen.insert(line[0]);
  EXPECT_EQ(seen.size(), 9U);
}

// --- 88: machines and compilers ------------------------------------------------------------------

// FNV-1a hashes (64 bits) of the output: they are the same for every compiler, library, processor
// and version.
TEST_F(Generate, KnownBytes) {
  const auto hash_of = [](const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char byte : text) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
    return hash;
  };
  struct Known {
    Args args;
    std::uint64_t grid;
    std::uint64_t line;
  };
  for (const Known& known :
       {Known{{}, 1509482507800514045U, 383273840365700857U},
        Known{{"--start", "2900000", "--first-digit", "7"},
              11380318748297927645U,
              6386315561059828433U},
        Known{{"--family", "classic", "--first-digit", "9"},
              14586465362736454333U,
              470005086504602789U},
        Known{{"--family", "wide", "--start", "99999999999"},
              10173227575512063917U,
              10195105844106569741U},
        Known{{"--family", "random"}, 2209017679907225901U, 3658373670779734633U},
        Known{{"--family", "random", "--seed", "18446744073709551615"},
              4063254251306833581U,
              1543091071106819817U}}) {
    EXPECT_EQ(hash_of(generate(10'000, known.args).out), known.grid);
    EXPECT_EQ(hash_of(generate(10'000, with(known.args, {"--to", "line"})).out), known.line);
  }
}

// --- 81: parts of a sequence ---------------------------------------------------------------------

// Parts made with --continue can be concatenated as they are, and give the whole output.
TEST_F(Generate, ContinuedPartsMakeTheWhole) {
  for (const Args& family : kFamilies) {
    for (const std::string to : {"grid", "line"}) {
      const Args format = with(family, {"--to", to});
      const std::string whole = generate(300, format).out;
      for (const std::uint64_t a : {1U, 2U, 71U, 72U, 299U}) {
        const Args rest = with(format, {"--start", std::to_string(a), "--continue"});
        EXPECT_TRUE(generate(a, format).out + generate(300 - a, rest).out == whole) << to << a;
      }
    }
  }
}

// --continue does not append to -o FILE, so it refuses to replace an existing file.
TEST_F(Generate, AContinuedPartReplacesNoFile) {
  dir.write("out", "old");
  for (const std::string what : {"boards", "puzzles"}) {
    EXPECT_TRUE(
        refuses(run({"generate", what, "-n", "3", "--start", "3", "--continue", "-o", "out"}),
                {"out: exists already", ">>"}));
  }
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
}

// --- 35, 86: random boards -----------------------------------------------------------------------

// The family has 2^64 - 1 boards; the last one has the number 2^64 - 2.
TEST_F(Generate, TheHighestNumbers) {
  const auto random = [&](const std::string& start, const std::string& count) {
    return run({"generate", "boards", "--family", "random", "--to", "line", "--quiet", "-n", count,
                "--start", start});
  };
  const Outcome last = random("18446744073709551614", "1");
  EXPECT_TRUE(gives(last, 0, last.out, ""));
  EXPECT_TRUE(is_board(last.out.substr(0, 81)));
  const Outcome all = random("18446744073709550000", "1615");
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(all.out.size(), 1615U * 82);
  EXPECT_EQ(all.out.substr(1614 * 82), last.out);
  for (const auto& [start, count] :
       std::vector<std::pair<std::string, std::string>>{{"18446744073709551615", "1"},
                                                        {"18446744073709551614", "2"},
                                                        {"18446744073709550000", "1616"},
                                                        {"1", "18446744073709551615"}}) {
    EXPECT_TRUE(refuses(random(start, count), {"18,446,744,073,709,551,615"}));
  }
  for (const std::string number :
       {"18446744073709551616", "340282366920938463463374607431768211456"})
    EXPECT_TRUE(refuses(random(number, "1"), {"--start", number}));
}

// Classes have the numbers 1 to 5,472,730,538.
TEST_F(Generate, TheFamilyOfClasses) {
  const Args classes{"--family", "classes"};
  const std::vector<std::string> first = boards(20, classes);
  EXPECT_EQ(first[0],
            "12345678945678912378912345621436589736589721489721436553164297864297853197853164"
            "2");
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_EQ(boards(1, with(classes, {"--start", "1"}))[0], first[0]);
  EXPECT_EQ(boards(1, with(classes, {"--start", "20"}))[0], first[19]);
  EXPECT_EQ(boards(2, with(classes, {"--start", "5472730537"}))[1],
            "12345678945789361298621735427453819653196482769872143534268597171534926886917254"
            "3");
  EXPECT_TRUE(refuses(generate(2, with(classes, {"--start", "5472730538"})),
                      {"2 boards from board 5,472,730,538 on", "has 5,472,730,538"}));
  EXPECT_TRUE(refuses(generate(1, with(classes, {"--start", "0"})), {"--start"}));
  EXPECT_TRUE(refuses(generate(1, with(classes, {"--first-digit", "2"})), {"--first-digit"}));
  EXPECT_TRUE(refuses(generate(1, with(classes, {"--seed", "2"})), {"--seed"}));
}

TEST_F(Generate, ASeedIsForRandomBoardsOnly) {
  for (const Args& family : {Args{}, Args{"--family", "classic"}, Args{"--family", "wide"}}) {
    EXPECT_TRUE(refuses(generate(3, with(family, {"--seed", "5"})), {"--seed", "--family random"}));
  }
  EXPECT_EQ(generate(3, {"--seed", "5", "--family", "random"}).status, 0);
}

TEST_F(Generate, TotalsAreForPeopleOnly) {
  const Outcome reported = run({"generate", "boards", "-n", "3"});
  EXPECT_TRUE(gives(reported, 0, generate(3).out));
  for (const std::string& line : reported.messages()) {
    EXPECT_TRUE(line.starts_with("dokumill: ")) << line;
  }
}

}  // namespace
}  // namespace dokumill::testing
