// Implements to_json(): the reports of jobs as JSON.
#include "batch/jobs/book_job.hpp"
#include "core/text/fmt.hpp"
#include "core/text/json_text.hpp"
#include "core/text/printable.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/version.hpp"

namespace dokumill {
namespace {

// Adds the path of an input. Standard input is written as null, and any other path as the caller
// gave it. JSON cannot hold bytes that are not UTF-8 (each becomes U+FFFD), so a path with such
// bytes is also written in `input_base16`.
void add_input(const std::string& path, JsonText& json) {
  if (path.empty()) return;
  if (path == "-") {
    json.add_text("input", "null");
    return;
  }
  json.add("input", path);
  if (is_utf8(path)) return;
  std::string digits;
  for (const char c : path) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  json.add("input_base16", digits);
}

// An entry in the list of inputs, at nesting level 2 of the report.
JsonText input_entry(const std::string& path) {
  JsonText entry("{}", 2);
  add_input(path, entry);
  return entry;
}

// Adds the list of inputs if there are several.
void add_inputs(const std::vector<InputReport>& inputs, JsonText& json) {
  if (inputs.size() < 2) return;
  JsonText list("[]", 1);
  for (const InputReport& input : inputs) {
    JsonText entry = input_entry(input.path);
    entry.add("records", input.records);
    entry.add("malformed", input.malformed);
    list.add_item(entry.text());
  }
  json.add_text("inputs", list.text());
}

JsonText begin(std::string_view command, std::string_view status, std::optional<int> exit_status,
               const std::string& input_path) {
  JsonText json("{}", 0);
  json.add("schema", 2);
  json.add("tool", std::string_view("dokumill"));
  json.add("version", build_info().version);
  json.add("command", command);
  json.add("status", status);
  if (exit_status) json.add("exit", *exit_status);
  add_input(input_path, json);
  return json;
}

void add_piece(const PieceReport& report, JsonText& json) {
  JsonText piece("{}", 1);
  piece.add("number", report.piece.number);
  piece.add("count", report.piece.count);
  piece.add("unit", std::string_view(report.is_of_records ? "records" : "bytes"));
  piece.add("begin", report.begin);
  piece.add("end", report.end);
  piece.add("job", report.job);
  if (report.output == "-") {
    piece.add_text("output", "null");
  } else {
    piece.add("output", report.output);
  }
  piece.add("output_format",
            report.is_totals ? std::string_view("totals") : name_of(report.output_format));
  piece.add("output_compression", name_of(report.output_compression));
  piece.add("output_bytes", report.output_bytes);
  if (report.test) {
    if (report.test->output == "-") {
      piece.add_text("test_output", "null");
    } else {
      piece.add("test_output", report.test->output);
    }
    piece.add("test_output_compression", name_of(report.test->output_compression));
    piece.add("test_output_bytes", report.test->output_bytes);
  }
  json.add_text("piece", piece.text());
}

JsonText common(const JobReport& report, std::string_view command) {
  JsonText json = begin(command, "ok", report.exit_status, report.input_path);
  add_inputs(report.inputs, json);
  if (report.piece) add_piece(*report.piece, json);
  if (report.pieces) json.add("pieces", *report.pieces);
  json.add("records", report.records);
  if (!report.unmapped_column.empty()) json.add("unmapped_column", report.unmapped_column);
  return json;
}

std::string_view kind_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kMalformed:
      return "malformed";
    case ErrorCode::kInput:
      return "input";
    case ErrorCode::kOutOfMemory:
      return "out of memory";
    case ErrorCode::kCallback:
      return "callback";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kSelfCheck:
      return "self-check";
    case ErrorCode::kInterrupted:
      return "interrupted";
    case ErrorCode::kUnmet:
      return "unmet";
    case ErrorCode::kBrokenPipe:
      return "broken pipe";
    case ErrorCode::kOk:
    case ErrorCode::kIo:
      break;
  }
  return "io";
}

void add_run(const JobReport& report, JsonText& json) {
  json.add("seconds", report.seconds);
  json.add("records_per_second",
           report.seconds > 0 ? static_cast<double>(report.records) / report.seconds : 0.0);
  json.add("threads", report.threads);
  if (!report.engine.empty()) json.add("engine", report.engine);
  JsonText stages("{}", 1);
  for (int stage = 0; stage < kStages; ++stage) {
    stages.add(name_of(static_cast<Stage>(stage)), report.stages[static_cast<std::size_t>(stage)]);
  }
  json.add_text("stages", stages.text());
}

void add_problems(const JobReport& report, JsonText& json) {
  JsonText problems("[]", 1);
  for (const Problem& problem : report.problems) {
    JsonText entry("{}", 2);
    if (report.inputs.size() > 1 && problem.input < report.inputs.size()) {
      add_input(report.inputs[problem.input].path, entry);
    }
    entry.add("record", problem.record);
    entry.add("line", problem.line);
    if (problem.column == 0) {
      entry.add_text("column", "null");
    } else {
      entry.add("column", problem.column);
    }
    entry.add("kind", name_of(problem.kind));
    entry.add("message", problem.message);
    problems.add_item(entry.text());
  }
  json.add_text("problems", problems.text());
  json.add("problems_omitted", report.problems_omitted);
}

void add_levels(const std::array<std::uint64_t, kLevels>& numbers, JsonText& json) {
  JsonText levels("{}", 1);
  for (const LevelInfo& info : dokumill::levels()) {
    levels.add(info.name, numbers[static_cast<std::size_t>(info.level)]);
  }
  json.add_text("levels", levels.text());
}

void add_ratings(const RatingTotals& totals, JsonText& json) {
  add_levels(totals.levels, json);
  json.add("inexact", totals.inexact);
  JsonText list("[]", 1);
  for (const TechniqueInfo& info : techniques()) {
    JsonText entry("{}", 2);
    entry.add("name", info.name);
    entry.add("lowest", info.lowest / 10.0);
    entry.add("puzzles", totals.hardest[static_cast<std::size_t>(info.technique)]);
    list.add_item(entry.text());
  }
  json.add_text("techniques", list.text());
}

}  // namespace

std::string_view name_of(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::kMalformed:
      return "malformed";
    case ProblemKind::kContradiction:
      return "contradiction";
    case ProblemKind::kUnsolvable:
      return "unsolvable";
    case ProblemKind::kWrongSolution:
      return "wrong solution";
    case ProblemKind::kMultiple:
      break;
  }
  return "multiple";
}

std::string_view name_of(Stage stage) {
  constexpr std::array<std::string_view, kStages> kNames{"read",  "decompress", "parse", "solve",
                                                         "print", "compress",   "write", "wait"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::string to_json(const SolveReport& report) {
  JsonText json = common(report, "solve");
  json.add("unique", report.unique);
  json.add("multiple", report.multiple);
  json.add("unsolvable", report.unsolvable);
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const CheckReport& report) {
  JsonText json = common(report, "check");
  json.add("complete", report.complete);
  json.add("unique", report.unique);
  json.add("multiple", report.multiple);
  json.add("none", report.none);
  json.add("malformed", report.malformed);
  if (report.minimal) json.add("minimal", *report.minimal);
  if (report.solutions) {
    JsonText solutions("{}", 1);
    solutions.add("right", report.solutions->right);
    solutions.add("second", report.solutions->second);
    solutions.add("wrong", report.solutions->wrong);
    json.add_text("solutions", solutions.text());
  }
  if (report.duplicates) {
    json.add("duplicates", *report.duplicates);
    JsonText pairs("[]", 1);
    for (const DuplicatePair& pair : report.duplicate_pairs) {
      pairs.add_item(fmt::format("[{}, {}]", pair.first, pair.second));
    }
    json.add_text("duplicate_pairs", pairs.text());
    json.add("spilled_bytes", report.spilled_bytes);
  }
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

namespace {

// An object with the numbers that are not 0. The name of a member is the number of clues.
std::string by_clues(const std::array<std::uint64_t, kCells + 1>& numbers) {
  JsonText json("{}", 1);
  for (std::size_t clues = 0; clues < numbers.size(); ++clues) {
    if (numbers[clues] != 0) json.add(fmt::to_string(clues), numbers[clues]);
  }
  return json.text();
}

void add_weights(const PuzzlesReport& report, JsonText& json) {
  json.add_text("weights", by_clues(report.weights.sum));
  json.add_text("weight_squares", by_clues(report.weights.squares));
  const WeightTotals::Statistics statistics = report.weights.statistics();
  json.add_text("mean_clues", fmt::format("{:.6f}", statistics.mean_clues));
  json.add_text("mean_clues_error", fmt::format("{:.6f}", statistics.mean_clues_error));
  json.add_text("effective_puzzles", fmt::format("{:.1f}", statistics.effective_puzzles));
}

}  // namespace

std::string to_json(const PuzzlesReport& report) {
  JsonText json = common(report, "generate puzzles");
  json.add("tries", report.tries);
  json.add_text("clues", by_clues(report.clues));
  if (report.is_rated) add_levels(report.levels, json);
  if (report.is_weighted) add_weights(report, json);
  add_run(report, json);
  return json.text() + "\n";
}

std::string to_json(const CanonReport& report) {
  JsonText json = common(report, "canon");
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const DedupeReport& report) {
  JsonText json = common(report, "dedupe");
  json.add("kept", report.kept);
  json.add("duplicates", report.duplicates);
  json.add("malformed", report.malformed);
  json.add("spilled_bytes", report.spilled_bytes);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const SplitReport& report) {
  JsonText json = common(report, "split");
  json.add("train", report.train);
  json.add("test", report.test);
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const ConvertReport& report) {
  JsonText json = common(report, "convert");
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const AugmentReport& report) {
  JsonText json = common(report, "augment");
  json.add("written", report.written);
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const ExportReport& report) {
  JsonText json = common(report, "export");
  json.add("train", report.train);
  json.add("valid", report.valid);
  json.add("test", report.test);
  json.add("written", report.written);
  json.add("multiple", report.multiple);
  json.add("unsolvable", report.unsolvable);
  json.add("wrong", report.wrong);
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const SampleReport& report) {
  JsonText json = common(report, "sample");
  json.add("written", report.written);
  json.add("malformed", report.malformed);
  json.add("spilled_bytes", report.spilled_bytes);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const StepsReport& report) {
  JsonText json = common(report, "steps");
  json.add("unique", report.unique);
  json.add("complete", report.complete);
  json.add("multiple", report.multiple);
  json.add("none", report.none);
  json.add("malformed", report.malformed);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const ShuffleReport& report) {
  JsonText json = common(report, "shuffle");
  json.add("malformed", report.malformed);
  json.add("spilled_bytes", report.spilled_bytes);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const BookReport& report) {
  JsonText json = common(report, "book");
  json.add("unique", report.unique);
  json.add("multiple", report.multiple);
  json.add("none", report.none);
  json.add("malformed", report.malformed);
  json.add("pages", report.pages);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const RateReport& report) {
  JsonText json = common(report, "rate");
  json.add("unique", report.unique);
  json.add("complete", report.complete);
  json.add("multiple", report.multiple);
  json.add("none", report.none);
  json.add("malformed", report.malformed);
  add_ratings(report.ratings, json);
  add_run(report, json);
  add_problems(report, json);
  return json.text() + "\n";
}

std::string to_json(const FailureReport& report) {
  JsonText json = begin(report.command, "failed", report.exit_status, report.input_path);
  const bool has_several = !report.more_input_paths.empty();
  if (has_several) {
    JsonText list("[]", 1);
    list.add_item(input_entry(report.input_path).text());
    for (const std::string& path : report.more_input_paths) list.add_item(input_entry(path).text());
    json.add_text("inputs", list.text());
  }
  JsonText error("{}", 1);
  error.add("kind", kind_of(report.status.code()));
  error.add("message", printable_all(report.status.message()));
  const auto add_place = [&error](std::string_view name, std::uint64_t number) {
    if (number == 0) {
      error.add_text(name, "null");
    } else {
      error.add(name, number);
    }
  };
  const Problem record = report.record.value_or(Problem());
  if (has_several && report.record && record.input <= report.more_input_paths.size()) {
    add_input(record.input == 0 ? report.input_path : report.more_input_paths[record.input - 1],
              error);
  }
  add_place("record", record.record);
  add_place("line", record.line);
  add_place("column", record.column);
  json.add_text("error", error.text());
  return json.text() + "\n";
}

std::string to_json(const JobReport& report) {
  JsonText json = common(report, "generate boards");
  add_run(report, json);
  return json.text() + "\n";
}

}  // namespace dokumill
