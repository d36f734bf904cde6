// dokumill bench
#include <algorithm>
#include <array>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "core/text/printable.hpp"
#include "platform/files/input_file.hpp"
#include "platform/files/short_file.hpp"
#include "platform/process/stop_signals.hpp"
#include "throughput/throughput.hpp"
#include "throughput/turns.hpp"

namespace dokumill::cli {
namespace {

using throughput::Comparison;
using throughput::Measurement;
using throughput::Run;
using throughput::Verdict;
using throughput::WorkloadResult;

constexpr std::size_t kMostBaselineBytes = std::size_t{16} << 20;

struct BenchFlags {
  throughput::MeasureOptions measure;
  bool in_turn = false;
  std::optional<std::string> json;
  std::optional<std::string> baseline;
  double fail_under = 0;
};

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<BenchFlags> bench_flags(const Session& session) {
  const Arguments& arguments = session.arguments;
  BenchFlags flags;
  flags.measure.threads = session.flags.threads;
  flags.measure.engine = engine_name(session);
  flags.measure.platform = &session.platform;
  flags.measure.should_stop = [] { return stop_signal() != 0; };
  Console& console = session.console;
  if (console.wants_progress()) {
    flags.measure.on_progress = [&console](const Progress& progress) {
      console.show_progress(progress, "samples");
    };
  }
  if (Status status = check_no_operand(arguments); !status.ok()) return status;
  if (const auto names = arguments.value("--only")) {
    flags.measure.only = split_at_commas(*names);
    for (const std::string& name : flags.measure.only) {
      const Result<std::size_t> choice =
          parse_choice("--only", name, choices(arguments.command, "--only"));
      if (!choice.ok()) return choice.status();
    }
  }
  if (const auto word = arguments.value("--seconds")) {
    const auto seconds = parse_number("--seconds", *word, 1, 3600);
    if (!seconds.ok()) return seconds.status();
    flags.measure.seconds = static_cast<double>(*seconds);
  }
  // For tests of --fail-under: makes a workload slower. See docs/throughput.md.
  if (session.platform.environment("DOKUMILL_BENCH_SLOWED", flags.measure.slowed)) {
    flags.measure.slowed_by = 0.2;
  }
  flags.json = arguments.value("--json");
  if (flags.json) {
    if (Status status = check_json_name("--json", *flags.json); !status.ok()) return status;
  }
  flags.in_turn = arguments.has("--in-turn");
  if (flags.in_turn && flags.json == "-") {
    return Status(ErrorCode::kUsage, "--in-turn needs standard output: --json - is not possible");
  }
  if (flags.in_turn && session.platform.is_terminal(0)) {
    return Status(ErrorCode::kUsage,
                  "--in-turn: standard input is a terminal, expected another bench");
  }
  flags.baseline = arguments.value("--baseline");
  if (const auto word = arguments.value("--fail-under")) {
    if (!flags.baseline) {
      return Status(ErrorCode::kUsage, "--fail-under needs --baseline FILE to compare with");
    }
    const Result<double> ratio = parse_ratio("--fail-under", *word, 10);
    if (!ratio.ok()) return ratio.status();
    flags.fail_under = *ratio;
  }
  return flags;
}

Result<Measurement> read_baseline(Platform& platform, const std::string& path) {
  std::string text;
  const auto should_stop = [] { return stop_signal() != 0; };
  const ShortFile file{path, kMostBaselineBytes, "too long for a measurement", should_stop};
  if (Status status = read_short_file(platform, file, text); !status.ok()) return status;
  Result<Measurement> baseline = throughput::read_measurement(text);
  if (baseline.ok()) return baseline;
  return Status(ErrorCode::kInput, fmt::format("{}: {}", printable_path(path, "<stdin>"),
                                               baseline.status().message()));
}

// "15.1 M", "212 k", "85.0": three digits.
std::string short_number(double number) {
  constexpr std::array<std::string_view, 4> kUnits{"", " k", " M", " G"};
  std::size_t unit = 0;
  while (number >= 999.5 && unit + 1 < kUnits.size()) {
    number /= 1000;
    ++unit;
  }
  const int digits = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}{}", number, digits, kUnits[unit]);
}

const Comparison* find(const Verdict* verdict, const WorkloadResult& workload, const Run& run) {
  if (verdict == nullptr) return nullptr;
  const auto found =
      std::find_if(verdict->runs.begin(), verdict->runs.end(), [&](const Comparison& comparison) {
        return comparison.workload == workload.name && comparison.threads == run.threads;
      });
  return found == verdict->runs.end() ? nullptr : &*found;
}

std::string table(const Measurement& measurement, const Verdict* verdict) {
  std::string text = fmt::format("dokumill {} ({}), {}, {} engine, {}\n\n", measurement.version,
                                 measurement.commit, measurement.compiler, measurement.engine,
                                 printable(measurement.processor));
  text += fmt::format("{:<8}  {:>7}  {:<17}  {:<8}  {:>6}{}  {}\n", "workload", "threads", "median",
                      "best", "spread", verdict != nullptr ? "  ratio" : "", "what");
  for (const WorkloadResult& workload : measurement.workloads) {
    const auto records = static_cast<double>(workload.records);
    for (const Run& run : workload.runs) {
      const std::string rate = fmt::format(
          "{} {}/s", short_number(records / throughput::median(run.seconds)), workload.unit);
      std::string ratio;
      if (verdict != nullptr) {
        const Comparison* const comparison = find(verdict, workload, run);
        ratio = comparison == nullptr ? fmt::format("{:>7}", "-")
                                      : fmt::format("{:>7.2f}", comparison->ratio);
      }
      text += fmt::format("{:<8}  {:>7}  {:<17}  {:<8}  {:>4.1f} %{}  {}\n", workload.name,
                          run.threads, rate, short_number(records / throughput::least(run.seconds)),
                          100 * throughput::spread(run.seconds), ratio, workload.about);
    }
  }
  return text;
}

// Prints the differences from the baseline. Returns true if they make the command fail.
bool report_verdict(Console& console, const Verdict& verdict, const BenchFlags& flags) {
  for (const std::string& name : verdict.not_compared) {
    console.info(
        fmt::format("bench: {}: skipped: the baseline used a different input", printable(name)));
  }
  for (const Comparison& run : verdict.runs) {
    if (run.is_work_changed && run.threads == 1) {
      console.info(fmt::format("bench: {}: same answers, different counts of work", run.workload));
    }
  }
  for (const std::string& name : verdict.other_answers) {
    console.error(fmt::format("bench: {}: answers differ from the baseline", name));
  }
  bool has_failed = !verdict.other_answers.empty();
  for (const Comparison& run : verdict.runs) {
    if (!run.has_fallen) continue;
    has_failed = true;
    console.error(fmt::format(
        "bench: {} on {}: {:.2f} of the baseline by the median, {:.2f} by the best, below {}",
        run.workload, counted(static_cast<std::uint64_t>(run.threads), "threads"), run.ratio,
        run.best_ratio, flags.fail_under));
  }
  return has_failed;
}

}  // namespace

int run_bench(Session& session) {
  const Result<BenchFlags> flags = bench_flags(session);
  if (!flags.ok()) return fail(session, flags.status());
  // A slower run must not become the baseline of the next run.
  RunFiles files(session.platform);
  if (flags->json) files.writes("--json", *flags->json);
  if (flags->baseline) files.reads("--baseline", *flags->baseline);
  if (!files.status().ok()) return fail(session, files.status());
  std::optional<Measurement> baseline;
  if (flags->baseline) {
    Result<Measurement> read = read_baseline(session.platform, *flags->baseline);
    if (!read.ok()) return fail(session, read.status());
    baseline = *std::move(read);
  }
  std::optional<OutputFile> json;
  if (flags->json) {
    Console& console = session.console;
    Result<OutputFile> file = OutputFile::open(
        session.platform, *flags->json,
        {session.arguments.has("--fsync"), session.arguments.has("--no-clobber"),
         [&console](const std::string& message) { console.error(message); }, true});
    if (!file.ok()) return fail(session, file.status());
    json.emplace(*std::move(file));
  }

  throughput::MeasureOptions options = flags->measure;
  std::optional<throughput::Turns> turns;
  if (flags->in_turn) {
    Result<throughput::Turns> opened = throughput::Turns::open(session.platform);
    if (!opened.ok()) return fail(session, opened.status());
    options.turns = &turns.emplace(*std::move(opened));
  }
  const Result<Measurement> measurement = throughput::measure(options);
  session.console.clear_progress();
  if (!measurement.ok()) return fail(session, measurement.status());
  std::optional<Verdict> verdict;
  if (baseline) verdict = throughput::compare(*measurement, *baseline, flags->fail_under);
  const std::string text = table(*measurement, verdict ? &*verdict : nullptr);
  if (flags->json == "-" || flags->in_turn) {
    write_to_stderr(session.platform, text);
  } else {
    Result<OutputFile> out = OutputFile::open(session.platform, "-", {});
    const Status status = out.ok() ? out->write(text) : out.status();
    if (!status.ok()) return fail(session, status);
  }
  if (json) {
    Status status = json->write(throughput::to_json(*measurement));
    if (status.ok()) status = json->commit();
    if (!status.ok()) return fail(session, status);
  }
  return verdict && report_verdict(session.console, *verdict, *flags) ? kSomeRecordsBad : kFine;
}

}  // namespace dokumill::cli
