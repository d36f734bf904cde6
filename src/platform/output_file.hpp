// OutputFile: an output that appears whole or not at all.
//
// A regular file is written as a temporary file beside its place (`.NAME.HEX.tmp`, beside a link's
// target) and renamed over it by commit(); until then, and when the object dies without commit(),
// an older file of that name stays as it was. Standard output, /dev/stdout, /dev/fd/N, devices and
// FIFOs cannot be replaced and are written in place.
//
// A file that is a mount point of its own (`docker run -v file:file`) cannot be renamed over. Its
// result is written to a temporary file without a name and copied at commit(), after the disk
// reserved the room. This promise is weaker: a kill in the middle of the copy leaves a mixed file.
//
// Permissions: a new file has 0666 less the umask, one that replaces another has that one's owner,
// group, mode, access control list and attributes (file_rights.hpp), as they are right before the
// rename. The temporary file begins as 0600 and is never open to more than the old one was. A file
// that this user may not write to, or that has no write permission at all, is not replaced.
//
// An input that is also the output (guard()) is replaced only if it is still the file that was
// read. The check comes right before the rename: a change between the two calls is not seen.
//
// Thread safety: one thread at a time. Failure: the first error is returned and the output stays
// uncommitted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

class InputFile;

struct OutputWishes {
  bool sync = false;        // flush data and folder to the disk before commit() returns
  bool no_clobber = false;  // fail instead of replacing an existing file
  // What is no failure but should be known: a temporary file that could not be removed, permissions
  // that could not be kept, a file that can only be copied into its place.
  std::function<void(const std::string&)> on_warning = {};
};

class OutputFile {
 public:
  // `path` "-" is standard output. Everything that can fail before the work is tried here: kIo with
  // path and reason.
  static Result<OutputFile> open(Platform& platform, const std::string& path, OutputWishes wishes);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Writes all bytes. A reader that went away is kBrokenPipe, anything else kIo.
  Status write(std::string_view bytes);
  // Puts the file in its place. REQUIRES: every write was ok. A failure leaves the old file, unless
  // its message says that the new one is in place.
  Status commit();
  // Puts two files in their places, or neither: a failure leaves both old files, unless its message
  // says what is in place. `first` comes first; its old file has a second name meanwhile, where the
  // file system knows such, and comes back when `second` fails. A kill -9 or a power cut between
  // the two leaves the first one new, the second one old, and that second name, .NAME.HEX.tmp.
  // A file that is copied into its place comes second.
  static Status commit_both(OutputFile& first, OutputFile& second);

  std::uint64_t written_bytes() const { return written_; }
  // The name for messages, or <stdout>.
  const std::string& name() const { return name_; }
  // True where writing in place would go over `input`: what is to be read still would be lost. What
  // only grows behind its end (>>) is no harm: an input ends where it did when it was opened.
  bool overwrites(const InputFile& input) const;
  // From now on commit() fails, and keeps the file, where it would replace `input` and the input
  // changed since it was opened. Fails at once where parts of the file were not read: kUsage,
  // kInput.
  Status guard(const InputFile& input);
  // True where a file stood at the place that was not empty.
  bool replaces_file() const { return replaced_ && replaced_->bytes != 0; }
  // True where commit() replaces the file that guard() was given.
  bool replaces_input() const;
  // Where the file will stand after commit(); empty for outputs that are written in place.
  const std::string& final_path() const { return final_path_; }

 private:
  explicit OutputFile(Platform& platform) : platform_(&platform) {}
  Status open_descriptor(int descriptor);
  // What is known before the work to keep the file from its place.
  Status check_final_path() const;
  Status open_temporary();
  // For a mount point: opens the place itself, and a temporary file without a name.
  Status open_copy();
  // True where the result is copied into its place instead of being renamed to it.
  bool is_copied() const { return place_fd_ >= 0; }
  // Gives the temporary file the rights of the file that it will replace.
  Status take_rights();
  Status take_new_rights(const FileInfo& now);
  // A name beside the place of the file that nobody else has.
  std::string temporary_name() const;
  // Ends the writing: what can fail before the file is put in its place.
  Status close_written();
  // Checks what stands at the place right before it is replaced.
  Status look_again();
  Status prepare_copy(bool is_same);
  // 0 or -errno; sets is_mixed_ with the first byte.
  int copy_into_place();
  // Puts the file that was written in its place.
  Status place();
  // Puts the temporary file in its place, if there is one: 0 or -errno.
  int move_into_place();
  Status failure_to_place(int failed) const;
  // Has the new name on the disk, if that is wished.
  Status sync_placed();
  void remove_temporary();
  void discard();
  // False: a request to stop came, and the reader has slept for too long since.
  bool wait_for_reader();
  void warn(const std::string& message) const;
  // A file that could not be removed.
  void warn_of_remains(const std::string& path, int failed) const;
  Status failure(std::int64_t error, std::string_view more = {}) const;
  // The same status with the file's name in front.
  Status named(const Status& status) const;
  // Where the temporary file of a copy is.
  std::string copy_words() const;

  Platform* platform_;
  OutputWishes wishes_;
  int fd_ = -1;
  bool owns_fd_ = false;
  int place_fd_ = -1;  // of a mount point, open for writing
  std::string name_;
  std::string final_path_;
  std::string temporary_path_;
  std::string copy_folder_;
  FileInfo in_place_;  // of an output that is written in place, but for devices and FIFOs by name
  std::optional<FileInfo> replaced_;  // what stood at the place
  std::optional<FileInfo> input_;     // what must not be replaced once it changed
  bool is_mixed_ = false;             // a copy began and did not end
  std::uint64_t written_ = 0;
  std::uint64_t grace_end_ns_ = 0;
};

// True if both paths name one place to write: the same file or pipe, or the same new file in one
// folder; "-" is standard output. A device is no such place.
// Failure: kIo with the path that cannot be looked at.
Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b);

// True if writing to `output` would destroy or feed `input`: both name one file; "-" is standard
// output and standard input. Failure: as above.
Result<bool> is_input(Platform& platform, const std::string& output, const std::string& input);

}  // namespace dokumill
