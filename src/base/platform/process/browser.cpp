#include "base/platform/process/browser.hpp"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigset_t and kill() of POSIX
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>

extern "C" char** environ;  // NOLINT(readability-redundant-declaration): not all systems declare it

namespace dokumill {
namespace {

constexpr const char* kOpener = "xdg-open";

// The shell starts the opener in the background and exits at once, so the opener is not a child of
// this process. Its output is discarded.
constexpr const char* kScript =
    "command -v \"$1\" >/dev/null 2>&1 || exit 127\n"
    "\"$1\" \"$2\" </dev/null >/dev/null 2>&1 &\n";

bool has_display(Platform& platform) {
  std::string value;
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}) {
    if (platform.environment(name, value) && !value.empty()) return true;
  }
  return false;
}

}  // namespace

std::string open_in_browser(Platform& platform, const std::string& address) {
  if (!has_display(platform)) return "no display here";
  posix_spawnattr_t attributes;
  if (::posix_spawnattr_init(&attributes) != 0) return "no memory for a browser";
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGXFSZ}) ::sigaddset(&defaults, number);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  const char* words[] = {"sh", "-c", kScript, "sh", kOpener, address.c_str(), nullptr};
  pid_t shell = 0;
  const int failed = ::posix_spawn(&shell, "/bin/sh", nullptr, &attributes,
                                   const_cast<char* const*>(words), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return "the browser was not started: " + error_text(-failed);
  int status = 0;
  while (::waitpid(shell, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::string("there is no ") + kOpener + " here";
  return "";
}

}  // namespace dokumill
