#include "support/command/temp_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "support/system/read_rest.hpp"

namespace dokumill::testing {

TempDir::TempDir() {
  chmod(path().c_str(), 0777);
}

void TempDir::write(std::string_view name, std::string_view bytes) const {
  write_file(*this / std::string(name), bytes);
}

std::string TempDir::read(std::string_view name) const {
  std::ifstream file(*this / std::string(name), std::ios::binary);
  if (!file.good()) {
    ADD_FAILURE() << "cannot read " << name << ": " << std::strerror(errno);
    return {};
  }
  return read_rest(file);
}

bool TempDir::exists(std::string_view name) const {
  struct stat info {};
  return lstat((*this / std::string(name)).c_str(), &info) == 0;
}

}  // namespace dokumill::testing
