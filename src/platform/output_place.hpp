// Where an output goes: the path or the descriptor that a name stands for, and what is known,
// before any work, to keep a file from being put there.
#pragma once

#include <optional>
#include <string>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill {

// "." for a path without a folder.
std::string folder_of(const std::string& path);
std::string name_in_folder(const std::string& path);

struct OutputPlace {
  // Of this process, where the name leads to /dev/stdout, /dev/fd/N or the like.
  std::optional<int> descriptor;
  // The name leads to a descriptor of another process.
  bool is_foreign = false;
  // Otherwise: where the file would be created, which is no link.
  std::string path;
};

// Follows symbolic links, dangling ones too. A descriptor is recognised at each step: the kernel
// shows it as a link to the file that is open, and that file must not be replaced, because the
// process that opened it goes on writing into the old one. Failure: kIo without the name.
Result<OutputPlace> find_place(Platform& platform, const std::string& name);

// Whether a file that is written next to `path` may be renamed to it, or written into it where
// `old` is a mount point. `old`: what stands there; nullptr: nothing. Asks for what would fail only
// after the work. Failure: kIo without the name.
Status check_place(Platform& platform, const std::string& path, const FileInfo* old);

}  // namespace dokumill
