#include "platform/process/sibling_program.hpp"

#include <unistd.h>

#include <new>
#include <string>

namespace dokumill {

void become_sibling_program(const char* name, char** arguments) {
  char path[4096];
  const ssize_t bytes = ::readlink("/proc/self/exe", path, sizeof path);
  if (bytes <= 0 || bytes == static_cast<ssize_t>(sizeof path)) return;
  try {
    const std::string own(path, static_cast<std::size_t>(bytes));
    const std::string folder = own.substr(0, own.rfind('/') + 1);
    for (const char* const place : {"", "../libexec/dokumill/"}) {
      ::execv((folder + place + name).c_str(), arguments);
    }
  } catch (const std::bad_alloc&) {
    // The caller reports that there is no such program.
  }
}

}  // namespace dokumill
