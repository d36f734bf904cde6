// Fuzz target: reports of pieces, as `merge` reads them, separated by the byte 0x1E. The word
// VERSION stands for the version of this build, because reports of other versions are refused.
//
// The values of an accepted report must be in their ranges. If the report is printed as JSON and
// read again, it must be the same report. Reports that are added in any order must give the same
// verdict and the same sum.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "apps/cluster/pieces/parsed_report.hpp"
#include "apps/cluster/pieces/piece_set.hpp"
#include "base/text/printable.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/version.hpp"
#include "require.hpp"

namespace {

using namespace dokumill;
using fuzzing::require;
using merging::AnyReport;
using merging::ParsedReport;
using merging::PieceSet;

std::string with_version(std::string text) {
  constexpr std::string_view kWord = "VERSION";
  const std::size_t at = text.find(kWord);
  if (at != std::string::npos) text.replace(at, kWord.size(), build_info().version);
  return text;
}

// The JSON of the report, with its member "piece".
std::string json_of(const ParsedReport& parsed) {
  AnyReport report = parsed.report;
  merging::common_part(report).piece = parsed.piece;
  return std::visit([](const auto& any) { return to_json(any); }, report);
}

void check_message(const Status& status) {
  require(status.code() == ErrorCode::kInput, "a failure that is not the input's");
  require(!status.message().empty(), "no message");
  require(is_printable(status.message()), "a message with control characters");
}

void check_ranges(const ParsedReport& parsed) {
  const PieceReport& piece = parsed.piece;
  require(piece.piece.number >= 1 && piece.piece.number <= piece.piece.count,
          "the number of the piece");
  require(piece.begin <= piece.end, "the range of the piece");
  require(piece.test.has_value() == (parsed.command == "split"), "the test file");
  const JobReport& common = merging::common_part(parsed.report);
  require(common.threads >= 0, "the threads");
  require(std::isfinite(common.seconds) && common.seconds >= 0, "the seconds");
  require(common.problems.size() <= kMaxProblems, "the number of problems");
  for (const Problem& problem : common.problems) {
    require(problem.input < common.inputs.size(), "the input of a problem");
  }
}

// The sum of the reports, added in their order or in the reverse order; nullopt if they are not all
// pieces of one job.
std::optional<AnyReport> sum_of(const std::vector<ParsedReport>& reports, bool is_reversed) {
  PieceSet set;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::size_t at = is_reversed ? reports.size() - 1 - i : i;
    if (const Status status = set.add(std::to_string(at) + ".json", reports[at]); !status.ok()) {
      check_message(status);
      return std::nullopt;
    }
  }
  if (const Status status = set.complete(); !status.ok()) {
    check_message(status);
    return std::nullopt;
  }
  require(set.pieces().size() == set.common().piece.count, "a piece is missing");
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < set.pieces().size(); ++i) {
    require(set.pieces()[i].number() == i + 1, "the order of the pieces");
    require(set.pieces()[i].begin == std::exchange(end, set.pieces()[i].end), "a gap");
  }
  return std::move(set.sum());
}

// The JSON of the sum without the parts that depend on the order in which the reports are added.
// The engines are listed in the order of the reports, sums of seconds are rounded, and several
// problems of one record keep the order of the reports.
std::string comparable(AnyReport sum) {
  JobReport& common = merging::common_part(sum);
  common.engine.clear();
  common.stages = {};
  for (Problem& problem : common.problems) {
    problem = {.record = problem.record, .line = 0, .message = {}};
  }
  return std::visit([](const auto& any) { return to_json(any); }, sum);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr char kSeparator = '\x1e';
  std::string_view rest(reinterpret_cast<const char*>(bytes), size);
  std::vector<ParsedReport> reports;
  for (bool is_last = false; !is_last;) {
    const std::size_t end = rest.find(kSeparator);
    is_last = end == std::string_view::npos;
    const Result<ParsedReport> parsed =
        merging::parse_report(with_version(std::string(rest.substr(0, end))));
    if (!is_last) rest.remove_prefix(end + 1);
    if (!parsed.ok()) {
      check_message(parsed.status());
      continue;
    }
    check_ranges(*parsed);
    const std::string json = json_of(*parsed);
    const Result<ParsedReport> again = merging::parse_report(json);
    require(again.ok(), "the JSON of a report is refused");
    require(json_of(*again) == json, "the JSON of a report is another report");
    reports.push_back(*parsed);
  }
  if (reports.empty()) return 0;
  const std::optional<AnyReport> sum = sum_of(reports, false);
  const std::optional<AnyReport> reversed = sum_of(reports, true);
  require(sum.has_value() == reversed.has_value(), "another verdict in another order");
  if (!sum) return 0;
  const std::string json = std::visit([](const auto& any) { return to_json(any); }, *sum);
  require(nlohmann::json::accept(json), "the sum is not JSON");
  require(comparable(*sum) == comparable(*reversed), "another sum in another order");
  return 0;
}
