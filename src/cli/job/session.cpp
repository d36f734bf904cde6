#include "cli/job/session.hpp"

#include "base/platform/output/output_file.hpp"
#include "base/platform/process/cpu_budget.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/flag_reader.hpp"
#include "cli/job/pieces.hpp"
#include "cli/table/help.hpp"
#include "cli/table/words.hpp"

namespace dokumill::cli {
namespace {

// The flags that set options of the library (Status::option()).
struct OptionFlag {
  std::string_view option;
  std::string_view flag;
};
constexpr OptionFlag kOptionFlags[] = {
    {"all_limit", "--all"},
    {"cell_shape", "--cells"},
    {"cells_only", "--cells-only"},
    {"chat_template", "--template"},
    {"column_names", "--as"},
    {"columns", "--columns"},
    {"compression", "--compress"},
    {"continues", "--continue"},
    {"count_limit", "--count"},
    {"distance.add", "--add"},
    {"distance.remove", "--remove"},
    {"draws", "--draws"},
    {"empty_cell", "--empty"},
    {"images", "--augment"},
    {"input.column", "--column"},
    {"input.delimiter", "--delimiter"},
    {"input.format", "--from"},
    {"input.has_header", "--no-header"},
    {"input.size", "--size"},
    {"input.size.symbols", "--symbols"},
    {"input.solution_column", "--solution-column"},
    {"input.where", "--where"},
    {"keep_columns", "--keep-columns"},
    {"limit", "--limit"},
    {"map", "--map"},
    {"memory_bytes", "--memory"},
    {"minimals", "--minimals"},
    {"no_clobber", "--no-clobber"},
    {"output", "--output"},
    {"output_format", "--to"},
    {"piece", "--piece"},
    {"possible", "--possible"},
    {"sentences", "--sentences"},
    {"share", "--share"},
    {"solution_column", "--solution-column"},
    {"source.family", "--family"},
    {"times", "--times"},
    {"towards", "--towards"},
    {"walk_steps", "--walk"},
};

// Prints the message, and a hint to use the help unless the message ends with the short help.
void print_usage_error(Console& console, std::string_view message, const CommandRow& command) {
  const std::string help = "\n\n" + short_help(command);
  if (message.ends_with(help)) {
    message.remove_suffix(help.size());
    console.error(message, help.substr(1));
  } else {
    console.error(format_text("{} (try '{} --help')", message, command_name(command)));
  }
}

}  // namespace

Result<CommonFlags> common_flags(const Arguments& arguments, const PieceRun* piece) {
  FlagReader reader(arguments);
  CommonFlags flags;
  if (piece == nullptr) {
    reader.read("--threads", flags.threads, parse_number, 0, kMaxThreads);
    flags.is_quiet = arguments.has("--quiet");
    flags.report = arguments.value("--report");
  } else {
    flags = {.threads = piece->threads, .is_quiet = true, .progress = ProgressMode::kNever};
    if (!piece->report.empty()) flags.report = piece->report;
  }
  reader.read("--compress", flags.compression, parse_compression);
  if (const auto shape = reader.choice("--cells")) flags.cell_shape = CellShape(*shape);
  if (piece == nullptr) reader.choice("--progress", flags.progress);
  if (!reader.status().ok()) return reader.status();
  return flags;
}

std::string engine_name(const Session& session) {
  std::string name = "auto";
  session.platform.environment("DOKUMILL_ENGINE", name);
  return session.arguments.value("--engine").value_or(name.empty() ? "auto" : name);
}

std::string message_of(const Status& status) {
  if (status.option() == "input.any_layout") {
    return status.message() +
           " (with --from line, a message names what is wrong with each line; --size names another "
           "size than 9x9)";
  }
  if (status.option() == "input.layout") {
    return status.message() + " (--from any:NAME takes the reading of this name)";
  }
  for (const OptionFlag& entry : kOptionFlags) {
    if (entry.option != status.option()) continue;
    return format_text("{} (see {})", status.message(), entry.flag);
  }
  return status.message();
}

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

int fail(Console& console, const Status& status, const CommandRow& command) {
  console.clear_progress();
  if (status.code() == ErrorCode::kUsage) {
    print_usage_error(console, message_of(status), command);
  } else if (!status.ok() && status.code() != ErrorCode::kBrokenPipe) {
    console.error(message_of(status));
  }
  return exit_status_of(status);
}

int fail(Session& session, const Status& status) {
  return fail(session.console, status, *session.arguments.command);
}

}  // namespace dokumill::cli
