// A separate folder for a test of the command, and functions that read and write whole files.
//
// Thread safety: one thread per TempDir. Failure: an exception. If a file cannot be opened for
// reading, the test fails instead, and read_file() returns an empty string.
#pragma once

#include <string>
#include <string_view>

#include "support/scratch_folder.hpp"

namespace dokumill::test {

using testing::list_dir;

void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

// A folder that other users can enter and write to.
class TempDir : public testing::ScratchFolder {
 public:
  TempDir();

  void write(std::string_view name, std::string_view bytes) const;
  std::string read(std::string_view name) const;
  bool exists(std::string_view name) const;
};

}  // namespace dokumill::test
