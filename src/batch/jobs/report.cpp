// Implements what the reports of jobs have: to_json(), their totals, and the sums of their counts.
#include <cmath>
#include <iterator>

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "batch/jobs/report_fields.hpp"
#include "batch/rows/rating_columns.hpp"
#include "dokumill/version.hpp"

namespace dokumill {
namespace {

JsonWriter begin(std::string_view command, std::string_view status) {
  JsonWriter json("{}", 0);
  json.add("schema", 2);
  json.add("tool", std::string_view("dokumill"));
  json.add("version", build_info().version);
  json.add("command", command);
  json.add("status", status);
  return json;
}

std::string_view kind_of(ErrorCode code) {
  // In the order of the enumeration. kOk has no kind of its own.
  constexpr std::string_view kKinds[] = {"io",         "usage",         "malformed", "input",
                                         "io",         "out of memory", "callback",  "unsupported",
                                         "self-check", "interrupted",   "unmet",     "broken pipe"};
  static_assert(std::size(kKinds) == static_cast<std::size_t>(ErrorCode::kBrokenPipe) + 1);
  return kKinds[static_cast<std::size_t>(code)];
}

}  // namespace

std::string_view name_of(ProblemKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"malformed", "contradiction", "unsolvable",
                                                   "multiple", "wrong solution"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Stage stage) {
  constexpr std::array<std::string_view, kStages> kNames{"read",  "decompress", "parse", "solve",
                                                         "print", "compress",   "write", "wait"};
  return kNames[static_cast<std::size_t>(stage)];
}

void describe_path(const std::string& path, JsonWriter& json) {
  if (path.empty()) return;
  json.nullable("input", path, std::string("-"));
  if (is_utf8(path)) return;
  std::string digits;
  for (const char c : path) digits += format_text("{:02x}", static_cast<unsigned char>(c));
  json.add("input_base16", digits);
}

void describe_path(std::string& path, JsonReader& json) {
  if (!json.has("input_base16")) return json.nullable("input", path, std::string("-"));
  const auto digits = json.get<std::string>("input_base16");
  const auto value = [](char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
  };
  path.clear();
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = value(digits[i]);
    const int low = value(digits[i + 1]);
    if (high < 0 || low < 0) break;
    path += static_cast<char>(16 * high + low);
  }
  json.require(!path.empty() && path.size() * 2 == digits.size(), "input_base16",
               "expected pairs of hexadecimal digits");
}

std::string totals_text(const CheckReport& report) {
  std::string text;
  const auto add = [&text](std::string_view name, std::uint64_t number) {
    text.append(name).append(": ").append(std::to_string(number)).push_back('\n');
  };
  add("records", report.records);
  if (report.left_out) add("left out", *report.left_out);
  add("complete", report.complete);
  add("unique", report.unique);
  add("multiple", report.multiple);
  add("none", report.none);
  add("malformed", report.malformed);
  if (report.minimal) add("minimal", *report.minimal);
  if (report.solutions) {
    add("right solutions", report.solutions->right);
    add("second solutions", report.solutions->second);
    add("wrong solutions", report.solutions->wrong);
  }
  if (report.duplicates) add("duplicates", *report.duplicates);
  return text;
}

void RatingTotals::add(const Rating& rating) {
  ++levels[static_cast<std::size_t>(level_of(rating.score))];
  if (batch::knows_hardest(rating)) ++hardest[static_cast<std::size_t>(rating.hardest)];
  if (!rating.is_exact) ++inexact;
}

void RatingTotals::add(const RatingTotals& other) {
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += other.levels[i];
  for (std::size_t i = 0; i < hardest.size(); ++i) hardest[i] += other.hardest[i];
  inexact += other.inexact;
}

// The sums of weights are whole numbers, so that they do not depend on the order of the puzzles, or
// on how a job is divided into pieces.
void WeightTotals::add(int clues, std::uint64_t weight) {
  const auto i = static_cast<std::size_t>(clues);
  sum[i] += weight;
  squares[i] += (weight / 1000) * (weight / 1000);
}

void WeightTotals::add(const WeightTotals& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += other.sum[i];
    squares[i] += other.squares[i];
  }
}

WeightTotals::Statistics WeightTotals::statistics() const {
  double weights = 0;
  double squared_weights = 0;
  double clues = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    weights += static_cast<double>(sum[i]);
    squared_weights += static_cast<double>(squares[i]) * 1e6;
    clues += static_cast<double>(sum[i]) * static_cast<double>(i);
  }
  Statistics result;
  if (weights == 0 || squared_weights == 0) return result;
  result.mean_clues = clues / weights;
  // The variance of a ratio of sums, by the delta method (W. G. Cochran, "Sampling Techniques",
  // section 6.3). It applies because the puzzles are independent of each other.
  double variance = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double deviation = static_cast<double>(i) - result.mean_clues;
    variance += static_cast<double>(squares[i]) * 1e6 * deviation * deviation;
  }
  result.mean_clues_error = std::sqrt(variance) / weights;
  result.effective_puzzles = weights * weights / squared_weights;
  return result;
}

JsonWriter begin_report(std::string_view command, const JobReport& report) {
  JsonWriter json = begin(command, "ok");
  describe_start(report, json);
  return json;
}

std::string end_report(const JobReport& report, bool has_problems, JsonWriter json) {
  describe_end(report, has_problems, json);
  return json.text() + "\n";
}

std::string to_json(const FailureReport& report) {
  JsonWriter json = begin(report.command, "failed");
  json.member("exit", report.exit_status);
  describe_path(report.input_path, json);
  std::vector<std::string> paths{report.input_path};
  paths.insert(paths.end(), report.more_input_paths.begin(), report.more_input_paths.end());
  const bool has_several = paths.size() > 1;
  if (has_several) {
    json.list("inputs", paths,
              [](JsonWriter& entry, const std::string& path) { describe_path(path, entry); });
  }
  json.object("error", [&](JsonWriter& error) {
    error.add("kind", kind_of(report.status.code()));
    error.add("message", printable_all(report.status.message()));
    const Problem record = report.record.value_or(Problem());
    if (has_several && report.record && record.input < paths.size()) {
      describe_path(paths[record.input], error);
    }
    error.nullable("record", record.record, std::uint64_t{0});
    error.nullable("line", record.line, std::uint64_t{0});
    error.nullable("column", record.column, std::uint64_t{0});
  });
  return json.text() + "\n";
}

std::string to_json(const SolveReport& report) {
  return report_json("solve", report);
}
std::string to_json(const CheckReport& report) {
  return report_json("check", report);
}
std::string to_json(const PuzzlesReport& report) {
  return report_json("generate puzzles", report);
}
std::string to_json(const CanonReport& report) {
  return report_json("canon", report);
}
std::string to_json(const DedupeReport& report) {
  return report_json("dedupe", report);
}
std::string to_json(const SplitReport& report) {
  return report_json("split", report);
}
std::string to_json(const RateReport& report) {
  return report_json("rate", report);
}
std::string to_json(const JobReport& report) {
  return report_json("generate boards", report);
}
std::string to_json(const ExportReport& report) {
  return report_json("export", report);
}
std::string to_json(const ConvertReport& report) {
  return report_json("convert", report);
}
std::string to_json(const AugmentReport& report) {
  return report_json("augment", report);
}
std::string to_json(const VaryReport& report) {
  return report_json("vary", report);
}
std::string to_json(const SampleReport& report) {
  return report_json("sample", report);
}
std::string to_json(const ShuffleReport& report) {
  return report_json("shuffle", report);
}
std::string to_json(const SortReport& report) {
  return report_json("sort", report);
}
std::string to_json(const StepsReport& report) {
  return report_json("steps", report);
}
std::string to_json(const UnavoidableReport& report) {
  return report_json("unavoidable", report);
}

}  // namespace dokumill
