// Tests that run ordinary files (support/texts/ordinary_files.hpp) through every job, in place
// and with a separate output: no record may be lost, misaligned or invented without a message.
//
// How the result of a job on a file is judged:
// - Refused: there is a message, and the old contents of the output are unchanged.
// - Done without problems: the output has exactly the records of the file, in their order.
// - Done with problems: each problem has a message. Where docs/formats.md promises how the file is
//   read, the output must still have exactly the records of the file, malformed ones included.
//
// A job must refuse each file with Promise::kRefused. It must read each file with Promise::kExact,
// except a file in which all records are malformed.
#include "support/texts/ordinary_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "cli/support/slow_reader.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/canon.hpp"
#include "formats/detect/detect.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

// The records of an output: cells with '0' for an empty cell, or no value for a malformed record.
using Cells = ReadRecords;

constexpr Share kShare{Share::kWhole / 3};
constexpr std::uint64_t kSeed = 14;

const std::vector<OrdinaryPuzzle>& pool() {
  static const std::vector<OrdinaryPuzzle> kPool = [] {
    std::vector<OrdinaryPuzzle> puzzles;
    for (const Record& record : good_records(40)) puzzles.push_back({record.cells, record.answer});
    puzzles.push_back({kPuzzle, kSolution});
    puzzles.push_back({kInkala, kInkalaSolution});
    puzzles.push_back({kSlowForBruteForce, kSlowForBruteForceSolution});
    return puzzles;
  }();
  return kPool;
}

// The output that each command should write for the records of a file.
struct Expected {
  Cells solved, forms, kept, train, test;
  std::vector<std::string> classes;  // the output of check --each
  std::vector<std::string> clues;    // the clues in the output of rate; "-" for a malformed record
  std::size_t malformed = 0;
};

std::string form_of(const std::string& cells) {
  static Canonizer canonizer;
  return to_line(canonizer.canonize(*parse_grid(cells)).form);
}

Expected expected_of(const OrdinaryFile& file) {
  Expected expected;
  std::set<std::string> seen;
  for (const OrdinaryPuzzle& record : file.records) {
    if (record.cells.empty()) {
      for (Cells* cells : {&expected.solved, &expected.forms, &expected.kept, &expected.train})
        cells->emplace_back();
      expected.classes.emplace_back("malformed");
      expected.clues.emplace_back("-");
      ++expected.malformed;
      continue;
    }
    const std::string form = form_of(record.cells);
    const auto clues = 81 - std::ranges::count(record.cells, '0');
    expected.solved.emplace_back(record.solution);
    expected.forms.emplace_back(form);
    if (seen.insert(record.cells).second) expected.kept.emplace_back(record.cells);
    const bool is_test = goes_to_test(*parse_grid(form), kShare, kSeed);
    (is_test ? expected.test : expected.train).emplace_back(record.cells);
    expected.classes.emplace_back(clues == 81 ? "complete" : "unique");
    expected.clues.push_back(std::to_string(clues));
  }
  return expected;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  for (std::string& line : lines) {
    if (line.ends_with('\n')) line.pop_back();
  }
  return lines;
}

Format format_of(const OrdinaryFile& file) {
  return static_cast<Format>(file.format);
}

// Reads the boards of an output in the input's format. For csv, `column` is the column of the
// boards. For lines, `word` is the number of the word with the cells.
Cells boards_of(const OrdinaryFile& file, const std::string& text, std::size_t columns,
                std::size_t column, std::uint32_t word = 1) {
  return read_slowly(text, format_of(file), {columns, column, file.separator, word});
}
// Reads the boards of an output that has the records as they were read.
Cells boards_kept(const OrdinaryFile& file, const std::string& text) {
  return boards_of(file, text, file.columns, file.puzzle_column, file.line_word);
}

std::string words_of(const Cells& cells) {
  std::string words;
  for (const auto& record : cells) words += (record ? *record : "malformed") + "\n";
  return words;
}

// The visible results of one job of the library.
struct Outputs {
  Status status;
  std::uint64_t records = 0;
  std::uint64_t malformed = 0;
  std::uint64_t problems = 0;
  std::string messages;
};

template <class Report>
Outputs seen(const Result<Report>& report, std::uint64_t malformed) {
  Outputs outputs;
  outputs.status = report.status();
  if (!report.ok()) return outputs;
  outputs.records = report->records;
  outputs.malformed = malformed;
  outputs.problems = report->problems.size();
  for (const Problem& problem : report->problems) outputs.messages += problem.message + "\n";
  return outputs;
}

// A command: `run` executes it on `in` with the output `out`; `judge` checks the output.
struct Job {
  std::string name;
  std::function<Outputs(const std::string& in, const std::string& out, const std::string& test)>
      run;
  // Returns a description of what is wrong with the output, or "" if the output has exactly the
  // records of the file.
  std::function<std::string(const OrdinaryFile& file, const Expected& expected,
                            const std::string& out, const std::string& test)>
      judge;
};

std::string differ(const Cells& found, const Cells& expected) {
  return found == expected ? "" : "found\n" + words_of(found) + "expected\n" + words_of(expected);
}
std::string differ(const std::vector<std::string>& found,
                   const std::vector<std::string>& expected) {
  if (found == expected) return "";
  std::string words = "found";
  for (const std::string& word : found) words += " " + word;
  words += "\nexpected";
  for (const std::string& word : expected) words += " " + word;
  return words + "\n";
}

template <class Options>
Options options_of(const std::string& in, const std::string& out) {
  Options options;
  options.input.path = in;
  options.output = out;
  options.job.threads = 1;
  return options;
}

const std::vector<Job>& jobs() {
  using Text = const std::string&;
  static const std::vector<Job> kJobs{
      {"solve",
       [](Text in, Text out, Text) {
         const auto report = solve(options_of<SolveOptions>(in, out));
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile& file, const Expected& expected, Text out, Text) {
         return differ(boards_of(file, out, 2, 1), expected.solved);
       }},
      {"check",
       [](Text in, Text out, Text) {
         auto options = options_of<CheckOptions>(in, out);
         options.each = true;
         const auto report = check(options);
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile&, const Expected& expected, Text out, Text) {
         return differ(lines_of(out), expected.classes);
       }},
      {"canonize",
       [](Text in, Text out, Text) {
         const auto report = canonize(options_of<CanonOptions>(in, out));
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile& file, const Expected& expected, Text out, Text) {
         return differ(boards_of(file, out, file.columns, file.puzzle_column), expected.forms);
       }},
      {"dedupe",
       [](Text in, Text out, Text) {
         const auto report = dedupe(options_of<DedupeOptions>(in, out));
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile& file, const Expected& expected, Text out, Text) {
         return differ(boards_kept(file, out), expected.kept);
       }},
      {"split",
       [](Text in, Text out, Text test) {
         auto options = options_of<SplitOptions>(in, out);
         options.test_output = test;
         options.share = kShare;
         options.seed = kSeed;
         const auto report = dokumill::split(options);
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile& file, const Expected& expected, Text out, Text test) {
         return differ(boards_kept(file, out), expected.train) +
                differ(boards_kept(file, test), expected.test);
       }},
      {"rate",
       [](Text in, Text out, Text) {
         const auto report = rate(options_of<RateOptions>(in, out));
         return seen(report, report.ok() ? report->malformed : 0);
       },
       [](const OrdinaryFile&, const Expected& expected, Text out, Text) {
         // The fields are ER, EP, ED, level, clues and hardest technique.
         std::vector<std::string> clues;
         for (const std::string& line : lines_of(out)) {
           const std::vector<std::string> fields = split(line, '\t');
           clues.push_back(fields.size() == 6 ? fields[4] : line);
         }
         return differ(clues, expected.clues);
       }}};
  return kJobs;
}

// A file whose format is certain. any_layouts_test judges what the importer makes of others.
OrdinaryFile make_certain(OrdinaryFiles& files) {
  while (true) {
    OrdinaryFile file = files.make();
    if (!records::judge_text(file.bytes, true, {}).asks_patient_door) return file;
  }
}

class OrdinaryFilesTest : public ::testing::Test {
 protected:
  // Runs the job on the file. Returns a description of what is wrong with its result, or "" if the
  // result is what file.promise allows.
  std::string judge(const OrdinaryFile& file, const Expected& expected, const Job& job,
                    bool in_place) {
    const std::string in = folder_ / "in";
    const std::string out = in_place ? in : folder_ / "out";
    const std::string test = folder_ / "test";
    write_file(in, file.bytes);
    const std::string before = in_place ? file.bytes : "what was there";
    if (!in_place) write_file(out, before);
    write_file(test, before);
    const Outputs done = job.run(in, out, test);
    const std::string found = read_file(out);
    if (!done.status.ok()) {
      if (done.status.message().empty()) return "refused without a message";
      if (found != before || read_file(test) != before)
        return "refused, and the output was touched";
      // An output in which all records are malformed never replaces a file.
      const bool is_all_malformed = expected.malformed == expected.classes.size();
      if (file.promise == Promise::kExact && !is_all_malformed)
        return "refused: " + done.status.message();
      ++refused_;
      return "";
    }
    if (file.promise == Promise::kRefused)
      return "not refused: " + std::to_string(done.records) + " records, " +
             std::to_string(done.malformed) + " malformed";
    if (done.problems < done.malformed) return "malformed records without a message";
    const bool is_exact = done.problems == 0 || file.promise == Promise::kExact;
    if (!is_exact) {
      ++warned_;
      return "";
    }
    ++exact_;
    if (done.malformed != expected.malformed)
      return std::to_string(done.malformed) + " malformed records, not " +
             std::to_string(expected.malformed) + "\n" + done.messages;
    return job.judge(file, expected, found, read_file(test));
  }

  ScratchFolder folder_;
  int exact_ = 0, warned_ = 0, refused_ = 0;
};

std::string reported(const OrdinaryFile& file) {
  return file.story + "\n" + printable(file.bytes, 20'000);
}

TEST_F(OrdinaryFilesTest, KeepTheirRecordsInEveryCommand) {
  const int count = is_long_run() ? 10'000 : slow_test_rounds(600);
  OrdinaryFiles files(2026, pool());
  std::map<std::string, int> failures;
  for (int i = 0; i < count && failures.size() < 20; ++i) {
    const OrdinaryFile file = make_certain(files);
    const Expected expected = expected_of(file);
    for (const Job& job : jobs()) {
      const std::string wrong = judge(file, expected, job, (i + job.name.size()) % 2 == 0);
      if (wrong.empty()) continue;
      if (failures[file.story.substr(0, 30)]++ == 0)
        ADD_FAILURE() << "file " << i << ", " << job.name << ": " << wrong << reported(file);
      break;
    }
  }
  // Promise::kToldOrExact allows a program to refuse a file or to print a message. So this test
  // requires that most results are exact.
  EXPECT_GT(2 * exact_, 3 * (warned_ + refused_))
      << warned_ << " reported, " << refused_ << " refused";
}

}  // namespace
}  // namespace dokumill::testing
