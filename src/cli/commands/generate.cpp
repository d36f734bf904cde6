// dokumill generate, which only names its two subcommands
#include "cli/job/session.hpp"
#include "cli/table/shared_flags.hpp"
#include "cli/table/words.hpp"

namespace dokumill::cli {
namespace {

int run_generate(Session& session) {
  return fail(session, usage_error("generate: expected 'boards' or 'puzzles'"));
}

}  // namespace

extern constinit const CommandRow generate_command = {
    .name = "generate",
    .operand = "",
    .usage = "generate boards|puzzles -n N [FLAGS]",
    .summary = "Generate boards or puzzles",
    .about =
        "Generates complete boards ('dokumill generate boards -n N') or puzzles ('dokumill "
        "generate puzzles -n N'). Each has its own --help.",
    .examples =
        "dokumill generate boards -n 1000000 -o boards.txt\n"
        "dokumill generate puzzles -n 1000000 -o puzzles.txt",
    .main_flags = "",
    .flags = {},
    .run = run_generate,
};

}  // namespace dokumill::cli
