#include "faults/jobs.hpp"

#include "dokumill/version.hpp"
#include "formats/npy/npy_header.hpp"
#include "support/sample_commands.hpp"

namespace dokumill::testing {
namespace {

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

// kPuzzle with its digits relabelled. There are 9 different puzzles of this kind.
std::string puzzle(int number) {
  std::string cells(kPuzzle);
  for (char& cell : cells) {
    if (cell != '0') cell = static_cast<char>('1' + (cell - '1' + number) % 9);
  }
  return cells;
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += puzzle(i) + "\n";
  return text;
}

// Returns `count` distinct records of one class: kPuzzle with its digits relabelled.
std::string distinct_lines(int count) {
  std::string names = "123456789";
  std::string text;
  for (int i = 0; i < count; ++i) {
    for (const char cell : kPuzzle) {
      text += cell == '0' ? cell : names[static_cast<std::size_t>(cell - '1')];
    }
    text += '\n';
    std::next_permutation(names.begin(), names.end());
  }
  return text;
}

// Returns records of different classes: kPuzzle without one or two of its clues.
std::string classes_csv(int count) {
  std::string text = "id,puzzle,note\n";
  for (int i = 0; i < count; ++i) {
    std::string cells(kPuzzle);
    for (const int clue : {i % 30, i / 30}) {
      std::size_t at = cells.find_first_not_of('0');
      for (int k = 0; k < clue; ++k) at = cells.find_first_not_of('0', at + 1);
      cells[at] = '0';
    }
    text += std::to_string(i) + "," + cells + ",\n";
  }
  return text;
}

std::string grids(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string cells = puzzle(i);
    for (std::size_t row = 0; row < 9; ++row) {
      for (std::size_t column = 0; column < 9; ++column) {
        text += cells[row * 9 + column];
        text += column == 8 ? '\n' : ' ';
      }
    }
    text += '\n';
  }
  return text;
}

std::string csv(int count) {
  std::string text = "id,quiz,note\n";
  for (int i = 0; i < count; ++i)
    text += std::to_string(i) + "," + puzzle(i) + ",\"a \"\"note\"\"\"\n";
  return text;
}

std::string npy(int count) {
  std::string text = records::npy_header(static_cast<std::uint64_t>(count));
  for (int i = 0; i < count; ++i) {
    for (const char cell : puzzle(i)) text += static_cast<char>(cell - '0');
  }
  return text;
}

// Returns puzzles with solutions that are wrong in several ways.
std::string solution_csv(int count) {
  std::string text = "puzzle,solution\n";
  for (int i = 0; i < count; ++i) {
    text += puzzle(i) + "," + (i % 3 == 0 ? "" : puzzle(i + i % 2)) + (i % 5 == 0 ? "Q\n" : "\n");
  }
  return text;
}

// Good records, and one problem of each kind.
std::string bad_lines() {
  return lines(2) + "too short\n" + puzzle(3) + "\n55" + std::string(79, '.') + "\n" + lines(1);
}

// The report of a piece that wrote a file of `bytes` bytes.
std::string piece_report(int number, int count, const std::string& format, std::size_t bytes) {
  return "{\"schema\": 2, \"tool\": \"dokumill\", \"version\": \"" +
         std::string(build_info().version) +
         "\", \"command\": \"convert\", \"status\": \"ok\", \"exit\": 0, \"input\": \"in\",\n"
         "\"piece\": {\"number\": " +
         std::to_string(number) + ", \"count\": " + std::to_string(count) +
         ", \"unit\": \"bytes\", \"begin\": " + std::to_string(number * 100 - 100) +
         ", \"end\": " + std::to_string(number * 100) +
         ", \"job\": \"0123456789abcdef\", \"output\": \"part" + std::to_string(number) +
         "\", \"output_format\": \"" + format +
         "\", \"output_compression\": \"none\", \"output_bytes\": " + std::to_string(bytes) +
         "},\n\"records\": 5, \"malformed\": 0, \"seconds\": 0, \"threads\": 1, \"stages\": "
         "{\"read\": 0, \"decompress\": 0, \"parse\": 0, \"solve\": 0, \"print\": 0, "
         "\"compress\": 0, \"write\": 0, \"wait\": 0}, \"problems\": [], "
         "\"problems_omitted\": 0}\n";
}

// This number of records is enough for a map and for the first chunks of a run.
constexpr int kSome = 60;
// This number of records is enough for several chunks.
constexpr int kMany = 1200;

}  // namespace

void PrintTo(const Job* job, std::ostream* stream) {
  *stream << job->name;
}

namespace {

std::vector<Job> make_jobs() {
  const std::string old = "old\n";
  std::vector<Job> jobs;
  const auto add = [&](std::string name, std::string command, Files files = {}) -> Job& {
    return jobs.emplace_back(Job{std::move(name), std::move(command), std::move(files)});
  };
  // A job on records with problems of each kind, which replaces an old output and an old report.
  const auto add_reported = [&](std::string name, const std::string& command) {
    add(std::move(name), command + " -o out --report report",
        {{"in", bad_lines()}, {"out", old}, {"report", old}})
        .ends_with(1);
  };
  // solve: inputs
  add("solve_line", "solve -q in -o out", {{"in", lines(kSome)}, {"out", old}});
  add("solve_read", "solve -q --no-mmap in -o out", {{"in", lines(kSome)}});
  add("solve_grid", "solve in -o out", {{"in", grids(kSome)}, {"out", old}});
  add("solve_csv", "solve -q in -o out", {{"in", csv(kSome)}, {"out", old}});
  add("solve_pipe", "solve -q").fed(lines(kMany)).on({1, 3});
  add("solve_pipe_to_file", "solve -q - -o out --to grid", {{"out", old}}).fed(csv(kSome));
  add("solve_many", "solve -q in -o out", {{"in", lines(kMany)}, {"out", old}}).on({0, 1, 3});
  add("solve_many_to_stdout", "solve -q --no-mmap in --to grid", {{"in", lines(kMany)}})
      .on({1, 3})
      .prints_grids();
  add("solve_nothing", "solve in -o out", {{"in", ""}, {"out", old}});
  add("solve_to_npy", "solve -q in -o out.npy", {{"in", lines(kSome)}, {"out.npy", old}});
  add("solve_npy", "solve -q in -o out", {{"in", npy(kSome)}, {"out", old}});
  add("convert_npy_pipe", "convert -q").fed(npy(kMany)).on({1, 3});
  // solve: flags
  add("solve_report", "solve in -o out --report report",
      {{"in", lines(kSome)}, {"out", old}, {"report", old}});
  add("solve_bad_report", "solve in -o out --report report --unique",
      {{"in", bad_lines()}, {"out", old}})
      .ends_with(1);
  add("solve_fsync", "solve -q in -o out --report report --fsync",
      {{"in", lines(3)}, {"out", old}, {"report", old}});
  add("solve_no_clobber", "solve -q in -o out --no-clobber", {{"in", lines(3)}});
  add("solve_no_clobber_refused", "solve -q in -o out --no-clobber",
      {{"in", lines(3)}, {"out", old}})
      .ends_with(2);
  add("solve_strict", "solve -q --strict in -o out", {{"in", lines(3)}});
  add("solve_strict_stops", "solve -q --strict in -o out", {{"in", bad_lines()}, {"out", old}})
      .ends_with(2);
  add("solve_count", "solve -q --count 5 in", {{"in", lines(kSome)}});
  add("solve_keep_columns", "solve -q --keep-columns in -o out",
      {{"in", csv(kSome)}, {"out", old}});
  add("solve_in_place", "solve -q in -o in", {{"in", lines(kSome)}});
  // solve: several inputs. If there are more than 64, each input is opened twice.
  add("solve_inputs", "solve -q in more last -o out --report report",
      {{"in", bad_lines()}, {"more", csv(kSome)}, {"last", grids(3)}, {"out", old}})
      .ends_with(1);
  add("solve_in_place_of_the_second", "solve -q in more -o more",
      {{"in", lines(kSome)}, {"more", lines(2)}});
  std::string list;
  for (int i = 0; i < 70; ++i) list += i % 30 == 0 ? "more\n" : "in\n";
  add("solve_list", "solve -q --files-from list -o out",
      {{"in", lines(1)}, {"more", csv(2)}, {"list", list}, {"out", old}});
  // check
  add("check", "check in", {{"in", bad_lines()}}).ends_with(1);
  add("check_each", "check --each in -o out", {{"in", lines(kMany)}, {"out", old}});
  add("check_duplicates", "check --duplicates in -o out --report report",
      {{"in", lines(kSome)}, {"out", old}, {"report", old}})
      .ends_with(1);
  add("check_pipe", "check -q --each --duplicates").fed(lines(kMany)).ends_with(1).on({1, 3});
  add("check_minimal", "check -q --minimal in -o out", {{"in", lines(kSome)}});
  add("check_solutions", "check --solution-column solution in -o out --report report",
      {{"in", solution_csv(kSome)}, {"out", old}})
      .ends_with(1);
  add("check_all_pipe", "check -q --minimal --duplicates --solution-column solution")
      .fed(solution_csv(kMany / 4))
      .ends_with(1)
      .on({1, 3});
  // canon
  add_reported("canon", "canon in");
  add("canon_csv", "canon -q in -o out", {{"in", csv(kSome)}, {"out", old}});
  add("canon_pipe", "canon -q --to grid").fed(lines(kMany)).on({1, 3}).prints_grids();
  // convert
  add_reported("convert", "convert in");
  add("convert_csv", "convert -q --keep-columns --empty . in -o out",
      {{"in", csv(kSome)}, {"out", old}});
  add("convert_pipe", "convert -q --to grid").fed(lines(kMany)).on({1, 3}).prints_grids();
  // steps
  add_reported("steps", "steps in");
  add("steps_pipe", "steps -q --sentences en").fed(lines(kSome)).on({1, 3});
#ifdef DOKUMILL_HAS_BOOK
  add_reported("book", "book in");
  add("book_pipe", "book -q").fed(lines(kSome)).on({1, 3}).prints_one_document();
#endif
  // augment
  add_reported("augment", "augment in --times 2");
  add("augment_pipe", "augment -q --times 3").fed(csv(kMany)).on({1, 3});
  // sample
  add_reported("sample", "sample in -n 5");
  add("sample_pipe", "sample -q --share 50% --to grid").fed(lines(kMany)).on({1, 3}).prints_grids();
  // shuffle: in memory, and with more records than fit into memory
  add_reported("shuffle", "shuffle in");
  add("shuffle_spilled", "shuffle -q --memory 64K in -o out",
      {{"in", distinct_lines(2400)}, {"out", old}});
  // sort: the same, with keys whose values are computed
  add_reported("sort", "sort --by clues in");
  add("sort_spilled", "sort -q --by clues,puzzle --memory 64K in -o out",
      {{"in", "puzzle\n" + distinct_lines(2400)}, {"out", old}});
  // merge
  add("merge", "merge -q r2 r1 -o out --report report --fsync",
      {{"r1", piece_report(1, 2, "line", lines(3).size())},
       {"r2", piece_report(2, 2, "line", lines(2).size())},
       {"part1", lines(3)},
       {"part2", lines(2)},
       {"out", old},
       {"report", old}});
  add("merge_npy", "merge --files-from list -o out",
      {{"list", "r1\nr2\n"},
       {"r1", piece_report(1, 2, "npy", npy(3).size())},
       {"r2", piece_report(2, 2, "npy", npy(2).size())},
       {"part1", npy(3)},
       {"part2", npy(2)},
       {"out", old}});
  add("merge_missing", "merge r1 -o out --report report",
      {{"r1", piece_report(1, 2, "line", 5)}, {"out", old}, {"report", old}})
      .ends_with(2);
  // dedupe: in memory, and with more records than fit into memory
  add_reported("dedupe", "dedupe in");
  add("dedupe_symmetry", "dedupe -q --symmetry in -o out",
      {{"in", classes_csv(kSome)}, {"out", old}});
  add("dedupe_spilled", "dedupe -q --memory 64K in -o out",
      {{"in", distinct_lines(1100) + distinct_lines(1300)}, {"out", old}});
  add("dedupe_spilled_pipe", "dedupe -q --memory 64K --to grid")
      .fed(distinct_lines(1300) + "bad\n" + distinct_lines(1200))
      .ends_with(1)
      .on({1, 3})
      .prints_grids();
  // split: two outputs
  add("split", "split -q in --train train --test test",
      {{"in", classes_csv(kSome)}, {"train", old}, {"test", old}});
  add("split_bad_report", "split in --train train --test test --report report",
      {{"in", bad_lines()}, {"test", old}, {"report", old}})
      .ends_with(1);
  add("split_in_place", "split -q in --train in --test test --fsync", {{"in", classes_csv(kSome)}});
  add("split_no_clobber", "split -q in --train train --test test --no-clobber",
      {{"in", classes_csv(kSome)}});
  add("split_pipe", "split -q --train train --test - --share 50%", {{"train", old}})
      .fed(classes_csv(kSome * 5))
      .on({1, 3});
  // rate
  add_reported("rate_bad_report", "rate in");
  add("rate_keep_columns", "rate -q --keep-columns in -o out", {{"in", csv(kSome)}, {"out", old}});
  add("rate_pipe", "rate -q").fed(lines(kMany)).on({1, 3});
  // boards
  add("boards", "generate boards -n 5").prints_grids();
  add("boards_many", "generate boards -q -n 3000 -o out --to line", {{"out", old}}).on({1, 3});
  add("boards_many_to_stdout", "generate boards -q -n 3000 --family random")
      .on({1, 3})
      .prints_grids();
  add("boards_report", "generate boards -n 7 -o out --report report --fsync");
  // puzzles
  add("puzzles", "generate puzzles -n 5 --to grid").prints_grids();
  add("puzzles_csv", "generate puzzles -q -n 40 --to csv -o out", {{"out", old}}).on({1, 3});
  add("puzzles_report", "generate puzzles -n 7 -o out --report report --fsync");
  add("puzzles_to_stdout", "generate puzzles -q -n 40").on({1, 3});
  add("puzzles_with_rating", "generate puzzles -q -n 4 --rating 1.2..2.0 --to csv -o out")
      .on({1, 3});
  add("puzzles_unmet", "generate puzzles -n 3 --clues 17..17 --max-tries 5").ends_with(1);
  // The classic commands, help, version and a usage error.
  add("classic_c", "-c 20", {{"sudoku.txt", old}});
  add("classic_s", "-s in", {{"in", lines(kSome)}, {"sudoku.txt", old}});
  add("classic_s_missing", "-s no", {{"sudoku.txt", old}}).ends_with(2);
  add("classic_n", "-n 5 -m 2 --seed 1", {{"sudoku.txt", old}});
  add("classic_n_unique", "-n 5 -r 40~50 -u --seed 1", {{"sudoku.txt", old}});
  add("help", "--help");
  add("help_solve", "solve --help");
  add("version", "--version");
  add("no_command", "").ends_with(2);
  add("usage", "solve --quite").ends_with(2);
  // Every other command that writes files.
  for (const SampleCommand& command : sample_commands()) {
    if (command.output == SampleCommand::Output::kFolder) continue;  // a Job has no folders
    if (command.is_started_by(jobs, [](const Job& job) { return job.command; })) continue;
    const std::string line = line_of_words(command.to("out"));
    add(command.name, command.reads_records ? line + " in" : line, {{"in", lines(kSome)}});
  }
  return jobs;
}

}  // namespace

const std::vector<const Job*>& all_jobs() {
  static const std::vector<Job> kJobs = make_jobs();
  static const std::vector<const Job*> kPointers = [] {
    std::vector<const Job*> pointers;
    for (const Job& job : kJobs) pointers.push_back(&job);
    return pointers;
  }();
  return kPointers;
}

}  // namespace dokumill::testing
