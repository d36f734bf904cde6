// after_interrupts: repeats a system call that a signal interrupted.
#pragma once

#include <cerrno>

namespace dokumill {

// Repeats `call` as long as it returns -EINTR, and returns its result. Use it only for calls that
// return soon, because it does not check for stop signals. A Platform repeats its calls itself,
// except open(), read(), write() and close().
template <class Call>
auto after_interrupts(const Call& call) {
  auto result = call();
  while (result == -EINTR) result = call();
  return result;
}

}  // namespace dokumill
