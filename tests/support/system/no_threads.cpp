// Replaces the function that starts threads, in programs that are marked SERIAL
// (tests/CMakeLists.txt). A build with the thread sanitizer leaves these programs out, so none of
// them may start a thread.
#include <pthread.h>

#include <cstdio>
#include <cstdlib>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) noexcept {
  std::fputs("a program that is marked SERIAL starts a thread\n", stderr);
  std::abort();
}
