// Tests of `solve --count`: each record gets a number, with every format, number of threads and
// engine.
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "support/available_engines.hpp"

namespace dokumill::testing {
namespace {

// kSolution without its digits 1 and 2: it has at least two solutions.
std::string two_digits_open() {
  return replace_all(replace_all(kSolution, "1", "0"), "2", "0");
}

// One record of each kind, with its expected output.
std::vector<Record> counted_records() {
  return {record_of(kPuzzle),    malformed_record(),          record_of(two_digits_open()),
          record_of(kEmptyGrid), record_of(puzzle_of(3, 20)), record_of(kNoSolution),
          record_of(kTwoFives),  record_of(kSolution)};
}

std::string number_of(const Record& record, int limit) {
  if (record.kind == Kind::kMalformed) return "?";
  return std::to_string(count_solutions(record.cells, limit));
}

class Count : public CliTest {
 protected:
  Outcome count(int limit, const Args& more = {}) const {
    return run(with({"solve", "in", "--quiet", "--count", std::to_string(limit)}, more));
  }
};

TEST_F(Count, InCsv) {
  const std::vector<Record> records = counted_records();
  std::string output = "puzzle,count\n";
  for (const Record& record : records) {
    const bool is_malformed = record.kind == Kind::kMalformed;
    output += (is_malformed ? kUnknown : record.cells) + ',' + number_of(record, 30) + '\n';
  }
  for (const Format format : kFormats) {
    dir.write("in", input_text(records, format));
    EXPECT_TRUE(gives(count(30, {"--to", "csv"}), 1, output));
  }
  EXPECT_TRUE(gives(count(30), 1, output));  // csv in, csv out
}

TEST_F(Count, KeepColumnsAddsACount) {
  dir.write("in",
            "id,puzzle,solution\n1," + kPuzzle + ",x\n2," + kEmptyGrid + ",\"y\"\n3,123,\n4\n");
  EXPECT_TRUE(gives(count(40, {"--keep-columns"}), 1,
                    "id,puzzle,solution,count\n1," + kPuzzle + ",x,1\n2," + kEmptyGrid +
                        ",\"y\",40\n3,123,,?\n," + kUnknown + ",,?\n"));
  dir.write("in", "puzzle, Count\n" + kPuzzle + ",1\n");
  EXPECT_TRUE(refuses(count(40, {"--keep-columns"}), {"count"}));
  EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--keep-columns"}), 0,
                    "puzzle, Count,solution\n" + kPuzzle + ",1," + kSolution + '\n', ""));
}

TEST_F(Count, WhatMakesNoSenseIsRefused) {
  dir.write("in", kPuzzle + '\n');
  for (const std::string word :
       {"0", "-1", "+7", "x", "1.5", "0x10", " 5", "9223372036854775808", "18446744073709551616"}) {
    EXPECT_TRUE(
        refuses(run({"solve", "in", "--count=" + word}), {"--count", "9223372036854775807"}))
        << word;
  }
  EXPECT_TRUE(refuses(count(5, {"--to", "grid"}), {"--to", "grid"}));
  EXPECT_TRUE(refuses(count(5, {"--keep-columns"}), {"--keep-columns"}));
  EXPECT_TRUE(refuses(run({"check", "in", "--count", "5"}), {"--count"}));
  EXPECT_TRUE(refuses(count(5, {"--count", "6"}), {"--count"}));
}

TEST_F(Count, LimitsBeyondEveryCount) {
  dir.write("in", two_digits_open() + '\n' + kPuzzle + '\n');
  const std::string expected = std::to_string(count_solutions(two_digits_open(), 1'000)) + "\n1\n";
  for (const std::string limit : {"1000", "4294967297", "9223372036854775807"}) {
    EXPECT_TRUE(gives(run({"solve", "in", "--quiet", "--count", limit}), 0, expected, ""));
  }
}

TEST_F(Count, StatusTotalsAndMessagesAreThoseOfSolve) {
  const std::vector<Record> records = counted_records();
  dir.write("in", input_text(records, Format::kLine));
  const Outcome solved = run({"solve", "in"});
  for (const std::string limit : {"1", "2", "1000"}) {
    const Outcome counted = run({"solve", "in", "--count", limit, "--report", "report"});
    EXPECT_EQ(counted.status, 1);
    EXPECT_TRUE(totals_fit(counted, records)) << counted;
    std::vector<std::string> expected = solved.messages(), messages = counted.messages();
    expected.pop_back();  // the totals, with the speed
    messages.pop_back();
    EXPECT_EQ(messages, expected);
    const auto report = nlohmann::json::parse(dir.read("report"));
    EXPECT_EQ(report.at("records"), 8);
    EXPECT_EQ(report.at("unique"), 3);
    EXPECT_EQ(report.at("multiple"), 2);
    EXPECT_EQ(report.at("unsolvable"), 2);
    EXPECT_EQ(report.at("malformed"), 1);
  }
}

TEST_F(Count, UniqueAndStrict) {
  dir.write("in", kPuzzle + '\n' + kEmptyGrid + '\n');
  for (const int limit : {1, 2, 9}) {
    const std::string numbers = "1\n" + std::to_string(limit) + '\n';
    EXPECT_TRUE(gives(count(limit), 0, numbers, ""));
    EXPECT_TRUE(
        gives(count(limit, {"--unique"}), 1, numbers, problem("in:2", 2, "several solutions")));
  }
  dir.write("in", kPuzzle + "\nQ\n" + kPuzzle + '\n');
  EXPECT_TRUE(gives(count(9, {"--strict"}), 2, "1\n"));
}

TEST_F(Count, NoRecords) {
  dir.write("in", "");
  EXPECT_TRUE(gives(count(5), 0, "", ""));
  EXPECT_TRUE(gives(count(5, {"--from", "csv"}), 0, "puzzle,count\n", ""));
}

// Only a signal can end this count: it would not finish within the time limit of a run.
TEST_F(Count, ASignalEndsACountWithoutEnd) {
  dir.write("in", kPuzzle + '\n' + kEmptyGrid + '\n');
  dir.write("out", "old");
  for (const std::string& engine : available_engines()) {
    int ticks = 0;
    const Outcome run = this->run(
        {.args = {"solve", "in", "-o", "out", "--count", "9000000000000000000", "--engine", engine},
         // The feeder only serves as a clock: the job does not read stdin.
         .in = Stdin::feed([&ticks](const Outcome& so_far) {
           if (++ticks == 20) kill(so_far.pid, SIGINT);
           return Piece{.wait_ms = 10};
         })});
    EXPECT_EQ(run.shell_status(), 130) << run;
    EXPECT_EQ(dir.read("out"), "old");
    EXPECT_TRUE(has_only(dir, {"in", "out"}));
  }
}

}  // namespace
}  // namespace dokumill::testing
