#include "platform/files/scratch_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/files/temporary_file.hpp"

namespace dokumill {
namespace {

std::string path_of(int fd) {
  return "/dev/fd/" + std::to_string(fd);
}

}  // namespace

Result<ScratchFile> ScratchFile::create(Platform& platform) {
  std::string folder;
  const int fd = open_unnamed(platform, folder);
  if (fd < 0) return Status(ErrorCode::kIo, folder + ": " + error_text(fd));
  return ScratchFile(fd);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

ScratchFile::~ScratchFile() {
  discard();
}

void ScratchFile::discard() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

std::string ScratchFile::path() const {
  return path_of(fd_);
}

// Not const: it changes the file.
// NOLINTNEXTLINE(readability-make-member-function-const)
Status ScratchFile::append(Platform& platform, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::int64_t written = platform.write(fd_, bytes.data(), bytes.size());
    if (written == -EINTR) continue;
    if (written < 0) return {ErrorCode::kIo, error_text(written)};
    if (written == 0) return {ErrorCode::kIo, error_text(-ENOSPC)};
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

std::int64_t ScratchFile::read_at(std::uint64_t offset, char* buffer, std::size_t bytes) const {
  for (;;) {
    const ssize_t got = ::pread(fd_, buffer, bytes, static_cast<off_t>(offset));
    if (got >= 0) return got;
    if (errno != EINTR) return -errno;
  }
}

std::uint64_t ScratchFile::bytes() const {
  struct stat found {};
  return ::fstat(fd_, &found) == 0 ? static_cast<std::uint64_t>(found.st_size) : 0;
}

Result<Pipe> Pipe::create() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Status(ErrorCode::kIo, error_text(-errno));
  Pipe pipe(ends[0], ends[1]);
  if (::fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0) return Status(ErrorCode::kIo, error_text(-errno));
  return pipe;
}

Pipe::Pipe(Pipe&& other) noexcept
    : reading_(std::exchange(other.reading_, -1)), writing_(std::exchange(other.writing_, -1)) {}

Pipe::~Pipe() {
  close_reading_end();
  if (writing_ >= 0) ::close(writing_);
}

void Pipe::close_reading_end() {
  if (reading_ >= 0) ::close(std::exchange(reading_, -1));
}

int Pipe::take_writing_end() {
  return std::exchange(writing_, -1);
}

std::string unguessable_name() {
  unsigned char bytes[16];
  if (::getentropy(bytes, sizeof bytes) != 0) return "";
  static constexpr char kHex[] = "0123456789abcdef";
  std::string name;
  for (const unsigned char byte : bytes) name += {kHex[byte >> 4], kHex[byte & 15]};
  return name;
}

}  // namespace dokumill
