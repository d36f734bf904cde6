// Many puzzles at once: files and streams of records through one pipeline of threads, and arrays in
// memory.
//
// Records keep their order, one record out for each record in, and the output does not depend on
// the number of threads or on how the input was cut. Output files appear whole or not at all.
// Nothing is printed: messages reach the caller through the callbacks of JobOptions, which are
// called in record order from one thread at a time (not always the same thread).
//
// The end of an output's name can choose its format: ".csv" (in any case) means csv unless the
// options name another format. Names of formats that are not written, such as .gz, .parquet or
// .jsonl, are kUsage before any work. docs/formats.md has the table.
//
// Generated boards and puzzles can be written in parts. A part with `continues` is the text that
// follows an earlier part of at least one record: csv has no header, and grid begins with the blank
// line between two boards. `continues` never replaces a file: an existing one is kIo.
//
// Thread safety: every call is on its own and may run beside others; each starts a team of OpenMP
// threads, or fewer where they cannot be had (on_warning tells). Inside of a host's parallel region
// it works on the thread that called it, unless OpenMP is told to nest regions; and so it does in a
// process that was forked from one that had threads, as OpenMP could start none there. No setting
// of OpenMP is changed. Memory: below 64 MiB whatever the size of the input (a mapped file apart),
// up to 16 threads; check() with duplicates and dedupe() use up to their memory_bytes besides.
//
// Errors: Status; a malformed, contradictory or unsolvable record is not an error of the call but a
// Problem. Running out of memory is kIo, "out of memory". A callback, should_stop included, may
// throw anything, on any thread: the call ends with kIo, "a callback threw: TEXT" (std::bad_alloc
// and std::length_error count as running out of memory). Only the functions that return a
// std::string let std::bad_alloc out.
//
// Signals: a job that maps its input, a regular file, has a handler of its own for SIGBUS in place
// while it runs, because reading a mapped file that another process truncates raises that signal.
// The handler passes every other SIGBUS on to the handler that was there before, which is put back
// when the last such job ends. InputOptions::allow_mapping = false reads the file instead, and no
// signal handler changes. Jobs that read a pipe, generate_*() and solve_many() never install one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/logic.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

class Platform;  // the operating system, or a double of it in tests

enum class TextFormat : std::uint8_t { kLine, kGrid, kCsv };

enum class ProblemKind : std::uint8_t {
  kMalformed,
  kContradiction,
  kUnsolvable,
  kMultiple,
  kWrongSolution  // the given solution; the record may have a problem of its own before it
};
std::string_view name_of(ProblemKind kind);

// A record that the user should look at.
struct Problem {
  std::uint64_t record = 0;  // from 1
  std::uint64_t line = 0;    // from 1
  std::uint64_t column = 0;  // in bytes, from 1; 0 when the record as a whole is meant
  ProblemKind kind = ProblemKind::kMalformed;
  std::string message;  // "found 80 cells, expected 81"
};

struct Progress {
  std::uint64_t records = 0;
  std::uint64_t done = 0;   // bytes of input, boards or puzzles; in a later step bytes to work on
  std::uint64_t total = 0;  // 0 when it is not known
  double seconds = 0;
  std::uint64_t tries = 0;  // generate_puzzles(): begun so far
  // A dedupe() that spills first reads its input, then settles the rest: done and total are those
  // of the step.
  int step = 1;
  int steps = 1;
  double step_begin_seconds = 0;
};

enum class Stage : std::uint8_t { kRead, kParse, kSolve, kPrint, kWrite, kWait };
inline constexpr int kStages = 6;
std::string_view name_of(Stage stage);

// Thread-seconds by stage; together they are threads x seconds.
using StageSeconds = std::array<double, kStages>;

struct JobOptions {
  std::string output = "-";                        // "-": standard output
  int threads = 0;                                 // 0: all that the process may use
  bool sync_output = false;                        // flush data and folder to the disk
  bool no_clobber = false;                         // do not replace an existing output
  std::function<void(const Problem&)> on_problem;  // the first kMaxProblems of them
  // The record that ends the job: malformed under `strict`, or one that failed our own check.
  std::function<void(const Problem&)> on_fatal_record = {};
  std::function<void(const std::string&)> on_warning;  // "FILE:LINE: warning: ..."
  // About ten times a second, by whichever thread is at work; also while no record is done.
  std::function<void(const Progress&)> on_progress;
  std::function<void()> on_output = {};  // before text is written to the output
  std::function<bool()> should_stop;     // asked often, by any thread
  // For tests: the size of chunks in bytes (0: chosen by the job; otherwise all threads start,
  // however few chunks there are) and the system (nullptr: the real one).
  std::size_t chunk_bytes = 0;
  Platform* platform = nullptr;
};

struct InputOptions {
  std::string path = "-";            // "-": standard input
  std::optional<TextFormat> format;  // none: by the first lines; kInput where they do not tell
  // The puzzle's column by name or number, in lines the number of a word; empty: one of the known
  // names, or the first word.
  std::string column;
  bool allow_mapping = true;  // false: no map, and no handler for SIGBUS (see above)
  // csv, for check(): the solutions' column; none: solutions are not looked at.
  std::optional<std::string> solution_column = {};
};

inline constexpr std::size_t kMaxProblems = 1000;

// What every job reports.
struct JobReport {
  std::uint64_t records = 0;
  // "lines", "a grid" or "csv" where the format of the input was guessed and half of the records or
  // more are malformed in it; otherwise empty.
  std::string doubtful_format;
  double seconds = 0;
  int threads = 0;  // that really worked
  StageSeconds stages{};
  std::vector<Problem> problems;  // the first kMaxProblems
  std::uint64_t problems_omitted = 0;
  std::string input_name;  // as messages show it
  std::string input_path;  // as it was given, "-" for standard input; empty: no input
  // What the command that ran the job exits with, for its report; none: no command.
  std::optional<int> exit_status = {};
  std::string engine;  // empty where nothing is solved
};

// What a solve has seen so far, for who watches it.
inline constexpr int kGuessBuckets = 16;
struct Census {
  std::uint64_t records = 0;
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;
  std::uint64_t malformed = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // records that are not malformed, by their clues
  // Only under SolveOptions::rate, of the puzzles with one solution that have an empty cell: by
  // the guesses of the engine "reference" (0, 1, 2-3, 4-7, ..., 16384 and more), and by level.
  std::array<std::uint64_t, kGuessBuckets> guesses{};
  std::array<std::uint64_t, kLevels> levels{};
};

struct SolveOptions : JobOptions {
  InputOptions input;
  std::optional<TextFormat> output_format;  // none: by the output's name, or the input's
  bool keep_columns = false;  // csv to csv: the input's columns and `solution` or `count`
  // csv: the column that receives the solutions. Under keep_columns, a column of the input with
  // this name is replaced; otherwise a new column of this name is added. none: a new column
  // `solution`, and kUsage under keep_columns if the input has one. Not with count_limit.
  std::optional<std::string> solution_column = {};
  // Write the number of solutions, at most this (1 or more), instead of a board. Not with
  // output_format kGrid; grid input is answered with lines.
  std::optional<std::uint64_t> count_limit;
  bool strict = false;  // stop at the first malformed record
  bool unique = false;  // several solutions are a problem
  std::string engine = "auto";
  // Called like the other callbacks, about ten times a second and once at the end.
  std::function<void(const Census&)> on_census = {};
  bool rate = false;  // have the census tell guesses and levels, too; far slower than solving
};

struct SolveReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;  // contradictory givens included
  std::uint64_t malformed = 0;
};

// Solves every record of the input into the output. Under `strict` a malformed record is kMalformed
// with its message.
Result<SolveReport> solve(const SolveOptions& options);

inline constexpr std::uint64_t kUsualMemory = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 16;

struct CheckOptions : JobOptions {
  InputOptions input;
  bool duplicates = false;  // count records that equal an earlier one
  // duplicates: the memory for keys, besides that of every job; what does not fit goes to a
  // temporary file, as in dedupe(). kUsage below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  bool minimal = false;  // count puzzles with one solution and several without any one clue
  bool each = false;     // write one word a record to the output instead of the totals
  bool strict = false;
  std::string engine = "auto";
};

// A record that equals an earlier one; both numbers from 1.
struct DuplicatePair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};
inline constexpr std::size_t kMaxDuplicatePairs = 10;

// The given solutions of the records that are not malformed.
struct GivenSolutions {
  std::uint64_t right = 0;   // what solve() writes: of several solutions the smallest
  std::uint64_t second = 0;  // another solution of a puzzle with several
  std::uint64_t wrong = 0;   // none of them, or no 81 cells; each is a problem
};

struct CheckReport : JobReport {
  std::uint64_t complete = 0;  // valid full boards
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;
  std::uint64_t malformed = 0;
  std::optional<std::uint64_t> minimal;
  std::optional<GivenSolutions> solutions;  // with a solution column
  std::optional<std::uint64_t> duplicates;
  std::vector<DuplicatePair> duplicate_pairs;  // the first kMaxDuplicatePairs
  std::uint64_t spilled_bytes = 0;             // to a temporary file
};

// Classifies every record of the input.
Result<CheckReport> check(const CheckOptions& options);

// The totals as `check` prints them, one "name: number" a line.
std::string totals_text(const CheckReport& report);

struct CanonOptions : JobOptions {
  InputOptions input;
  std::optional<TextFormat> output_format;  // none: by the output's name, or the input's
  bool strict = false;                      // stop at the first malformed record
};

struct CanonReport : JobReport {
  std::uint64_t malformed = 0;
};

// Writes the canonical form (canon.hpp) of every record. csv to csv keeps all columns; the
// solutions in columns named solution, solutions or answer follow the puzzle's symmetry, and a
// field of them that is neither empty nor 81 cells makes its record malformed.
Result<CanonReport> canonize(const CanonOptions& options);

struct DedupeOptions : JobOptions {
  InputOptions input;
  std::optional<TextFormat> output_format;  // none: by the output's name, or the input's
  bool symmetry = false;                    // records are equal when their canonical forms are
  bool strict = false;                      // stop at the first malformed record
  // What keys and buffers may take besides the memory of every job; kUsage below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
};

struct DedupeReport : JobReport {  // records = kept + duplicates + malformed
  std::uint64_t kept = 0;
  std::uint64_t duplicates = 0;     // left out
  std::uint64_t malformed = 0;      // each is written
  std::uint64_t spilled_bytes = 0;  // to a temporary file
};

// Writes the first of equal records, in order. Equal are records with the same 81 cells, whatever
// else is in a csv row; malformed records equal none. Exact: hashes only lead to what is compared.
// What does not fit into `memory_bytes` goes to a temporary file without a name, in the folder of
// TMPDIR or /var/tmp; the output does not depend on that. csv to csv keeps all columns.
Result<DedupeReport> dedupe(const DedupeOptions& options);

// A share of the equivalence classes: `parts` of kWhole.
struct Share {
  static constexpr std::uint64_t kWhole = 100'000'000;
  std::uint64_t parts = kWhole / 10;
};

struct SplitOptions : JobOptions {  // `output` is the train file
  InputOptions input;
  std::string test_output;  // another file than `output`
  Share share;              // of the classes, for the test file; kUsage beyond the whole
  std::uint64_t seed = 0;
  std::optional<TextFormat> output_format;  // none: by the output's name, or the input's
  bool strict = false;                      // stop at the first malformed record
};

struct SplitReport : JobReport {  // records = train + test + malformed
  std::uint64_t train = 0;
  std::uint64_t test = 0;
  std::uint64_t malformed = 0;  // each is written to the train file
};

// Writes every record to one of two outputs, in order: equivalent records (canon.hpp) to the same
// one. Where a class goes depends on its canonical form and the seed only (goes_to_test()), so it
// is the same in every input. The two come to their places one after the other: where the second
// cannot, the first is taken back. csv to csv keeps all columns.
Result<SplitReport> split(const SplitOptions& options);

// Whether split() writes the class of a canonical form to the test file. The choices for one form
// and different seeds, or different forms and one seed, are independent of each other; a class that
// is chosen for a share is chosen for every greater one. The same in every version.
bool goes_to_test(const Grid& form, Share share, std::uint64_t seed);

struct RateOptions : JobOptions {
  InputOptions input;
  // kLine (tabs between the fields) or kCsv; none: by the output's name, else kLine, and kCsv under
  // keep_columns.
  std::optional<TextFormat> output_format;
  bool keep_columns = false;  // csv: the input's columns and those of the rating
  bool strict = false;
  std::string engine = "auto";  // tells whether a record is unique; the ratings depend on none
};

// Sums over ratings.
struct RatingTotals {
  std::array<std::uint64_t, kLevels> levels{};       // puzzles
  std::array<std::uint64_t, kTechniques> hardest{};  // puzzles whose hardest technique it is
  std::array<std::uint64_t, kTechniques> steps{};

  void add(const Rating& rating);
  void add(const RatingTotals& other);
};

struct RateReport : JobReport {
  std::uint64_t unique = 0;    // puzzles that were rated
  std::uint64_t complete = 0;  // valid full boards: score 0.0, and in no total of `ratings`
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;
  std::uint64_t malformed = 0;
  RatingTotals ratings;
};

// Rates every record of the input: score, level, clues, hardest technique, and the guesses of the
// engine "reference", the same on every machine. Equivalent puzzles (canon.hpp) can take different
// numbers of guesses. A record that is not unique gives its status word.
Result<RateReport> rate(const RateOptions& options);

struct BoardsOptions : JobOptions {
  BoardSource source;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  std::optional<TextFormat> format;  // kGrid or kLine; none: kGrid
  bool continues = false;            // see the top of the file
};

// Writes the boards start .. start + count. kUsage when the family has fewer.
Result<JobReport> generate_boards(const BoardsOptions& options);

struct PuzzlesOptions : JobOptions {
  PuzzleWishes wishes;
  std::uint64_t seed = 0;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  // kCsv: puzzle, solution, clues, difficulty, score; every puzzle is rated, and so is unique.
  // none: by the output's name, else kLine.
  std::optional<TextFormat> format;
  bool continues = false;  // see the top of the file
  std::string engine = "auto";
};

struct PuzzlesReport : JobReport {
  std::uint64_t tries = 0;                        // of all puzzles together
  std::array<std::uint64_t, kCells + 1> clues{};  // puzzles by their number of clues
  bool is_rated = false;                          // a wish or the format asked for levels
  std::array<std::uint64_t, kLevels> levels{};    // puzzles by level, where they are rated
};

// Writes the puzzles start .. start + count. kUsage where start + count is beyond 2^64 or the
// wishes cannot go together; kUnmet, with the number of puzzles made, where a puzzle takes more
// tries than allowed (in an output that is written in place, those before it).
Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options);

// Solves puzzles in memory. `threads` 0: the calling thread, and when more than 10 ms of work are
// left all threads that the process may use; N: N threads, but one for each 256 puzzles at most.
// The results do not depend on it. `should_stop` as in JobOptions; once it returned true the
// results are unspecified and the Status is kInterrupted. kUsage: the sizes differ, and nothing is
// written; a cell value is above 9, or the engine is unknown. No exception leaves the call.
Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads = 0,
                  std::string_view engine = "auto", const std::function<bool()>& should_stop = {});

// What is reported of a job that failed.
struct FailureReport {
  std::string command;     // "solve"
  std::string input_path;  // as in JobReport
  Status status;
  std::optional<int> exit_status;
  std::optional<Problem> record;  // that ended the job (JobOptions::on_fatal_record)
};

// The reports as JSON, as `--report` writes them.
std::string to_json(const FailureReport& report);
std::string to_json(const SolveReport& report);
std::string to_json(const CheckReport& report);
std::string to_json(const PuzzlesReport& report);
std::string to_json(const CanonReport& report);
std::string to_json(const DedupeReport& report);
std::string to_json(const SplitReport& report);
std::string to_json(const RateReport& report);
std::string to_json(const JobReport& report);

}  // namespace dokumill
