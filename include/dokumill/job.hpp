// What all jobs on files and streams have in common: inputs, options, problems, progress, reports.
// batch.hpp and datasets.hpp have the jobs. The comment at the top of batch.hpp says how they run.
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

#include "dokumill/sizes.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill {

enum class ProblemKind : std::uint8_t {
  kMalformed,      // the text is not a puzzle
  kContradiction,  // no solution: a house has two equal givens
  kUnsolvable,     // no solution, although no house has two equal givens
  kMultiple,       // more than one solution, where the job requires one
  // The solution in the record is wrong. The puzzle of the same record may have another problem,
  // which is reported first.
  kWrongSolution
};
std::string_view name_of(ProblemKind kind);

// Why a record has a problem, as a code and values. From these, a program can make its own text,
// and show it instead of Problem::message.
struct ProblemReason {
  // For example "cell_count"; docs/formats.md lists the codes. A string literal; empty if no reason
  // is known.
  std::string_view code;
  // The values in the message, as pairs of a name and a value, for example {"found", "80"}.
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
  // The reason that `message` states. Empty if the problem comes from the report of a piece.
  ProblemReason reason = {};
};

struct Progress {
  std::uint64_t records = 0;
  // How much work of the current step is done (see `step`). The unit is bytes of the input, boards
  // or puzzles. In step 2, the unit is bytes of the temporary file.
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // all work of this step, in the unit of `done`; 0: not known
  double seconds = 0;       // since the job began
  std::uint64_t tries = 0;  // generate_puzzles(): tries begun so far
  // dedupe(), and check() with `duplicates`, need a second step when their keys do not fit into
  // memory: step 1 reads the input, step 2 compares the records in the temporary file.
  int step = 1;
  int steps = 1;
  double step_begin_seconds = 0;  // the value of `seconds` when this step began
  // The job reads a text as a whole, to find its layout (InputOptions::any_layout), and has no
  // record yet. Of the other members, only `seconds` is set.
  bool reads_whole_text = false;
};

// What the threads of a job spend their time on. kDecompress: reading compressed input.
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

// A job can be divided into pieces, so that several processes or machines share its work. A Piece
// names one of these pieces.
//
// A job over inputs is divided by bytes, at the boundaries of records. A job over a range, such as
// generate_boards(), is divided by the numbers of its boards or puzzles. If the line, grid, csv or
// jsonl outputs of all pieces are concatenated in order, the result is the output of the whole job;
// only the first piece has a csv header. If outputs are compressed, this holds for their
// decompressed text. An npy or Parquet output of a piece is a complete file. A Problem of a piece
// has the numbers that its record and its line have in the whole job. The report of a piece has the
// totals of this piece.
//
// A piece of split() has two outputs. In grid format, a blank line separates two boards. A piece
// does not know whether an earlier piece has written to the same file. So it begins each of its
// files with the blank line, unless it has the first record of the job. Therefore a concatenated
// file can begin with an extra blank line, which `merge` leaves out.
//
// The inputs of a piece must be uncompressed files that can be mapped. The output of a piece must
// not be an input (kUsage): the other pieces need it. Jobs that need all records at once have no
// pieces (kUsage): dedupe(), check() with `duplicates`, sample(), shuffle() and the export of data
// sets.
//
// Cost: the job finds each boundary from a few kilobytes of the input. It reads all bytes before
// the piece only if it must count the records and lines in them. augment() always counts these
// records and lines. The other jobs count them only if they report a problem or a failure in the
// piece, or if they warn about a line that marks the end of a file.
struct Piece {
  std::uint64_t number = 1;  // from 1 to count
  std::uint64_t count = 1;
  friend bool operator==(const Piece&, const Piece&) = default;
};

// Another name for a column of the output.
struct ColumnName {
  std::string column;  // the name that it has without this option
  std::string name;
};

// How a job runs, whatever it does: the member `job` of its options.
struct JobOptions {
  int threads = 0;           // 0: as many as the process may use
  bool sync_output = false;  // flush the file and its folder to disk before the call returns
  bool no_clobber = false;   // fail instead of replacing an existing output
  // nullopt: the compression that the name of the output selects (compression_of_output()).
  std::optional<CompressionOptions> compression = {};
  // How puzzles and solutions are written. In the columns of the input that the output keeps, these
  // are the column of the puzzle, the solution_column, and columns with a known name of solutions.
  // kText: line, grid and tables. kGroups: line and csv. kList and kRows: jsonl, json and Parquet,
  // where malformed cells are null, and npy, as (N, 81) and (N, 9, 9). nullopt: text, or (N, 81) in
  // npy, and what the output keeps is as it was read. kUsage with other formats, for lines that
  // are kept as they were read, and for jobs that write no cells.
  std::optional<CellShape> cell_shape = {};
  std::optional<Piece> piece = {};  // nullopt: the whole job
  // Other names for columns of csv, jsonl, json or Parquet output. kUsage if the output has no
  // columns with names, if it has no column of this name, or if two columns had the same name.
  std::vector<ColumnName> column_names = {};
  // Called for each of the first kMaxProblems problems.
  std::function<void(const Problem&)> on_problem = {};
  // Called for the record that ends the job: a malformed record with `strict`, or a record whose
  // result failed the job's own check.
  std::function<void(const Problem&)> on_fatal_record = {};
  std::function<void(const std::string&)> on_warning = {};  // for example "FILE:LINE: warning: ..."
  // Called about ten times a second, even while a long search completes no record.
  std::function<void(const Progress&)> on_progress = {};
  std::function<void()> on_output = {};  // called before each write to the output
  // Returns true to cancel the job; the call then returns kInterrupted. REQUIRES: this function is
  // thread-safe and fast, because any thread may call it, several threads at the same time, and
  // often.
  std::function<bool()> should_stop = {};
};

struct InputOptions {
  std::string path = "-";  // "-": standard input
  // nullopt: detected from the first lines. If they do not determine the format, the whole text is
  // read, as with `any_layout`.
  std::optional<TextFormat> format = {};
  // Where the puzzles are. csv: the name of their column, or its number (from 1). line: the number
  // of the word in the line (from 1). jsonl: the name of the member.
  // Empty: in csv and jsonl, the column or member with a known name, such as `puzzle`. In line
  // input, the word that detection found, or the first word if `format` is set. docs/formats.md has
  // the rules.
  std::string column = {};
  // false: read the file instead of mapping it, and install no SIGBUS handler (see batch.hpp).
  bool allow_mapping = true;
  // For jobs that read solutions from csv or jsonl: the column or member of the solutions. nullopt:
  // check() checks no solutions. For all other jobs, see their options.
  std::optional<std::string> solution_column = {};
  // false: the input is csv without a header line; kUsage if `format` is another format. The names
  // of the columns are their numbers, from 1, so `column` is a number. If `column` is empty, the
  // puzzles are in the only column that has 81 cells in the first row. If several columns have 81
  // cells in this row, the puzzles are in the only one of them that has an empty cell there. An
  // output that keeps the columns of such an input has no header line either.
  bool has_header = true;
  // csv: the separator of the fields, one of kDelimiters, else kUsage. Each space separates two
  // fields, as a comma does. nullopt: a comma, a tab or a semicolon, detected from the header. csv
  // output has the separator of the input. If the input has another format, `delimiter` is the
  // separator of csv output.
  std::optional<char> delimiter = {};
  // Further inputs. The job reads `path` and then these further inputs, in order, as one input.
  // Each input is cut into records separately, so a last line without a line end is complete. At
  // most one path may be "-".
  //
  // Formats: the format of each input is detected separately, unless `format` is set, and inputs
  // may have different formats. "The format of the input" is the format of the first input that is
  // not empty. If the job keeps csv columns, every input that is not empty must be csv with the
  // same column names in the same order and the same separator; otherwise the call fails with
  // kUsage.
  //
  // Errors: the job opens the files and detects their formats before it processes the first record.
  // So a missing or unreadable file is kInput before any work. Exception: a pipe, FIFO or device
  // after the first input is opened only when the inputs before it have been read.
  //
  // Descriptors and memory: up to kMostOpenInputs inputs are mapped, and stay open during the job.
  // If there are more inputs, or if the process cannot open a descriptor for each of them, none of
  // them is mapped, and each is opened twice: first for detection, and later to be read. In this
  // case, only one file is open at a time, and each input takes about 600 bytes of memory. A piece
  // of such a job opens each input up to four times, and maps it while it reads it.
  std::vector<std::string> more_paths = {};
  // The name of `path` in messages and reports, for example the name of a file whose text comes
  // through a pipe. Empty: the path itself, or <stdin>.
  std::string display_name = {};
  // Read the whole text in memory, up to kMaxImportBytes, and find boards in any layout that
  // docs/formats.md lists (The importer). kUsage if `format` is set, too.
  bool any_layout = false;
  // With any_layout: the name of the reading to take, as a message about two readings names it.
  // Empty: the best one.
  std::string layout = {};
  // The size of the records, and the symbols of their cells. nullopt: 9x9, or the size that the
  // first lines certainly have (docs/sizes.md). Jobs that are only for 9x9 refuse records of
  // another size (kUsage).
  std::optional<Size> size = {};
  // Leave out the records for which this expression (features.hpp, Filter) is false or unknown, for
  // example "er >= 8.5 and clues <= 22". Names are features, csv columns and members of JSON
  // objects. Malformed records are not left out. The numbers of the other records stay those of
  // the input, so their random images (augment()) and places (shuffle(), sample()) do not change.
  // Empty: every record is kept. kUsage, with the place, if the expression is wrong.
  std::string where = {};
};

// The separators of csv fields that InputOptions::delimiter can name.
inline constexpr std::string_view kDelimiters = ",;\t|: ";

// The largest number of inputs that a job keeps open at the same time.
inline constexpr std::size_t kMostOpenInputs = 64;

// The longest text that is read as a whole, with InputOptions::any_layout or because its first
// lines do not determine the format, in bytes.
inline constexpr std::size_t kMaxImportBytes = std::size_t{256} << 20;

inline constexpr std::size_t kMaxProblems = 1000;

// What a job read from one of its inputs.
struct InputReport {
  std::string path;  // as given in InputOptions; "-": standard input
  std::string name;  // as messages show it
  std::uint64_t records = 0;
  std::uint64_t malformed = 0;
  // The guessed format, for example "lines" or "a grid". Set only if the guess may be wrong: the
  // job guessed the format of this input, and at least half of its records are malformed.
  std::string doubtful_format;
  // What the whole text was read as, for example "12 boards of 9 rows, cells separated by commas".
  // Empty if the input has one of the formats.
  std::string layout = {};
};

// The report of a piece: its position in the whole job, and its outputs.
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
  // The range of the whole job that this piece covers: [begin, end), from 0. The next piece begins
  // at `end`.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // A hash of the sizes of the inputs and of their first and last bytes, equal for all pieces of a
  // job. 0: the job has no input.
  std::uint64_t inputs_digest = 0;
  std::string output;  // JobOptions::output
  TextFormat output_format = TextFormat::kLine;
  Compression output_compression = Compression::kNone;
  std::uint64_t output_bytes = 0;
  // Identifies the whole job: two pieces belong to the same job if their reports have the same
  // `job`. The caller sets it for to_json().
  std::string job;
  // True: the output has the totals of check(). `merge` adds the totals of the pieces instead of
  // joining their outputs, and to_json() writes "totals" as the format of the output.
  bool is_totals = false;
  // Only with split(). The format of the second output is also `output_format`.
  std::optional<TestOutput> test = {};
};

// The part of the report that all jobs have in common.
struct JobReport {
  std::uint64_t records = 0;  // that were read
  // The records that InputOptions::where left out. They are in no other count except `records` and
  // InputReport::records. nullopt: there is no expression.
  std::optional<std::uint64_t> left_out = {};
  // InputReport::doubtful_format of the first input that has one; otherwise empty.
  std::string doubtful_format;
  // canonize(), augment(): the name of a column, or of a member of objects, with boards (81 cells)
  // that were not mapped together with the puzzles, because the column has no known name of a
  // solution and `solution_column` does not name it. The boards do not belong to the puzzles of the
  // output (canonize()), or are not written (augment()). Empty: no such column was found.
  std::string unmapped_column;
  double seconds = 0;
  int threads = 0;  // threads that did work
  // Why these are fewer than the processors of the machine, or than the options request, such as
  // "OMP_NUM_THREADS is 1". It may also name a setting that was ignored. Empty: there is no reason
  // to report.
  std::string threads_remark = {};
  StageSeconds stages{};
  std::vector<Problem> problems;  // the first kMaxProblems
  std::uint64_t problems_omitted = 0;
  std::string input_name;  // the name of the first input, as messages show it
  std::string input_path;  // InputOptions::path; "-": standard input; empty: the job has no input
  std::vector<InputReport> inputs;  // one for each input, in order; empty: the job has no input
  // For to_json(): the exit status of the command that ran the job. nullopt: no command.
  std::optional<int> exit_status = {};
  std::string engine;  // empty if the job solves nothing
  // The format of the output of a job over inputs; kLine if check() writes words or totals.
  TextFormat output_format = TextFormat::kLine;
  // Only with JobOptions::piece.
  std::optional<PieceReport> piece = {};
  // For to_json(): the number of pieces whose reports were added to make this report. nullopt: it
  // is the report of one job.
  std::optional<std::uint64_t> pieces = {};

  std::uint64_t kept_by_filter() const { return records - left_out.value_or(0); }
};

}  // namespace dokumill
