// What the commands share: the flags for every command, the ends of a job, the exit status.
#pragma once

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/cli_main.hpp"
#include "cli/console.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

// The flags that every command has, with their meaning.
struct CommonFlags {
  int threads = 0;
  bool is_quiet = false;
  ProgressWish progress = ProgressWish::kAuto;
};
Result<CommonFlags> common_flags(const Arguments& arguments);

// Fills what `arguments` say about threads, output and stopping; problems, warnings and progress go
// to `console`.
void set_job_options(const Arguments& arguments, const CommonFlags& flags, Platform& platform,
                     Console& console, std::string_view unit, JobOptions& options);
// Fills INPUT, --from, --column, --no-mmap. A terminal as input is kUsage.
Status set_input_options(const Arguments& arguments, Platform& platform, InputOptions& input);
// --engine, or DOKUMILL_ENGINE, or auto.
std::string engine_name(const Arguments& arguments, Platform& platform);

// Writes the report where --report says, if it does. REQUIRES: the output is in its place.
Status write_report(const Arguments& arguments, Platform& platform, const std::string& json);
// --report and the output may not be one file.
Status check_report_path(const Arguments& arguments, Platform& platform, const std::string& output);

// Says what went wrong and returns the exit status.
int fail(Console& console, const Status& status);
// As fail(), with a hint at the command's help behind a usage error.
int fail_usage(Console& console, const Status& status, Command command);

// The commands. `arguments` are those of the command.
int run_solve(const Arguments& arguments, Platform& platform);
int run_check(const Arguments& arguments, Platform& platform);
int run_generate_boards(const Arguments& arguments, Platform& platform);
int run_classic(const Arguments& arguments, Platform& platform);

// The end of a solve, for the command and for -s.
int finish_solve(const Arguments& arguments, Platform& platform, Console& console,
                 const Result<SolveReport>& report, bool is_unique_wanted);

}  // namespace dokumill::cli
