// RunFiles: the files that a run reads and writes. Finds out before the work whether one file has
// two roles, so that the run would lose or mix data.
//
//   RunFiles files(platform);
//   files.writes("--report", report);           // adds a file, and compares it with those before
//   files.writes_output("the output", output);
//   files.reads_input(input);                   // compares it with the files that are written
//   return files.status();
//
// Each function compares files, not names: links and `./x` lead to the same file. Add the files
// that are written first. Memory: the files that are written.
// Cost: a file is examined only if it must be compared with another one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// True if both paths name the same file or pipe, or if neither exists and both would create the
// same file. "-" is standard output. For two paths of the same device, such as a terminal, returns
// false, unless both are "-".
// Failure: kIo with the path that cannot be examined.
Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b);

class RunFiles {
 public:
  explicit RunFiles(Platform& platform) : platform_(platform) {}

  // A file that is written. `role`: its role in messages, such as "--report". "-" is standard
  // output. An output may replace an input: OutputFile::guard() makes sure that the input was read
  // before and did not change.
  void writes(std::string_view role, const std::string& path) { add(role, path, false); }
  void writes_output(std::string_view role, const std::string& path) { add(role, path, true); }

  // A file that is read. "-" is standard input. A device or a folder is never refused, and standard
  // input only if it is a regular file.
  void reads(std::string_view role, const std::string& path) { compare(role, path, false); }
  void reads_input(const std::string& path) { compare("the input", path, true); }

  // The first failure: kUsage if two files are the same; kIo with the path that cannot be examined.
  const Status& status() const { return status_; }

 private:
  struct Written {
    std::string role;
    std::string path;
    bool may_replace_input = false;
    bool is_examined = false;
    std::optional<FileInfo> found;  // nullopt: there is no such file yet, or not examined
  };

  void add(std::string_view role, const std::string& path, bool may_replace_input);
  void compare(std::string_view role, const std::string& path, bool is_input);
  void refuse(const Written& written, std::string_view role);

  Platform& platform_;
  std::vector<Written> written_;
  Status status_;
};

}  // namespace dokumill
