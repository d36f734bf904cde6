#include "base/platform/process/terminal.hpp"

namespace dokumill {

bool goes_to_terminal(Platform& platform, const std::string& path) {
  if (path == "-") return platform.is_terminal(1);
  if (path == "/dev/tty") return true;
  FileInfo output;
  if (platform.info_at(path.c_str(), output) < 0 || !output.is_device) return false;
  for (const int fd : {1, 2}) {  // /dev/stdout, /dev/pts/3
    FileInfo stream;
    const bool is_same = platform.info(fd, stream) == 0 && is_same_file(stream, output);
    if (is_same && platform.is_terminal(fd)) return true;
  }
  return false;
}

}  // namespace dokumill
