#include "support/command/child.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace dokumill::testing {

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

void forget_openmp_process(pid_t pid) {
  for (const uid_t owner : {::getuid(), uid_t{65'534}}) {
    const std::string name =
        "/__KMP_REGISTERED_LIB_" + std::to_string(pid) + "_" + std::to_string(owner);
    ::shm_unlink(name.c_str());
  }
}

}  // namespace dokumill::testing
