// describe(): the members of each report in JSON, in their order. These functions are the only list
// of the members. to_json() writes the members with a JsonWriter, `merge` reads the report of a
// piece with a JsonReader, and add_report() visits the counts of two reports
// (src/apps/cluster/pieces).
//
//   describe_start(), describe_end()   the members of all reports, around those of the job
//   describe()                         the members of one job
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/json_members.hpp"
#include "base/text/number_text.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill {

// The names of an enumeration whose last value is `last`.
template <class Enum>
std::vector<std::string_view> names_to(Enum last) {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.push_back(name_of(static_cast<Enum>(i)));
  return names;
}

// An object with a member for each of the names.
void describe_all(std::string_view name, const std::vector<std::string_view>& names, auto& numbers,
                  auto& json) {
  json.object(name, [&](auto& object) {
    for (std::size_t i = 0; i < names.size(); ++i) object.member(names[i], numbers[i]);
  });
}

// An object with the numbers that are not 0. The name of a member is the index of the number.
void describe_by_index(std::string_view name, auto& numbers, auto& json) {
  json.object(name, [&](auto& object) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string index = to_text(i);
      if (object.has(index, numbers[i] != 0)) object.member(index, numbers[i]);
    }
  });
}

// The path of an input: null for standard input ("-"), and any other path as the caller gave it.
// JSON cannot hold bytes that are not UTF-8 (each becomes U+FFFD), so a path with such bytes is
// also written in `input_base16`. Writes nothing if the path is empty.
void describe_path(const std::string& path, JsonWriter& json);
void describe_path(std::string& path, JsonReader& json);

// The members of an output. Their names begin with `name`.
void describe_path_of_output(const std::string& name, auto& path, auto& json) {
  json.nullable(name, path, std::string("-"));
  json.require(path.find('\0') == std::string::npos, name, "a name contains a zero byte");
}
void describe_file_of_output(const std::string& name, auto& compression, auto& bytes, auto& json) {
  json.choice(name + "_compression", compression, names_to(Compression::kZstd));
  json.member(name + "_bytes", bytes);
}

inline constexpr std::string_view kPieceUnits[] = {"bytes", "records"};  // by is_of_records

// The names of the formats of an output, and the name for the totals of check().
inline std::vector<std::string_view> names_of_outputs() {
  std::vector<std::string_view> names(text_format_names().begin(), text_format_names().end());
  names.push_back("totals");
  return names;
}
inline std::size_t kind_of_output(const PieceReport& piece) {
  return static_cast<std::size_t>(piece.is_totals ? kTextFormats
                                                  : static_cast<int>(piece.output_format));
}

template <class Json>
void describe(Of<PieceReport> auto& piece, Json& json) {
  // The limit of the number is the count, which is written after it.
  if constexpr (!Json::kWrites) json.member("count", piece.piece.count, 1);
  json.member("number", piece.piece.number, 1, piece.piece.count);
  json.member("count", piece.piece.count, 1);
  json.choice("unit", piece.is_of_records, kPieceUnits);
  json.member("begin", piece.begin);
  json.member("end", piece.end, piece.begin);
  json.member("job", piece.job);
  const bool is_digest = piece.job.size() == 16 &&
                         piece.job.find_first_not_of("0123456789abcdef") == std::string::npos;
  json.require(is_digest, "job", "expected 16 hexadecimal digits");
  describe_path_of_output("output", piece.output, json);
  std::size_t kind = kind_of_output(piece);
  json.choice("output_format", kind, names_of_outputs());
  if constexpr (!Json::kWrites) {
    piece.is_totals = kind == std::size_t{kTextFormats};
    piece.output_format = piece.is_totals ? TextFormat::kLine : static_cast<TextFormat>(kind);
  }
  describe_file_of_output("output", piece.output_compression, piece.output_bytes, json);
  if (!json.has("test_output", piece.test.has_value())) return;
  if constexpr (!Json::kWrites) piece.test = PieceReport::TestOutput();
  describe_path_of_output("test_output", piece.test->output, json);
  describe_file_of_output("test_output", piece.test->output_compression, piece.test->output_bytes,
                          json);
}

template <class Json>
void describe_start(Of<JobReport> auto& report, Json& json) {
  json.member("exit", report.exit_status, 0, 1);
  const bool has_input = json.has("input", !report.input_path.empty());
  if (has_input) describe_path(report.input_path, json);
  if (has_input && json.has("inputs", report.inputs.size() > 1)) {
    json.list("inputs", report.inputs, [](auto& entry, auto& input) {
      describe_path(input.path, entry);
      entry.member("records", input.records);
      entry.member("malformed", input.malformed);
    });
    json.require(report.inputs.size() > 1, "inputs", "expected two or more");
  }
  json.member("piece", report.piece);
  if constexpr (Json::kWrites) json.member("pieces", report.pieces);
  json.member("records", report.records);
  json.member("left_out", report.left_out);
  json.unless_empty("unmapped_column", report.unmapped_column);
}

// The input of a problem, if the job has several inputs.
template <class Json>
void describe_input(const std::vector<InputReport>& inputs, auto& number, Json& json) {
  if (inputs.size() < 2) return;
  std::string path = number < inputs.size() ? inputs[number].path : "";
  describe_path(path, json);
  if constexpr (!Json::kWrites) {
    const auto found = std::ranges::find(inputs, path, &InputReport::path);
    json.require(found != inputs.end(), "input", "it is not in 'inputs'");
    number = static_cast<std::size_t>(found - inputs.begin());
  }
}

template <class Json>
void describe_end(Of<JobReport> auto& report, bool has_problems, Json& json) {
  json.member("seconds", report.seconds);
  if constexpr (Json::kWrites) {
    const auto records = static_cast<double>(report.records);
    json.member("records_per_second", report.seconds > 0 ? records / report.seconds : 0.0);
  }
  json.member("threads", report.threads);
  json.unless_empty("engine", report.engine);
  describe_all("stages", names_to(Stage::kWait), report.stages, json);
  if (!has_problems) return;
  const std::vector<std::string_view> kinds = names_to(ProblemKind::kWrongSolution);
  const auto describe_problem = [&](auto& entry, auto& problem) {
    describe_input(report.inputs, problem.input, entry);
    entry.member("record", problem.record, 1);
    entry.member("line", problem.line);
    entry.nullable("column", problem.column, std::uint64_t{0});
    entry.choice("kind", problem.kind, kinds);
    entry.member("message", problem.message);
  };
  json.list("problems", report.problems, describe_problem, kMaxProblems);
  json.member("problems_omitted", report.problems_omitted);
}

void describe(Of<JobReport> auto&, auto&) {}

void describe(Of<SolveReport> auto& report, auto& json) {
  json.member("unique", report.unique);
  json.member("multiple", report.multiple);
  json.member("unsolvable", report.unsolvable);
  json.member("malformed", report.malformed);
  json.member("written", report.written);
  json.member("cut", report.cut);
}

void describe(Of<GivenSolutions> auto& solutions, auto& json) {
  json.member("right", solutions.right);
  json.member("second", solutions.second);
  json.member("wrong", solutions.wrong);
}

template <class Json>
void describe(Of<CheckReport> auto& report, Json& json) {
  json.member("complete", report.complete);
  json.member("unique", report.unique);
  json.member("multiple", report.multiple);
  json.member("none", report.none);
  json.member("malformed", report.malformed);
  json.member("minimal", report.minimal);
  json.member("solutions", report.solutions);
  if constexpr (Json::kWrites) {
    if (!report.duplicates) return;
    json.add("duplicates", *report.duplicates);
    JsonText pairs("[]", 1);
    for (const DuplicatePair& pair : report.duplicate_pairs) {
      pairs.add_item(format_text("[{}, {}]", pair.first, pair.second));
    }
    json.add_text("duplicate_pairs", pairs.text());
    json.add("spilled_bytes", report.spilled_bytes);
  }
}

void describe_explained(auto& report, auto& json) {
  json.member("unique", report.unique);
  json.member("complete", report.complete);
  json.member("multiple", report.multiple);
  json.member("none", report.none);
  json.member("malformed", report.malformed);
}

void describe_levels(auto& levels, auto& json) {
  describe_all("levels", names_to(Level::kExtreme), levels, json);
}

inline void describe_techniques(const auto& hardest, JsonWriter& json) {
  json.list("techniques", techniques(), [&](JsonWriter& entry, const TechniqueInfo& info) {
    entry.add("name", info.name);
    entry.add("lowest", info.lowest / 10.0);
    entry.add("puzzles", hardest[static_cast<std::size_t>(info.technique)]);
  });
}
inline void describe_techniques(auto& hardest, JsonReader& json) {
  std::vector<std::string> names;
  json.list("techniques", names, [&](JsonReader& entry, std::string& name) {
    entry.member("name", name);
    const auto known = std::ranges::find(techniques(), name, &TechniqueInfo::name);
    if (known == techniques().end()) return entry.complain("name", "this is no technique");
    entry.member("puzzles", hardest[static_cast<std::size_t>(known->technique)]);
  });
}
void describe_techniques(auto& hardest, auto& counts) {
  for (auto& puzzles : hardest) counts.member("puzzles", puzzles);
}

void describe(Of<RateReport> auto& report, auto& json) {
  describe_explained(report, json);
  if (!json.presence("levels", report.is_rated)) return;
  describe_levels(report.ratings.levels, json);
  json.member("inexact", report.ratings.inexact);
  describe_techniques(report.ratings.hardest, json);
}

void describe(Of<StepsReport> auto& report, auto& json) {
  describe_explained(report, json);
}

void describe(Of<UnavoidableReport> auto& report, auto& json) {
  describe_explained(report, json);
  describe_by_index("sizes", report.sizes, json);
}

void describe(Of<ClassCounts> auto& classes, auto& json) {
  json.member("complete", classes.complete);
  json.member("unique", classes.unique);
  json.member("multiple", classes.multiple);
  json.member("none", classes.none);
}

void describe(Of<CanonReport> auto& report, auto& json) {
  json.member("malformed", report.malformed);
  json.member("classes", report.classes);
}

void describe(Of<DedupeReport> auto& report, auto& json) {
  json.member("kept", report.kept);
  json.member("duplicates", report.duplicates);
  json.member("malformed", report.malformed);
  json.member("listed", report.listed);
  json.member("spilled_bytes", report.spilled_bytes);
}

void describe(Of<SplitReport> auto& report, auto& json) {
  json.member("train", report.train);
  json.member("test", report.test);
  json.member("malformed", report.malformed);
}

void describe(Of<ConvertReport> auto& report, auto& json) {
  json.member("malformed", report.malformed);
}

void describe(Of<AugmentReport> auto& report, auto& json) {
  json.member("written", report.written);
  json.member("malformed", report.malformed);
}

void describe(Of<VaryReport> auto& report, auto& json) {
  json.member("unique", report.unique);
  json.member("multiple", report.multiple);
  json.member("unsolvable", report.unsolvable);
  json.member("malformed", report.malformed);
  json.member("found", report.found);
  json.member("written", report.written);
  json.member("duplicates", report.duplicates);
  json.member("cut", report.cut);
  json.member("spilled_bytes", report.spilled_bytes);
}

void describe(Of<ExportReport> auto& report, auto& json) {
  json.member("train", report.train);
  json.member("valid", report.valid);
  json.member("test", report.test);
  json.member("written", report.written);
  json.member("multiple", report.multiple);
  json.member("unsolvable", report.unsolvable);
  json.member("wrong", report.wrong);
  json.member("malformed", report.malformed);
}

void describe(Of<SampleReport> auto& report, auto& json) {
  json.member("written", report.written);
  json.member("malformed", report.malformed);
  json.member("spilled_bytes", report.spilled_bytes);
}

void describe(Of<ShuffleReport> auto& report, auto& json) {
  json.member("malformed", report.malformed);
  json.member("spilled_bytes", report.spilled_bytes);
}

void describe(Of<SortReport> auto& report, auto& json) {
  json.member("malformed", report.malformed);
  json.member("spilled_bytes", report.spilled_bytes);
}

template <class Json>
void describe(Of<PuzzlesReport> auto& report, Json& json) {
  if (json.has("malformed", !report.input_path.empty())) {
    json.member("multiple", report.multiple);
    json.member("none", report.none);
    json.member("malformed", report.malformed);
  }
  if (json.has("subtrees", report.subtrees != 0)) json.member("subtrees", report.subtrees);
  json.member("tries", report.tries);
  describe_by_index("clues", report.clues, json);
  if (json.presence("levels", report.is_rated)) describe_levels(report.levels, json);
  if (!json.presence("weights", report.is_weighted)) return;
  describe_by_index("weights", report.weights.sum, json);
  describe_by_index("weight_squares", report.weights.squares, json);
  if constexpr (Json::kWrites) {
    const WeightTotals::Statistics statistics = report.weights.statistics();
    json.add_text("mean_clues", format_text("{:.6f}", statistics.mean_clues));
    json.add_text("mean_clues_error", format_text("{:.6f}", statistics.mean_clues_error));
    json.add_text("effective_puzzles", format_text("{:.1f}", statistics.effective_puzzles));
  }
}

// The first and the last members of a report, and the whole report as JSON.
JsonWriter begin_report(std::string_view command, const JobReport& report);
std::string end_report(const JobReport& report, bool has_problems, JsonWriter json);
template <class Report>
std::string report_json(std::string_view command, const Report& report) {
  JsonWriter json = begin_report(command, report);
  describe(report, json);
  return end_report(report, !report.input_path.empty(), std::move(json));
}

}  // namespace dokumill
