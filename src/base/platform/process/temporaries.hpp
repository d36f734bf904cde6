// The temporary files and folders of all running jobs, which are removed if the process ends
// without destructors: on a second signal (stop_signals.hpp), or when a library ends the process.
//
// Any number of paths is remembered. A signal handler can remove them: it allocates nothing and
// takes no lock. An entry keeps its memory when its path is forgotten, and the next path takes the
// entry over.
//
// Thread safety: any thread may call these functions.
#pragma once

#include <cstdint>
#include <string>

namespace dokumill {

enum class TemporaryKind : std::uint8_t { kFile, kFolder };

struct TemporaryEntry;

// The path of a temporary file or folder, which is remembered as long as this object has the path.
// Create the object before the file or the folder. A folder is removed only if it is empty, so its
// files must be remembered, too.
class RememberedPath {
 public:
  RememberedPath() = default;
  explicit RememberedPath(std::string path, TemporaryKind kind = TemporaryKind::kFile);
  RememberedPath(RememberedPath&& other) noexcept { swap(other); }
  RememberedPath& operator=(RememberedPath&& other) noexcept;
  ~RememberedPath() { forget(); }

  const std::string& text() const { return text_; }
  // Forgets the path. text() is empty afterwards.
  void forget();
  // Forgets the path, and returns it. Allocates nothing.
  std::string release();

 private:
  void swap(RememberedPath& other) noexcept;

  std::string text_;
  TemporaryEntry* entry_ = nullptr;
};

// Removes all remembered files, and then the folders. Async-signal-safe. Call this function if the
// process ends without running destructors.
void remove_temporaries();

}  // namespace dokumill
