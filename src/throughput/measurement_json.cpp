// Writes measurements as JSON and reads them.
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/fmt.hpp"
#include "core/text/json_text.hpp"
#include "throughput/throughput.hpp"

namespace dokumill::throughput {
namespace {

using nlohmann::json;

// A digest as text, because JSON readers often keep only 53 bits of a number.
std::string hexadecimal(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

std::string fingerprint_text(const Fingerprint& fingerprint) {
  JsonText text("{}", 3);
  text.add("input", hexadecimal(fingerprint.input));
  text.add("output", hexadecimal(fingerprint.output));
  for (const auto& [name, count] : fingerprint.counts) text.add(name, count);
  return text.text();
}

std::string run_text(const Run& run, const WorkloadResult& workload) {
  const double seconds = median(run.seconds);
  JsonText text("{}", 4);
  text.add("threads", run.threads);
  text.add("median_seconds", seconds);
  text.add("least_seconds", least(run.seconds));
  text.add("spread", spread(run.seconds));
  text.add("records_per_second", static_cast<double>(workload.records) / seconds);
  if (workload.bytes != 0) {
    text.add("bytes_per_second", static_cast<double>(workload.bytes) / seconds);
  }
  text.add_text("seconds", fmt::format("[{}]", fmt::join(run.seconds, ", ")));
  return text.text();
}

std::string workload_text(const WorkloadResult& workload) {
  JsonText text("{}", 2);
  text.add("name", workload.name);
  text.add("about", workload.about);
  text.add("unit", workload.unit);
  text.add("records", workload.records);
  text.add("bytes", workload.bytes);
  text.add_text("fingerprint", fingerprint_text(workload.fingerprint));
  JsonText runs("[]", 3);
  for (const Run& run : workload.runs) runs.add_item(run_text(run, workload));
  text.add_text("runs", runs.text());
  return text.text();
}

// The reason why a text is not a measurement. Only this file throws and catches it.
struct NoMeasurement {
  std::string what;
};

const json& member(const json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (found == object.end()) throw NoMeasurement{fmt::format("no member '{}'", name)};
  return *found;
}

std::string text_of(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_string()) throw NoMeasurement{fmt::format("'{}' is no text", name)};
  return value.get<std::string>();
}

std::uint64_t count_of(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_number_unsigned()) throw NoMeasurement{fmt::format("'{}' is no count", name)};
  return value.get<std::uint64_t>();
}

const json& list_of(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_array()) throw NoMeasurement{fmt::format("'{}' is no list", name)};
  return value;
}

std::uint64_t digest_of(const json& object, const char* name) {
  const std::string text = text_of(object, name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw NoMeasurement{fmt::format("'{}' is no digest", name)};
  }
  return value;
}

Fingerprint read_fingerprint(const json& object) {
  Fingerprint fingerprint;
  fingerprint.input = digest_of(object, "input");
  fingerprint.output = digest_of(object, "output");
  for (const auto& [name, value] : object.items()) {
    if (value.is_number_unsigned()) fingerprint.counts.emplace(name, value.get<std::uint64_t>());
  }
  return fingerprint;
}

Run read_run(const json& object) {
  Run run;
  run.threads = static_cast<int>(count_of(object, "threads"));
  for (const json& seconds : list_of(object, "seconds")) {
    const bool is_time = seconds.is_number() && seconds.get<double>() > 0;
    if (!is_time) throw NoMeasurement{"a sample is no time"};
    run.seconds.push_back(seconds.get<double>());
  }
  if (run.seconds.empty()) throw NoMeasurement{"a run without samples"};
  return run;
}

WorkloadResult read_workload(const json& object) {
  WorkloadResult workload;
  workload.name = text_of(object, "name");
  workload.about = text_of(object, "about");
  workload.unit = text_of(object, "unit");
  workload.records = count_of(object, "records");
  workload.bytes = count_of(object, "bytes");
  workload.fingerprint = read_fingerprint(member(object, "fingerprint"));
  for (const json& run : list_of(object, "runs")) workload.runs.push_back(read_run(run));
  return workload;
}

Measurement read(const json& object) {
  if (count_of(object, "schema") != 1 || text_of(object, "command") != "bench") {
    throw NoMeasurement{"another kind of report"};
  }
  Measurement measurement;
  measurement.version = text_of(object, "version");
  measurement.commit = text_of(object, "commit");
  measurement.compiler = text_of(object, "compiler");
  measurement.processor = text_of(object, "processor");
  measurement.engine = text_of(object, "engine");
  measurement.threads = static_cast<int>(count_of(object, "threads"));
  measurement.seconds = member(object, "seconds").is_number() ? object["seconds"].get<double>() : 0;
  for (const json& workload : list_of(object, "workloads")) {
    measurement.workloads.push_back(read_workload(workload));
  }
  return measurement;
}

}  // namespace

std::string to_json(const Measurement& measurement) {
  JsonText text("{}", 0);
  text.add("schema", 1);
  text.add("tool", std::string_view("dokumill"));
  text.add("version", measurement.version);
  text.add("commit", measurement.commit);
  text.add("compiler", measurement.compiler);
  text.add("command", std::string_view("bench"));
  text.add("processor", measurement.processor);
  text.add("engine", measurement.engine);
  text.add("threads", measurement.threads);
  text.add("seconds", measurement.seconds);
  JsonText workloads("[]", 1);
  for (const WorkloadResult& workload : measurement.workloads) {
    workloads.add_item(workload_text(workload));
  }
  text.add_text("workloads", workloads.text());
  return text.text() + "\n";
}

Result<Measurement> read_measurement(std::string_view text) {
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) return Status(ErrorCode::kInput, "this is not JSON");
  try {
    return read(object);
  } catch (const NoMeasurement& error) {
    return Status(ErrorCode::kInput,
                  fmt::format("this is not what bench --json writes: {}", error.what));
  }
}

}  // namespace dokumill::throughput
