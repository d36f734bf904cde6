#include "apps/cluster/pieces/parsed_report.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <type_traits>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/jobs/report_fields.hpp"
#include "dokumill/version.hpp"

namespace dokumill::merging {
namespace {

constexpr std::size_t kMaxMessageBytes = 4096;

template <class Report>
AnyReport empty_report() {
  return Report();
}
struct CommandReport {
  std::string_view command;
  AnyReport (*make)();
};
constexpr CommandReport kCommandReports[] = {
    {"solve", empty_report<SolveReport>},
    {"check", empty_report<CheckReport>},
    {"rate", empty_report<RateReport>},
    {"canon", empty_report<CanonReport>},
    {"dedupe", empty_report<DedupeReport>},
    {"split", empty_report<SplitReport>},
    {"convert", empty_report<ConvertReport>},
    {"steps", empty_report<StepsReport>},
    {"augment", empty_report<AugmentReport>},
    {"vary", empty_report<VaryReport>},
    {"generate puzzles", empty_report<PuzzlesReport>},
    {"unavoidable", empty_report<UnavoidableReport>},
    {"generate boards", empty_report<JobReport>},
};

// Adds what a report does not repeat: the list of a single input, and the names for messages.
void add_inputs(JobReport& report) {
  if (report.inputs.empty()) {
    report.inputs.push_back({report.input_path, {}, report.records, 0, {}});
  }
  for (InputReport& input : report.inputs) input.name = printable_path(input.path, "<stdin>");
  report.input_name = report.inputs.front().name;
}

Status unusable(std::string message) {
  return {ErrorCode::kInput, std::move(message)};
}

// Rejects the report of a failed job, of another program, of another version, or of a whole job.
Status check_kind(JsonReader& members) {
  if (members.get<std::string>("tool") != "dokumill" || !members.ok()) {
    return unusable("this is not a report of dokumill");
  }
  const auto schema = members.get<std::uint64_t>("schema");
  if (members.ok() && schema != 2) {
    return unusable(format_text("this is a report of schema {}; only 2 is known", schema));
  }
  const auto command = members.get<std::string>("command");
  bool has_failed = false;
  members.choice("status", has_failed, std::array<std::string_view, 2>{"ok", "failed"});
  if (has_failed) {
    const auto message = members.object("error").get<std::string>("message");
    std::string piece = "this job";
    if (members.has("piece")) {
      JsonReader place = members.object("piece");
      const auto number = place.get<std::uint64_t>("number", 1);
      piece = format_text("piece {} of {}", number, place.get<std::uint64_t>("count", 1));
    }
    if (!members.ok()) return {};
    return unusable(
        format_text("{} failed: {}; run it again", piece, printable(message, kMaxMessageBytes)));
  }
  const auto version = members.get<std::string>("version");
  if (!members.ok()) return {};
  if (version != build_info().version) {
    return unusable(
        format_text("this report is of dokumill {}, and this program is version {}; "
                    "merge reports with the version that wrote them",
                    printable(version), build_info().version));
  }
  if (members.has("piece")) return {};
  return unusable("this is the report of a whole job; a piece has the member 'piece' (--piece)");
}

}  // namespace

std::uint64_t malformed_of(const AnyReport& report) {
  const auto get = []<class Report>(const Report& any) -> std::uint64_t {
    if constexpr (std::is_same_v<Report, JobReport>) {
      return 0;  // boards are made without an input
    } else {
      return any.malformed;
    }
  };
  return std::visit(get, report);
}
JobReport& common_part(AnyReport& report) {
  return std::visit([](auto& any) -> JobReport& { return any; }, report);
}
const JobReport& common_part(const AnyReport& report) {
  return std::visit([](const auto& any) -> const JobReport& { return any; }, report);
}

std::string unit_of(const PieceReport& piece) {
  return std::string(kPieceUnits[static_cast<std::size_t>(piece.is_of_records)]);
}
std::string name_of_output(const PieceReport& piece) {
  return std::string(names_of_outputs()[kind_of_output(piece)]);
}

Result<ParsedReport> parse_report(std::string_view text) {
  const Result<JsonValue> root = parse_json_value(text);
  if (!root.ok()) return root.status();
  if (root->kind != JsonValue::Kind::kObject) return unusable("this is not a report of dokumill");
  Status status;
  JsonReader members(*root, "", status);
  Status kind = check_kind(members);
  if (!status.ok()) return status;
  if (!kind.ok()) return kind;

  ParsedReport piece;
  piece.version = members.get<std::string>("version");
  piece.command = members.get<std::string>("command");
  const auto row = std::ranges::find(kCommandReports, piece.command, &CommandReport::command);
  if (row == std::end(kCommandReports)) {
    return unusable(format_text("the command '{}' has no pieces", printable(piece.command)));
  }
  piece.report = row->make();
  JobReport& common = common_part(piece.report);
  describe_start(common, members);
  piece.piece = *std::exchange(common.piece, std::nullopt);
  if (piece.piece.is_totals && piece.command != "check") {
    members.complain("piece.output_format", "only check writes totals");
  }
  if (piece.piece.test.has_value() != (piece.command == "split")) {
    members.complain("piece.test_output", "split has a test file, and no other command has one");
  }
  if (members.has("input")) add_inputs(common);  // `generate` has no input
  describe_end(common, !common.inputs.empty(), members);
  const auto unsorted = std::ranges::is_sorted_until(common.problems, {}, &Problem::record);
  if (unsorted != common.problems.end()) {
    members.complain(format_text("problems[{}].record", unsorted - common.problems.begin()),
                     "the problems are not in the order of the records");
  }
  // Equal records may be in different pieces, so no piece can count duplicates.
  if (piece.command == "check" && members.has("duplicates")) {
    members.complain("duplicates", "pieces have no duplicates");
  }
  std::visit([&members](auto& report) { describe(report, members); }, piece.report);
  if (!status.ok()) return status;
  return piece;
}

}  // namespace dokumill::merging
