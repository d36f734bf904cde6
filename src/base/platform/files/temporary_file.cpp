#include "base/platform/files/temporary_file.hpp"

#include <cerrno>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/platform/process/stop_signals.hpp"

namespace dokumill {
namespace {

constexpr const char* kUsualFolder = "/var/tmp";
constexpr unsigned kOwnerOnly = 0600;

// True for the errors of file systems and operating systems that do not support files without a
// name.
bool is_unknown(int failed) {
  return failed == -EOPNOTSUPP || failed == -EISDIR || failed == -EINVAL;
}

// Creates a file with a name and removes the name.
OpenFile open_and_unlink(Platform& platform, const std::string& folder) {
  constexpr int kTries = 100;
  OpenFile file(platform, -EEXIST);
  for (int tries = 0; tries < kTries && file.fd() == -EEXIST; ++tries) {
    const RememberedPath path(temporary_path(platform, folder + "/dokumill"));
    const Creation creation;
    file = OpenFile(platform, path.text(), OpenMode::kScratch, kOwnerOnly);
    if (!file.is_open()) continue;
    const int failed = platform.remove(path.text().c_str());
    if (failed < 0) return {platform, failed};
  }
  return file;
}

}  // namespace

OpenFile open_unnamed(Platform& platform, std::string& folder) {
  if (!platform.environment("TMPDIR", folder) || folder.empty()) folder = kUsualFolder;
  OpenFile file(platform, folder, OpenMode::kUnnamed, kOwnerOnly);
  return is_unknown(file.fd()) ? open_and_unlink(platform, folder) : std::move(file);
}

Status TemporaryFile::failure(std::int64_t error) const {
  const std::string place = printable_path(folder_, "-");
  return {ErrorCode::kIo,
          "temporary file in " + place + ": " + error_text(error) + " after " +
              std::to_string(bytes_) + " bytes (TMPDIR names another folder)",
          "memory_bytes"};
}

Status TemporaryFile::append(std::string_view bytes) {
  if (!file_.is_open()) file_ = open_unnamed(platform_, folder_);
  if (!file_.is_open()) return failure(file_.fd());
  const std::size_t all = bytes.size();
  const int failed = file_.write(bytes);
  bytes_ += all - bytes.size();
  return failed < 0 ? failure(failed) : Status();
}

Status TemporaryFile::read(char* buffer, std::size_t bytes, std::uint64_t offset) {
  const std::int64_t got = file_.read_at(buffer, bytes, offset);
  if (got == static_cast<std::int64_t>(bytes)) return {};
  return failure(got < 0 ? got : -EIO);
}

}  // namespace dokumill
