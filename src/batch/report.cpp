// Reports as JSON.
#include <nlohmann/json.hpp>

#include "dokumill/batch.hpp"
#include "dokumill/version.hpp"

namespace dokumill {
namespace {

using Json = nlohmann::ordered_json;

// Paths and messages may hold any bytes; those that are no UTF-8 become U+FFFD.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json common(const JobReport& report, std::string_view command) {
  Json json;
  json["schema"] = 1;
  json["tool"] = "dokumill";
  json["version"] = build_info().version;
  json["command"] = command;
  if (!report.input_name.empty()) json["input"] = report.input_name;
  json["records"] = report.records;
  return json;
}

void add_run(const JobReport& report, Json& json) {
  json["seconds"] = report.seconds;
  json["records_per_second"] =
      report.seconds > 0 ? static_cast<double>(report.records) / report.seconds : 0.0;
  json["threads"] = report.threads;
  if (!report.engine.empty()) json["engine"] = report.engine;
  Json stages;
  for (int stage = 0; stage < kStages; ++stage) {
    stages[std::string(name_of(static_cast<Stage>(stage)))] =
        report.stages[static_cast<std::size_t>(stage)];
  }
  json["stages"] = stages;
}

void add_problems(const JobReport& report, Json& json) {
  json["problems"] = Json::array();
  for (const Problem& problem : report.problems) {
    Json entry;
    entry["record"] = problem.record;
    entry["line"] = problem.line;
    entry["column"] = problem.column == 0 ? Json() : Json(problem.column);
    entry["kind"] = name_of(problem.kind);
    entry["message"] = problem.message;
    json["problems"].push_back(std::move(entry));
  }
  json["problems_omitted"] = report.problems_omitted;
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
    case ProblemKind::kMultiple:
      break;
  }
  return "multiple";
}

std::string_view name_of(Stage stage) {
  constexpr std::array<std::string_view, kStages> kNames{"read",  "parse", "solve",
                                                         "print", "write", "wait"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::string to_json(const SolveReport& report) {
  Json json = common(report, "solve");
  json["unique"] = report.unique;
  json["multiple"] = report.multiple;
  json["unsolvable"] = report.unsolvable;
  json["malformed"] = report.malformed;
  add_run(report, json);
  add_problems(report, json);
  return dump(json);
}

std::string to_json(const CheckReport& report) {
  Json json = common(report, "check");
  json["complete"] = report.complete;
  json["unique"] = report.unique;
  json["multiple"] = report.multiple;
  json["none"] = report.none;
  json["malformed"] = report.malformed;
  if (report.duplicates) {
    json["duplicates"] = *report.duplicates;
    json["duplicate_pairs"] = Json::array();
    for (const DuplicatePair& pair : report.duplicate_pairs) {
      json["duplicate_pairs"].push_back({pair.first, pair.second});
    }
  }
  add_run(report, json);
  add_problems(report, json);
  return dump(json);
}

std::string to_json(const JobReport& report) {
  Json json = common(report, "generate boards");
  add_run(report, json);
  return dump(json);
}

}  // namespace dokumill
