// Batch jobs: read, process and write many puzzles, in files, in streams or in memory.
//
// Each job over files runs one pipeline of worker threads. The output has the order of the input,
// and it does not depend on the number of threads or on how the input is cut into chunks. Each
// input record gives one output record, except that dedupe() drops repeated records and check()
// writes totals by default. A job writes a temporary file next to the output and renames it at the
// end, so an output file is either complete or unchanged. Standard output, devices and FIFOs are
// written in place; docs/reliability.md has the details.
//
// Messages: the library prints nothing. It reports through the callbacks of JobOptions, in record
// order. At most one callback runs at a time, but not always on the same thread. `should_stop` is
// the exception: several threads may call it at the same time.
//
// Output format: the end of the output's name can choose it, in upper or lower case. An
// `output_format` (or `format`) in the options takes precedence over the first two rows.
//
//   the name ends in           output
//   .csv                       csv
//   .tsv, .tab                 tab-separated if the input is, else kUsage; rate() writes its line
//                              format, which has tabs
//   .gz, .parquet, .jsonl,     a format that dokumill does not write: kUsage before any work,
//   ...                        whatever the options are
//   anything else              the default of the job
//
// Parts: you can write generated boards and puzzles in several parts and concatenate them. Set
// `continues` for every part except the first. Such a part has no csv header, and in the grid
// format it begins with the blank line that separates two boards. The first part must have at least
// one record. A part with `continues` never replaces a file: if its output exists, the call fails
// with kIo.
//
// Thread safety: calls are independent, and you can make several at the same time. Each call starts
// its own team of OpenMP threads. If the system cannot start that many, the job runs with fewer and
// reports this through `on_warning`. A call inside a parallel region of your program uses only the
// calling thread, unless OpenMP allows nested regions. In a process that was forked from one with
// threads, OpenMP cannot start any, so a call there uses only the calling thread, too. The library
// changes no setting of OpenMP.
//
// Memory: below 64 MiB for any size of input with up to 16 threads, not counting mapped input
// files and the list of a great many inputs. check() with `duplicates` and dedupe() use up to `memory_bytes` in addition.
//
// Errors: a Status. A malformed, contradictory or unsolvable record does not fail the call; it is
// reported as a Problem. If memory runs out, the call returns kOutOfMemory.
// Any callback, `should_stop` included, may throw any exception on any thread. The call then
// returns kCallback with the message "a callback threw: TEXT"; std::bad_alloc and std::length_error count
// as running out of memory. Only the functions that return a std::string let std::bad_alloc out.
//
// Signals: while a job maps its input (a regular file), it installs a handler for SIGBUS, because
// reading a mapped file that another process truncates raises this signal. The handler passes any
// other SIGBUS on to the previous handler, which is restored when the last such job ends. With
// InputOptions::allow_mapping = false the job reads the file instead of mapping it, and installs no
// handler. Jobs that read a pipe, generate_*() and solve_many() never install one.
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
#include "dokumill/compression.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/logic.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill {

enum class ProblemKind : std::uint8_t {
  kMalformed,      // the text is not a puzzle
  kContradiction,  // no solution: two equal givens in a house
  kUnsolvable,     // no solution, although the givens do not contradict each other
  kMultiple,       // more than one solution, where the job requires one
  // The solution in the record is wrong. The puzzle of the same record may have another problem,
  // which is reported first.
  kWrongSolution
};
std::string_view name_of(ProblemKind kind);

// A problem with one input record.
struct Problem {
  std::uint64_t record = 0;  // from 1
  std::uint64_t line = 0;    // from 1
  std::uint64_t column = 0;  // in bytes, from 1; 0: the whole record
  ProblemKind kind = ProblemKind::kMalformed;
  std::string message;  // "found 80 cells, expected 81"
  // The input that has the record: 0 is InputOptions::path, N is more_paths[N - 1]. `line` counts
  // the lines of this input, and `record` the records of the whole job.
  std::size_t input = 0;
};

struct Progress {
  std::uint64_t records = 0;
  // Of this step: bytes of input, boards or puzzles; in step 2, bytes of the temporary file.
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
  double seconds = 0;       // since the job began
  std::uint64_t tries = 0;  // generate_puzzles(): tries begun so far
  // dedupe(), and check() with `duplicates`, need a second step when their keys do not fit into
  // memory: step 1 reads the input, step 2 compares the records in the temporary file.
  int step = 1;
  int steps = 1;
  double step_begin_seconds = 0;  // the value of `seconds` when this step began
};

// kDecompress: reading compressed input.
enum class Stage : std::uint8_t {
  kRead,
  kDecompress,
  kParse,
  kSolve,
  kPrint,
  kCompress,
  kWrite,
  kWait
};
inline constexpr int kStages = 8;
std::string_view name_of(Stage stage);

// Thread-seconds spent in each stage. Their sum is threads x seconds.
using StageSeconds = std::array<double, kStages>;

// One of the parts into which a job is divided, so that several processes or machines can do it.
//
// A job over inputs is divided by bytes, at the boundaries of records, and a job over a range by
// numbers. The line, grid and csv outputs of all pieces, one after the other, are the output of the
// whole job; only the first piece has a csv header. The same holds for jsonl. In a compressed
// output it holds for the text. An npy or Parquet output is complete in itself. Problems have the
// numbers that records and lines have in the whole job. The totals of a report are those of the
// piece.
//
// The inputs of a piece are files that can be mapped (at most kMostOpenInputs), not compressed.
// Jobs that need all records at once have no pieces (kUsage): dedupe(), check() with `duplicates`,
// sample(), shuffle() and the export of data sets.
//
// Cost: the place of a cut is found from a few kilobytes of the input. What comes before the piece
// is read only if its records must be counted: by augment(), and if the piece has a problem to
// report.
struct Piece {
  std::uint64_t number = 1;  // from 1 to count
  std::uint64_t count = 1;
  friend bool operator==(const Piece&, const Piece&) = default;
};

struct JobOptions {
  std::string output = "-";  // a path; "-": standard output
  int threads = 0;           // 0: as many as the process may use
  bool sync_output = false;  // flush the file and its folder to disk before the call returns
  bool no_clobber = false;   // fail instead of replacing an existing output
  // nullopt: the compression of the output's name (compression_of_output()).
  std::optional<CompressionOptions> compression = {};
  std::optional<Piece> piece = {};  // nullopt: the whole job
  // Called for each of the first kMaxProblems problems.
  std::function<void(const Problem&)> on_problem;
  // Called for the record that ends the job: a malformed record with `strict`, or a record whose
  // result failed the job's own check.
  std::function<void(const Problem&)> on_fatal_record = {};
  std::function<void(const std::string&)> on_warning;  // "FILE:LINE: warning: ..."
  // Called about ten times a second, even while a long search completes no record.
  std::function<void(const Progress&)> on_progress;
  std::function<void()> on_output = {};  // called before each write to the output
  // Return true to cancel the job; the call then returns kInterrupted. Any thread may call this
  // function, several threads at the same time, and often, so it must be thread-safe and fast.
  std::function<bool()> should_stop;
};

struct InputOptions {
  std::string path = "-";  // "-": standard input
  // nullopt: detected from the first lines; kInput if they do not determine the format.
  std::optional<TextFormat> format;
  // The column of the puzzles: in csv its name or its number (from 1), in line input the number of
  // the word (from 1). Empty: in csv the column with a known name, such as `puzzle`; in line input
  // the word that detection found, or the first word if `format` is set. docs/formats.md has the
  // rules.
  std::string column;
  bool allow_mapping = true;  // false: read the file and install no SIGBUS handler (see above)
  // For check() of csv input: the column of the solutions to check. nullopt: check no solutions.
  std::optional<std::string> solution_column = {};
  // false: the input is csv without a header line, unless `format` is another format (kUsage). Its
  // columns have their numbers, from 1, as names. `column` is a number; empty: the only column that
  // has 81 cells in the first row, with an empty cell among them if there are several. If an output keeps the columns of such an input, it has no header line
  // either.
  bool has_header = true;
  // csv: the separator of the fields, one of kDelimiters, else kUsage; nullopt: found from the header
  // (a comma, a tab or a semicolon). csv output has the separator of the input, so for another input
  // format this is the separator of the output.
  std::optional<char> delimiter = {};
  // Further inputs. The job reads `path` and then these, in order, as one input. Each of them is cut
  // into records by itself, so a last line without a line end is complete. At most one path is "-".
  //
  // Formats: each input is detected by itself, unless `format` is set, and each may have another
  // format. The first input that is not empty stands for all where a job follows "the format of the
  // input". If the job keeps csv columns, every input that is not empty must be csv with the same
  // column names in the same order and the same separator, otherwise the call fails with kUsage.
  //
  // Errors: files are opened and their formats detected before the first record is processed, so a
  // missing or unreadable file is kInput before any work. Pipes, FIFOs and devices after the first
  // input are opened when the inputs before them have been read.
  //
  // Descriptors and memory: up to kMostOpenInputs inputs are mapped, and stay open during the job.
  // If there are more, each is opened twice, first for detection and later to be read, and never
  // mapped. Then one file is open at a time, and each input takes about 300 bytes of memory.
  std::vector<std::string> more_paths = {};
  // The name of `path` in messages and reports, for example that of a file whose text comes through
  // a pipe. Empty: the path itself, or <stdin>.
  std::string display_name = {};
};

// The separators of csv fields that InputOptions::delimiter can name.
inline constexpr std::string_view kDelimiters = ",;\t|:";

// The number of inputs that a job keeps open at the same time.
inline constexpr std::size_t kMostOpenInputs = 64;

inline constexpr std::size_t kMaxProblems = 1000;

// What a job read from one of its inputs.
struct InputReport {
  std::string path;  // as given in InputOptions; "-": standard input
  std::string name;  // as messages show it
  std::uint64_t records = 0;
  std::uint64_t malformed = 0;
  // Not empty if the job guessed the format of this input and at least half of its records are
  // malformed, so the guess may be wrong. The guess: "lines", "a grid" or "csv".
  std::string doubtful_format;
};

// What a job did as a piece of a larger job.
struct PieceReport {
  Piece piece;
  // `begin` and `end` count boards or puzzles; otherwise bytes of the inputs.
  bool is_of_records = false;
  // The part of the whole job: [begin, end), from 0. The end of a piece is the begin of the next.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // The sizes of the inputs, and their first and last bytes, as a number. Equal for all pieces of a
  // job. 0: the job has no input.
  std::uint64_t inputs_digest = 0;
  std::string output;  // JobOptions::output
  TextFormat output_format = TextFormat::kLine;
  Compression output_compression = Compression::kNone;
  std::uint64_t output_bytes = 0;
  // Set by the caller, for to_json(): names the whole job. Pieces belong together if it is equal.
  std::string job;
  // The output has the totals of check(), which are added and not joined; to_json() writes "totals"
  // as the format of the output.
  bool is_totals = false;
};

// The part of the report that all jobs have in common.
struct JobReport {
  std::uint64_t records = 0;
  // InputReport::doubtful_format of the first input that has one; otherwise empty.
  std::string doubtful_format;
  double seconds = 0;
  int threads = 0;  // threads that did work
  StageSeconds stages{};
  std::vector<Problem> problems;  // the first kMaxProblems
  std::uint64_t problems_omitted = 0;
  std::string input_name;  // of the first input, as messages show it
  std::string input_path;  // InputOptions::path; "-": standard input; empty: the job has no input
  std::vector<InputReport> inputs;  // one for each input, in order; empty: the job has no input
  // For to_json(): the exit status of the command that ran the job. nullopt: no command.
  std::optional<int> exit_status = {};
  std::string engine;  // empty if the job solves nothing
  // Only with JobOptions::piece.
  std::optional<PieceReport> piece = {};
  // For to_json(): this report is the sum of the reports of this many pieces. nullopt: of a job.
  std::optional<std::uint64_t> pieces = {};
};

// Statistics of the records that solve() has processed so far, for on_census.
inline constexpr int kGuessBuckets = 16;
struct Census {
  std::uint64_t records = 0;
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;
  std::uint64_t malformed = 0;
  // Records by number of clues, without the malformed ones.
  std::array<std::uint64_t, kCells + 1> clues{};
  // Only with SolveOptions::rate, and only for puzzles with one solution and at least one empty
  // cell. `guesses`: puzzles by the number of guesses that the engine "reference" takes; the
  // buckets are 0, 1, 2-3, 4-7, ..., 16384 and more. `levels`: puzzles by level.
  std::array<std::uint64_t, kGuessBuckets> guesses{};
  std::array<std::uint64_t, kLevels> levels{};
};

struct SolveOptions : JobOptions {
  InputOptions input;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  // csv to csv: write all columns of the input, and add a column `solution` (or `count`).
  bool keep_columns = false;
  // The name of the csv column that receives the solutions. With keep_columns, an input column of
  // this name is replaced; otherwise a column of this name is added. nullopt: a column `solution`
  // is added; with keep_columns, an input that has such a column is kUsage. Not with count_limit.
  std::optional<std::string> solution_column = {};
  // Write the number of solutions, counted up to this limit (1 or more), instead of a board. Not
  // with output_format kGrid. For grid input the output is in the line format.
  std::optional<std::uint64_t> count_limit;
  bool strict = false;  // stop at the first malformed record
  bool unique = false;  // report a puzzle with more than one solution as a Problem
  std::string engine = "auto";
  // Called about ten times a second and once at the end, like the other callbacks.
  std::function<void(const Census&)> on_census = {};
  bool rate = false;  // fill Census::guesses and Census::levels, too; far slower than solving
};

struct SolveReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;  // includes contradictory givens
  std::uint64_t malformed = 0;
};

// Reads every record of the input and writes its solution to the output. With `strict`, a malformed
// record ends the job with kMalformed and the record's message.
Result<SolveReport> solve(const SolveOptions& options);

// solve() in memory: reads the records of `text`, in any format that solve() reads, and appends to
// `output` the bytes that solve() writes to a pipe. Creates no file and installs no signal handler.
//
// `options`: as for solve(). Not used: the paths of the input and of the output, sync_output and
// no_clobber. Messages call the input "<text>" and the output "<stdout>". After a failure, `output`
// is as it was before the call. REQUIRES: `text` is no part of `output`. Memory: as for solve(), and
// the bytes that are appended. kUsage for the format npy, which needs a file with a name.
Result<SolveReport> solve_text(std::string_view text, std::string& output,
                               const SolveOptions& options = {});

// The default and the minimum of `memory_bytes`: 1 GiB and 64 KiB.
inline constexpr std::uint64_t kUsualMemory = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 16;

struct CheckOptions : JobOptions {
  InputOptions input;
  bool duplicates = false;  // count records that equal an earlier record
  // With `duplicates`: the memory limit for keys, in addition to the memory of every job. Keys that
  // do not fit go to a temporary file, as in dedupe(). kUsage below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  bool minimal = false;  // count minimal puzzles: one solution, and no clue can be removed
  bool each = false;     // write one word for each record instead of the totals
  bool strict = false;   // stop at the first malformed record
  std::string engine = "auto";
};

// A record that equals an earlier one, both by their numbers, from 1.
struct DuplicatePair {
  std::uint64_t first = 0;   // the first record with these cells
  std::uint64_t second = 0;  // the record that repeats them
};
inline constexpr std::size_t kMaxDuplicatePairs = 10;

// The solutions given in the solution column, for the records that are not malformed.
struct GivenSolutions {
  std::uint64_t right = 0;   // what solve() writes: the only or the smallest solution
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
  std::vector<DuplicatePair> duplicate_pairs;  // the first kMaxDuplicatePairs, by `second`
  std::uint64_t spilled_bytes = 0;             // written to a temporary file
};

// Classifies every record of the input and writes the totals, or with `each` one word for each
// record: complete, unique, multiple, none or malformed.
Result<CheckReport> check(const CheckOptions& options);

// The totals as check() writes them, one "name: number" per line.
std::string totals_text(const CheckReport& report);

struct CanonOptions : JobOptions {
  InputOptions input;  // `solution_column` is transformed, too; the output must have the columns
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  bool strict = false;  // stop at the first malformed record
};

struct CanonReport : JobReport {
  std::uint64_t malformed = 0;
};

// Writes the canonical form (canon.hpp) of every record. csv to csv keeps all columns. In columns
// named solution, solutions or answer, each solution is mapped in the same way as its puzzle. If
// such a field is neither empty nor 81 cells, its record is malformed.
Result<CanonReport> canonize(const CanonOptions& options);

struct DedupeOptions : JobOptions {
  InputOptions input;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  bool symmetry = false;  // compare canonical forms (canon.hpp) instead of cells
  bool strict = false;    // stop at the first malformed record
  // The memory limit for keys and buffers, in addition to the memory of every job. kUsage below
  // kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
};

struct DedupeReport : JobReport {  // records = kept + duplicates + malformed
  std::uint64_t kept = 0;
  std::uint64_t duplicates = 0;     // not written
  std::uint64_t malformed = 0;      // all of them are written
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes the records in order and drops every record that equals an earlier one. Two records are
// equal if they have the same 81 cells; the other columns of a csv row do not matter. A malformed
// record equals no other record. The comparison is exact: after equal hashes, the cells are
// compared. Keys and texts that do not fit into `memory_bytes` go to an unnamed temporary file in
// the folder TMPDIR, or in /var/tmp. The output does not depend on that. csv to csv keeps all
// columns.
Result<DedupeReport> dedupe(const DedupeOptions& options);

// A share of the equivalence classes: parts / kWhole. The default is 10 %.
struct Share {
  static constexpr std::uint64_t kWhole = 100'000'000;
  std::uint64_t parts = kWhole / 10;
};

struct SplitOptions : JobOptions {  // `output` is the train file
  InputOptions input;
  std::string test_output;  // the test file; must differ from `output`
  Share share;              // the share of classes for the test file; kUsage if parts > kWhole
  std::uint64_t seed = 0;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  bool strict = false;  // stop at the first malformed record
};

struct SplitReport : JobReport {  // records = train + test + malformed
  std::uint64_t train = 0;
  std::uint64_t test = 0;
  std::uint64_t malformed = 0;  // all of them are written to the train file
};

// Writes every record to the train file or to the test file, in order. Equivalent records
// (canon.hpp) go to the same file: goes_to_test() decides by the canonical form and the seed alone,
// so a class goes to the same file for every input. At the end the two files are renamed into place
// one after the other; if the second rename fails, the first is undone. csv to csv keeps all
// columns.
Result<SplitReport> split(const SplitOptions& options);

// True if split() writes the class of this canonical form to the test file. The decisions for
// different forms, and for different seeds, are independent of each other. A class that belongs to
// a share belongs to every greater share, too. The result is the same in every version.
bool goes_to_test(const Grid& form, Share share, std::uint64_t seed);

// What a rating is measured with.
enum class RatingScale : std::uint8_t {
  kDokumill,  // logic.hpp: score, level, clues, hardest technique and guesses
  kSe121,     // explainer.hpp: ER, EP and ED of Sudoku Explainer 1.2.1, clues, hardest technique
};
inline constexpr int kRatingScales = 2;
std::string_view name_of(RatingScale scale);  // "dokumill", "se121"

struct RateOptions : JobOptions {
  InputOptions input;
  RatingScale scale = RatingScale::kDokumill;
  // kLine (fields separated by tabs) or kCsv. nullopt: chosen by the name of the output, otherwise
  // kLine, or kCsv with keep_columns.
  std::optional<TextFormat> output_format;
  bool keep_columns = false;  // csv: write the columns of the input before those of the rating
  bool strict = false;        // stop at the first malformed record
  // Decides whether a record has exactly one solution. The ratings do not depend on the engine.
  std::string engine = "auto";
};

// Sums over the ratings of many puzzles.
struct RatingTotals {
  std::array<std::uint64_t, kLevels> levels{};       // puzzles by level
  std::array<std::uint64_t, kTechniques> hardest{};  // puzzles by their hardest technique
  std::array<std::uint64_t, kTechniques> steps{};    // steps of all puzzles by technique

  void add(const Rating& rating);
  void add(const RatingTotals& other);
};

// The same on the scale se121.
struct Se121Totals {
  std::array<std::uint64_t, kSe121Techniques> hardest{};  // puzzles by their hardest technique
  std::uint64_t inexact = 0;  // puzzles whose score is a lower bound (Se121Rating::is_exact)

  void add(const Se121Rating& rating);
  void add(const Se121Totals& other);
};

struct RateReport : JobReport {
  RatingScale scale = RatingScale::kDokumill;
  std::uint64_t unique = 0;    // puzzles that were rated
  std::uint64_t complete = 0;  // valid full boards: score 0.0, not counted in `ratings`
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
  std::uint64_t malformed = 0;
  RatingTotals ratings;  // all 0 unless the scale is kDokumill
  Se121Totals se121;     // all 0 unless the scale is kSe121
};

// Rates every record of the input and writes its score, level, clues, hardest technique, and the
// number of guesses that the engine "reference" takes; on the scale se121 its ER, EP, ED, clues and
// hardest technique. The output is the same on every machine.
// Equivalent puzzles (canon.hpp) can take different numbers of guesses. For a record that does not
// have exactly one solution, the job writes its status word instead: multiple, none or malformed.
Result<RateReport> rate(const RateOptions& options);

struct BoardsOptions : JobOptions {
  BoardSource source;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  std::optional<TextFormat> format;  // kGrid or kLine; nullopt: kGrid
  bool continues = false;            // see the top of the file
};

// Writes the boards [start, start + count). kUsage if the family has fewer boards.
Result<JobReport> generate_boards(const BoardsOptions& options);

struct PuzzlesOptions : JobOptions {
  PuzzleConstraints constraints;
  std::uint64_t seed = 0;
  std::uint64_t start = 0;
  std::uint64_t count = 0;
  // kCsv has the columns puzzle, solution, clues, difficulty and score. It rates every puzzle, so
  // every puzzle must have one solution. nullopt: chosen by the name of the output, otherwise
  // kLine.
  std::optional<TextFormat> format;
  char empty_cell = '0';   // one of kEmptyCells
  bool continues = false;  // see the top of the file
  std::string engine = "auto";
};

struct PuzzlesReport : JobReport {
  std::uint64_t tries = 0;                        // for all puzzles together
  std::array<std::uint64_t, kCells + 1> clues{};  // puzzles by number of clues
  bool is_rated = false;                          // the constraints or the format require ratings
  std::array<std::uint64_t, kLevels> levels{};    // puzzles by level; all 0 unless is_rated
};

// Writes the puzzles [start, start + count). kUsage: start + count > 2^64, or the constraints
// cannot be combined. kUnmet: a puzzle needs more tries than allowed. The message then has the
// number of puzzles made before it; an output that is written in place contains these puzzles.
Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options);

// Solves puzzles[i] into results[i], in memory.
//
// `threads`: with 0, the calling thread begins alone, and the call uses as many threads as the
// process may use once it estimates that more than 10 ms of work are left. With N, the call uses N
// threads, but at most one for each 256 puzzles. The results do not depend on it. `should_stop`: as
// in JobOptions.
//
// Errors: kUsage if the two sizes differ (nothing is written), if a cell value is above 9, or if
// the engine is unknown. kInterrupted after `should_stop` returned true. kOutOfMemory; kCallback if
// `should_stop` throws. After an error `results` are unspecified, except that different sizes
// leave them as they were. No exception leaves the call.
Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results, int threads = 0,
                  std::string_view engine = "auto", const std::function<bool()>& should_stop = {});

// The report of a job that failed.
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
