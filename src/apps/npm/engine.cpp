// The command in the npm package: its words come as one text. The C interface (dokumill.h) is
// exported beside it.
#include <cstddef>
#include <string>
#include <vector>

#include "base/platform/process/stop_signals.hpp"
#include "cli/cli_main.hpp"

// `words`: `count` texts, each followed by a zero byte. Returns the exit status.
extern "C" int dokumill_run(const char* words, std::size_t count) {
  std::vector<std::string> list;
  for (; list.size() < count; words += list.back().size() + 1) list.emplace_back(words);
  dokumill::install_stop_signals();
  return dokumill::cli::cli_main(list, dokumill::system_platform());
}
