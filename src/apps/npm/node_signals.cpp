// Stop requests of the npm package: the main thread of node writes the number of the first signal
// into shared memory, and the worker that runs the engine reads it here. A second signal ends the
// worker from outside (cli_engine.mjs), which also removes the temporary files. This file takes the
// place of stop_signals.cpp.
#include <cstdlib>

#include "base/platform/process/stop_signals.hpp"

extern "C" int dokumill_node_signal();

namespace dokumill {
namespace {

bool is_result_in_place = false;

}  // namespace

void install_stop_signals() {
  is_result_in_place = false;
}
int stop_signal() {
  return dokumill_node_signal();
}
bool is_result_placed() {
  return is_result_in_place;
}
int stop_wakeup_fd() {
  return -1;
}
void watch_exit(int) {}
void expect_exit() {}

Replacement::Replacement() = default;
Replacement::~Replacement() {
  if (has_result_) is_result_in_place = true;
}
Creation::Creation() = default;
Creation::~Creation() = default;

void die_by_signal(int signal_number) {
  std::exit(128 + signal_number);
}
void ignore_write_signals() {}

}  // namespace dokumill
