#include "platform/files/run_files.hpp"

#include <cerrno>
#include <utility>

#include "core/text/fmt.hpp"
#include "platform/files/input_file.hpp"
#include "platform/output/output_place.hpp"

namespace dokumill {
namespace {

// Gets information on the file at `path`, or on the standard stream if `path` is "-". Returns false
// if there is no such file.
Result<bool> look_at(Platform& platform, const std::string& path, int standard_stream,
                     FileInfo& info) {
  const int failed =
      path == "-" ? platform.info(standard_stream, info) : platform.info_at(path.c_str(), info);
  if (failed == 0 || failed == -ENOENT || failed == -ENOTDIR) return failed == 0;
  const std::string name = printable_path(path, standard_stream == 0 ? "<stdin>" : "<stdout>");
  return Status(ErrorCode::kIo, name + ": " + error_text(failed));
}

}  // namespace

Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b) {
  if (a == "-" && b == "-") return true;
  FileInfo at_a, at_b;
  const Result<bool> has_a = look_at(platform, a, 1, at_a);
  if (!has_a.ok()) return has_a.status();
  const Result<bool> has_b = look_at(platform, b, 1, at_b);
  if (!has_b.ok()) return has_b.status();
  if (*has_a && *has_b) {
    // Two outputs may go to the same terminal or to /dev/null.
    return !at_a.is_directory && !at_a.is_device && is_same_file(at_a, at_b);
  }
  if (*has_a || *has_b) return false;
  std::string paths[2];
  FileInfo folders[2];
  for (const int i : {0, 1}) {
    const std::string& name = i == 0 ? a : b;
    Result<OutputPlace> place = find_place(platform, name);
    if (!place.ok()) {
      return Status(ErrorCode::kIo, printable_path(name, "") + ": " + place.status().message());
    }
    paths[i] = std::move(place->path);
  }
  for (const int i : {0, 1}) {
    const Result<bool> has_folder = look_at(platform, folder_of(paths[i]), 1, folders[i]);
    if (!has_folder.ok()) return has_folder.status();
    if (!*has_folder) return false;
  }
  return is_same_file(folders[0], folders[1]) &&
         name_in_folder(paths[0]) == name_in_folder(paths[1]);
}

void RunFiles::add(std::string_view role, const std::string& path, bool may_replace_input) {
  for (const Written& earlier : written_) {
    if (!status_.ok()) return;
    const Result<bool> is_same = is_same_output(platform_, earlier.path, path);
    if (!is_same.ok()) status_ = is_same.status();
    if (is_same.ok() && *is_same) refuse(earlier, role);
  }
  written_.push_back({std::string(role), path, may_replace_input, false, {}});
}

void RunFiles::compare(std::string_view role, const std::string& path, bool is_input) {
  std::optional<FileInfo> read;
  for (Written& written : written_) {
    if (!status_.ok()) return;
    if (is_input && written.may_replace_input) continue;
    const auto examine = [this](const std::string& of, int stream, std::optional<FileInfo>& found) {
      FileInfo info;
      const Result<bool> exists = look_at(platform_, of, stream, info);
      if (!exists.ok()) status_ = exists.status();
      if (exists.ok() && *exists) found = info;
    };
    if (!read) examine(path, 0, read);
    if (!read) return;
    if (!std::exchange(written.is_examined, true)) examine(written.path, 1, written.found);
    if (!written.found || !is_same_file(*written.found, *read)) continue;
    // From here on, both are the same file. That is a mistake for a regular file, and for a FIFO
    // that is named. It is allowed for the socket, pipe or terminal that is the standard input, and
    // for a device that is named.
    const bool is_lost =
        read->is_regular || (path != "-" && !read->is_directory && !read->is_device);
    if (is_lost) refuse(written, role);
  }
}

void RunFiles::refuse(const Written& written, std::string_view role) {
  status_ = {ErrorCode::kUsage, fmt::format("{} and {} are the same file, '{}'", written.role, role,
                                            printable_path(written.path, "-"))};
}

}  // namespace dokumill
