// A separate folder for a test of the command.
//
// Thread safety: one thread per TempDir.
#pragma once

#include <string>
#include <string_view>

#include "support/system/scratch_folder.hpp"

namespace dokumill::testing {

// A folder that other users can enter and write to.
class TempDir : public ScratchFolder {
 public:
  TempDir();

  void write(std::string_view name, std::string_view bytes) const;
  // If the file cannot be read, the test fails, and the result is empty.
  std::string read(std::string_view name) const;
  bool exists(std::string_view name) const;
};

}  // namespace dokumill::testing
