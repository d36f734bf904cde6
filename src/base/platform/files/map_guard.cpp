#include "base/platform/files/map_guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <limits>
#include <mutex>

namespace dokumill {
namespace {

constexpr std::uint64_t kNothingLost = std::numeric_limits<std::uint64_t>::max();

// `data` is set last when a map is added, and cleared first when the map is removed. The signal
// handler reads the other fields only if `data` is set.
struct GuardedMap {
  std::atomic<const char*> data{nullptr};
  std::atomic<std::size_t> bytes{0};
  std::atomic<std::uint64_t> lost{kNothingLost};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "used inside a signal handler");

GuardedMap maps[kMaxGuardedMaps];
std::atomic<std::uintptr_t> page_bytes{0};

std::mutex maps_mutex;  // held while a map is added or removed
int maps_in_use = 0;    // guarded by maps_mutex
// The handler to which on_bus_error() forwards the errors that it does not handle itself. `before`
// gets its value before on_bus_error() is installed.
struct sigaction before;
// A nested call of on_bus_error() comes from a handler to which on_bus_error() itself has forwarded
// an error. A nested call forwards to the handler `below`, and not to `before`. The reason: while a
// job runs, the program that uses the library may install its own handler over on_bus_error(), and
// the program's handler may call on_bus_error(). The next job then installs on_bus_error() over the
// program's handler. From then on, `before` is the program's handler, so each of the two handlers
// calls the other one. The nested call ends this circle, because it forwards to `below`.
struct sigaction below;
// True if the program that uses the library installed its own handler over on_bus_error(). That
// handler may still call on_bus_error(), so `below` must not change. Guarded by maps_mutex.
bool is_left_below = false;

// The number of forwarded calls on this thread that have not returned yet. The TLS model makes sure
// that an access to this variable allocates no memory, because a signal handler must not allocate.
__attribute__((tls_model("initial-exec"))) thread_local volatile std::sig_atomic_t depth = 0;

// Maps zeros over the guarded map, from the page of `address` to the end of the map. Returns false
// if the address is in no guarded map, or if the zeros cannot be mapped.
bool cover(const char* address) {
  for (GuardedMap& map : maps) {
    const char* const data = map.data.load();
    if (data == nullptr || address < data || address >= data + map.bytes.load()) continue;
    const std::uintptr_t page = page_bytes.load();
    const std::size_t offset = static_cast<std::size_t>(address - data) / page * page;
    std::uint64_t known = map.lost.load();
    while (offset < known && !map.lost.compare_exchange_weak(known, offset)) {
    }
    return ::mmap(const_cast<char*>(data) + offset, map.bytes.load() - offset, PROT_READ,
                  MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
  }
  return false;
}

void on_bus_error(int number, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  const bool is_fault = info->si_code > 0;  // raised by the operating system, not sent by a process
  if (is_fault && cover(static_cast<const char*>(info->si_addr))) {
    errno = saved_errno;
    return;
  }
  const struct sigaction& next = depth == 0 ? before : below;
  if ((next.sa_flags & SA_SIGINFO) != 0) {
    depth = depth + 1;
    next.sa_sigaction(number, info, context);
    depth = depth - 1;
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    depth = depth + 1;
    next.sa_handler(number);
    depth = depth - 1;
  } else {
    // The faulting instruction runs again after the return, and the default action ends the
    // process.
    ::signal(number, SIG_DFL);
    if (!is_fault) ::raise(number);
  }
  errno = saved_errno;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_bus_error;
}

void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  struct sigaction present {};
  ::sigaction(SIGBUS, nullptr, &present);
  if (is_ours(present)) return;
  before = present;
  if (!is_left_below) below = present;
  ::sigaction(SIGBUS, &action, nullptr);
}

// Restores the previous handler. If the program that uses the library installed its own handler
// over on_bus_error(), that handler stays installed and may still call on_bus_error().
void take_handler_back() {
  struct sigaction present {};
  ::sigaction(SIGBUS, nullptr, &present);
  if (is_ours(present)) {
    ::sigaction(SIGBUS, &before, nullptr);
    before = below;  // a handler that was installed in between may still call on_bus_error()
  } else {
    is_left_below = true;
  }
}

}  // namespace

bool guard_map(const char* data, std::size_t bytes) {
  const std::lock_guard lock(maps_mutex);
  const auto free = std::find_if(std::begin(maps), std::end(maps),
                                 [](const GuardedMap& map) { return map.data == nullptr; });
  if (free == std::end(maps)) return false;
  if (maps_in_use++ == 0) {
    page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    install_handler();
  }
  free->bytes = bytes;
  free->lost = kNothingLost;
  free->data = data;
  return true;
}

void unguard_map(const char* data) {
  const std::lock_guard lock(maps_mutex);
  for (GuardedMap& map : maps) {
    if (map.data != data) continue;
    map.data = nullptr;
    if (--maps_in_use == 0) take_handler_back();
    return;
  }
}

std::optional<std::uint64_t> lost_byte(const char* data) {
  for (const GuardedMap& map : maps) {
    if (map.data != data) continue;
    const std::uint64_t lost = map.lost;
    return lost == kNothingLost ? std::nullopt : std::optional(lost);
  }
  return std::nullopt;
}

}  // namespace dokumill
