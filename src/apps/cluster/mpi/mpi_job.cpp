#include "apps/cluster/mpi/mpi_job.hpp"

#include <algorithm>

#include "apps/cluster/mpi/output_locks.hpp"
#include "apps/cluster/pieces/merge.hpp"
#include "base/platform/files/run_files.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/rows/output_name.hpp"
#include "batch/spill/exchange.hpp"
#include "cli/job/flag_reader.hpp"
#include "cli/job/job_name.hpp"
#include "cli/job/report_file.hpp"
#include "cli/table/command_table.hpp"
#include "cli/table/words.hpp"

namespace dokumill::mpi {
namespace {

using cli::Arguments;
using cli::usage_error;

bool has_pieces(const cli::CommandRow& command) {
  // Only dokumill-mpi runs the pieces of dedupe (batch::Exchange).
  return command.name == "dedupe" || cli::find_flag(command, "--piece") != nullptr;
}

}  // namespace

Result<MpiJob> MpiJob::read(std::vector<std::string> words, Platform& platform) {
  MpiJob job;
  job.restarts_ = std::erase(words, "--restart") != 0;
  Result<Arguments> arguments = cli::parse_arguments(words);
  if (!arguments.ok()) return arguments.status();
  job.arguments_ = *std::move(arguments);
  const Arguments& read = job.arguments_;
  if (!read.help.empty() || read.has("--version")) {
    return usage_error("'dokumill --help' and 'dokumill COMMAND --help' describe the commands");
  }
  if (!has_pieces(*read.command)) {
    return usage_error(format_text(
        "only solve, check, rate, canon, dedupe, split, convert, augment, vary, unavoidable, "
        "steps and generate run on several processes, not {}",
        read.command->is_root() ? "the short commands" : read.command->name));
  }
  for (const char* const flag : {"--piece", "--continue", "--against", "--common"}) {
    if (read.has(flag)) return usage_error(format_text("{} is not for dokumill-mpi", flag));
  }
  for (const cli::FlagRow* flag : cli::flags_of(*read.command)) {
    const auto value = read.value(std::string(flag->key()));
    if (!flag->value.empty() && value && value->empty()) {
      return usage_error(format_text("{}: expected a value, got ''", flag->key()));
    }
  }
  if (std::ranges::find(read.operands, "-") != read.operands.end() ||
      read.value("--files-from") == "-") {
    return usage_error("the processes cannot share standard input; name files");
  }
  const bool has_test = read.command->name == "split";
  const char* const flag = has_test ? "--train" : "--output";
  job.output_ = read.value(flag).value_or("-");
  if (Status status = job.check_output(platform, job.output_, flag); !status.ok()) return status;
  if (has_test) {
    job.test_output_ = read.value("--test").value_or("-");
    Status status = job.check_output(platform, job.test_output_, "--test");
    if (!status.ok()) return status;
  }
  return job;
}

Status MpiJob::check_files(Platform& platform) const {
  const Result<std::vector<std::string>> paths = inputs(platform);
  if (!paths.ok()) return paths.status();
  RunFiles files(platform);
  add_files(arguments_, arguments_.value("--report"), output_, test_output_, nullptr, files);
  for (const std::string& path : *paths) files.reads_input(path);
  if (!files.status().ok()) return files.status();
  if (Status status = check_not_pieces(platform, *paths); !status.ok()) return status;
  if (const auto report = arguments_.value("--report")) {
    if (Status status = cli::check_plain_name("--report", *report); !status.ok()) return status;
  }
  if (arguments_.command->name == "check" && !arguments_.has("--each")) {
    const auto word = arguments_.value("--compress");
    const auto compression = word ? cli::parse_compression("--compress", *word)
                                  : CompressionOptions{compression_of_output(output_)};
    if (!compression.ok()) return compression.status();
    if (compression->kind != Compression::kNone) return merging::compressed_totals();
  }
  // The outputs are opened only when the pieces are joined.
  for (const std::string& path : outputs(platform)) {
    OutputOptions options;
    options.no_clobber = arguments_.has("--no-clobber");
    if (Status status = OutputFile::check(platform, path, options); !status.ok()) return status;
  }
  return {};
}

Status MpiJob::check_not_pieces(Platform& platform, const std::vector<std::string>& inputs) const {
  std::string pieces;
  // Without this folder, no file is in it.
  if (platform.real_path(pieces_folder_of(output_).c_str(), pieces) < 0) return {};
  std::vector<std::string> paths = inputs;
  for (const char* const flag : {"--files-from", "--report"}) {
    if (const auto path = arguments_.value(flag)) paths.push_back(*path);
  }
  if (!test_output_.empty()) paths.push_back(test_output_);
  for (const std::string& path : paths) {
    // The name, and the file to which a link leads.
    std::string folder, real;
    const bool is_there = platform.real_path(folder_of(path).c_str(), folder) >= 0;
    const bool leads_there = platform.real_path(path.c_str(), real) >= 0;
    if (!(is_there && folder == pieces) && !(leads_there && folder_of(real) == pieces)) continue;
    return usage_error(
        format_text("{}: is in the folder of the pieces of {}; copy the file, or "
                    "choose another output",
                    printable(path), printable(output_)));
  }
  return {};
}

std::vector<std::string> MpiJob::outputs(Platform& platform) const {
  std::vector<std::string> outputs{output_};
  if (!test_output_.empty()) outputs.push_back(test_output_);
  const std::string report = arguments_.value("--report").value_or("-");
  FileInfo info;
  const bool exists = platform.info_at(report.c_str(), info) == 0;
  if (report != "-" && (!exists || info.is_regular || info.is_directory)) outputs.push_back(report);
  return outputs;
}

Status MpiJob::check_output(Platform& platform, const std::string& path,
                            std::string_view flag) const {
  FileInfo info;
  const bool exists = platform.info_at(path.c_str(), info) == 0;
  if (path == "-" || path.empty() || (exists && !info.is_regular)) {
    return usage_error(
        format_text("the output must be a file (see {}): it is joined from pieces, so it cannot be "
                    "standard output, a pipe or a device",
                    flag));
  }
  const batch::OutputName name(path);
  const Status named = arguments_.has("--to")
                           ? name.check()
                           : name.format(std::nullopt, batch::Tabs::kAsTheInput).status();
  if (!named.ok()) return named;
  for (const std::string_view format : {"parquet", "json", "opensudoku", "sdk", "ksudoku"}) {
    if (!path.ends_with(format_text(".{}", format)) && arguments_.value("--to") != format) continue;
    return usage_error(
        format_text("the format {} is not joined from pieces; write csv or jsonl", format));
  }
  return {};
}

Result<std::vector<std::string>> MpiJob::inputs(Platform& platform) const {
  InputOptions input;
  input.path.clear();
  std::vector<std::string> names = arguments_.operands;
  if (const auto boards = arguments_.value("--from-boards")) names.push_back(*boards);
  if (Status status = cli::set_input_paths(platform, arguments_, names, input); !status.ok())
    return status;
  std::vector<std::string> paths = input.more_paths;
  if (!input.path.empty()) paths.insert(paths.begin(), input.path);
  if (paths.empty() && !generates()) {
    return usage_error("no INPUT; the processes cannot share standard input");
  }
  return paths;
}

bool MpiJob::generates() const {
  return arguments_.command->operand.empty() && !arguments_.has("--from-boards");
}

Result<std::string> MpiJob::description(Platform& platform) const {
  const Result<std::vector<std::string>> paths = inputs(platform);
  if (!paths.ok()) return paths.status();
  std::string text = cli::job_text(arguments_);
  for (const std::string& path : *paths) {
    FileInfo info;
    const int failed = platform.info_at(path.c_str(), info);
    if (failed < 0) {
      return Status(ErrorCode::kInput, printable(path) + ": " + error_text(failed));
    }
    text += format_text("{} {} {}\n", path, info.bytes, info.modified_ns);
  }
  return text;
}

bool MpiJob::has_exchange() const {
  return is_dedupe() || arguments_.has("--duplicates");
}

std::uint64_t MpiJob::memory_bytes() const {
  std::uint64_t bytes = kUsualMemory;
  // If the value is invalid, the pieces report it, with the message of the command.
  cli::FlagReader flags(arguments_);
  flags.memory(bytes);
  return bytes;
}

Result<Plan> MpiJob::plan(Platform& platform, int processes) const {
  constexpr std::uint64_t kPieceBytes = std::uint64_t{256} << 20;
  // A piece takes some milliseconds more than its work. A record of vary can take seconds.
  constexpr std::uint64_t kMinBytes = std::uint64_t{16} << 10, kMinOfSlow = 256;
  const std::string_view name = arguments_.command->name;
  const std::uint64_t least = name == "vary" || name == "unavoidable" ? kMinOfSlow : kMinBytes;
  constexpr std::uint64_t kMaxPieces = 1'000'000;
  // Each process gets several pieces, so that all processes end at about the same time.
  constexpr std::uint64_t kPerProcess = 8;
  const Result<std::vector<std::string>> paths = inputs(platform);
  if (!paths.ok()) return paths.status();
  std::uint64_t bytes = 0;
  for (const std::string& path : *paths) {
    FileInfo info;
    if (platform.info_at(path.c_str(), info) == 0) bytes += info.bytes;
  }
  // Without a number, --exhaustive makes all subtrees: some thousands.
  constexpr std::uint64_t kSubtrees = 1 << 13;
  std::uint64_t number = arguments_.has("--exhaustive") ? kSubtrees : 0;
  cli::FlagReader flags(arguments_);
  flags.number("--number", number, 1, UINT64_MAX);
  if (!flags.status().ok()) return flags.status();
  constexpr std::uint64_t kRecordBytes = 82;
  bytes += std::min(number, UINT64_MAX / 2 / kRecordBytes) * kRecordBytes;
  const std::uint64_t wanted =
      std::max(bytes / kPieceBytes, kPerProcess * static_cast<std::uint64_t>(processes));
  Plan plan;
  plan.pieces = std::clamp<std::uint64_t>(std::min(wanted, bytes / least), 1, kMaxPieces);
  if (has_exchange()) {
    plan.buckets = batch::bucket_count(bytes / kCells + 1, memory_bytes(),
                                       static_cast<std::uint64_t>(processes));
    plan.seed = platform.secret_number();
  }
  return plan;
}

}  // namespace dokumill::mpi
