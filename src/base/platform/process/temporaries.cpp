#include "base/platform/process/temporaries.hpp"

#include <unistd.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

namespace dokumill {

// kFree: `path` is no path, and the entry is in the list of free entries. kTaken: a handler removes
// the path; the process is about to end, and the entry is not used again.
enum class TemporaryState : std::uint8_t { kFree, kFile, kFolder, kTaken };

static_assert(std::atomic<TemporaryState>::is_always_lock_free &&
                  std::atomic<TemporaryEntry*>::is_always_lock_free,
              "used inside a signal handler");

// An entry is never deleted. A handler reads `path` only after it has changed the state from kFile
// or kFolder to kTaken, and a thread writes it only while the state is kFree.
struct TemporaryEntry {
  std::atomic<TemporaryState> state{TemporaryState::kFree};
  std::unique_ptr<char[]> path;
  std::size_t capacity = 0;
  TemporaryEntry* next = nullptr;       // in the list of all entries, which only grows
  TemporaryEntry* next_free = nullptr;  // guarded by entries_mutex
};

namespace {

std::atomic<TemporaryEntry*> all_entries{nullptr};
TemporaryEntry* free_entries = nullptr;  // guarded by entries_mutex
std::mutex entries_mutex;

// Calls `remove` for the path of each entry in this state. Returns whether a call returned true.
template <class Remove>
bool take_entries(TemporaryState wanted, const Remove& remove) {
  bool has_removed = false;
  for (TemporaryEntry* entry = all_entries; entry != nullptr; entry = entry->next) {
    TemporaryState state = wanted;
    if (!entry->state.compare_exchange_strong(state, TemporaryState::kTaken)) continue;
    const bool is_removed = remove(entry->path.get());
    has_removed = has_removed || is_removed;
    if (!is_removed && wanted == TemporaryState::kFolder) entry->state = wanted;
  }
  return has_removed;
}

}  // namespace

RememberedPath::RememberedPath(std::string path, TemporaryKind kind) : text_(std::move(path)) {
  const std::lock_guard lock(entries_mutex);
  const bool is_new = free_entries == nullptr;
  std::unique_ptr<TemporaryEntry> created;
  if (is_new) created = std::make_unique<TemporaryEntry>();
  TemporaryEntry* const entry = is_new ? created.get() : free_entries;
  if (entry->capacity <= text_.size()) {
    entry->path = std::make_unique<char[]>(text_.size() + 1);
    entry->capacity = text_.size() + 1;
  }
  if (is_new) {
    entry->next = all_entries;
    all_entries = created.release();
  } else {
    free_entries = entry->next_free;
  }
  std::memcpy(entry->path.get(), text_.c_str(), text_.size() + 1);
  entry->state = kind == TemporaryKind::kFile ? TemporaryState::kFile : TemporaryState::kFolder;
  entry_ = entry;
}

RememberedPath& RememberedPath::operator=(RememberedPath&& other) noexcept {
  forget();
  swap(other);
  return *this;
}

void RememberedPath::swap(RememberedPath& other) noexcept {
  text_.swap(other.text_);
  std::swap(entry_, other.entry_);
}

void RememberedPath::forget() {
  text_.clear();
  TemporaryEntry* const entry = std::exchange(entry_, nullptr);
  if (entry == nullptr) return;
  const std::lock_guard lock(entries_mutex);
  TemporaryState state = entry->state;
  while (state != TemporaryState::kTaken) {
    if (!entry->state.compare_exchange_weak(state, TemporaryState::kFree)) continue;
    entry->next_free = free_entries;
    free_entries = entry;
    return;
  }
}

std::string RememberedPath::release() {
  std::string text = std::move(text_);
  forget();
  return text;
}

void remove_temporaries() {
  take_entries(TemporaryState::kFile, [](const char* path) { return ::unlink(path) == 0; });
  // A folder may contain others. The order of the entries says nothing about that.
  while (
      take_entries(TemporaryState::kFolder, [](const char* path) { return ::rmdir(path) == 0; })) {
  }
}

}  // namespace dokumill
