// cli_main(): runs the command `dokumill`, from its arguments to its exit status.
#pragma once

#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace dokumill::cli {

struct Context;

// The exit statuses of every command.
inline constexpr int kFine = 0;
inline constexpr int kSomeRecordsBad = 1;
inline constexpr int kUsageOrIo = 2;
inline constexpr int kSelfCheckFailed = 70;
inline constexpr int kSignalBase = 128;
inline constexpr int kReaderWentAway = 128 + 13;  // main() then ends the process by SIGPIPE

// Runs the command. `words` do not include the program's name. All system calls go through
// `platform`. No exception leaves the function: if memory runs out, it prints a message and returns
// kUsageOrIo.
int cli_main(const std::vector<std::string>& words, Platform& platform);
// Runs the command with a context, which must stay valid during the call.
int cli_main(const std::vector<std::string>& words, Platform& platform, const Context& context);

}  // namespace dokumill::cli
