// Jobs for data sets: change the format of records, augment, sample, shuffle and export them, and
// write how they are solved, and count the unavoidable sets of boards.
//
// These jobs read and write records as the jobs of batch.hpp do. The rules of batch.hpp for
// formats, columns, messages, threads, memory, errors and signals hold for them, too. So they write
// the whole output or nothing, and the same bytes for any number of threads and any chunk size.
//
// Random choices: each choice is a pure function of the seed and of the number of the record. The
// records of the input are numbered from 1. For an image, the choice also depends on the number of
// the image. So the choices do not depend on the cells of a record, and equal records get
// independent choices. The choices for a seed are the same on every machine and in every version.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/puzzles.hpp"

namespace dokumill {

struct ConvertOptions {
  // With `solution_column`, the solutions in this column are written, too. This needs csv or jsonl
  // input, and csv, jsonl, Parquet or JSON output; otherwise the call fails with kUsage.
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  // For csv input and csv, jsonl, Parquet or JSON output: write all columns of the input. For line
  // input and one of these outputs: write a column `text` with the text beside the cells. If false,
  // the output has a column `puzzle`, and with `solution_column` a column `solution`.
  bool keep_columns = false;
  // For line input and line output: write only the cells. If false, the text before and after the
  // cells is kept. kUsage with keep_columns.
  bool cells_only = false;
  // Fill the cells of puzzles that naked and hidden singles fill (collectors: expansion
  // by Basic Resolution Theory). If the singles find a contradiction, the record stays as it is.
  bool fills_singles = false;
  char empty_cell = '0';  // one of kEmptyCells
  bool strict = false;    // stop at the first malformed record
  JobOptions job = {};
};

struct ConvertReport : JobReport {
  std::uint64_t malformed = 0;
};

// Writes every record in the output format, in order, with `empty_cell` for an empty cell. Lines
// keep their text. A solution that is neither empty nor 81 cells makes its record malformed. An
// empty solution stays empty.
Result<ConvertReport> convert(const ConvertOptions& options);

struct AugmentOptions {
  // The solutions of csv or jsonl input are in `solution_column`. If it is not set, they are in the
  // first column with a known name, such as `solution`.
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // kCsv, kJsonl, kParquet or kJson, else kUsage. nullopt: the format that the name of the output
  // selects, or kCsv if it selects none.
  std::optional<TextFormat> output_format = {};
  std::uint64_t times = 1;  // images of each record: 1 to kMostImages, else kUsage
  std::uint64_t seed = 0;
  // If set, each record has one image, made by this map; kUsage if `times` is not 1, or if the map
  // is not a symmetry with a relabelling (is_symmetry()).
  std::optional<CanonicalMap> map = {};
  bool include_original = false;  // write each record itself before its images
  bool strict = false;            // stop at the first malformed record
  JobOptions job = {};
};
inline constexpr std::uint64_t kMostImages = 1'000'000;

struct AugmentReport : JobReport {
  std::uint64_t written = 0;    // rows: all images, and the originals with include_original
  std::uint64_t malformed = 0;  // each has as many rows as other records, with '?' as cells
};

// Writes `times` random images of every record, as a table with the columns `id` and `puzzle`, and
// `solution` if the input has a solution column. The rows of a record follow each other, and `id`
// is the number of the record, from 1. Each image is made by one of the 1,218,998,108,160 maps of
// canon.hpp (a symmetry of the grid and a relabelling of the digits); all maps are equally likely.
// Image `j` of record `i` depends on `seed`, `i`, `j` and the record only. The map of an image is
// also applied to the solution. With a given `map`, there is one image, and it does not depend on
// `seed`. An empty solution stays empty. A solution that is neither empty nor
// 81 cells makes its record malformed.
Result<AugmentReport> augment(const AugmentOptions& options);

struct VaryOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // nullopt: the format that the name of the output selects, or kLine if it selects none.
  std::optional<TextFormat> output_format = {};
  // How far the puzzles are from their record (puzzles.hpp). kUsage outside 0..81.
  Distance distance = {};
  // At most one of the next three can be set, else kUsage. Without them, the job writes all puzzles
  // at the distance.
  bool minimals = false;  // every minimal puzzle inside the record, at any distance
  // Draw this number of random puzzles for each record, 1 to kMostImages. A draw may find none.
  std::optional<std::uint64_t> draws = {};
  // Walk from puzzle to puzzle in up to this number of draws, 1 to kMostImages, and write the last
  // one. A step is taken if the score (ER) of the next puzzle is not farther from `towards`.
  std::optional<std::uint64_t> walk_steps = {};
  int towards = kMostScore;                 // in tenths
  std::optional<std::uint64_t> limit = {};  // the most puzzles for a record, 1 or more
  // True: also write puzzles that are equivalent to an earlier one. The job can then have pieces.
  bool repeats = false;
  std::uint64_t seed = 0;  // for `draws` and `walk_steps`
  bool strict = false;     // stop at the first malformed record
  // The memory limit for the keys by which puzzles are compared. See DedupeOptions::memory_bytes.
  std::uint64_t memory_bytes = kUsualMemory;
  std::string engine = "auto";
  JobOptions job = {};
};

struct VaryReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t unsolvable = 0;
  std::uint64_t malformed = 0;
  std::uint64_t found = 0;  // puzzles, with those that were dropped
  std::uint64_t written = 0;
  std::uint64_t duplicates = 0;     // equivalent to an earlier puzzle; not written
  std::uint64_t cut = 0;            // records that have more puzzles than `limit`
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes puzzles with one solution that are near the records, or inside of them. A table has the
// columns `record` (the number of the record, from 1) and `puzzle`. Unless `repeats` is set, a
// puzzle is dropped if it is equivalent (canon.hpp) to an earlier puzzle of the output, or to a
// record that was read before it; the comparison is exact. With `minimals` and `walk_steps`, a
// record with several solutions is a problem. Otherwise, its variations are found as for a puzzle.
Result<VaryReport> vary(const VaryOptions& options);

struct SampleOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // Set exactly one of these two; kUsage otherwise.
  std::optional<std::uint64_t> number = {};  // choose this number of records, 1 or more
  std::optional<Share> share = {};           // choose each record with this probability, at most 1
  // Not empty: choose `number` records of each value of these features, columns or members, which
  // have the form of SortOptions::by. kUsage with `share`.
  std::string each = {};
  std::uint64_t seed = 0;
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool strict = false;  // stop at the first malformed record
  JobOptions job = {};
};

struct SampleReport : JobReport {
  std::uint64_t written = 0;
  std::uint64_t malformed = 0;      // in the whole input; the job can choose them, too
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Chooses records at random and writes them in the order of the input. Their cells are not changed,
// and all columns, and the text of lines, are kept as by dedupe(). Every set of `number` records is
// equally likely. If the input has fewer records, the job writes all of them and warns. With
// `each`, the same holds for the records of each value; records without a value, such as malformed
// ones, have a value of their own. kInput if there are more than 65,536 values. With the same seed,
// a smaller `number` chooses a subset of the records that a larger `number` chooses. The same holds
// for `share`.
//
// Memory: with `number`, 16 bytes for each chosen record and at most 8 MiB for text, in addition to
// the memory of every job (see batch.hpp). Texts that do not fit go to an unnamed temporary file in
// the folder TMPDIR, or in /var/tmp.
Result<SampleReport> sample(const SampleOptions& options);

struct ShuffleOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  std::uint64_t seed = 0;
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool strict = false;  // stop at the first malformed record
  // The memory limit for records. The memory of every job (see batch.hpp) is not included. kUsage
  // below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  JobOptions job = {};
};

struct ShuffleReport : JobReport {
  std::uint64_t malformed = 0;      // all of them are written
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes the records in a random order. Their cells are not changed, and all columns, and the text
// of lines, are kept as by dedupe(). All orders are equally likely, and the order depends only on
// the seed and on the number of records.
// Records that do not fit into `memory_bytes` go to an unnamed temporary file in the folder TMPDIR,
// or in /var/tmp. The output does not depend on `memory_bytes`.
Result<ShuffleReport> shuffle(const ShuffleOptions& options);

struct SortOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // The names of features (features.hpp), columns or members, separated by commas: the records are
  // ordered by the first, those with equal values by the second, and so on. `NAME:STEP` orders by
  // intervals: values in [k STEP, (k + 1) STEP) are equal. kUsage if it is empty, or if a name is
  // unknown.
  std::string by;
  bool descending = false;
  // nullopt: the format that the name of the output selects. If it selects none: the format of the
  // input, or kLine if the input is npy.
  std::optional<TextFormat> output_format = {};
  bool strict = false;  // stop at the first malformed record
  // The memory limit for records. The memory of every job (see batch.hpp) is not included. kUsage
  // below kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
  JobOptions job = {};
};

struct SortReport : JobReport {
  std::uint64_t malformed = 0;      // all of them are written, at the end
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes the records in the order of their values; records with equal values stay in the order of
// the input. Their cells are not changed, and all columns, and the text of lines, are kept as by
// dedupe(). Numbers are ordered by their size. The words of features have the order of their scale,
// such as easy, medium, hard. Other texts come after the numbers, in the order of their bytes.
// Records without a value, and malformed records, are last, also with `descending`.
// Records that do not fit into `memory_bytes` go to an unnamed temporary file in the folder TMPDIR,
// or in /var/tmp. The output does not depend on `memory_bytes`.
Result<SortReport> sort(const SortOptions& options);

struct StepsOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // kJsonl, kJson, or kNpy for the order in which the cells are filled, else kUsage.
  // nullopt: the format that the name of the output selects, or kJsonl if it selects none.
  std::optional<TextFormat> output_format = {};
  // Not nullopt: also write each step as sentences in this language. kUsage with kNpy.
  std::optional<Language> sentences = {};
  bool strict = false;  // stop at the first malformed record
  // The engine that decides whether a record has exactly one solution. It does not affect the
  // steps.
  std::string engine = "auto";
  JobOptions job = {};
};

struct StepsReport : JobReport {
  std::uint64_t unique = 0;    // with one solution; the job writes their steps
  std::uint64_t complete = 0;  // valid full boards
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
  std::uint64_t malformed = 0;
};

// Writes how every record is solved by the steps of an Explainer (explainer.hpp), as one JSON
// object per line, in UTF-8. docs/datasets.md describes the members of the object. A step depends
// on the puzzle and on the version of the library, as ratings do (docs/compatibility.md).
//
// kNpy: an array of shape (N, 81), uint8. The k-th cell that the steps fill has the value k, from
// 1, and a given cell has 0. A cell that no step fills has 255, as in a FillOrder (many.hpp).
Result<StepsReport> steps(const StepsOptions& options);

struct UnavoidableOptions {
  InputOptions input;
  std::string output = "-";  // a path; "-": standard output
  // The largest number of cells of a set, kLeastUnavoidable..kMostUnavoidable (boards.hpp).
  int most_cells = kUsualUnavoidable;
  bool sets = false;  // write a row for each set, not for each record
  // kLine (fields separated by tabs), kCsv, kJsonl, kParquet or kJson, else kUsage. nullopt: the
  // format that the name of the output selects. If it selects none: kCsv with keep_columns,
  // otherwise kLine.
  std::optional<TextFormat> output_format = {};
  bool keep_columns = false;  // as in RateOptions; kUsage with `sets`
  bool strict = false;        // stop at the first malformed record
  std::string engine = "auto";
  JobOptions job = {};
};

struct UnavoidableReport : JobReport {
  std::uint64_t unique = 0;    // with one solution; the sets are those of the solution
  std::uint64_t complete = 0;  // boards
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;  // no solution
  std::uint64_t malformed = 0;
  std::array<std::uint64_t, kMostUnavoidable + 1> sizes{};  // [n]: the number of sets of n cells
};

// Finds the minimal unavoidable sets of every board, or of the solution of a puzzle that has one
// solution (UnavoidableFinder). Writes how many sets of each size it has, in the columns u4, u5,
// ...; tables also have the puzzle. For other records, the fields are empty, or "-" in lines. With
// `sets`, the job writes the columns `record` (from 1), `size` and `cells`: 81 characters, 1 for a
// cell of the set and 0 for any other.
Result<UnavoidableReport> unavoidable(const UnavoidableOptions& options);

// Layouts of files that training programs load. kHrm: NumPy arrays in the folders train/ and test/,
// for HRM and TRM (docs/datasets.md). kRrn: train.csv, valid.csv and test.csv, for recurrent
// relational networks. The others write how the puzzles are solved, by the steps of an Explainer:
// kMoves: arrays of the cells in the order in which they are filled. kTrajectory: JSON Lines with
// the boards on the way to the solution. kChat: JSON Lines from a template.
enum class ExportLayout : std::uint8_t { kHrm, kRrn, kMoves, kTrajectory, kChat };
inline constexpr int kExportLayouts = static_cast<int>(ExportLayout::kChat) + 1;
std::string_view name_of(ExportLayout layout);  // "hrm"

struct ExportOptions {
  // The solutions of csv or jsonl input are in `solution_column`. If it is not set, they are in the
  // first column with a known name, such as `solution`. The job checks the given solutions. If a
  // puzzle has no given solution, the job solves it.
  InputOptions input;
  std::string output = "-";  // the folder
  ExportLayout layout = ExportLayout::kHrm;
  // The number of images of each train puzzle, at most kMostImages. The images follow their puzzle.
  std::uint64_t images = 0;
  // The share of classes in the test set. With kRrn it is also the share of classes in the
  // validation set, so it must be at most half of the whole. kUsage for a greater share.
  Share share;
  std::uint64_t seed = 0;
  // For kChat: the JSON object of a line, with placeholders (docs/datasets.md); empty: the usual
  // one. kUsage if no line would be a JSON object, for an unknown placeholder, or with another
  // layout.
  std::string chat_template = {};
  bool strict = false;  // stop at the first malformed record
  std::string engine = "auto";
  JobOptions job = {};
};

// records = train + valid + test + multiple + unsolvable + wrong + malformed. The records of the
// last four kinds are not written.
struct ExportReport : JobReport {
  std::uint64_t train = 0;  // puzzles, without their images
  std::uint64_t valid = 0;  // 0 unless the layout is kRrn
  std::uint64_t test = 0;
  std::uint64_t written = 0;     // rows of all sets: puzzles and images
  std::uint64_t multiple = 0;    // puzzles with several solutions
  std::uint64_t unsolvable = 0;  // puzzles without a solution
  std::uint64_t wrong = 0;       // puzzles whose given solution is wrong
  std::uint64_t malformed = 0;
};

// Writes the puzzles that have exactly one solution, with their solutions, into a new folder, in
// the order of the input. All puzzles of an equivalence class (canon.hpp) are in the same set, and
// this set does not depend on the input. split() with the same share and seed chooses the same test
// set. augment() with the same seed makes the same images of a record. The steps of an image are
// those of its puzzle, mapped, unless the template of kChat has sentences: then the image is
// explained anew.
//
// The folder appears as a whole or not at all. The job creates it as `.NAME.HEX.tmp` next to
// `output`, and renames it at the end. kIo if `output` exists and is not an empty folder. A set
// without a puzzle is an error (kInput), because training programs cannot load it. Disk: with kHrm,
// 162 bytes for each row, and 8 to 12 bytes more for its entries in the arrays of indices and
// identifiers; with kRrn, 164 bytes for each row; with kMoves, 650; with kTrajectory, about 6,000.
Result<ExportReport> export_dataset(const ExportOptions& options);

std::string to_json(const ExportReport& report);
std::string to_json(const ConvertReport& report);
std::string to_json(const AugmentReport& report);
std::string to_json(const VaryReport& report);
std::string to_json(const SampleReport& report);
std::string to_json(const ShuffleReport& report);
std::string to_json(const SortReport& report);
std::string to_json(const StepsReport& report);
std::string to_json(const UnavoidableReport& report);

}  // namespace dokumill
