#include "cli/common.hpp"

#include "cli/choices.hpp"
#include "cli/help.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "core/text/printable.hpp"
#include "platform/files/file_name.hpp"
#include "platform/files/input_file.hpp"
#include "platform/output/output_file.hpp"
#include "platform/process/cpu_budget.hpp"
#include "platform/process/stop_signals.hpp"
#include "platform/process/terminal.hpp"

namespace dokumill::cli {

Result<CommonFlags> common_flags(const Arguments& arguments) {
  CommonFlags flags;
  flags.is_quiet = arguments.has("--quiet");
  if (const auto word = arguments.value("--threads")) {
    const Result<std::uint64_t> threads = parse_number("--threads", *word, 0, kMaxThreads);
    if (!threads.ok()) return threads.status();
    flags.threads = static_cast<int>(*threads);
  }
  if (const auto word = arguments.value("--compress")) {
    const Result<CompressionOptions> compression = parse_compression("--compress", *word);
    if (!compression.ok()) return compression.status();
    flags.compression = *compression;
  }
  if (const auto word = arguments.value("--progress")) {
    const Result<std::size_t> choice =
        parse_choice("--progress", *word, choices(arguments.command, "--progress"));
    if (!choice.ok()) return choice.status();
    flags.progress = static_cast<ProgressMode>(*choice);
  }
  return flags;
}

namespace {

// The flags that set options of the library (Status::option()).
struct OptionFlag {
  std::string_view option;
  std::string_view flag;
};
constexpr OptionFlag kOptionFlags[] = {
    {"compression", "--compress"},
    {"continues", "--continue"},
    {"count_limit", "--count"},
    {"empty_cell", "--empty"},
    {"images", "--augment"},
    {"input.column", "--column"},
    {"input.delimiter", "--delimiter"},
    {"input.format", "--from"},
    {"input.has_header", "--no-header"},
    {"input.solution_column", "--solution-column"},
    {"keep_columns", "--keep-columns"},
    {"memory_bytes", "--memory"},
    {"no_clobber", "--no-clobber"},
    {"output", "--output"},
    {"output_format", "--to"},
    {"piece", "--piece"},
    {"sentences", "--sentences"},
    {"share", "--share"},
    {"solution_column", "--solution-column"},
    {"source.family", "--family"},
    {"times", "--times"},
};

// The message of a failure. If a flag can prevent the failure, the message names this flag.
std::string message_of(const Status& status) {
  for (const OptionFlag& entry : kOptionFlags) {
    if (entry.option != status.option()) continue;
    return fmt::format("{} (see {})", status.message(), entry.flag);
  }
  return status.message();
}

}  // namespace

void set_job_options(Session& session, JobOptions& options) {
  const Arguments& arguments = session.arguments;
  Console& console = session.console;
  options.output = arguments.value("--output").value_or(options.output);
  options.threads = session.flags.threads;
  options.compression = session.flags.compression;
  options.sync_output = arguments.has("--fsync");
  options.no_clobber = arguments.has("--no-clobber");
  options.on_warning = [&console](const std::string& message) { console.error(message); };
  options.should_stop = [] { return stop_signal() != 0; };
}

Status read_piece(const Arguments& arguments, std::optional<Piece>& piece) {
  const auto word = arguments.value("--piece");
  if (!word) return {};
  const Result<Piece> parsed = parse_piece("--piece", *word);
  if (!parsed.ok()) return parsed.status();
  piece = *parsed;
  return {};
}

void set_progress(Session& session, std::string_view unit, Writes writes, JobOptions& options) {
  Console& console = session.console;
  options.on_progress = nullptr;
  options.on_output = nullptr;
  if (!console.wants_progress()) return;
  const bool is_shared = goes_to_terminal(session.platform, options.output);
  if (!console.wants_progress(is_shared && writes == Writes::kRecords)) return;
  options.on_progress = [&console, unit](const Progress& progress) {
    console.show_progress(progress, unit);
  };
  if (is_shared) options.on_output = [&console] { console.clear_progress(); };
}

void show_problems(Session& session, const InputOptions& input, JobOptions& options) {
  Console& console = session.console;
  options.on_problem = [&console, &input](const Problem& problem) {
    const std::string& path = problem.input == 0 ? input.path : input.more_paths[problem.input - 1];
    console.show_problem(printable_path(path, "<stdin>"), problem);
  };
}

namespace {

// Sets `format` to the named format, or to nullopt if the word is `unset`.
Status parse_format(std::string_view flag, std::string_view unset, std::string_view word,
                    std::optional<TextFormat>& format) {
  std::vector<std::string_view> names{unset};
  names.insert(names.end(), text_format_names().begin(), text_format_names().end());
  const Result<std::size_t> choice = parse_choice(flag, word, names);
  if (!choice.ok()) return choice.status();
  format = *choice != 0 ? text_format_of(names[*choice]) : std::nullopt;
  return {};
}

// A delimiter is one character, or `tab` or `\t`, which are easier to type than a tab.
Result<char> parse_delimiter(std::string_view flag, std::string_view word) {
  if (word == "tab" || word == "\\t") return '\t';
  if (word.size() == 1 && kDelimiters.find(word.front()) != std::string_view::npos) {
    return word.front();
  }
  return usage_error(
      fmt::format("{}: expected one of , ; | : or tab, got {}", flag, in_quotes(word)));
}

}  // namespace

Status set_input_options(const Session& session, InputOptions& input) {
  const Arguments& arguments = session.arguments;
  if (Status status = set_input_paths(session, input); !status.ok()) return status;
  if (const auto word = arguments.value("--from")) {
    if (Status status = parse_format("--from", "auto", *word, input.format); !status.ok()) {
      return status;
    }
  }
  if (const auto word = arguments.value("--column")) {
    if (word->empty()) return {ErrorCode::kUsage, "--column: expected a name, got ''"};
    input.column = *word;
  }
  if (!input.column.empty() && input.format == TextFormat::kGrid) {
    return {ErrorCode::kUsage, "--column is for tables and lines, and --from grid has neither"};
  }
  if (const auto word = arguments.value("--delimiter")) {
    const Result<char> delimiter = parse_delimiter("--delimiter", *word);
    if (!delimiter.ok()) return delimiter.status();
    input.delimiter = *delimiter;
  }
  input.has_header = !arguments.has("--no-header");
  input.allow_mapping = !arguments.has("--no-mmap");
  const bool is_named = !arguments.operands.empty() || arguments.has("--files-from");
  if (!is_named && session.platform.is_terminal(0)) {
    return {ErrorCode::kUsage,
            "no INPUT, and standard input is a terminal\n\n" + short_help(arguments.command)};
  }
  return {};
}

std::string engine_name(const Session& session) {
  std::string name = "auto";
  session.platform.environment("DOKUMILL_ENGINE", name);
  return session.arguments.value("--engine").value_or(name.empty() ? "auto" : name);
}

Status read_number(const Arguments& arguments, const std::string& flag, std::uint64_t low,
                   std::uint64_t high, std::uint64_t& number) {
  const auto word = arguments.value(flag);
  if (!word) return {};
  const Result<std::uint64_t> value =
      parse_number(flag == "--number" ? "-n" : flag, *word, low, high);
  if (!value.ok()) return value.status();
  number = *value;
  return {};
}

Status read_output_format(const Arguments& arguments, std::optional<TextFormat>& format) {
  const auto word = arguments.value("--to");
  if (!word) return {};
  return parse_format("--to", "same", *word, format);
}

Status read_empty_cell(const Arguments& arguments, char& empty_cell) {
  const auto word = arguments.value("--empty");
  if (!word) return {};
  if (word->size() != 1 || kEmptyCells.find(word->front()) == std::string_view::npos) {
    return usage_error(fmt::format("--empty: expected one of the characters {}, got {}",
                                   kEmptyCells, in_quotes(*word)));
  }
  empty_cell = word->front();
  return {};
}

Status read_memory(const Arguments& arguments, std::uint64_t& bytes) {
  const auto word = arguments.value("--memory");
  if (!word) return {};
  const Result<std::uint64_t> size = parse_size("--memory", *word, kLeastMemory);
  if (!size.ok()) return size.status();
  bytes = *size;
  return {};
}

Status check_no_operand(const Arguments& arguments) {
  if (arguments.operands.empty()) return {};
  return {ErrorCode::kUsage,
          fmt::format("unexpected argument {}", in_quotes(arguments.operands.front()))};
}

Status check_json_name(const std::string& flag, const std::string& path) {
  const std::string_view compression = compression_of_name(path);
  if (compression.empty()) return {};
  return {ErrorCode::kUsage, fmt::format("{} {}: writing {} files is not supported; choose another "
                                         "name",
                                         flag, in_quotes(path), compression)};
}

void add_files(const Arguments& arguments, const std::string& output,
               const std::string& test_output, const InputOptions* input, RunFiles& files) {
  if (const auto report = arguments.value("--report")) files.writes("--report", *report);
  const bool is_split = !test_output.empty();
  if (!output.empty()) files.writes_output(is_split ? "--train" : "the output", output);
  if (is_split) files.writes_output("--test", test_output);
  if (const auto list = arguments.value("--files-from")) files.reads("--files-from", *list);
  if (input == nullptr) return;
  files.reads_input(input->path);
  for (const std::string& path : input->more_paths) files.reads_input(path);
}

Result<ReportFile> ReportFile::open(const Session& session, JobOptions& job,
                                    const InputOptions* input) {
  ReportFile report;
  const auto path = session.arguments.value("--report");
  if (!path) return report;
  if (Status status = check_json_name("--report", *path); !status.ok()) return status;
  Result<OutputFile> file = OutputFile::open(
      session.platform, *path,
      {job.sync_output, job.no_clobber, job.on_warning, false, session.context.on_temporary});
  if (!file.ok()) return file.status();
  report.file_.emplace(*std::move(file));
  report.has_output_ = !job.output.empty();
  if (input != nullptr) {
    report.input_path_ = input->path;
    report.more_input_paths_ = input->more_paths;
  }
  report.fatal_record_ = std::make_shared<std::optional<Problem>>();
  job.on_fatal_record = [record = report.fatal_record_](const Problem& problem) {
    *record = problem;
  };
  return report;
}

int ReportFile::fail(Session& session, const Status& status) {
  if (!file_ || status.ok()) return cli::fail(session, status);
  FailureReport report;
  report.command = command_words(session.arguments.command);
  report.input_path = input_path_;
  report.more_input_paths = more_input_paths_;
  report.status = status;
  report.exit_status = exit_status_of(status);
  report.record = *fatal_record_;
  const Status written = write(to_json(report));
  // Print one message for one failure. The failure of the job decides the exit status.
  if (written.ok() || written.code() == ErrorCode::kInterrupted) return cli::fail(session, status);
  return cli::fail(
      session,
      {status.code(), message_of(status) + "; the report is not written: " + message_of(written)});
}

void note_doubtful_format(Console& console, const JobReport& report) {
  constexpr std::uint64_t kShown = 10;
  std::uint64_t doubtful = 0;
  for (const InputReport& input : report.inputs) {
    if (input.doubtful_format.empty() || ++doubtful > kShown) continue;
    console.info(
        fmt::format("{}: read as {}, guessed from its first lines (--from names another format)",
                    input.name, input.doubtful_format));
  }
  if (doubtful > kShown) {
    console.info(fmt::format("and {} whose format was guessed",
                             counted(doubtful - kShown, "more such inputs")));
  }
}

void warn_about_unmapped_column(Console& console, const JobReport& report) {
  if (report.unmapped_column.empty()) return;
  console.error(
      fmt::format("{}: warning: column '{}' has complete boards, which were not mapped with the "
                  "puzzles; if they are the solutions, name the column with --solution-column",
                  report.input_name, printable(report.unmapped_column)));
}

int ReportFile::finish(Session& session, const std::string& json, int exit_status) {
  const Status status = write(json);
  return status.ok() ? exit_status : cli::fail(session, status);
}

Status ReportFile::write(const std::string& json) {
  const Status status = file_->write(json);
  if (status.code() == ErrorCode::kInterrupted) {
    return {ErrorCode::kInterrupted,
            has_output_ ? "interrupted: the output is in its place, the report is not"
                        : "interrupted: the report is not in its place"};
  }
  return status.ok() ? file_->commit() : status;
}

std::string spilled_text(std::uint64_t bytes) {
  return bytes != 0 ? fmt::format(", {} in a temporary file", counted(bytes, "bytes")) : "";
}

namespace {

// Prints the message, and a hint to use the help unless the message ends with the short help.
void print_usage_error(Console& console, std::string_view message, Command command) {
  const std::string help = "\n\n" + short_help(command);
  if (message.ends_with(help)) {
    message.remove_suffix(help.size());
    console.error(message, help.substr(1));
  } else {
    console.error(fmt::format("{} (try '{} --help')", message, command_name(command)));
  }
}

}  // namespace

int exit_status_of(const Status& status) {
  switch (status.code()) {
    case ErrorCode::kOk:
      return kFine;
    case ErrorCode::kBrokenPipe:
      return kReaderWentAway;
    case ErrorCode::kUsage:
      return kUsageOrIo;
    case ErrorCode::kSelfCheck:
      return kSelfCheckFailed;
    case ErrorCode::kUnmet:
      return kSomeRecordsBad;
    case ErrorCode::kInterrupted:
    case ErrorCode::kMalformed:
    case ErrorCode::kInput:
    case ErrorCode::kIo:
    case ErrorCode::kOutOfMemory:
    case ErrorCode::kCallback:
    case ErrorCode::kUnsupported:
      break;
  }
  // After the output was put in its place, no status says that a signal ended the job.
  return stop_signal() != 0 && !is_result_placed() ? kSignalBase + stop_signal() : kUsageOrIo;
}

int exit_status_of(const Session& session, const Ending& ending) {
  const bool is_excused = session.arguments.has("--malformed-ok");
  return ending.bad != 0 || (ending.malformed != 0 && !is_excused) ? kSomeRecordsBad : kFine;
}

Status check_malformed_flags(const Arguments& arguments) {
  if (!arguments.has("--malformed-ok") || !arguments.has("--strict")) return {};
  return usage_error(
      "--malformed-ok and --strict cannot be used together: --strict stops at the first malformed "
      "record");
}

int fail(Console& console, const Status& status, Command command) {
  console.clear_progress();
  if (status.code() == ErrorCode::kUsage) {
    print_usage_error(console, message_of(status), command);
  } else if (!status.ok() && status.code() != ErrorCode::kBrokenPipe) {
    console.error(message_of(status));
  }
  return exit_status_of(status);
}

int fail(Session& session, const Status& status) {
  return fail(session.console, status, session.arguments.command);
}

}  // namespace dokumill::cli
