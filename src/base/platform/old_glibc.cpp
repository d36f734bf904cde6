// Functions of newer C libraries that this library and GCC's static C++ library call, for a
// libdokumill.so.1 that also loads with the C library of CentOS 7 (glibc 2.17). Part of the build
// only with DOKUMILL_WHEEL. The definitions are hidden, so other libraries do not see them.
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

#define DOKUMILL_HIDDEN [[gnu::visibility("hidden")]]

extern "C" {

// glibc 2.32. Not 0: the process has only one thread. 0 is right in every process.
DOKUMILL_HIDDEN extern char __libc_single_threaded;
char __libc_single_threaded = 0;

// glibc 2.25. Up to 256 bytes arrive in one piece.
DOKUMILL_HIDDEN int getentropy(void* buffer, std::size_t bytes) {
  return ::syscall(SYS_getrandom, buffer, bytes, 0) == static_cast<long>(bytes) ? 0 : -1;
}

// glibc 2.36. Only std::random_device calls it, and no source of dokumill uses that class.
DOKUMILL_HIDDEN std::uint32_t arc4random() {
  std::uint32_t number = 0;
  while (getentropy(&number, sizeof number) != 0) ::usleep(1000);
  return number;
}

// glibc 2.28. All commands of fcntl() that dokumill uses have one argument of a word, or none.
DOKUMILL_HIDDEN int fcntl64(int fd, int command, long argument) {
  return static_cast<int>(::syscall(SYS_fcntl, fd, command, argument));
}
DOKUMILL_HIDDEN int statx(int folder, const char* path, int flags, unsigned mask, void* found) {
  return static_cast<int>(::syscall(SYS_statx, folder, path, flags, mask, found));
}

// glibc 2.30. If the clock is set during the wait, the wait is longer or shorter; the callers
// only wait for a moment and then check again.
DOKUMILL_HIDDEN int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                           clockid_t clock, const timespec* until) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec now{};
  timespec end{};
  ::clock_gettime(clock, &now);
  ::clock_gettime(CLOCK_REALTIME, &end);
  const std::int64_t nanoseconds =
      (until->tv_sec - now.tv_sec) * kSecond + until->tv_nsec - now.tv_nsec + end.tv_nsec;
  end.tv_sec += nanoseconds / kSecond;
  end.tv_nsec = nanoseconds % kSecond;
  if (end.tv_nsec < 0) {
    end.tv_nsec += kSecond;
    --end.tv_sec;
  }
  return ::pthread_cond_timedwait(condition, mutex, &end);
}

}  // extern "C"
