// The help texts: one screen for -h, everything for --help, both at most 79 columns wide. Also the
// texts that the help and the manual pages of every command share.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cli/table/command_table.hpp"

namespace dokumill::cli {

// Usage, a summary, the most used flags, two examples: at most 24 lines.
std::string short_help(const CommandRow& command);
// All flags by section, all examples, the exit statuses, and a note on leftover temporary files.
std::string full_help(const CommandRow& command);

// The last paragraph of the help: what the command does with its files. It ends with kTrainFooter
// for commands that write train files (--train), and with kUsualFooter for all others.
inline constexpr std::string_view kFooter =
    "An existing output file is replaced only when the new one is complete. A kill -9 or a power "
    "cut can leave a temporary file .NAME.*.tmp next to it.";
inline constexpr std::string_view kUsualFooter = " You can delete it.";
inline constexpr std::string_view kTrainFooter =
    " You can delete it, but if a train file existed before, check the contents first: until both "
    "new files are in their places, the earlier train file has such a second name.";
inline std::string footer_of(const CommandRow& row) {
  const bool has_train_file = find_flag(row, "--train") != nullptr;
  return std::string(kFooter).append(has_train_file ? kTrainFooter : kUsualFooter);
}

inline constexpr std::array<std::array<std::string_view, 2>, 5> kExitStatuses{
    {{"0", "success"},
     {"1",
      "finished with a problem: for example a malformed or unsolvable record, a failed check, or "
      "no puzzle that meets the constraints"},
     {"2", "usage error, or input/output error"},
     {"70", "internal error: a board failed verification"},
     {"128+N", "stopped by signal N: SIGHUP (129), SIGINT (130), SIGTERM (143), SIGXCPU (152)"}}};

// The flags that every command has. They are not in the table of flags.
inline constexpr std::array kHelpFlags{
    FlagRow{"-h", "", kRunSection, "print a short help"},
    FlagRow{"--help", "", kRunSection, "print this help"},
    FlagRow{"-V,--version", "", kRunSection, "print the version and the engines"}};

// An environment variable. It affects the commands that have the flag `flag`, and `command`.
struct EnvironmentRow {
  std::string_view name;
  std::string_view flag;
  std::string_view command;
  std::string_view help;
};
inline constexpr EnvironmentRow kEnvironment[] = {
    {"DOKUMILL_ENGINE", "--engine", {}, "the solver engine, if --engine is not given"},
    {"OMP_NUM_THREADS",
     "--threads",
     {},
     "the number of threads, if --threads is not given or is 0; of a list, the first number "
     "counts"},
    {"TMPDIR", "--memory", "sample", "the folder of the temporary file (default /var/tmp)"},
};

}  // namespace dokumill::cli
