#include "merging/parsed_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/printable.hpp"
#include "dokumill/version.hpp"
#include "merging/json_members.hpp"
#include "merging/json_value.hpp"
#include "platform/input_file.hpp"

namespace dokumill::merging {
namespace {

constexpr std::size_t kMostMessageBytes = 4096;

// Each of the counts of a report, with its name in JSON. The functions are the only list of the
// counts: reading and adding use it. count(name, number) is a member of the report itself,
// nested(object, name, number) one of an object in it, and sparse() is the same for a member that is
// left out if it is 0.
template <class Report, class Visit>
void each_outcome_of_rating(Report& report, const Visit& visit) {
  visit.count("unique", report.unique);
  visit.count("complete", report.complete);
  visit.count("multiple", report.multiple);
  visit.count("none", report.none);
  visit.count("malformed", report.malformed);
}

template <class Levels, class Visit>
void each_level(Levels& levels, const Visit& visit) {
  for (int level = 0; level < kLevels; ++level) {
    visit.nested("levels", name_of(static_cast<Level>(level)),
                 levels[static_cast<std::size_t>(level)]);
  }
}

template <class Visit>
void each_count(SolveReport& report, const Visit& visit) {
  visit.count("unique", report.unique);
  visit.count("multiple", report.multiple);
  visit.count("unsolvable", report.unsolvable);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(CheckReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
  if (report.minimal) visit.count("minimal", *report.minimal);
  if (report.solutions) {
    visit.nested("solutions", "right", report.solutions->right);
    visit.nested("solutions", "second", report.solutions->second);
    visit.nested("solutions", "wrong", report.solutions->wrong);
  }
}

template <class Visit>
void each_count(RateReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
  if (report.scale == RatingScale::kSe121) {
    visit.count("inexact", report.se121.inexact);
    for (std::uint64_t& puzzles : report.se121.hardest) visit.listed(puzzles);
    return;
  }
  each_level(report.ratings.levels, visit);
  for (std::size_t i = 0; i < report.ratings.hardest.size(); ++i) {
    visit.listed(report.ratings.hardest[i]);
    visit.listed(report.ratings.steps[i]);
  }
}

template <class Visit>
void each_count(StepsReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
}

template <class Visit>
void each_count(CanonReport& report, const Visit& visit) {
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(DedupeReport& report, const Visit& visit) {
  visit.count("kept", report.kept);
  visit.count("duplicates", report.duplicates);
  visit.count("malformed", report.malformed);
  visit.count("spilled_bytes", report.spilled_bytes);
}

template <class Visit>
void each_count(SplitReport& report, const Visit& visit) {
  visit.count("train", report.train);
  visit.count("test", report.test);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(ConvertReport& report, const Visit& visit) {
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(AugmentReport& report, const Visit& visit) {
  visit.count("written", report.written);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(PuzzlesReport& report, const Visit& visit) {
  visit.count("tries", report.tries);
  for (std::size_t clues = 0; clues < report.clues.size(); ++clues) {
    visit.sparse("clues", fmt::to_string(clues), report.clues[clues]);
  }
  if (report.is_rated) each_level(report.levels, visit);
  if (!report.is_weighted) return;
  for (std::size_t clues = 0; clues < report.clues.size(); ++clues) {
    visit.sparse("weights", fmt::to_string(clues), report.weights.sum[clues]);
    visit.sparse("weight_squares", fmt::to_string(clues), report.weights.squares[clues]);
  }
}

template <class Visit>
void each_count(JobReport&, const Visit&) {}

// Reads the counts.
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

// Notes where the counts are.
struct CountPlaces {
  std::vector<std::uint64_t*>& places;

  void count(std::string_view, std::uint64_t& number) const { places.push_back(&number); }
  void nested(std::string_view, std::string_view, std::uint64_t& number) const {
    places.push_back(&number);
  }
  void sparse(std::string_view, std::string_view, std::uint64_t& number) const {
    places.push_back(&number);
  }
  void listed(std::uint64_t& number) const { places.push_back(&number); }
};

// Parts of a report that are not counts, and the parts that are there only with some options.
void read_own(Members& members, CheckReport& report) {
  if (members.has("minimal")) report.minimal = 0;
  if (members.has("solutions")) report.solutions = GivenSolutions();
  // Two equal records may be in two pieces, so no piece can count them.
  if (members.has("duplicates")) members.complain("duplicates", "pieces have no duplicates");
}

void read_own(Members& members, RateReport& report) {
  if (members.has("scale")) {
    const std::string_view kScales[] = {name_of(RatingScale::kSe121)};
    members.choice("scale", kScales);
    report.scale = RatingScale::kSe121;
    members.each("techniques", [&](Members entry) {
      const std::string name = entry.text("name");
      const auto known = std::ranges::find(se121_techniques(), name, &Se121TechniqueInfo::name);
      if (known == se121_techniques().end()) {
        return entry.complain("name", "this is not a technique of the scale se121");
      }
      report.se121.hardest[static_cast<std::size_t>(known->technique)] = entry.count("puzzles");
    });
    return;
  }
  members.each("techniques", [&](Members entry) {
    const std::string name = entry.text("name");
    const auto known = std::ranges::find(techniques(), name, &TechniqueInfo::name);
    if (known == techniques().end()) return entry.complain("name", "this is no technique");
    const auto i = static_cast<std::size_t>(known->technique);
    report.ratings.hardest[i] = entry.count("puzzles");
    report.ratings.steps[i] = entry.count("steps");
  });
}

void read_own(Members& members, PuzzlesReport& report) {
  report.is_rated = members.has("levels");
  report.is_weighted = members.has("weights");
}

void read_own(Members&, JobReport&) {}

// The path of an input; "-" for null. Bytes that are not UTF-8 are in `input_base16`.
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
  if (!members.has("input")) return;  // generate
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

// The members of an output, which begin with `name`.
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

// A report of a job that failed, of another program, of another version, or of a whole job.
Status check_kind(Members& members) {
  if (members.text("tool") != "dokumill" || !members.ok()) {
    return unusable("this is not a report of dokumill");
  }
  const std::uint64_t schema = members.count("schema");
  if (members.ok() && schema != 1) {
    return unusable(fmt::format("this is a report of schema {}; only 1 is known", schema));
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

Status sum_too_large() {
  return unusable("the sum of a count is beyond 2^64");
}

template <class Number>
bool adds_up(Number more, Number& sum) {
  if (more > std::numeric_limits<Number>::max() - sum) return false;
  sum += more;
  return true;
}

// Inserts the problems of `more` into `sum`, both in the order of the records, and keeps the first
// kMaxProblems.
void merge_problems(const std::vector<Problem>& more, std::vector<Problem>& sum) {
  std::vector<Problem> both;
  both.reserve(sum.size() + more.size());
  std::ranges::merge(sum, more, std::back_inserter(both), {}, &Problem::record, &Problem::record);
  if (both.size() > kMaxProblems) both.resize(kMaxProblems);
  sum = std::move(both);
}

Status add_common(const JobReport& piece, JobReport& sum) {
  if (piece.inputs.size() != sum.inputs.size()) {
    return unusable(fmt::format("this piece has {} inputs, and another has {}", piece.inputs.size(),
                                sum.inputs.size()));
  }
  bool fits = adds_up(piece.records, sum.records) && adds_up(piece.threads, sum.threads);
  for (std::size_t i = 0; i < sum.inputs.size(); ++i) {
    fits = fits && adds_up(piece.inputs[i].records, sum.inputs[i].records) &&
           adds_up(piece.inputs[i].malformed, sum.inputs[i].malformed);
  }
  const std::size_t problems = sum.problems.size() + piece.problems.size();
  fits = fits && adds_up(piece.problems_omitted, sum.problems_omitted);
  merge_problems(piece.problems, sum.problems);
  fits = fits && adds_up(std::uint64_t{problems - sum.problems.size()}, sum.problems_omitted);
  if (!fits) return sum_too_large();
  sum.seconds = std::max(sum.seconds, piece.seconds);
  for (std::size_t i = 0; i < sum.stages.size(); ++i) sum.stages[i] += piece.stages[i];
  // Machines of one job may have chosen different engines, without an effect on the output.
  const std::string listed = ", " + sum.engine + ", ";
  if (listed.find(", " + piece.engine + ", ") == std::string::npos) {
    sum.engine += ", " + piece.engine;
  }
  // One bad piece makes the job bad. If a piece has no exit status, the sum has none either.
  if (sum.exit_status && piece.exit_status) {
    sum.exit_status = std::max(*sum.exit_status, *piece.exit_status);
  } else {
    sum.exit_status.reset();
  }
  return {};
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

Status add_report(const AnyReport& piece, AnyReport& sum) {
  if (piece.index() != sum.index()) return unusable("this piece is of another command");
  if (Status status = add_common(common_part(piece), common_part(sum)); !status.ok()) {
    return status;
  }
  return std::visit(
      [&piece](auto& all) -> Status {
        using Report = std::decay_t<decltype(all)>;
        Report more = std::get<Report>(piece);  // each_count() takes no constant report
        std::vector<std::uint64_t*> from;
        std::vector<std::uint64_t*> to;
        each_count(more, CountPlaces{from});
        each_count(all, CountPlaces{to});
        if (from.size() != to.size()) {
          return unusable("this piece has other counts than another piece");
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
          if (!adds_up(*from[i], *to[i])) return sum_too_large();
        }
        return {};
      },
      sum);
}

}  // namespace dokumill::merging
