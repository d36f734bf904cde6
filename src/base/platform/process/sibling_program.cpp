#include "base/platform/process/sibling_program.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

namespace dokumill {
namespace {

// Sets `path` to the file of this program without links. Returns false if it is unknown.
bool find_own_program(char (&path)[4096]) {
  const ssize_t bytes = ::readlink("/proc/self/exe", path, sizeof path - 1);
  if (bytes > 0 && bytes < static_cast<ssize_t>(sizeof path) - 1) {
    path[bytes] = '\0';
    return true;
  }
  // Without /proc: the path that the caller of exec() gave, relative to the folder of that call.
  const auto given = static_cast<std::uintptr_t>(::getauxval(AT_EXECFN));
  static_assert(sizeof path >= PATH_MAX, "realpath() writes up to PATH_MAX bytes");
  return given != 0 && ::realpath(reinterpret_cast<const char*>(given), path) != nullptr;
}

}  // namespace

void become_sibling_program(const char* name, char** arguments) {
  char path[4096];
  if (!find_own_program(path)) return;
  try {
    const std::string own(path);
    const std::string folder = own.substr(0, own.rfind('/') + 1);
    for (const char* const place : {"", "../libexec/dokumill/"}) {
      ::execv((folder + place + name).c_str(), arguments);
    }
  } catch (const std::bad_alloc&) {
    // The caller reports that there is no such program.
  }
}

}  // namespace dokumill
