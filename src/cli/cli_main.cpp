#include "cli/cli_main.hpp"

#include <exception>
#include <new>
#include <stdexcept>

#include "base/platform/output/output_file.hpp"
#include "base/platform/process/cpu_budget.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "cli/job/pieces.hpp"
#include "cli/job/puzzle_arguments.hpp"
#include "cli/job/session.hpp"
#include "cli/table/command_table.hpp"
#include "cli/table/help.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/version.hpp"

namespace dokumill::cli {
namespace {

std::string version_text(Platform& platform) {
  const BuildInfo build = build_info();
  const ThreadBudget budget = thread_budget(platform);
  const std::string remark = budget.remark();
  std::string text = format_text(
      "dokumill {} (commit {})\ncompiler: {}\nOpenMP: {}\nthreads: {} (automatic{}{})\nengines:\n",
      build.version, build.commit, build.compiler, build.openmp, budget.threads,
      remark.empty() ? "" : "; ", remark);
  for (const EngineInfo& engine : engines()) {
    text += format_text("  {:<12} {}{}\n", engine.name, engine.description,
                        engine.is_available ? "" : " (not on this processor)");
  }
  return text;
}

// Prints the help or the version to standard output, because the user asked for this text.
Status print(Platform& platform, const std::string& text) {
  Result<OutputFile> out = OutputFile::open(platform, "-", {});
  return out.ok() ? out->write(text) : out.status();
}

// Runs the command, or a piece of it. `messages` is nullptr if messages are printed.
int run_command(const Arguments& arguments, Platform& platform, const PieceRun* piece,
                std::string* messages) {
  Console early(platform, false, ProgressMode::kNever);
  if (messages != nullptr) early.keep_in(*messages);
  if (const auto engine = arguments.value("--engine")) {
    // Every command accepts the flag --engine, even commands that do not solve. So its value is
    // checked here.
    const Status known = Solver::create(*engine).status();
    if (!known.ok()) return fail(early, known, *arguments.command);
  }
  const Result<CommonFlags> flags = common_flags(arguments, piece);
  if (!flags.ok()) return fail(early, flags.status(), *arguments.command);
  Console console(platform, flags->is_quiet, flags->progress);
  if (messages != nullptr) console.keep_in(*messages);
  PuzzleArguments files(platform);
  Session session{arguments, *flags, files, console, piece};
  return arguments.command->run(session);
}

int run_words(const std::vector<std::string>& words, Platform& platform) {
  Console early(platform, false, ProgressMode::kNever);
  if (words.empty()) {
    early.error("no command", short_help(root_command()));
    return kUsageOrIo;
  }
  const Result<Arguments> arguments = parse_arguments(words);
  if (!arguments.ok()) return fail(early, arguments.status(), command_of(words));
  if (!arguments->help.empty())
    return fail(early, print(platform, arguments->help), root_command());
  if (arguments->has("--version"))
    return fail(early, print(platform, version_text(platform)), root_command());
  return run_command(*arguments, platform, nullptr, nullptr);
}

}  // namespace

int cli_main(const std::vector<std::string>& words, Platform& platform) {
  return with_messages_for_exceptions(platform, [&] { return run_words(words, platform); });
}

int run_piece(const Arguments& arguments, const PieceRun& piece, Platform& platform,
              std::string& messages) {
  return with_messages_for_exceptions(
      platform, [&] { return run_command(arguments, platform, &piece, &messages); });
}

int with_messages_for_exceptions(Platform& platform, const std::function<int()>& run) {
  const auto say = [&platform](std::string_view text) { write_to_stderr(platform, text); };
  try {
    return run();
  } catch (const std::bad_alloc&) {
    say(kOutOfMemory);
  } catch (const std::length_error&) {
    say(kOutOfMemory);
  } catch (const std::exception& error) {
    say("dokumill: unexpected exception: ");
    say(printable(error.what()));
    say("\n");
  }
  return kUsageOrIo;
}

}  // namespace dokumill::cli
