#include <csignal>
#include <new>
#include <string>
#include <vector>

#include "cli/cli_main.hpp"
#include "cli/console.hpp"
#include "platform/stop_signals.hpp"

int main(int argc, char** argv) {
  using namespace dokumill;
  occupy_standard_descriptors();
  settle_openmp_environment();
  ignore_broken_pipes();
  install_stop_signals();
  int status = cli::kUsageOrIo;
  try {
    status = cli::cli_main(std::vector<std::string>(argv + 1, argv + argc), system_platform());
  } catch (const std::bad_alloc&) {  // no room for the arguments
    cli::write_to_stderr(system_platform(), "dokumill: out of memory\n");
  }
  if (status == cli::kReaderWentAway) die_by_signal(SIGPIPE);
  return status;
}
