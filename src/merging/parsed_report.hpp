// ParsedReport: the report of one piece of a job, read from JSON.
//
// A report is untrusted text. The type and the range of every member that is needed are checked,
// and messages name the wrong member. Members that this version does not know are ignored.
//
// Thread safety: plain values, without locks, and pure functions. Memory: the report. Failure:
// kInput. The message lacks the name of the file; the caller puts the name before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::merging {

// The report of a job that can be run in pieces. A JobReport is the report of `generate boards`.
using AnyReport =
    std::variant<SolveReport, CheckReport, RateReport, CanonReport, DedupeReport, SplitReport,
                 ConvertReport, StepsReport, AugmentReport, PuzzlesReport, JobReport>;

// The number of malformed records; 0 for a job without input.
std::uint64_t malformed_of(const AnyReport& report);
JobReport& common_part(AnyReport& report);
const JobReport& common_part(const AnyReport& report);

// An output of a piece.
struct PieceOutput {
  std::optional<std::string> path;  // nullopt: standard output
  Compression compression = Compression::kNone;
  std::uint64_t bytes = 0;
};

// The member "piece" of a report.
struct PieceMember {
  std::uint64_t number = 0;  // from 1
  std::uint64_t count = 0;
  std::string unit;  // the unit of begin and end: "bytes" or "records"
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string job;  // 16 hexadecimal digits, equal for all pieces of a job
  PieceOutput output;
  std::optional<PieceOutput> test;  // of split: the test file; `output` is the train file
  // "totals" for check() without `each`, otherwise the name of a TextFormat
  std::string output_format;
};

struct ParsedReport {
  PieceMember piece;
  std::string version;
  std::string command;
  AnyReport report;  // with JobReport::exit_status if the report states it
};

inline constexpr std::string_view kTotalsFormat = "totals";

Result<ParsedReport> parse_report(std::string_view text);

// Adds the report of a piece to `sum`, the sum of the reports of other pieces. The order of the
// calls does not matter for counts, problems and `seconds`. Counts, problems, threads and the
// seconds of each stage are added. `seconds` becomes the larger of the two values, because pieces
// usually run at the same time. Failure: kInput if the two reports cannot be of one job, or if a
// sum does not fit in its type.
Status add_report(const AnyReport& piece, AnyReport& sum);

}  // namespace dokumill::merging
