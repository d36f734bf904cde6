#include "differential/jobs.hpp"

#include "support/texts/nasty_texts.hpp"
#include "support/texts/slow_reader.hpp"

namespace dokumill::testing {

std::string nasty_text(TextFormat format, std::uint64_t seed, std::size_t bytes) {
  NastyTexts texts(seed);
  std::string text = format == TextFormat::kCsv ? "a,puzzle,c\n" : "";
  while (text.size() < bytes) text += texts.make(format, 4, false);
  return text;
}

std::string reported(const Problem& problem) {
  return std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": record " +
         std::to_string(problem.record) + ": " + std::string(name_of(problem.kind)) + ": " +
         problem.message + "\n";
}

std::string expected_solve(const SolveOptions& options, const std::string& whole) {
  // A byte-order mark at the very start does not belong to the first line.
  const std::string text = whole.substr(whole.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  const TextFormat format = *options.input.format;
  records::ReadOptions read;
  read.format = format;
  read.csv = {3, 1};
  read.keep_rows = options.keep_columns;
  read.header_row = "a,puzzle,c";
  const std::size_t header = format == TextFormat::kCsv ? text.find('\n') + 1 : 0;
  const ReadText found = SlowReader(read).read(text.substr(header));
  const std::uint64_t first_line = header == 0 ? 1 : 2;
  Solver solver = *Solver::create();
  std::string out, problems;
  std::uint64_t counts[4] = {};
  std::size_t fault = 0, problem_count = 0;
  if (format == TextFormat::kCsv)
    out = options.keep_columns ? "a,puzzle,c,solution\n" : "puzzle,solution\n";
  for (std::size_t i = 0; i < found.grids.size(); ++i) {
    const Grid& puzzle = found.grids[i];
    Problem problem;
    problem.record = i + 1;
    problem.line = found.record_lines[i] + first_line;
    Grid solution = puzzle;
    if (fault < found.faults.size() && found.faults[fault].record == i) {
      problem.line = found.faults[fault].line + first_line;
      problem.column = found.faults[fault].column;
      problem.message = records::describe(found.faults[fault++]);
      ++counts[3];
    } else {
      const SolveResult result = solver.solve(puzzle);
      solution = result.solution;
      if (result.solutions == GridKind::kUnsolvable) {
        const auto conflict = find_conflict(puzzle);
        problem.kind = conflict ? ProblemKind::kContradiction : ProblemKind::kUnsolvable;
        problem.message = "no solution";
        if (conflict) {
          const auto name = [](Cell cell) {
            return "r" + std::to_string(cell.row() + 1) + "c" + std::to_string(cell.column() + 1);
          };
          problem.message = "contradiction: " + name(conflict->first) + " and " +
                            name(conflict->second) + " are both " +
                            std::to_string(puzzle[conflict->first]);
        }
        ++counts[2];
      } else {
        problem.message = "several solutions";
        problem.kind = ProblemKind::kMultiple;
        const bool is_multiple = result.solutions == GridKind::kMultiple;
        ++counts[is_multiple ? 1 : 0];
        if (!is_multiple || !options.unique) problem.message.clear();
      }
    }
    if (!problem.message.empty() && problem_count++ < kMaxProblems) problems += reported(problem);
    if (format == TextFormat::kGrid && i != 0) out += '\n';
    if (format == TextFormat::kGrid) {
      out += to_rows(solution);
    } else if (format == TextFormat::kLine) {
      out += to_line(solution) + "\n";
    } else if (!options.keep_columns) {
      out += to_line(puzzle) + "," + to_line(solution) + "\n";
    } else {
      out += (found.rows[i].empty() ? "," + to_line(puzzle) + "," : found.rows[i]) + "," +
             to_line(solution) + "\n";
    }
  }
  if (found.end_marks != 0) {
    const std::string& mark = found.first_end_mark;
    problems +=
        "warning IN:" + std::to_string(found.first_end_mark_line + first_line) + ": " +
        (mark[0] == '\x1A' ? "the DOS end-of-file mark 0x1A" : "\"" + mark + "\"") +
        " is not a puzzle and was skipped" +
        (found.end_marks == 1 ? "" : " (" + std::to_string(found.end_marks) + " such lines)") +
        "\n";
  }
  std::string totals = std::to_string(found.grids.size()) + " records:";
  for (const std::uint64_t count : counts) totals += " " + std::to_string(count);
  return problems + totals + "\n" + out;
}

namespace {

std::string counts(std::uint64_t records, std::uint64_t unique, std::uint64_t multiple,
                   std::uint64_t none, std::uint64_t malformed) {
  return std::to_string(records) + " records: " + std::to_string(unique) + " " +
         std::to_string(multiple) + " " + std::to_string(none) + " " + std::to_string(malformed) +
         "\n";
}

}  // namespace

std::string Jobs::replaced(std::string text, const std::string& path) {
  for (std::size_t at; (at = text.find(path + ":")) != std::string::npos;)
    text.replace(at, path.size(), "IN");
  return text;
}

std::string Jobs::totals(const SolveReport& report) {
  EXPECT_EQ(report.records, report.unique + report.multiple + report.unsolvable + report.malformed);
  return counts(report.records, report.unique, report.multiple, report.unsolvable,
                report.malformed);
}

std::string Jobs::totals(const CheckReport& report) {
  EXPECT_EQ(report.records,
            report.complete + report.unique + report.multiple + report.none + report.malformed);
  std::string text = counts(report.records, report.complete + report.unique, report.multiple,
                            report.none, report.malformed);
  if (report.duplicates) text += "duplicates " + std::to_string(*report.duplicates) + "\n";
  for (const DuplicatePair& pair : report.duplicate_pairs)
    text += std::to_string(pair.second) + " is " + std::to_string(pair.first) + "\n";
  return text;
}

}  // namespace dokumill::testing
