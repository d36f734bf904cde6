#include "merging/parsed_report.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/fmt.hpp"
#include "core/text/json_value.hpp"
#include "core/text/printable.hpp"
#include "dokumill/version.hpp"
#include "merging/json_members.hpp"
#include "merging/report_counts.hpp"
#include "platform/files/input_file.hpp"

namespace dokumill::merging {
namespace {

constexpr std::size_t kMostMessageBytes = 4096;

// Reads the counts that each_count() visits.
struct CountReader {
  Members& members;

  void count(std::string_view name, std::uint64_t& number) const { number = members.count(name); }
  void nested(std::string_view object, std::string_view name, std::uint64_t& number) const {
    number = members.object(object).count(name);
  }
  void sparse(std::string_view object, std::string_view name, std::uint64_t& number) const {
    number = members.object(object).count_or_0(name);
  }
  void listed(std::uint64_t&) const {}  // read_own() reads the list
};

// Reads the members that CountReader does not read. Creates the optional parts of `report` that the
// JSON object has, so that each_count() visits their counts.
void read_own(Members& members, CheckReport& report) {
  if (members.has("minimal")) report.minimal = 0;
  if (members.has("solutions")) report.solutions = GivenSolutions();
  // Equal records may be in different pieces, so no piece can count duplicates.
  if (members.has("duplicates")) members.complain("duplicates", "pieces have no duplicates");
}

void read_own(Members& members, RateReport& report) {
  members.each("techniques", [&](Members entry) {
    const std::string name = entry.text("name");
    const auto known = std::ranges::find(techniques(), name, &TechniqueInfo::name);
    if (known == techniques().end()) return entry.complain("name", "this is no technique");
    report.ratings.hardest[static_cast<std::size_t>(known->technique)] = entry.count("puzzles");
  });
}

void read_own(Members& members, PuzzlesReport& report) {
  report.is_rated = members.has("levels");
  report.is_weighted = members.has("weights");
}

void read_own(Members&, JobReport&) {}

// The path of an input; "-" if the member is null. If the path is not UTF-8, the report has it as
// hexadecimal digits, in the member "input_base16".
std::string read_path(Members& members) {
  if (!members.has("input_base16")) return members.text_or_null("input").value_or("-");
  const std::string digits = members.text("input_base16");
  std::string path;
  const auto value = [](char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
  };
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = value(digits[i]);
    const int low = value(digits[i + 1]);
    if (high < 0 || low < 0) break;
    path += static_cast<char>(16 * high + low);
  }
  if (path.empty() || path.size() * 2 != digits.size()) {
    members.complain("input_base16", "expected pairs of hexadecimal digits");
  }
  return path;
}

void read_inputs(Members& members, JobReport& report) {
  if (!members.has("input")) return;  // `generate` has no input
  report.input_path = read_path(members);
  const auto add = [&report](std::string path, std::uint64_t records, std::uint64_t malformed) {
    std::string name = printable_path(path, "<stdin>");
    report.inputs.push_back({std::move(path), std::move(name), records, malformed, {}});
  };
  if (members.has("inputs")) {
    members.each("inputs", [&](Members entry) {
      std::string path = read_path(entry);
      const std::uint64_t records = entry.count("records");
      add(std::move(path), records, entry.count("malformed"));
    });
    if (report.inputs.size() < 2) members.complain("inputs", "expected two or more");
  } else {
    add(report.input_path, report.records, 0);
  }
  if (members.ok()) report.input_name = report.inputs.front().name;
}

constexpr ProblemKind kProblemKinds[] = {ProblemKind::kMalformed, ProblemKind::kContradiction,
                                         ProblemKind::kUnsolvable, ProblemKind::kMultiple,
                                         ProblemKind::kWrongSolution};

void read_problems(Members& members, JobReport& report) {
  std::vector<std::string_view> kinds;
  for (const ProblemKind kind : kProblemKinds) kinds.push_back(name_of(kind));
  members.each("problems", [&](Members entry) {
    if (report.problems.size() == kMaxProblems) {
      return members.complain("problems", fmt::format("expected at most {}", kMaxProblems));
    }
    Problem problem;
    problem.record = entry.count("record", 1);
    problem.line = entry.count("line");
    problem.column = entry.count_or_null("column");
    problem.kind = kProblemKinds[entry.choice("kind", kinds)];
    problem.message = entry.text("message");
    if (!report.problems.empty() && problem.record < report.problems.back().record) {
      entry.complain("record", "the problems are not in the order of the records");
    }
    if (report.inputs.size() > 1) {
      const auto found = std::ranges::find(report.inputs, read_path(entry), &InputReport::path);
      if (found == report.inputs.end()) return entry.complain("input", "it is not in 'inputs'");
      problem.input = static_cast<std::size_t>(found - report.inputs.begin());
    }
    report.problems.push_back(std::move(problem));
  });
  report.problems_omitted = members.count("problems_omitted");
}

void read_common(Members& members, JobReport& report) {
  if (members.has("exit")) report.exit_status = static_cast<int>(members.count("exit", 0, 1));
  report.records = members.count("records");
  if (members.has("unmapped_column")) report.unmapped_column = members.text("unmapped_column");
  read_inputs(members, report);
  report.seconds = members.seconds("seconds");
  report.threads = static_cast<int>(members.count("threads", 0, std::numeric_limits<int>::max()));
  if (members.has("engine")) report.engine = members.text("engine");
  Members stages = members.object("stages");
  for (int stage = 0; stage < kStages; ++stage) {
    report.stages[static_cast<std::size_t>(stage)] =
        stages.seconds(name_of(static_cast<Stage>(stage)));
  }
  if (!report.inputs.empty()) read_problems(members, report);
}

// Reads the members of an output. Their names begin with `name`.
PieceOutput read_output(Members& members, const std::string& name) {
  PieceOutput output;
  output.path = members.text_or_null(name);
  if (output.path && output.path->find('\0') != std::string::npos) {
    members.complain(name, "a name contains a zero byte");
  }
  constexpr Compression kKinds[] = {Compression::kNone, Compression::kGzip, Compression::kZstd};
  std::vector<std::string_view> kinds;
  for (const Compression kind : kKinds) kinds.push_back(name_of(kind));
  output.compression = kKinds[members.choice(name + "_compression", kinds)];
  output.bytes = members.count(name + "_bytes");
  return output;
}

PieceMember read_piece(Members members) {
  PieceMember piece;
  piece.count = members.count("count", 1);
  piece.number = members.count("number", 1, std::max<std::uint64_t>(piece.count, 1));
  constexpr std::string_view kUnits[] = {"bytes", "records"};
  piece.unit = kUnits[members.choice("unit", kUnits)];
  piece.begin = members.count("begin");
  piece.end = members.count("end", piece.begin);
  piece.job = members.text("job");
  const bool is_digest = piece.job.size() == 16 &&
                         piece.job.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_digest) members.complain("job", "expected 16 hexadecimal digits");
  std::vector<std::string_view> formats(text_format_names().begin(), text_format_names().end());
  formats.push_back(kTotalsFormat);
  piece.output_format = formats[members.choice("output_format", formats)];
  piece.output = read_output(members, "output");
  if (members.has("test_output")) piece.test = read_output(members, "test_output");
  return piece;
}

struct CommandReport {
  std::string_view command;
  AnyReport (*make)();
};
constexpr CommandReport kCommandReports[] = {
    {"solve", [] { return AnyReport(SolveReport()); }},
    {"check", [] { return AnyReport(CheckReport()); }},
    {"rate", [] { return AnyReport(RateReport()); }},
    {"canon", [] { return AnyReport(CanonReport()); }},
    {"dedupe", [] { return AnyReport(DedupeReport()); }},
    {"split", [] { return AnyReport(SplitReport()); }},
    {"convert", [] { return AnyReport(ConvertReport()); }},
    {"steps", [] { return AnyReport(StepsReport()); }},
    {"augment", [] { return AnyReport(AugmentReport()); }},
    {"generate puzzles", [] { return AnyReport(PuzzlesReport()); }},
    {"generate boards", [] { return AnyReport(JobReport()); }},
};

Status unusable(std::string message) {
  return {ErrorCode::kInput, std::move(message)};
}

// Rejects the report of a failed job, of another program, of another version, or of a whole job.
Status check_kind(Members& members) {
  if (members.text("tool") != "dokumill" || !members.ok()) {
    return unusable("this is not a report of dokumill");
  }
  const std::uint64_t schema = members.count("schema");
  if (members.ok() && schema != 2) {
    return unusable(fmt::format("this is a report of schema {}; only 2 is known", schema));
  }
  const std::string command = members.text("command");
  constexpr std::string_view kStatuses[] = {"ok", "failed"};
  if (members.choice("status", kStatuses) == 1) {
    const std::string message = members.object("error").text("message");
    std::string piece = "this job";
    if (members.has("piece")) {
      Members place = members.object("piece");
      const std::uint64_t number = place.count("number", 1);
      piece = fmt::format("piece {} of {}", number, place.count("count", 1));
    }
    if (!members.ok()) return {};
    return unusable(
        fmt::format("{} failed: {}; run it again", piece, printable(message, kMostMessageBytes)));
  }
  const std::string version = members.text("version");
  if (!members.ok()) return {};
  if (version != build_info().version) {
    return unusable(
        fmt::format("this report is of dokumill {}, and this program is version {}; "
                    "merge reports with the version that wrote them",
                    printable(version), build_info().version));
  }
  if (members.has("piece")) return {};
  return unusable("this is the report of a whole job; a piece has the member 'piece' (--piece)");
}

}  // namespace

std::uint64_t malformed_of(const AnyReport& report) {
  const auto get = [](const auto& any) -> std::uint64_t {
    if constexpr (requires { any.malformed; }) return any.malformed;
    return 0;
  };
  return std::visit(get, report);
}
JobReport& common_part(AnyReport& report) {
  return std::visit([](auto& any) -> JobReport& { return any; }, report);
}
const JobReport& common_part(const AnyReport& report) {
  return std::visit([](const auto& any) -> const JobReport& { return any; }, report);
}

Result<ParsedReport> parse_report(std::string_view text) {
  const Result<JsonValue> root = parse_json_value(text);
  if (!root.ok()) return root.status();
  if (root->kind != JsonValue::Kind::kObject) return unusable("this is not a report of dokumill");
  Status status;
  Members members(*root, "", status);
  Status kind = check_kind(members);
  if (!status.ok()) return status;
  if (!kind.ok()) return kind;

  ParsedReport piece;
  piece.version = members.text("version");
  piece.command = members.text("command");
  const auto row = std::ranges::find(kCommandReports, piece.command, &CommandReport::command);
  if (row == std::end(kCommandReports)) {
    return unusable(fmt::format("the command '{}' has no pieces", printable(piece.command)));
  }
  piece.report = row->make();
  piece.piece = read_piece(members.object("piece"));
  if (piece.piece.output_format == kTotalsFormat && piece.command != "check") {
    members.complain("piece.output_format", "only check writes totals");
  }
  if (piece.piece.test.has_value() != (piece.command == "split")) {
    members.complain("piece.test_output", "split has a test file, and no other command has one");
  }
  read_common(members, common_part(piece.report));
  std::visit(
      [&members](auto& report) {
        read_own(members, report);
        each_count(report, CountReader{members});
      },
      piece.report);
  if (!status.ok()) return status;
  return piece;
}

}  // namespace dokumill::merging
