// dokumill bench
#include <algorithm>
#include <array>

#include "base/platform/files/short_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "cli/bench/throughput.hpp"
#include "cli/bench/turns.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

Names workload_names() {
  static const std::vector<std::string> kWorkloads = throughput::workload_names();
  return {kWorkloads.begin(), kWorkloads.end()};
}

constexpr auto kBenchFlags = flag_list(
    FlagRow{"--only", "NAMES", kWhatSection,
            "measure only these workloads, separated by commas; the table of bench has their "
            "names",
            workload_names},
    FlagRow{"--seconds", "N", kWhatSection,
            "how long the whole run may take, 1 to 3600 seconds; it takes longer if three "
            "samples of each workload need longer (default: the time to make the inputs, plus at "
            "most 15 seconds)"},
    FlagRow{"--baseline", "FILE", kWhatSection, "compare with the JSON of an earlier run"},
    FlagRow{"--fail-under", "RATIO", kWhatSection,
            "exit with status 1 if a workload has less than RATIO of the speed of the baseline, "
            "for example 0.9 or 90%. Both the median and the best sample must be that slow"},
    FlagRow{"--signature", "", kWhatSection,
            "measure nothing, but print the counts of work and hashes of results of small "
            "workloads, and one number for all of them: it changes only if a search or its answers "
            "change. The engine is portable, unless --engine names another one"},
    FlagRow{"--in-turn", "", kWhatSection,
            "not for users: scripts/bench.sh starts two versions of bench with it, which then "
            "measure in turn"},
    FlagRow{"--json", "FILE", kOutputSection,
            "write all samples as JSON; '-' is standard output, and the table then goes to stderr"},
    kNoClobberFlag, kFsyncFlag, kThreadsFlag, kEngineFlag, kMessageFlags);

using throughput::Comparison;
using throughput::Measurement;
using throughput::Run;
using throughput::Verdict;
using throughput::WorkloadResult;

constexpr std::size_t kMaxBaselineBytes = std::size_t{16} << 20;

struct BenchFlags {
  throughput::MeasureOptions measure;
  bool in_turn = false;
  bool signature = false;
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

BenchFlags bench_flags(JobFlags& flags) {
  Session& session = flags.session;
  BenchFlags bench;
  bench.measure.threads = session.flags.threads;
  bench.measure.engine = engine_name(session);
  bench.measure.platform = &session.platform;
  bench.measure.should_stop = [] { return stop_signal() != 0; };
  Console& console = session.console;
  if (console.wants_progress()) {
    bench.measure.on_progress = [&console](const Progress& progress) {
      console.show_progress(progress, "samples");
    };
  }
  flags.no_operand();
  if (const auto names = flags.value("--only")) bench.measure.only = split_at_commas(*names);
  for (const std::string& name : bench.measure.only) {
    flags.reject(parse_choice("--only", name, workload_names()).status());
  }
  flags.number("--seconds", bench.measure.seconds, 1, 3600);
  // For tests of --fail-under: makes a workload slower. See docs/throughput.md.
  if (session.platform.environment("DOKUMILL_BENCH_SLOWED", bench.measure.slowed)) {
    bench.measure.slowed_by = 0.2;
  }
  bench.json = flags.value("--json");
  if (bench.json) flags.reject(check_plain_name("--json", *bench.json));
  bench.in_turn = flags.has("--in-turn");
  flags.reject_if(bench.in_turn && bench.json == "-",
                  "--in-turn needs standard output: --json - is not possible");
  flags.reject_if(bench.in_turn && session.platform.is_terminal(0),
                  "--in-turn: standard input is a terminal, expected another bench");
  bench.baseline = flags.value("--baseline");
  bench.signature = flags.has("--signature");
  for (const std::string flag : {"--baseline", "--seconds", "--json", "--in-turn"}) {
    flags.reject_if(bench.signature && flags.has(flag),
                    format_text("--signature measures nothing, so it does not go with {}", flag));
  }
  // Other engines count other work, and auto is another one on another machine.
  if (bench.signature && !flags.has("--engine")) bench.measure.engine = "portable";
  flags.reject_if(flags.has("--fail-under") && !bench.baseline,
                  "--fail-under needs --baseline FILE to compare with");
  flags.read("--fail-under", bench.fail_under, parse_ratio, 10);
  return bench;
}

Result<Measurement> read_baseline(Platform& platform, const std::string& path) {
  std::string text;
  const auto should_stop = [] { return stop_signal() != 0; };
  const ShortFile file{path, kMaxBaselineBytes, "too long for a measurement", should_stop};
  if (Status status = read_short_file(platform, file, text); !status.ok()) return status;
  Result<Measurement> baseline = throughput::read_measurement(text);
  if (baseline.ok()) return baseline;
  return Status(ErrorCode::kInput, format_text("{}: {}", printable_path(path, "<stdin>"),
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
  return format_text("{:.{}f}{}", number, digits, kUnits[unit]);
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
  std::string text = format_text("dokumill {} ({}), {}, {} engine, {}\n\n", measurement.version,
                                 measurement.commit, measurement.compiler, measurement.engine,
                                 printable(measurement.processor));
  text += format_text("{:<8}  {:>7}  {:<17}  {:<8}  {:>6}{}  {}\n", "workload", "threads", "median",
                      "best", "spread", verdict != nullptr ? "  ratio" : "", "what");
  for (const WorkloadResult& workload : measurement.workloads) {
    const auto records = static_cast<double>(workload.records);
    for (const Run& run : workload.runs) {
      const std::string rate = format_text(
          "{} {}/s", short_number(records / throughput::median(run.seconds)), workload.unit);
      std::string ratio;
      if (verdict != nullptr) {
        const Comparison* const comparison = find(verdict, workload, run);
        ratio = comparison == nullptr ? format_text("{:>7}", "-")
                                      : format_text("{:>7.2f}", comparison->ratio);
      }
      text +=
          format_text("{:<8}  {:>7}  {:<17}  {:<8}  {:>4.1f} %{}  {}\n", workload.name, run.threads,
                      rate, short_number(records / throughput::min_of(run.seconds)),
                      100 * throughput::spread(run.seconds), ratio, workload.about);
    }
  }
  return text;
}

// Prints the differences from the baseline. Returns true if they make the command fail.
bool report_verdict(Console& console, const Verdict& verdict, const BenchFlags& flags) {
  for (const std::string& name : verdict.not_compared) {
    console.info(
        format_text("bench: {}: skipped: the baseline used a different input", printable(name)));
  }
  for (const Comparison& run : verdict.runs) {
    if (run.is_work_changed && run.threads == 1) {
      console.info(format_text("bench: {}: same answers, different counts of work", run.workload));
    }
  }
  for (const std::string& name : verdict.other_answers) {
    console.error(format_text("bench: {}: answers differ from the baseline", name));
  }
  bool has_failed = !verdict.other_answers.empty();
  for (const Comparison& run : verdict.runs) {
    if (!run.has_fallen) continue;
    has_failed = true;
    console.error(format_text(
        "bench: {} on {}: {:.2f} of the baseline by the median, {:.2f} by the best, below {}",
        run.workload, counted(static_cast<std::uint64_t>(run.threads), "threads"), run.ratio,
        run.best_ratio, flags.fail_under));
  }
  return has_failed;
}

// Writes the text to standard output.
Status print(Session& session, std::string_view text) {
  Result<OutputFile> out = OutputFile::open(session.platform, "-", {});
  return out.ok() ? out->write(text) : out.status();
}

int run_signature(Session& session, const throughput::MeasureOptions& options) {
  const Result<throughput::Signature> signature = throughput::sign(options);
  if (!signature.ok()) return fail(session, signature.status());
  std::string text;
  for (const std::string& line : signature->lines) text += line + '\n';
  text += format_text("signature {:016x} ({} engine)\n", signature->number, options.engine);
  const Status status = print(session, text);
  return status.ok() ? kFine : fail(session, status);
}

int run_bench(Session& session) {
  JobFlags reader(session);
  const BenchFlags flags = bench_flags(reader);
  if (!reader.status().ok()) return fail(session, reader.status());
  if (flags.signature) return run_signature(session, flags.measure);
  // A slower run must not become the baseline of the next run.
  RunFiles files(session.platform);
  if (flags.json) files.writes("--json", *flags.json);
  if (flags.baseline) files.reads("--baseline", *flags.baseline);
  if (!files.status().ok()) return fail(session, files.status());
  std::optional<Measurement> baseline;
  if (flags.baseline) {
    Result<Measurement> read = read_baseline(session.platform, *flags.baseline);
    if (!read.ok()) return fail(session, read.status());
    baseline = *std::move(read);
  }
  std::optional<OutputFile> json;
  if (flags.json) {
    Console& console = session.console;
    Result<OutputFile> file = OutputFile::open(
        session.platform, *flags.json,
        {session.arguments.has("--fsync"), session.arguments.has("--no-clobber"),
         [&console](const std::string& message) { console.error(message); }, true});
    if (!file.ok()) return fail(session, file.status());
    json.emplace(*std::move(file));
  }

  throughput::MeasureOptions options = flags.measure;
  std::optional<throughput::Turns> turns;
  if (flags.in_turn) {
    Result<throughput::Turns> opened = throughput::Turns::open(session.platform);
    if (!opened.ok()) return fail(session, opened.status());
    options.turns = &turns.emplace(*std::move(opened));
  }
  const Result<Measurement> measurement = throughput::measure(options);
  session.console.clear_progress();
  if (!measurement.ok()) return fail(session, measurement.status());
  std::optional<Verdict> verdict;
  if (baseline) verdict = throughput::compare(*measurement, *baseline, flags.fail_under);
  const std::string text = table(*measurement, verdict ? &*verdict : nullptr);
  if (flags.json == "-" || flags.in_turn) {
    write_to_stderr(session.platform, text);
  } else {
    const Status status = print(session, text);
    if (!status.ok()) return fail(session, status);
  }
  if (json) {
    Status status = json->write(throughput::to_json(*measurement));
    if (status.ok()) status = json->commit();
    if (!status.ok()) return fail(session, status);
  }
  return verdict && report_verdict(session.console, *verdict, flags) ? kSomeRecordsBad : kFine;
}

}  // namespace

extern constinit const CommandRow bench_command = {
    .name = "bench",
    .operand = "",
    .usage = "bench [FLAGS]",
    .summary = "Measure the throughput of this machine",
    .about =
        "Measures how fast dokumill is on this machine, in about half a minute. With 1, 2, 4 ... "
        "threads, it measures solving (easy, minimal and hard puzzles, and puzzles with several "
        "solutions), rating, canonical forms, generating boards and puzzles, and solving a whole "
        "file. With one thread, it measures reading and printing.\n"
        "The inputs are the same on every machine. --baseline compares with an earlier run.",
    .examples =
        "dokumill bench\n"
        "dokumill bench --baseline yesterday.json --fail-under 0.9\n"
        "dokumill bench --json today.json\n"
        "dokumill bench --signature",
    .main_flags = "--only --seconds --json --baseline --fail-under --threads",
    .flags = kBenchFlags,
    .run = run_bench,
};

}  // namespace dokumill::cli
