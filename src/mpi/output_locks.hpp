// OutputLocks: no two runs write the same file at the same time.
//
// The lock of an output NAME is the file `lock` in the folder `.NAME.pieces` beside it. For a link,
// there is a second lock beside the file that it leads to. So a run notices another one whichever
// of its outputs they share, and by whichever name.
//
// The locks are taken in the order of their complete paths, and no call waits. So two runs cannot
// wait for each other, and one of two that begin at the same time gets the first common lock.
//
// The system releases the locks when the processes end (FileLock). Thread safety: one thread at a
// time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "platform/file_lock.hpp"
#include "platform/platform.hpp"

namespace dokumill::mpi {

// "results/a.txt" -> "results/.a.txt.pieces"
std::string pieces_folder_of(const std::string& output);
// True for the name of a temporary file of OutputFile.
bool is_temporary(std::string_view name);
// The names of all files in a folder.
std::vector<std::string> names_in(const std::string& folder);

class OutputLocks {
 public:
  // For process 0: takes the locks of all outputs, or no lock at all. `outputs`: paths of files;
  // the folder of the first one is also needed for the pieces. `holder`: describes this run to
  // others. Failure: kIo if another run holds a lock, or if a folder cannot be created; kUsage if
  // the place of a lock has files of another program.
  static Result<OutputLocks> take(Platform& platform, const std::vector<std::string>& outputs,
                                  const std::string& holder);
  // For the process with this rank, after take() in process 0: no other run begins before this
  // process has ended, even if process 0 is gone. Locks that are not on this machine are left out.
  static OutputLocks join(Platform& platform, const std::vector<std::string>& outputs, int rank);

  OutputLocks(OutputLocks&& other) noexcept = default;
  OutputLocks& operator=(OutputLocks&&) = delete;
  // Releases the locks. Process 0 also removes the folders that have nothing but the lock.
  ~OutputLocks();

  // The outputs without a lock, because their file system has no locks or their folder is
  // read-only.
  const std::vector<std::string>& not_locked() const { return not_locked_; }

 private:
  struct Held {
    std::string folder;
    FileLock lock;
  };
  explicit OutputLocks(Platform& platform) : platform_(&platform) {}
  Status take_one(const std::string& folder, const std::string& output, const std::string& holder);

  Platform* platform_;
  std::vector<Held> held_;
  std::vector<std::string> not_locked_;
  bool is_first_ = false;  // process 0
  std::string first_;      // output
};

}  // namespace dokumill::mpi
