#include "cli/cli_main.hpp"

#include <fmt/format.h>

#include "cli/common.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/version.hpp"
#include "platform/cpu_budget.hpp"
#include "platform/output_file.hpp"

namespace dokumill::cli {
namespace {

std::string version_text(Platform& platform) {
  const BuildInfo build = build_info();
  std::string text = fmt::format(
      "dokumill {} (commit {})\ncompiler: {}\nOpenMP: {}\nthreads: {} (automatic)\nengines:\n",
      build.version, build.commit, build.compiler, build.openmp, automatic_threads(platform));
  for (const EngineInfo& engine : engines()) {
    text += fmt::format("  {:<12} {}{}\n", engine.name, engine.description,
                        engine.is_available ? "" : " (not on this processor)");
  }
  return text;
}

// Help and version are data: they go to standard output.
int print(Platform& platform, Console& console, const std::string& text) {
  Result<OutputFile> out = OutputFile::open(platform, "-", {});
  return fail(console, out.ok() ? out->write(text) : out.status());
}

}  // namespace

int cli_main(const std::vector<std::string>& words, Platform& platform) {
  Console console(platform, false, ProgressWish::kNever);
  if (words.empty()) {
    console.say("no command\n\n" + short_help(Command::kClassic));
    return kUsageOrIo;
  }
  const Result<Arguments> arguments = parse_arguments(words);
  if (!arguments.ok()) return fail_usage(console, arguments.status(), Command::kClassic);
  if (!arguments->help.empty()) return print(platform, console, arguments->help);
  if (arguments->has("--version")) return print(platform, console, version_text(platform));
  switch (arguments->command) {
    case Command::kSolve:
      return run_solve(*arguments, platform);
    case Command::kCheck:
      return run_check(*arguments, platform);
    case Command::kGenerateBoards:
      return run_generate_boards(*arguments, platform);
    case Command::kGenerate:
      return fail_usage(console, {ErrorCode::kUsage, "generate: expected 'boards' behind it"},
                        Command::kGenerate);
    case Command::kClassic:
      break;
  }
  return run_classic(*arguments, platform);
}

}  // namespace dokumill::cli
