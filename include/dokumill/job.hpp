// What all jobs on files and streams have in common: inputs, options, problems, progress, reports.
// batch.hpp and datasets.hpp have the jobs. The comment at the top of batch.hpp says how they run.
//
// Thread safety: plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dokumill/compression.hpp"
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

// Why a record has a problem, as a code and values, for programs that show texts of their own.
struct ProblemReason {
  // For example "cell_count"; docs/api.md lists the codes. A string literal. Empty: not known.
  std::string_view code;
  // The values in the message by name, for example {"found", "80"}.
  std::vector<std::pair<std::string_view, std::string>> values;
};

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
  // What `message` says. Empty if the problem comes from the report of a piece.
  ProblemReason reason = {};
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
// piece. Both outputs of split() are divided, with one difference: in grid format, a piece writes
// the blank line between two records before its first record in each file, unless it has the first
// record of the job. So a joined file can begin with an extra blank line, which `merge` leaves out.
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
  // has 81 cells in the first row or, if several columns have 81 cells, the only one of these that
  // has an empty cell. If an output keeps the columns of such an input, it has no header line
  // either.
  bool has_header = true;
  // csv: the separator of the fields, one of kDelimiters, else kUsage; nullopt: found from the header
  // (a comma, a tab or a semicolon). csv output has the separator of the input, so for another input
  // format this is the separator of the output.
  std::optional<char> delimiter = {};
  // Further inputs. The job reads `path` and then these, in order, as one input. Each input is cut
  // into records separately, so a last line without a line end is complete. At most one path is
  // "-".
  //
  // Formats: each input is detected by itself, unless `format` is set, and each may have another
  // format. Where a job follows "the format of the input", it uses the format of the first input
  // that is not empty. If the job keeps csv columns, every input that is not empty must be csv with
  // the same column names in the same order and the same separator, otherwise the call fails with
  // kUsage.
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
  // The second output of split().
  struct TestOutput {
    std::string output;  // SplitOptions::test_output
    Compression output_compression = Compression::kNone;
    std::uint64_t output_bytes = 0;
  };

  Piece piece;
  // True: `begin` and `end` count boards or puzzles. False: they count bytes of the inputs.
  bool is_of_records = false;
  // The part of the whole job: [begin, end), from 0. The end of a piece is the begin of the next.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // A hash of the sizes of the inputs and of their first and last bytes. Equal for all pieces of a
  // job. 0: the job has no input.
  std::uint64_t inputs_digest = 0;
  std::string output;  // JobOptions::output
  TextFormat output_format = TextFormat::kLine;
  Compression output_compression = Compression::kNone;
  std::uint64_t output_bytes = 0;
  // Set by the caller, for to_json(): names the whole job. Pieces belong to the same job if their
  // names are equal.
  std::string job;
  // The output has the totals of check(), which are added and not joined; to_json() writes "totals"
  // as the format of the output.
  bool is_totals = false;
  // Only of split(); it has the format `output_format`, too.
  std::optional<TestOutput> test = {};
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
  // The format of the output of a job over inputs. kLine also for the words and the totals of
  // check().
  TextFormat output_format = TextFormat::kLine;
  // Only with JobOptions::piece.
  std::optional<PieceReport> piece = {};
  // For to_json(): this report is the sum of the reports of this many pieces. nullopt: it is the
  // report of one job.
  std::optional<std::uint64_t> pieces = {};
};

}  // namespace dokumill
