// Ending: what a command prints at the end of a job, and how the records decide its exit status.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {

// The end of a job: its totals for stderr, and how many records can make the exit status 1.
struct Ending {
  std::string totals;
  std::uint64_t malformed = 0;
  // The records that are unsolvable, that failed a check, and so on. The exit status is 1 for these
  // even with --malformed-ok.
  std::uint64_t bad = 0;
};

// "12 records", or "12 records, 4 left out".
std::string records_text(const JobReport& report);
// "12 records: WHAT; 0.02 s, ..."
std::string totals_line(const JobReport& report, std::string_view what);
// ", 1,234 bytes in a temporary file", or nothing.
std::string spilled_text(std::uint64_t bytes);
// The totals of generated puzzles, for example "1,000 puzzles in sudoku.txt, 1,234 tries; 0.02 s,
// ..." if `place` is " in sudoku.txt". `place` may be empty.
std::string puzzles_text(const PuzzlesReport& report, std::string_view place);

// The Ending of each command that can run in pieces, and of the commands that share one. The
// Ending of `check` also prints the duplicates and, if `prints_totals` is true, the totals.
Ending ending_of(const SolveReport& report, bool is_unique_wanted);
Ending ending_of(Console& console, const CheckReport& report, bool prints_totals);
Ending ending_of(const RateReport& report);
Ending ending_of(const CanonReport& report);
Ending ending_of(const DedupeReport& report);
Ending ending_of(const SplitReport& report);
Ending ending_of(const ConvertReport& report);
Ending ending_of(const StepsReport& report);
Ending ending_of(const UnavoidableReport& report);
Ending ending_of(const AugmentReport& report);
Ending ending_of(const VaryReport& report);
Ending ending_of(const PuzzlesReport& report);
Ending ending_of(const JobReport& report);  // boards
// A report without an Ending of its own does not end like boards.
template <std::derived_from<JobReport> Report>
requires(!std::same_as<Report, JobReport>) Ending ending_of(const Report& report)
= delete;

}  // namespace dokumill::cli
