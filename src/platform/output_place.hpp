// Finds where an output goes: the path or the descriptor that a name stands for. Checks before any
// work whether a file can be put there.
#pragma once

#include <optional>
#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// "." for a path without a folder.
std::string folder_of(const std::string& path);
std::string name_in_folder(const std::string& path);

// How the names of the temporary files of an output begin: "out/a.txt" -> "out/.a.txt.". They end
// in hexadecimal digits and ".tmp".
std::string temporary_prefix(const std::string& path);

struct OutputPlace {
  // A descriptor of this process, if the name leads to /dev/stdout, /dev/fd/N or the like.
  std::optional<int> descriptor;
  // The name leads to a descriptor of another process.
  bool is_foreign = false;
  // Otherwise: the path where the file would be created. It is not a link.
  std::string path;
};

// Follows symbolic links, including dangling ones, and checks at each step for a descriptor. The
// kernel shows a descriptor as a link to the open file. That file must not be replaced, because the
// process that opened it continues to write to the old file. Failure: kIo without the name.
Result<OutputPlace> find_place(Platform& platform, const std::string& name);

// Checks whether a file next to `path` may be renamed to `path`, or copied into it if `old` is a
// mount point. `old` is the file at `path`, or nullptr if no file is there. Finds the problems that
// would otherwise appear only after the work. Failure: kIo without the name.
Status check_place(Platform& platform, const std::string& path, const FileInfo* old);

}  // namespace dokumill
