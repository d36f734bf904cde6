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

std::string to_json(const ConvertReport& report);

}  // namespace dokumill
