// ParsedReport: the report of one piece of a job, read from JSON.
//
// A report is text from outside: every member that is needed is checked for its type and its range,
// and a message names the member. Members that this version does not know are ignored.
//
// Thread safety: values and pure functions. Memory: the report. Failure: kInput, with a message that
// follows "FILE: ".
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

// The report of a job that can be run in pieces. JobReport: generate boards.
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
  std::string unit;  // of begin and end: "bytes" or "records"
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
  AnyReport report;  // with JobReport::exit_status
};

inline constexpr std::string_view kTotalsFormat = "totals";

Result<ParsedReport> parse_report(std::string_view text);

// Adds the counts, problems, stages and so on of a piece to those of `sum`, which has earlier pieces
// in any order. `seconds` is the largest one, because pieces usually run at the same time; stages
// and threads are added. Failure: kInput if the two are not of one job, or a sum is beyond 2^64.
Status add_report(const AnyReport& piece, AnyReport& sum);

}  // namespace dokumill::merging
