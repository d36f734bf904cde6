// OutputFile: an output that appears as a whole or not at all.
//
// A regular file is written to a temporary file in the same folder (`.NAME.HEX.tmp`; for a symbolic
// link, in the folder of its target). commit() puts the file in its place: it renames the temporary
// file to the final name. Until then, and if the object is destroyed without commit(), an existing
// file of that name is unchanged. Standard output, /dev/stdout, /dev/fd/N, devices and FIFOs cannot
// be replaced, so they are written directly, without a temporary file ("written in place").
//
// A file that is itself a mount point (`docker run -v file:file`) cannot be replaced by a rename.
// The new content is written to a temporary file without a name. Then commit() reserves room on the
// disk and copies the new content into the mount point. For such a file, the promise is weaker: a
// kill during the copy leaves a mixture of old and new content.
//
// Permissions: a new file has mode 0666 minus the umask. A file that replaces another one gets the
// owner, group, mode, access control list and attributes (file_rights.hpp) that the old file has
// right before the rename. In this case, the temporary file begins with mode 0600 and never grants
// more than the old file did. A file is not replaced if this user may not write to it, or if it has
// no write permission at all.
//
// If the output is also an input (guard()), it is replaced only if it is still the file that was
// read. The check comes right before the rename. A change between the check and the rename is not
// detected.
//
// A temporary file is written in blocks of 256 KiB, so the last bytes reach it in commit(). With
// such blocks, the system stores the file in large pieces. Writing 82 MB took 25 to 31 ms,
// including the copy into the block. In blocks of one chunk (84,000 bytes), it took 33 to 43 ms
// (Linux 6.18, ext4, Zen 3). An output that is written in place gets all bytes of a write() at
// once.
//
// While a temporary file on ext4 grows, room for its next 4 MiB is reserved on the disk. The file
// system then has less work for each page: the writes of 82 MB take 14 ms instead of 19. On tmpfs,
// reserved room would make these writes slower: 49 ms instead of 35. commit() releases the rest of
// the room.
//
// Failure: each function returns its first error, and the output stays uncommitted. Memory: one
// block.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/files/open_file.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "dokumill/status.hpp"

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
  // Receives warnings about a temporary file that could not be removed, about permissions that
  // could not be kept, or about a file that can only be copied into its place.
  std::function<void(const std::string&)> on_warning = {};
  // True if this file is the result of the program, or one of its two results. False for reports,
  // files in a folder, and parts of a larger job. When the results are in their places, signals no
  // longer decide the exit status (stop_signals.hpp).
  bool is_result = false;
  // Receives the path of the temporary file before this file is created, so that another process
  // can remove the file after a kill.
  std::function<void(const std::string& path)> on_temporary = {};
};

// Writes a whole output: opens it, writes `text` and commits it. Failure: the first one.
Status write_whole(Platform& platform, const std::string& path, std::string_view text);

class OutputFile {
 public:
  // `path` "-" is standard output. Checks everything that can be checked before the work. Failure:
  // kIo with the path and the reason; kInterrupted if a stop signal came before a FIFO had a
  // reader.
  static Result<OutputFile> open(Platform& platform, const std::string& path,
                                 OutputOptions options);

  // Checks what open() checks, but creates no file. For a job that opens its output only at its
  // end. REQUIRES: `path` is no FIFO.
  static Status check(Platform& platform, const std::string& path, OutputOptions options);

  OutputFile(OutputFile&&) = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Writes all bytes, or keeps the last ones for the next block. Failure: kBrokenPipe if the reader
  // closed its end, kInterrupted if a stop signal ended the wait for the reader, kIo for anything
  // else. The bytes that could not be written may come from an earlier call.
  Status write(std::string_view bytes);
  // True if overwrite() can be used: the output is a file with a name.
  bool can_overwrite() const { return !final_path_.empty(); }
  // Replaces the first bytes of the file by `bytes`. REQUIRES: can_overwrite(), and at least
  // bytes.size() bytes were written. Failure: kIo.
  Status overwrite(std::string_view bytes);
  // True if write_elsewhere() can be used: the bytes go to a temporary file with a name, so that
  // other descriptors and other processes can write to it.
  bool has_named_temporary() const;
  // Extends the temporary file to `bytes` bytes and calls writer() with the path of this file.
  // REQUIRES: has_named_temporary(); written_bytes() is 0; and the writer writes all of these
  // bytes, through descriptors of its own. Failure: the failure of the writer, or kIo with the name
  // of the output.
  Status write_elsewhere(std::uint64_t bytes,
                         const std::function<Status(const std::string& path)>& writer);
  // Puts the file in its place. REQUIRES: every write succeeded. After a failure, the old file is
  // unchanged, unless the message reports that the new file is in place or that the file holds a
  // mixture of old and new content.
  Status commit();
  // Puts two files in their places, or neither. After a failure, both old files are unchanged,
  // unless the message reports what is in place. `one` is placed first, with one exception: if only
  // `one` is copied into its place, `other` is placed first. Until the second file is in its place,
  // the old file that the first one replaced keeps a second name, .NAME.HEX.tmp, if the file system
  // supports hard links. If the second file cannot be placed, this old file is restored. A kill -9
  // or a power failure may come between the two moves. Then the first file has replaced its old
  // file, the second file has not, and the second name .NAME.HEX.tmp is left.
  static Status commit_both(OutputFile& one, OutputFile& other);

  // The bytes of all calls of write().
  std::uint64_t written_bytes() const { return written_ + kept_; }
  // The name for messages: the path, or "<stdout>".
  const std::string& name() const { return name_; }
  // True if writing in place would overwrite `input` and destroy bytes that are still to be read.
  // Appending (>>) destroys no such bytes, because an input ends at the size that it had when it
  // was opened.
  bool overwrites(const GuardedInput& input) const;
  // Registers an input. commit() will fail and keep the file if it would replace `input`, and
  // `input` changed since it was opened. Call guard() once for each input of the job. Failures of
  // guard() itself:
  // - kUsage if the file to replace is the input, and reading did not begin at its first byte.
  // - kInput if the input's path now names another file, which the output would replace.
  // - kInput if the file at the input's path cannot be examined.
  Status guard(const GuardedInput& input);
  // True if the output replaces a file that was not empty.
  bool replaces_file() const { return replaced_ && replaced_->bytes != 0; }
  // True if commit() replaces this input.
  bool replaces_input(const GuardedInput& input) const;
  // The path of the file after commit(); empty for an output that is written in place.
  const std::string& final_path() const { return final_path_; }

 private:
  static constexpr std::size_t kBlock = 256 * 1024;
  static constexpr std::size_t kReserved = 16 * kBlock;

  explicit OutputFile(Platform& platform) : platform_(&platform) {}
  // Writes all bytes at once. REQUIRES: kept_ is 0.
  Status write_now(std::string_view bytes);
  // Writes the bytes in block_.
  Status flush();
  // Reserves room on the disk for the next `bytes` bytes of a temporary file, and for more.
  void reserve_room(std::size_t bytes);
  // Releases the reserved room after the end of the file.
  void release_room();
  // Finds the place of the output and checks it. Opens an output that is written in place;
  // final_path_ is then empty.
  Status find(const std::string& path);
  bool is_mount_point() const { return replaced_ && replaced_->is_mount_point; }
  Status open_descriptor(int descriptor);
  // Makes `file` the file to write to. Fails if it is not open.
  Status own(OpenFile file);
  // Checks before the work whether the file can be put in its place.
  Status check_final_path() const;
  Status open_temporary();
  // The failure to create a file in the folder of the output.
  Status failure_beside(int error) const;
  // For a mount point: opens the file itself, and a temporary file without a name.
  Status open_copy();
  // True if the result is copied into its place instead of being renamed to it.
  bool is_copied() const { return place_.is_open(); }
  // Gives the temporary file the rights of the file that it will replace.
  Status take_rights();
  Status take_new_rights(const FileInfo& now);
  // Flushes and closes the file, so that errors appear before the file is put in its place.
  Status close_written();
  // Checks the file at the place right before commit() replaces it.
  Status look_again();
  // True if the rename would destroy an input that changed since it was opened. `now`: the file at
  // the place.
  bool destroys_changed_input(const FileInfo& now) const;
  Status prepare_copy(bool is_same);
  // Copies the temporary file into the mount point. Returns 0 or -errno. Sets is_mixed_ as soon as
  // bytes are written. REQUIRES: a Replacement (stop_signals.hpp) exists.
  int copy_into_place();
  // Puts the written file in its place. A second signal does not interrupt this.
  Status place();
  // Puts the temporary file in its place, if there is one. Returns 0 or -errno. REQUIRES: a
  // Replacement (stop_signals.hpp) exists.
  int move_into_place();
  Status failure_to_place(int failed) const;
  // Flushes the folder with the new name to the disk, if OutputOptions::sync is set.
  Status sync_placed();
  void remove_temporary();
  // Waits until the reader takes more bytes. After a stop request, the reader has a limited time to
  // do this (kGraceNs); returns false when this time is over.
  bool wait_for_reader();
  void warn(const std::string& message) const;
  // Warns that the file `path` could not be removed.
  void warn_of_remains(const std::string& path, int failed) const;
  Status failure(std::int64_t error, std::string_view more = {},
                 std::string_view option = {}) const;
  // Returns `status` with the name of the file before its message.
  Status named(const Status& status) const;
  // Returns a text for messages about a copy: the folder of its temporary file.
  std::string copy_words() const;

  Platform* platform_;
  OutputOptions options_;
  int fd_ = -1;  // that of file_, or 1 for standard output
  OpenFile file_;
  OpenFile place_;  // the mount point, if the file is copied into it
  std::string name_;
  std::string final_path_;
  RememberedPath temporary_;
  std::string copy_folder_;
  // What the system reported about standard output or about a descriptor. Not set for devices and
  // FIFOs that are opened by name.
  FileInfo in_place_;
  std::optional<FileInfo> replaced_;  // the old file at the place
  std::vector<FileInfo> inputs_;      // inputs that are regular files; see guard()
  bool is_mixed_ = false;             // the copy into the place has begun
  std::uint64_t written_ = 0;         // bytes in the file
  std::uint64_t reserved_ = 0;        // bytes for which there is room on the disk; 0: unknown
  bool reserves_ = true;              // false after reserve_room() failed
  std::unique_ptr<char[]> block_;     // the bytes to write next; allocated at the first use
  std::size_t kept_ = 0;              // bytes in block_, fewer than kBlock
  std::uint64_t grace_end_ns_ = 0;
};

}  // namespace dokumill
