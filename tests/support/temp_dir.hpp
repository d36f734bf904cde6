// A folder of its own for a test of the command, and whole files in it.
//
// Thread safety: a TempDir is a value of one thread. Failure: an exception; but where a file cannot
// be read, the test fails and goes on without its bytes.
#pragma once

#include <string>
#include <string_view>

#include "support/scratch_folder.hpp"

namespace dokumill::test {

using testing::list_dir;

void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

// Other users may enter and write.
class TempDir : public testing::ScratchFolder {
 public:
  TempDir();

  void write(std::string_view name, std::string_view bytes) const;
  std::string read(std::string_view name) const;
  bool exists(std::string_view name) const;
};

}  // namespace dokumill::test
