// The row of dokumill play. optional/play_page.cpp runs it in a build with the page, and
// optional/play_missing.cpp in every other build.
#include "cli/commands/optional/optional.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kPlayFlags = flag_list(
    FlagRow{"--port", "P", kWhatSection, "port, 1 to 65535; 0: any free port (default 8109)"},
    FlagRow{"--listen", "ADDRESS", kWhatSection,
            "numeric address of this machine, such as 0.0.0.0, so that browsers on other "
            "machines can get the page; default: only this machine"},
    FlagRow{"--no-open", "", kWhatSection, "only print the address; open no browser"},
    FlagRow{"--lang", "LANGUAGE", kWhatSection,
            "first language of the page, en or zh (default: the browser's)",
            [] {
              return Names{"en", "zh"};
            }},
    FlagRow{"--save", "FILE", kWhatSection,
            "write the page to FILE and serve nothing; a browser opens FILE"},
    kQuietFlag);

}  // namespace

extern constinit const CommandRow play_command = {
    .name = "play",
    .operand = "",
    .usage = "play [--port P] [--listen ADDRESS] [--lang en|zh]",
    .summary = "Play in the browser, with hints",
    .about =
        "Serves the page with the game to browsers on this machine, prints the address and opens "
        "the page. Ctrl-C ends the server. The page is one file with everything in it, also the "
        "solver, so nothing leaves the browser. With --listen, browsers on other machines can "
        "get the page, too. With --save, the page is written to a file, which a browser opens "
        "without dokumill.",
    .examples =
        "dokumill play\n"
        "dokumill play --port 8080 --no-open --lang zh\n"
        "dokumill play --listen 0.0.0.0 --no-open\n"
        "dokumill play --save sudoku.html",
    .main_flags = "--port --listen --no-open --lang --save",
    .flags = kPlayFlags,
    .run = run_play,
};

}  // namespace dokumill::cli
