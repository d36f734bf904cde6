#include "support/temp_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "support/file_descriptor.hpp"

namespace dokumill::test {

TempDir::TempDir() {
  chmod(path().c_str(), 0777);
}

void TempDir::write(std::string_view name, std::string_view bytes) const {
  write_file(*this / std::string(name), bytes);
}

std::string TempDir::read(std::string_view name) const {
  return read_file(*this / std::string(name));
}

bool TempDir::exists(std::string_view name) const {
  struct stat info {};
  return lstat((*this / std::string(name)).c_str(), &info) == 0;
}

void write_file(const std::string& path, std::string_view bytes) {
  const Fd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd.open()) throw_errno("open " + path);
  while (!bytes.empty()) {
    const ssize_t done = write(fd.get(), bytes.data(), bytes.size());
    if (done < 0) throw_errno("write " + path);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

std::string read_file(const std::string& path) {
  const Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.open()) {
    ADD_FAILURE() << "cannot read " << path << ": " << std::strerror(errno);
    return {};
  }
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t done = read(fd.get(), buffer.data(), buffer.size());
    if (done < 0) throw_errno("read " + path);
    if (done == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(done));
  }
}

}  // namespace dokumill::test
