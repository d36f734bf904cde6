// Reads a whole file that should be short: a list of names, a report, a measurement.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

struct ShortFile {
  std::string path;  // "-": standard input
  std::size_t most_bytes = 0;
  std::string_view too_long;  // the message for a longer file, without the name
  // Called at least five times a second while a pipe has no bytes; may be empty. If a stop signal
  // comes while a pipe has no bytes, the signal ends the wait as well.
  std::function<bool()> should_stop;
};

// Replaces `text` by the content of the file, and reuses the memory of `text`. Failure: kInput if
// the file cannot be read or is too long; kInterrupted if should_stop() returned true or a stop
// signal came. The message of kInterrupted is not meant for the user.
Status read_short_file(Platform& platform, const ShortFile& file, std::string& text);

// Appends the content of a file to `text`, whether or not a stop signal came. Returns 0; -errno if
// the file cannot be read to its end; -EFBIG if it has more than `most_bytes` bytes. REQUIRES: no
// pipe or FIFO.
int read_text(Platform& platform, const std::string& path, std::size_t most_bytes,
              std::string& text);

}  // namespace dokumill
