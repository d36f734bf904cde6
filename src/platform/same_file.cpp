#include "platform/same_file.hpp"

#include <cerrno>
#include <utility>

#include "platform/after_interrupts.hpp"
#include "platform/input_file.hpp"
#include "platform/output_place.hpp"

namespace dokumill {
namespace {

// Gets information on the file at `path`, or on the standard stream if `path` is "-". Returns false
// if there is no such file.
Result<bool> look_at(Platform& platform, const std::string& path, int standard_stream,
                     FileInfo& info) {
  const int failed = after_interrupts([&] {
    return path == "-" ? platform.info(standard_stream, info)
                       : platform.info_at(path.c_str(), info);
  });
  if (failed == 0 || failed == -ENOENT) return failed == 0;
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

Result<bool> is_input(Platform& platform, const std::string& output, const std::string& input) {
  FileInfo written, read;
  const Result<bool> has_input = look_at(platform, input, 0, read);
  if (!has_input.ok()) return has_input.status();
  const Result<bool> has_output = look_at(platform, output, 1, written);
  if (!has_output.ok()) return has_output.status();
  if (!*has_input || !*has_output || !is_same_file(written, read)) return false;
  // From here on, `output` and `input` are the same file. That is a mistake for a regular file, and
  // for a FIFO that `input` names. It is allowed for the socket, pipe or terminal that is the job's
  // standard input, and for a device that `input` names.
  return read.is_regular || (input != "-" && !read.is_directory && !read.is_device);
}

}  // namespace dokumill
