// Batch jobs: read, process and write many puzzles, in files, in streams or in memory.
//
// Each job over files runs one pipeline of worker threads. The records of the output have the order
// of the input. The output does not depend on the number of threads or on how the input is cut into
// chunks. Each input record gives one output record, except that dedupe() drops repeated records
// and check() writes totals by default. A job writes a temporary file next to the output and
// renames it at the end, so an output file is either complete or unchanged. Standard output,
// devices and FIFOs are written in place; docs/reliability.md has the details.
//
// Messages: the library prints nothing. It reports through the callbacks of JobOptions, in record
// order. At most one callback runs at a time, but not always on the same thread. `should_stop` is
// the exception: several threads may call it at the same time.
//
// docs/library.md (The rules of all jobs) has the rules for output formats, columns, parts,
// threads, memory, errors and signals.
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
#include "dokumill/canon.hpp"
#include "dokumill/job.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill {

// Statistics of the records that solve() has processed so far, for on_census.
struct Census {
  std::uint64_t records = 0;
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;
  std::uint64_t malformed = 0;
  // clues[n]: the number of records with n clues. Malformed records are not counted.
  std::array<std::uint64_t, kCells + 1> clues{};
};

struct SolveOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  // For csv input and csv, jsonl, Parquet or JSON output: write all columns of the input, and add a
  // column `solution` (or the columns of count_limit, all_limit or possible).
  bool keep_columns = false;
  // The name of the column that receives the solutions, in the output formats of a table. If
  // keep_columns keeps an input column of this name, the solutions replace that column. Otherwise a
  // column of this name is added. From jsonl to jsonl, the solution replaces the member of this
  // name, or is added as a new member. nullopt: a column `solution` is added. If keep_columns would
  // also keep an input column with the name `solution`, the call fails with kUsage. The call also
  // fails with kUsage if solution_column is set together with count_limit, all_limit or possible.
  std::optional<std::string> solution_column = {};
  // Write the number of solutions, counted up to this limit (1 or more), instead of a board. kUsage
  // with output_format kGrid or kNpy. If neither the options nor the name of the output select a
  // format, and the input has one of these two formats, the output is in the line format.
  std::optional<std::uint64_t> count_limit = {};
  // Write every solution of each record, up to this number (1 or more), in increasing order: a row
  // for each, with the columns `record` (the number of the record in the job, from 1) and
  // `solution`. A record without a solution has no row. In lines, a tab separates the two.
  // kUsage with output_format kGrid or kNpy.
  std::optional<std::uint64_t> all_limit = {};
  // Write the digits of each cell that occur in any solution of the record, as a column `possible`
  // of 729 characters: nine for each cell, the digit or '.' (solver.hpp). A record without a
  // solution has no digits; '?' for a malformed record. kUsage with output_format kGrid or kNpy. At
  // most one of count_limit, all_limit and possible can be set, else kUsage.
  bool possible = false;
  bool strict = false;  // stop at the first malformed record
  bool unique = false;  // report a puzzle with more than one solution as a Problem
  std::string engine = "auto";
  // Called about ten times a second and once at the end. The rules for callbacks at the top of the
  // file apply.
  std::function<void(const Census&)> on_census = {};
  JobOptions job = {};
};

struct SolveReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;  // includes contradictory givens
  std::uint64_t malformed = 0;
  // Only with SolveOptions::all_limit: the rows, and the records with more solutions than that.
  std::optional<std::uint64_t> written = {};
  std::optional<std::uint64_t> cut = {};
};

// Reads every record of the input and writes its solution to the output. With `strict`, a malformed
// record ends the job with kMalformed and the record's message.
Result<SolveReport> solve(const SolveOptions& options);

// solve() in memory: reads the records of `text`, in any format that solve() reads, and appends to
// `output` the bytes that solve() writes to a pipe. Creates no file and installs no signal handler.
//
// `options`: as for solve(), but the paths of the input and of the output, sync_output and
// no_clobber are ignored. Messages call the input "<text>" and the output "<stdout>". After a
// failure, `output` is as it was before the call. REQUIRES: `text` does not point into `output`.
// Memory: that of solve(), and that of the appended bytes. kUsage if the output format is npy,
// which needs a file with a name.
Result<SolveReport> solve_text(std::string_view text, std::string& output,
                               const SolveOptions& options = {});

// The default and the minimum of `memory_bytes`: 1 GiB and 64 KiB.
inline constexpr std::uint64_t kUsualMemory = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 16;

struct CheckOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  bool duplicates = false;   // count records that equal an earlier record
  // With `duplicates`: the memory limit for the keys by which records are compared. The memory of
  // every job (docs/library.md) is not included. Keys that do not fit go to a
  // temporary file, as in dedupe(). kUsage below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  bool minimal = false;  // count minimal puzzles: one solution, and no clue can be removed
  bool each = false;     // write one word for each record instead of the totals
  bool strict = false;   // stop at the first malformed record
  std::string engine = "auto";
  JobOptions job = {};
};

// A record that equals an earlier record. Both numbers count the records of the job from 1.
struct DuplicatePair {
  std::uint64_t first = 0;   // the first record with these cells
  std::uint64_t second = 0;  // the record that repeats them
};
inline constexpr std::size_t kMaxDuplicatePairs = 10;

// What check() found in the solution column. Malformed records are not counted.
struct GivenSolutions {
  std::uint64_t right = 0;   // the board that solve() writes: the only or the smallest solution
  std::uint64_t second = 0;  // a solution, but not the smallest one of its puzzle
  std::uint64_t wrong = 0;   // not a solution, or not 81 cells; each is reported as a Problem
};

struct CheckReport : JobReport {
  std::uint64_t complete = 0;  // valid full boards
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
  std::uint64_t malformed = 0;
  std::optional<std::uint64_t> minimal;        // only with CheckOptions::minimal
  std::optional<GivenSolutions> solutions;     // only with a solution column
  std::optional<std::uint64_t> duplicates;     // only with CheckOptions::duplicates
  std::vector<DuplicatePair> duplicate_pairs;  // the first kMaxDuplicatePairs, ordered by `second`
  std::uint64_t spilled_bytes = 0;             // written to a temporary file
};

// Classifies every record of the input and writes the totals, or with `each` one word for each
// record: complete, unique, multiple, none or malformed.
Result<CheckReport> check(const CheckOptions& options);

// The totals as check() writes them, one "name: number" per line.
std::string totals_text(const CheckReport& report);

struct CanonOptions {
  // If `solution_column` is set, the map that turns a puzzle into its canonical form is also
  // applied to the solution in this column. kUsage if the output does not keep this column.
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool strict = false;  // stop at the first malformed record
  // Writes every record as it was read, with the columns `form`, `class`, `bands` and
  // `automorphisms`, as line, csv, jsonl, Parquet or JSON. kUsage with a solution_column.
  bool class_numbers = false;
  JobOptions job = {};
};

// The records of canonize() with class numbers. Malformed records are not counted.
struct ClassCounts {
  std::uint64_t complete = 0;  // valid full boards
  std::uint64_t unique = 0;    // puzzles with one solution: the class is that of the solution
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
};

struct CanonReport : JobReport {
  std::uint64_t malformed = 0;
  std::optional<ClassCounts> classes;  // only with CanonOptions::class_numbers
};

// Writes the canonical form (canon.hpp) of every record, and keeps all columns. Solutions are in
// columns with a known name, such as `solution` or `answer`. The map that turns a puzzle into its
// form is also applied to its solutions. If a field of such a column is neither empty nor 81 cells,
// its record is malformed.
//
// With class_numbers, the columns describe a record: its canonical form; the number of the class of
// its solution (canon.hpp), from 1; the numbers of the six bands, with blanks between them; and
// the automorphisms of the solution. If a record does not have exactly one solution, its class and
// automorphisms are empty ("-" in lines), and `bands` has the word multiple, none or malformed.
Result<CanonReport> canonize(const CanonOptions& options);

struct DedupeOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool symmetry = false;  // compare canonical forms (canon.hpp) instead of cells
  bool strict = false;    // stop at the first malformed record
  // The path of a list, in any format that is found by itself; "" for none, "-" for standard input.
  // The records that the list has are left out; or, with keeps_listed, those that it does not have.
  // kInput if a record of the list is malformed.
  std::string list = {};
  bool keeps_listed = false;
  // The memory limit for buffers and for the keys by which records are compared. The memory of
  // every job (docs/library.md) is not included. kUsage below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  JobOptions job = {};
};

struct DedupeReport : JobReport {  // records = kept + duplicates + malformed
  std::uint64_t kept = 0;
  std::uint64_t duplicates = 0;              // not written
  std::uint64_t malformed = 0;               // all of them are written
  std::optional<std::uint64_t> listed = {};  // the records of the list
  std::uint64_t spilled_bytes = 0;           // written to a temporary file
};

// Writes the records in order and drops every record that equals an earlier one. Two records are
// equal if they have the same 81 cells; the other columns of a csv row do not matter. A malformed
// record equals no other record. The comparison is exact: if two hashes are equal, the cells are
// compared. Keys and texts that do not fit into `memory_bytes` go to an unnamed temporary file in
// the folder TMPDIR, or in /var/tmp. The output does not depend on `memory_bytes`. All columns are
// kept. From kLine to kLine, every line is written as it was read, with the text before and after
// its cells. There, a line of more than 65,536 bytes is malformed, and inputs whose lines have the
// puzzle in different words are kUsage. The same holds for split(), sample() and shuffle().
Result<DedupeReport> dedupe(const DedupeOptions& options);

struct SplitOptions {
  InputOptions input;
  std::string output = "-";      // the train file
  std::string test_output = {};  // the test file; must differ from `output`
  Share share;  // the share of equivalence classes for the test file; kUsage if parts > kWhole
  std::uint64_t seed = 0;
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool strict = false;  // stop at the first malformed record
  JobOptions job = {};
};

struct SplitReport : JobReport {  // records = train + test + malformed
  std::uint64_t train = 0;
  std::uint64_t test = 0;
  std::uint64_t malformed = 0;  // all of them are written to the train file
};

// Writes every record to the train file or to the test file, in order. Equivalent records
// (canon.hpp) go to the same file: goes_to_test() decides by the canonical form, the share and the
// seed alone, so a class goes to the same file for every input. At the end, the two temporary files
// are renamed one after the other. If the second rename fails, the first rename is undone. All
// columns, and the text of lines, are kept as by dedupe(). kUsage for a compressed piece in grid
// format. The reason: the text of such a piece can begin with a blank line (see Piece), and `merge`
// cannot remove this line from compressed text.
Result<SplitReport> split(const SplitOptions& options);

// The lowest limit of RaterOptions::at_most that rate() and rate_many() accept, in tenths.
inline constexpr int kLeastAtMost = 10;

struct RateOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // `counts_obstacles` adds a column `obstacles`. kUsage if `at_most` is outside
  // kLeastAtMost..kMostScore.
  RaterOptions rater = {};
  // Names of features (features.hpp), separated by commas: write them in place of the columns of
  // the rating. Nothing else is computed. A record without exactly one solution has no value of
  // most features; the feature `outcome` states why. kUsage for unknown names, and together with
  // `counts_obstacles`. Empty: the columns of the rating.
  std::string columns = {};
  // kLine (fields separated by tabs), kCsv, kJsonl, kParquet or kJson, else kUsage. nullopt: the
  // format that the name of the output selects. If it selects none: kCsv with keep_columns,
  // otherwise kLine.
  std::optional<TextFormat> output_format = {};
  // For csv input and csv, jsonl, Parquet or JSON output: write the columns of the input before
  // those of the rating.
  bool keep_columns = false;
  bool strict = false;  // stop at the first malformed record
  // The engine that decides whether a record has exactly one solution. It does not affect the
  // ratings.
  std::string engine = "auto";
  JobOptions job = {};
};

// Sums over the ratings of many puzzles.
struct RatingTotals {
  // The number of puzzles of each level. A puzzle whose score is a lower bound has the level of
  // this score here.
  std::array<std::uint64_t, kLevels> levels{};
  // The number of puzzles by hardest technique. Puzzles whose path ended above
  // RaterOptions::at_most are missing.
  std::array<std::uint64_t, kTechniques> hardest{};
  std::uint64_t inexact = 0;  // puzzles whose score is a lower bound (Rating::is_exact)

  void add(const Rating& rating);
  void add(const RatingTotals& other);
};

struct RateReport : JobReport {
  std::uint64_t unique = 0;    // puzzles that were rated
  std::uint64_t complete = 0;  // valid full boards: score 0.0, not counted in `ratings`
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
  std::uint64_t malformed = 0;
  bool is_rated = true;  // false: no column needs a rating, so `ratings` is empty
  RatingTotals ratings;
};

// Rates every record of the input and writes its ER, EP, ED, level, clues and hardest technique,
// and in csv, jsonl and Parquet whether the rating is exact. The output is the same on every
// machine. If a record does not have exactly one solution, one column of its rating has the word
// multiple, none or malformed (docs/rating.md). The other columns of this rating are empty, or "-"
// in the line format. A "+" after the ER in the line format means that the scores are lower bounds.
Result<RateReport> rate(const RateOptions& options);

struct BoardsOptions {
  std::string output = "-";  // a path; "-": standard output
  // Boards of another size than 9x9. With the family kSequence, these are all boards, by number, of
  // the sizes 4 and 6 (kUsage with larger ones). With kRandom, random boards. kUsage with others.
  std::optional<Size> size = {};
  BoardSource source;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  // nullopt: the format that the name of the output selects, or kGrid if it selects none.
  std::optional<TextFormat> format = {};
  bool continues = false;  // see "Parts" in docs/library.md
  JobOptions job = {};
};

// Writes the boards [start, start + count). kUsage if the family has fewer boards.
Result<JobReport> generate_boards(const BoardsOptions& options);

struct PuzzlesOptions {
  std::string output = "-";  // a path; "-": standard output
  // Puzzles of another size than 9x9, for generate_puzzles() only. Of the constraints, they can
  // have clues, minimal, symmetry and max_tries; kUsage with others. Tables have the columns
  // puzzle, solution, clues and level: "singles" if singles alone solve the puzzle, else "harder".
  std::optional<Size> size = {};
  PuzzleConstraints constraints;
  // Only for generate_puzzles(). Not empty: make the puzzles of this mixture (PuzzleMaker); then
  // `constraints` is not used. Tables also have the column part, from 1. kUsage if a part has
  // `unbiased`, or puzzles with several solutions.
  std::vector<PuzzlePart> mix = {};
  std::uint64_t seed = 0;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  // Tables (kCsv, kJsonl, kParquet, kJson) have the columns puzzle and solution, and those that
  // rate() writes; `obstacles` only with PuzzleConstraints::obstacles. With
  // PuzzleConstraints::unbiased they also have weight. For these formats the job rates every
  // puzzle, so every puzzle must have one solution. nullopt: the format that the name of the output
  // selects, or kLine if it selects none.
  std::optional<TextFormat> format = {};
  char empty_cell = '0';   // one of kEmptyCells
  bool continues = false;  // see "Parts" in docs/library.md
  std::string engine = "auto";
  JobOptions job = {};
};

// Sums over the weights of unbiased puzzles (MadePuzzle::weight), for each number of clues.
struct WeightTotals {
  std::array<std::uint64_t, kCells + 1> sum{};
  // The sum of the squares of the weights. Before each weight is squared, it is divided by 1000 and
  // rounded down.
  std::array<std::uint64_t, kCells + 1> squares{};

  void add(int clues, std::uint64_t weight);
  void add(const WeightTotals& other);

  // Estimates for the set of all minimal puzzles, computed from the puzzles that were added. All
  // are 0 if no puzzle was added.
  struct Statistics {
    double mean_clues = 0;
    double mean_clues_error = 0;  // the standard error of mean_clues
    // The number of puzzles that would give the same precision if all weights were equal.
    double effective_puzzles = 0;
  };
  Statistics statistics() const;
};

struct PuzzlesReport : JobReport {
  std::uint64_t tries = 0;                        // of all puzzles together
  std::array<std::uint64_t, kCells + 1> clues{};  // [n]: the number of puzzles with n clues
  bool is_rated = false;                          // the constraints or the format need ratings
  std::array<std::uint64_t, kLevels> levels{};    // of each level, no full boards; see is_rated
  bool is_weighted = false;                       // PuzzleConstraints::unbiased
  WeightTotals weights;                           // all 0 unless is_weighted
  std::uint64_t subtrees = 0;  // of a pattern, as searched; see pattern_puzzles()
  // Only of puzzles_from_boards(): records without exactly one solution, and malformed ones.
  std::uint64_t multiple = 0, none = 0, malformed = 0;
};

// Writes the puzzles [start, start + count). kUsage: start + count > 2^64, or the constraints
// cannot be combined. kUnmet: a puzzle needs more tries than allowed. The message then has the
// number of puzzles before that puzzle. An output that is written in place contains these puzzles.
Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options);

// As PuzzlesOptions, but puzzle k is made from record k of the input: a board, or a puzzle with one
// solution. `count` is not used. Record 1 has the number `start`.
struct BoardPuzzlesOptions : PuzzlesOptions {
  InputOptions input;
  bool strict = false;  // stop at the first malformed record
};

// Writes a puzzle for each record (PuzzleMaker::make() with boards). For a record that is malformed
// or does not have exactly one solution, it writes a puzzle and a solution of '?', and reports a
// problem. kUsage: also for `unbiased` and `rating`, which draw boards of their own.
Result<PuzzlesReport> puzzles_from_boards(const BoardPuzzlesOptions& options);

// As PuzzlesOptions, but `start` and `count` select subtrees of the search, not puzzles. `count` 0:
// all from `start` on. Of the constraints, only `pattern` is used. `seed` and `continues` are not
// used.
struct PatternOptions : PuzzlesOptions {};

// Writes all minimal puzzles of a pattern, one of each class (PatternSearch, puzzles.hpp), in the
// order of the search. kUsage: no puzzle has the pattern, or it has fewer subtrees.
Result<PuzzlesReport> pattern_puzzles(const PatternOptions& options);

// The report of a job that failed, for to_json().
struct FailureReport {
  std::string command;     // for example "solve"
  std::string input_path;  // as in JobReport
  Status status;
  std::optional<int> exit_status;
  std::optional<Problem> record;  // the record that ended the job (JobOptions::on_fatal_record)
  std::vector<std::string> more_input_paths = {};  // InputOptions::more_paths
};

// The reports as JSON, as the option `--report` writes them.
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
