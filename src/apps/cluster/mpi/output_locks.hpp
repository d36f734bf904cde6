// OutputLocks: prevents two runs from writing the same file at the same time.
//
// The lock of an output NAME is the file `lock` in the folder `.NAME.pieces`, which is beside NAME.
// If NAME is a link, there is a second lock beside the file that the link leads to. So if two runs
// write the same file, even under different names, the second run notices the first one.
//
// No call waits for a lock, so two runs cannot wait for each other. A run takes its locks in the
// order of their complete paths. So if two runs with common outputs begin at the same time, the run
// that takes the first common lock continues, and the other run fails.
//
// The system releases the locks when the processes end (FileLock).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/files/file_lock.hpp"
#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill::mpi {

// "results/a.txt" -> "results/.a.txt.pieces"
std::string pieces_folder_of(const std::string& output);
// True for the name of a temporary file of OutputFile.
bool is_temporary(std::string_view name);
// The names of all files in a folder.
std::vector<std::string> names_in(const std::string& folder);

class OutputLocks {
 public:
  // For process 0: takes the locks of all outputs that can have a lock; not_locked() returns the
  // remaining outputs. If the folder `.NAME.pieces` of the first output cannot be created, the call
  // fails, because the pieces need this folder. `outputs`: paths of files. `holder`: a line about
  // this run, for the messages of other runs. On failure, no lock is held. Failure: kIo if another
  // run holds a lock, or if a folder cannot be created; kUsage if the folder of a lock has files of
  // another program.
  static Result<OutputLocks> take(Platform& platform, const std::vector<std::string>& outputs,
                                  const std::string& holder);
  // For the process with this rank. REQUIRES: process 0 has called take(). Until this process ends,
  // no other run with these outputs can begin, even if process 0 has ended. If this process cannot
  // open or lock the file of a lock, it skips this lock. Process 0 still holds the lock.
  static OutputLocks join(Platform& platform, const std::vector<std::string>& outputs, int rank);

  OutputLocks(OutputLocks&& other) noexcept = default;
  OutputLocks& operator=(OutputLocks&&) = delete;
  // Releases the locks. Process 0 also removes the locks of the folders that contain nothing else,
  // and each process removes such a folder if it is empty then.
  ~OutputLocks();

  // The outputs without a lock: their file system has no locks, or this user cannot create the
  // folder of the lock.
  const std::vector<std::string>& not_locked() const { return not_locked_; }

 private:
  struct Held {
    std::string folder;
    FileLock lock;
  };
  explicit OutputLocks(Platform& platform) : platform_(&platform) {}
  void remove_emptied(const std::vector<std::string>& folders) const;
  Status take_one(const std::string& folder, const std::string& output, const std::string& holder);

  Platform* platform_;
  std::vector<Held> held_;
  std::vector<std::string> not_locked_;
  bool is_first_ = false;  // process 0
  std::string first_;      // the first output
};

}  // namespace dokumill::mpi
