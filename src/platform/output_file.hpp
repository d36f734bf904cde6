// OutputFile: an output that appears as a whole or not at all.
//
// A regular file is written to a temporary file in the same folder (`.NAME.HEX.tmp`; for a symbolic
// link, in the folder of its target). commit() renames it to its place. Until then, and if the
// object is destroyed without commit(), an older file of that name is unchanged. Standard output,
// /dev/stdout, /dev/fd/N, devices and FIFOs cannot be replaced, so they are written in place.
//
// A file that is a mount point of its own (`docker run -v file:file`) cannot be replaced by a
// rename. Its result is written to a temporary file without a name. commit() reserves the room on
// the disk and copies the result. This promise is weaker: a kill during the copy leaves a mixture
// of old and new content.
//
// Permissions: a new file has mode 0666 minus the umask. A file that replaces another one gets the
// owner, group, mode, access control list and attributes (file_rights.hpp) that the old file has
// right before the rename. Its temporary file begins with mode 0600 and never grants more than the
// old file did. A file is not replaced if this user may not write to it, or if it has no write
// permission at all.
//
// If the output is also an input (guard()), it is replaced only if it is still the file that was
// read. The check comes right before the rename; a change between these two calls is not detected.
//
// Thread safety: one thread at a time. Failure: each function returns its first error, and the
// output stays uncommitted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// An input of the job, as it was when it was opened.
struct GuardedInput {
  std::string path;                 // "-": standard input
  std::string display_name = {};    // as in input_name()
  FileInfo at_open;                 // InputFile::at_open()
  std::uint64_t skipped_bytes = 0;  // InputFile::skipped_bytes()
};

struct OutputOptions {
  bool sync = false;        // flush data and folder to the disk before commit() returns
  bool no_clobber = false;  // fail instead of replacing an existing file
  // Receives warnings: a temporary file that could not be removed, permissions that could not be
  // kept, a file that can only be copied into its place.
  std::function<void(const std::string&)> on_warning = {};
  // This file is the result of the program, or one of its two results: when it is in its place, the
  // message of a second signal reports that. False for reports, files in a folder, and parts of a
  // larger job.
  bool is_result = false;
  // Receives the path of the temporary file before it is created, so that another process can remove
  // it after a kill.
  std::function<void(const std::string& path)> on_temporary = {};
};

class OutputFile {
 public:
  // `path` "-" is standard output. Checks everything that can be checked before the work. Failure:
  // kIo with the path and the reason; kInterrupted if a stop signal came before a FIFO had a
  // reader.
  static Result<OutputFile> open(Platform& platform, const std::string& path,
                                 OutputOptions options);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Writes all bytes. Failure: kBrokenPipe if the reader closed its end, kInterrupted if a stop
  // signal ended the wait for the reader, kIo for anything else.
  Status write(std::string_view bytes);
  // True if overwrite() can be used: the output is a file with a name.
  bool can_overwrite() const { return !final_path_.empty(); }
  // Replaces the first bytes of the file by these. REQUIRES: can_overwrite(), and as many bytes were
  // written. Failure: as for write().
  Status overwrite(std::string_view bytes);
  // True if write_elsewhere() can be used: the bytes go to a temporary file whose name lets other
  // descriptors and other processes write to it.
  bool has_named_temporary() const;
  // Extends the temporary file to `bytes` bytes and calls writer(path), which writes all of them
  // under descriptors of its own. REQUIRES: has_named_temporary(), and written_bytes() is 0. Failure:
  // that of the writer; kIo with the name of the output.
  Status write_elsewhere(std::uint64_t bytes,
                         const std::function<Status(const std::string& path)>& writer);
  // Puts the file in its place. REQUIRES: every write succeeded. After a failure, the old file is
  // unchanged, unless the message reports that the new file is in place or that the file holds a
  // mixture of old and new content.
  Status commit();
  // Puts two files in their places, or neither. After a failure, both old files are unchanged,
  // unless the message reports what is in place.
  // `one` is placed first, except that a file that is copied into its place comes second.
  // Meanwhile, the old file that is replaced first has a second name, .NAME.HEX.tmp, if the file
  // system supports hard links. It is restored if the other file fails. After a kill -9 or a power
  // cut between the two, the first file is new, the second is old, and that second name is left.
  static Status commit_both(OutputFile& one, OutputFile& other);

  std::uint64_t written_bytes() const { return written_; }
  // The name for messages: the path, or "<stdout>".
  const std::string& name() const { return name_; }
  // True if writing in place would overwrite `input` and destroy bytes that are still to be read.
  // Appending (>>) does not destroy any, because an input ends at the size that it had when it was
  // opened.
  bool overwrites(const GuardedInput& input) const;
  // Makes commit() fail, and keep the file, if it would replace `input` and the input changed since
  // it was opened. Fails at once in two cases: kUsage if the file to replace is the input and
  // reading did not begin at its first byte; kInput if the input's path now names another file,
  // which the output would replace. Call it once for each input of the job.
  Status guard(const GuardedInput& input);
  // True if the output replaces a file that was not empty.
  bool replaces_file() const { return replaced_ && replaced_->bytes != 0; }
  // True if commit() replaces this input.
  bool replaces_input(const GuardedInput& input) const;
  // The path of the file after commit(); empty for an output that is written in place.
  const std::string& final_path() const { return final_path_; }

 private:
  explicit OutputFile(Platform& platform) : platform_(&platform) {}
  Status open_descriptor(int descriptor);
  // Checks before the work whether the file can be put in its place.
  Status check_final_path() const;
  Status open_temporary();
  // For a mount point: opens the file itself, and a temporary file without a name.
  Status open_copy();
  // True if the result is copied into its place instead of being renamed to it.
  bool is_copied() const { return place_fd_ >= 0; }
  // Gives the temporary file the rights of the file that it will replace.
  Status take_rights();
  Status take_new_rights(const FileInfo& now);
  // A unique name in the folder of the file.
  std::string temporary_name() const;
  // Flushes and closes the file, so that errors appear before the file is put in its place.
  Status close_written();
  // Checks the file at the place right before it is replaced.
  Status look_again();
  // True if the rename would destroy an input that changed since it was opened. `now`: the file at
  // the place.
  bool destroys_changed_input(const FileInfo& now) const;
  Status prepare_copy(bool is_same);
  // Returns 0 or -errno. Sets is_mixed_ when it writes the first byte. REQUIRES: a Replacement
  // exists.
  int copy_into_place();
  // Puts the written file in its place. A second signal does not interrupt it.
  Status place();
  // Puts the temporary file in its place, if there is one. Returns 0 or -errno. REQUIRES: a
  // Replacement exists.
  int move_into_place();
  Status failure_to_place(int failed) const;
  // Flushes the folder with the new name to the disk, if OutputOptions::sync is set.
  Status sync_placed();
  void remove_temporary();
  void discard();
  // Waits until the reader takes more bytes. Returns false if a stop request came and the time for
  // the reader is over.
  bool wait_for_reader();
  void warn(const std::string& message) const;
  // Warns that the file `path` could not be removed.
  void warn_of_remains(const std::string& path, int failed) const;
  Status failure(std::int64_t error, std::string_view more = {},
                 std::string_view option = {}) const;
  // The same status with the name of the file before the message.
  Status named(const Status& status) const;
  // Returns text for messages: the folder of the temporary file of a copy.
  std::string copy_words() const;

  Platform* platform_;
  OutputOptions options_;
  int fd_ = -1;
  bool owns_fd_ = false;
  int place_fd_ = -1;  // the mount point, open for writing; -1 otherwise
  std::string name_;
  std::string final_path_;
  std::string temporary_path_;
  std::string copy_folder_;
  // Set for standard output and descriptors; not for devices and FIFOs that are opened by name.
  FileInfo in_place_;
  std::optional<FileInfo> replaced_;  // the old file at the place
  std::vector<FileInfo> inputs_;      // regular files, not to be replaced after a change
  bool is_mixed_ = false;             // a copy began and did not finish
  std::uint64_t written_ = 0;
  std::uint64_t grace_end_ns_ = 0;
};

}  // namespace dokumill
