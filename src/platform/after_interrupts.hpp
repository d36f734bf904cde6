// after_interrupts: repeats a system call that a signal interrupted.
#pragma once

#include <cerrno>

namespace dokumill {

// Makes a call until no signal interrupts it. Only for calls that end soon: a request to stop
// waits.
template <class Call>
auto after_interrupts(const Call& call) {
  auto result = call();
  while (result == -EINTR) result = call();
  return result;
}

}  // namespace dokumill
