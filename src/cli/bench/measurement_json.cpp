// Writes measurements as JSON and reads them.
#include <charconv>

#include "base/text/format.hpp"
#include "base/text/json_members.hpp"
#include "cli/bench/throughput.hpp"

namespace dokumill::throughput {
namespace {

constexpr std::string_view kCommand = "bench";

// A digest as text, because JSON readers often keep only 53 bits of a number.
template <class Json>
void describe_digest(std::string_view name, auto& digest, Json& json) {
  std::string text = format_text("{:016x}", digest);
  json.member(name, text);
  if constexpr (!Json::kWrites) {
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, digest, 16);
    json.require(error == std::errc() && at == end, name, format_text("'{}' is no digest", name));
  }
}

// The counts of a workload have their own names.
void describe_counts(const std::map<std::string, std::uint64_t>& counts, JsonWriter& json) {
  for (const auto& [name, count] : counts) json.add(name, count);
}
void describe_counts(std::map<std::string, std::uint64_t>& counts, JsonReader& json) {
  for (std::size_t i = 0; i < json.value().names.size(); ++i) {
    const JsonValue& value = json.value().items[i];
    if (value.kind == JsonValue::Kind::kCount) counts.emplace(json.value().names[i], value.count);
  }
}

// The seconds of all samples, and before them what they show together.
void describe_samples(const Run& run, const WorkloadResult& workload, JsonWriter& json) {
  const double seconds = median(run.seconds);
  json.add("median_seconds", seconds);
  json.add("least_seconds", min_of(run.seconds));
  json.add("spread", spread(run.seconds));
  json.add("records_per_second", static_cast<double>(workload.records) / seconds);
  if (workload.bytes != 0) {
    json.add("bytes_per_second", static_cast<double>(workload.bytes) / seconds);
  }
  json.add_text("seconds", format_text("[{}]", joined(run.seconds, ", ")));
}
void describe_samples(Run& run, const WorkloadResult&, JsonReader& json) {
  for (const JsonValue& seconds : json.items("seconds")) {
    json.require(seconds.number > 0, "seconds", "a sample is no time");
    run.seconds.push_back(seconds.number);
  }
  json.require(!run.seconds.empty(), "seconds", "a run without samples");
}

// A measurement of another version may have no number here.
void describe_seconds(double seconds, JsonWriter& json) {
  json.add("seconds", seconds);
}
void describe_seconds(double& seconds, JsonReader& json) {
  const JsonValue* const value = json.find("seconds");
  if (value != nullptr) seconds = value->number;
}

void describe(Of<WorkloadResult> auto& workload, auto& json) {
  json.member("name", workload.name);
  json.member("about", workload.about);
  json.member("unit", workload.unit);
  json.member("records", workload.records);
  json.member("bytes", workload.bytes);
  json.object("fingerprint", [&](auto& object) {
    describe_digest("input", workload.fingerprint.input, object);
    describe_digest("output", workload.fingerprint.output, object);
    describe_counts(workload.fingerprint.counts, object);
  });
  json.list("runs", workload.runs, [&](auto& entry, auto& run) {
    entry.member("threads", run.threads);
    describe_samples(run, workload, entry);
  });
}

template <class Json>
void describe(Of<Measurement> auto& measurement, Json& json) {
  json.member("version", measurement.version);
  json.member("commit", measurement.commit);
  json.member("compiler", measurement.compiler);
  if constexpr (Json::kWrites) json.add("command", kCommand);
  json.member("processor", measurement.processor);
  json.member("engine", measurement.engine);
  json.member("threads", measurement.threads);
  describe_seconds(measurement.seconds, json);
  json.list("workloads", measurement.workloads,
            [](auto& entry, auto& workload) { describe(workload, entry); });
}

// The words of JsonReader::Words for files that `bench --json` writes.
std::string short_words(std::string_view, std::string_view name, std::string_view noun,
                        std::string_view what) {
  if (noun.empty()) return std::string(what);
  if (noun == "member") return format_text("no member '{}'", name);
  return format_text("'{}' is no {}", name, noun);
}

}  // namespace

std::string to_json(const Measurement& measurement) {
  JsonWriter json("{}", 0);
  json.add("schema", 1);
  json.add("tool", std::string_view("dokumill"));
  describe(measurement, json);
  return json.text() + "\n";
}

Result<Measurement> read_measurement(std::string_view text) {
  const Result<JsonValue> root = parse_json_value(text);
  if (!root.ok()) return Status(ErrorCode::kInput, "this is not JSON");
  Status status;
  JsonReader json(*root, "", status, short_words);
  const bool is_of_bench =
      json.get<std::uint64_t>("schema") == 1 && json.get<std::string>("command") == kCommand;
  if (!is_of_bench) json.complain("command", "another kind of report");
  Measurement measurement;
  describe(measurement, json);
  if (status.ok()) return measurement;
  return Status(ErrorCode::kInput,
                format_text("this is not what bench --json writes: {}", status.message()));
}

}  // namespace dokumill::throughput
