#include "batch/spill/positioned_file.hpp"

#include "base/text/printable.hpp"

namespace dokumill::batch {

Result<PositionedFile> PositionedFile::open(Platform& platform, const std::string& path) {
  PositionedFile file(platform, path);
  if (!file.file_.is_open()) return file.failure(file.file_.fd());
  FileInfo info;
  if (const int failed = platform.info(file.file_.fd(), info); failed < 0) {
    return file.failure(failed);
  }
  file.bytes_ = info.bytes;
  return file;
}

Status PositionedFile::read(void* to, std::size_t bytes, std::uint64_t offset) {
  const std::int64_t got = file_.read_at(static_cast<char*>(to), bytes, offset);
  if (got == static_cast<std::int64_t>(bytes)) return {};
  return got < 0 ? failure(got) : damaged();
}

Status PositionedFile::failure(std::int64_t error) const {
  return {ErrorCode::kInput, printable(path_) + ": " + error_text(error)};
}

Status PositionedFile::damaged() const {
  return {ErrorCode::kInput,
          printable(path_) + ": this file is damaged; discard the pieces and run the job again"};
}

}  // namespace dokumill::batch
