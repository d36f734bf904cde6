#include "base/platform/files/run_files.hpp"

#include <cerrno>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/text/format.hpp"

namespace dokumill {
namespace {

// Sets `found` to what is known of the file at `path`, or of the standard stream if `path` is "-".
// If there is no such file, `found` stays empty.
Status look_at(Platform& platform, const std::string& path, int standard_stream,
               std::optional<FileInfo>& found) {
  FileInfo info;
  const int failed =
      path == "-" ? platform.info(standard_stream, info) : platform.info_at(path.c_str(), info);
  if (failed == 0) found = info;
  if (failed == 0 || failed == -ENOENT || failed == -ENOTDIR) return {};
  const std::string name = printable_path(path, standard_stream == 0 ? "<stdin>" : "<stdout>");
  return {ErrorCode::kIo, name + ": " + error_text(failed)};
}

}  // namespace

Result<bool> is_same_output(Platform& platform, const std::string& a, const std::string& b) {
  if (a == "-" && b == "-") return true;
  std::optional<FileInfo> at_a, at_b;
  if (Status status = look_at(platform, a, 1, at_a); !status.ok()) return status;
  if (Status status = look_at(platform, b, 1, at_b); !status.ok()) return status;
  if (at_a && at_b) {
    // Two outputs may go to the same terminal or to /dev/null.
    return !at_a->is_directory && !at_a->is_device && is_same_file(*at_a, *at_b);
  }
  if (at_a || at_b) return false;
  std::string paths[2];
  for (const int i : {0, 1}) {
    const std::string& name = i == 0 ? a : b;
    Result<OutputPlace> place = find_place(platform, name);
    if (!place.ok()) {
      return Status(ErrorCode::kIo, printable_path(name, "") + ": " + place.status().message());
    }
    paths[i] = std::move(place->path);
  }
  std::optional<FileInfo> folders[2];
  for (const int i : {0, 1}) {
    Status status = look_at(platform, folder_of(paths[i]), 1, folders[i]);
    if (!status.ok()) return status;
    if (!folders[i]) return false;
  }
  return is_same_file(*folders[0], *folders[1]) &&
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
    if (!read) status_ = look_at(platform_, path, 0, read);
    if (!read) return;
    if (!std::exchange(written.is_examined, true)) {
      status_ = look_at(platform_, written.path, 1, written.found);
    }
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
  status_ = {ErrorCode::kUsage, format_text("{} and {} are the same file, '{}'", written.role, role,
                                            printable_path(written.path, "-"))};
}

}  // namespace dokumill
