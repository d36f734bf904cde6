// ParsedReport: the report of one piece of a job, read from JSON.
//
// A report is untrusted text. The type and the range of every member that is needed are checked,
// and messages name the wrong member. Members that this version does not know are ignored.
//
// Memory: the report. Failure: kInput. The message lacks the name of the file; the caller puts the
// name before it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::merging {

// The report of a job that can be run in pieces. A JobReport is the report of `generate boards`.
using AnyReport = std::variant<SolveReport, CheckReport, RateReport, CanonReport, DedupeReport,
                               SplitReport, ConvertReport, StepsReport, UnavoidableReport,
                               AugmentReport, VaryReport, PuzzlesReport, JobReport>;

// The number of malformed records; 0 for a job without input.
std::uint64_t malformed_of(const AnyReport& report);
JobReport& common_part(AnyReport& report);
const JobReport& common_part(const AnyReport& report);

// An output of a piece.
using PieceOutput = PieceReport::TestOutput;
inline PieceOutput output_of(const PieceReport& piece) {
  return {piece.output, piece.output_compression, piece.output_bytes};
}
// The unit of `begin` and `end`, and the format of the output, as the report names them.
std::string unit_of(const PieceReport& piece);
std::string name_of_output(const PieceReport& piece);

struct ParsedReport {
  PieceReport piece;  // without `inputs_digest`, which a report does not have
  std::string version;
  std::string command;
  AnyReport report;  // with JobReport::exit_status if the report states it
};

Result<ParsedReport> parse_report(std::string_view text);

// Adds the report of a piece to `sum`, the sum of the reports of other pieces. The order of the
// calls does not matter for counts, problems and `seconds`. Counts, problems, threads and the
// seconds of each stage are added. `seconds` becomes the larger of the two values, because pieces
// usually run at the same time. Failure: kInput if the two reports cannot be of one job, or if a
// sum does not fit in its type.
Status add_report(const AnyReport& piece, AnyReport& sum);

}  // namespace dokumill::merging
