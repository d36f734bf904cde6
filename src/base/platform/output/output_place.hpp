// Finds where an output goes: the path or the descriptor that a name stands for. Checks before any
// work whether a file can be put there.
#pragma once

#include <optional>
#include <string>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// Returns the folder of a path; "." for a path without a folder.
std::string folder_of(const std::string& path);
std::string name_in_folder(const std::string& path);

// Returns the prefix of the paths of all temporary files of the output `path`, such as
// "out/.a.txt." for "out/a.txt". After the prefix, such a path has hexadecimal digits and ".tmp".
std::string temporary_prefix(const std::string& path);
// Returns a path that begins with this prefix, and that no other call returns.
std::string temporary_path(Platform& platform, const std::string& path);

// Formats permission bits in octal, such as "0644".
std::string mode_text(unsigned mode);

struct OutputPlace {
  // A descriptor of this process, if the name leads to /dev/stdout, /dev/fd/N or the like.
  std::optional<int> descriptor;
  // The name leads to a descriptor of another process.
  bool is_foreign = false;
  // If the name leads to no descriptor: the path where the file would be created. This path is not
  // a link.
  std::string path;
};

// Follows symbolic links, including dangling ones, and checks at each link whether it stands for a
// descriptor. (Linux shows a descriptor as a link to the open file.) The open file must not be
// replaced, because the process that opened it would continue to write to the old file. Failure:
// kIo with a message that does not contain the name.
Result<OutputPlace> find_place(Platform& platform, const std::string& name);

// Checks before the work whether a file next to `path` may be renamed to `path`, or copied into
// `path` if `old` is a mount point. Without this check, the job would do its work first and fail in
// the commit. `old`: the file at `path`, or nullptr if no file is there. Failure: kIo with a
// message that does not contain the name.
Status check_place(Platform& platform, const std::string& path, const FileInfo* old);

}  // namespace dokumill
