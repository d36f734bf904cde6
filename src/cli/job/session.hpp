// Session: one run of a command, with the flags that every command accepts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"
#include "cli/console.hpp"
#include "cli/table/arguments.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::cli {

struct PieceRun;

// The flags that many commands accept.
struct CommonFlags {
  int threads = 0;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::kAuto;
  std::optional<CompressionOptions> compression = {};
  std::optional<CellShape> cell_shape = {};
  std::optional<std::string> report = {};  // the path of --report
};
// `piece`: if it is not nullptr, it replaces the flags that it names (pieces.hpp).
Result<CommonFlags> common_flags(const Arguments& arguments, const PieceRun* piece);

// One run of a command: its arguments, its system calls and its messages.
struct Session {
  const Arguments& arguments;
  CommonFlags flags;
  Platform& platform;
  Console& console;
  const PieceRun* piece = nullptr;  // nullptr: the whole command
};

// Sets `path` and `more_paths` from the names, which are operands, and then from the names in the
// file of --files-from.
Status set_input_paths(Platform& platform, const Arguments& arguments,
                       std::vector<std::string> names, InputOptions& input);
// The engine: --engine, else DOKUMILL_ENGINE, else auto.
std::string engine_name(const Session& session);

// The exit status for a failed job.
int exit_status_of(const Status& status);
// The message of a failure. If a flag can prevent the failure, the message names this flag.
std::string message_of(const Status& status);
// Prints what failed. After a usage error, also prints a hint to use the command's help. Returns
// the exit status.
int fail(Console& console, const Status& status, const CommandRow& command);
int fail(Session& session, const Status& status);

}  // namespace dokumill::cli
