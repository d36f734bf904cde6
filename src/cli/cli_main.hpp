// cli_main(): runs the command `dokumill`, from its arguments to its exit status.
//
//   dokumill solve in.txt -o out.txt
//     main()              main.cpp              signals, descriptors, stack
//     cli_main()          cli_main.cpp          help, version, exceptions
//     parse_arguments()   table/arguments.cpp   flags and operands, by the rows of the commands
//     CommandRow::run     commands/solve.cpp    the row of the command, and its flags as options
//     run_job()           job/run_job.hpp       report, progress, batch::run(), totals, status
//
// dokumill-mpi begins at run_piece() (job/pieces.hpp). manual/ writes manual pages and completions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"

namespace dokumill::cli {

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

// Calls run(), and returns its exit status. If it throws, prints a message and returns kUsageOrIo.
int with_messages_for_exceptions(Platform& platform, const std::function<int()>& run);

}  // namespace dokumill::cli
