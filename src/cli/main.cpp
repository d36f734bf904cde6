#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/process/processors.hpp"
#include "base/platform/process/sibling_program.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "cli/cli_main.hpp"
#include "cli/console.hpp"

namespace {

// Called when an exception leaves a noexcept function, for example in a library. If memory ran out,
// the program still removes its temporary files and prints a message. Any other exception is a
// defect.
[[noreturn]] void on_terminate() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
    dokumill::remove_temporaries();
    dokumill::cli::write_to_stderr(dokumill::system_platform(), dokumill::cli::kOutOfMemory);
    std::_Exit(dokumill::cli::kUsageOrIo);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace dokumill;
  release_thread();  // before any thread or program is started
#ifndef DOKUMILL_IS_BOOK_PROGRAM
  // Cairo needs about twenty shared libraries. With them, every command would start a millisecond
  // later and take more memory. So only dokumill-book is linked with them.
  if (argc > 1 && std::string_view(argv[1]) == "book")
    become_sibling_program("dokumill-book", argv);
#endif
  std::set_terminate(on_terminate);
  occupy_standard_descriptors();  // before any other descriptor is opened
  install_stop_signals();
  ignore_write_signals();
  settle_standard_pipes();
  settle_memory();
  settle_openmp_environment();
  watch_exit(cli::kUsageOrIo);
  int status = cli::kUsageOrIo;
  const auto run = [&] {
    try {
      status = cli::cli_main(std::vector<std::string>(argv + 1, argv + argc), system_platform());
    } catch (const std::bad_alloc&) {  // no memory for the arguments
      cli::write_to_stderr(system_platform(), cli::kOutOfMemory);
    }
  };
  if (!run_with_stack(run)) {
    cli::write_to_stderr(system_platform(),
                         "dokumill: the limit on stacks (ulimit -s) is too low, and no thread with "
                         "another stack can be started; 256 KiB are enough\n");
  }
  expect_exit();
  if (status == cli::kReaderWentAway) die_by_signal(SIGPIPE);
  return status;
}
