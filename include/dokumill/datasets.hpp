// Jobs for data sets: change the format of records, augment, sample and shuffle them.
//
// They read and write records as the jobs of batch.hpp do, and what batch.hpp says about formats,
// messages, threads, memory, errors and signals holds for them, too: whole output or nothing, and
// the same bytes for any number of threads and any chunk size.
//
// Random choices: each is a pure function of the seed and of the number of the record, from 1, in
// the input (and of the number of the image). So the output does not depend on the cells of a
// record, and equal records get independent choices. The choices for a seed are the same on every
// machine and in every version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"

namespace dokumill {

// The characters that convert() can write for an empty cell.
inline constexpr std::string_view kEmptyCells = ".0*_xX-";

struct ConvertOptions : JobOptions {
  // With `solution_column`, the solutions in this csv column are written, too; the output must be
  // csv.
  InputOptions input;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  // csv to csv: write all columns of the input. Otherwise csv has a column `puzzle`, and a column
  // `solution` if the input has a solution column that is named.
  bool keep_columns = false;
  // One of kEmptyCells; kUsage otherwise. In the grid format, where a row of nine marks can be a rule
  // between boards, '-', '_' and '*' are kUsage, too.
  char empty_cell = '0';
  bool strict = false;  // stop at the first malformed record
};

struct ConvertReport : JobReport {
  std::uint64_t malformed = 0;
};

// Writes the cells of every record in the output format, in order, with `empty_cell` for an empty
// cell. A solution that is neither empty nor 81 cells makes its record malformed. An empty solution
// stays empty.
Result<ConvertReport> convert(const ConvertOptions& options);

struct AugmentOptions : JobOptions {
  // The solutions of csv input are in `solution_column`, or else in the first column with a known
  // name, such as `solution`.
  InputOptions input;
  std::uint64_t times = 1;  // images of each record: 1 to kMostImages, else kUsage
  std::uint64_t seed = 0;
  bool include_original = false;  // write each record itself before its images
  bool strict = false;            // stop at the first malformed record
};
inline constexpr std::uint64_t kMostImages = 1'000'000;

struct AugmentReport : JobReport {
  std::uint64_t written = 0;    // rows: for each record its images, and the original if wanted
  std::uint64_t malformed = 0;  // they have the same number of rows, of '?'
};

// Writes `times` random images of every record, as csv with the columns `id` and `puzzle`, and
// `solution` if the input has a solution column. The rows of a record follow each other, and `id`
// is its number, from 1. Each image is uniformly distributed over the 1,218,998,108,160 maps of
// canon.hpp (a symmetry of the grid and a relabelling of the digits), and image `j` of record `i`
// depends on `seed`, `i`, `j` and the record only. The solution is mapped as its puzzle is; an
// empty solution stays empty, and one that is neither empty nor 81 cells makes its record malformed.
Result<AugmentReport> augment(const AugmentOptions& options);

struct SampleOptions : JobOptions {
  InputOptions input;
  // Set exactly one of these two; kUsage otherwise.
  std::optional<std::uint64_t> number;  // this many records, 1 or more
  std::optional<Share> share;           // each record with this probability; at most the whole
  std::uint64_t seed = 0;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  bool strict = false;  // stop at the first malformed record
};

struct SampleReport : JobReport {
  std::uint64_t written = 0;
  std::uint64_t malformed = 0;      // of all records; like any other record, they can be chosen
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes records that are chosen at random, in order and as they were read; csv to csv keeps all
// columns. Every set of `number` records is equally likely. If the input has fewer records, the job
// writes all of them and warns. A smaller `number` or `share` chooses a subset of a larger one.
//
// Memory: with `number`, 16 bytes for each chosen record and 8 MiB of text, in addition to the
// memory of every job; more text goes to an unnamed temporary file in the folder TMPDIR, or in
// /var/tmp.
Result<SampleReport> sample(const SampleOptions& options);

struct ShuffleOptions : JobOptions {
  InputOptions input;
  std::uint64_t seed = 0;
  // nullopt: chosen by the name of the output, otherwise the format of the input.
  std::optional<TextFormat> output_format;
  bool strict = false;  // stop at the first malformed record
  // The memory limit for records, in addition to the memory of every job. kUsage below
  // kLeastMemory.
  std::uint64_t memory_bytes = kUsualMemory;
};

struct ShuffleReport : JobReport {
  std::uint64_t malformed = 0;      // all of them are written
  std::uint64_t spilled_bytes = 0;  // written to a temporary file
};

// Writes the records in a random order, as they were read; csv to csv keeps all columns. All orders
// are equally likely, and the order depends only on the seed and on the number of records. Records
// that do not fit into `memory_bytes` go to an unnamed temporary file in the folder TMPDIR, or in
// /var/tmp. The output does not depend on that.
Result<ShuffleReport> shuffle(const ShuffleOptions& options);

std::string to_json(const ConvertReport& report);
std::string to_json(const AugmentReport& report);
std::string to_json(const SampleReport& report);
std::string to_json(const ShuffleReport& report);

}  // namespace dokumill
