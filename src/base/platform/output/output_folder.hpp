// OutputFolder: a folder of output files that appears as a whole or not at all.
//
// The place is the path that the folder gets in the end. The files are written into a temporary
// folder next to the place (`.NAME.HEX.tmp`). commit() renames that folder to the place. Until
// then, and if the object is destroyed without commit(), the place does not change. At the place,
// there must be nothing or an empty folder. An empty folder is replaced only if the new folder has
// the same owner, group and mode. A second signal removes the temporary folder and its files; `kill
// -9` leaves them.
//
// Failure: kIo with the path and the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/platform.hpp"
#include "base/platform/process/temporaries.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

class OutputFolder {
 public:
  // Checks the place and creates the temporary folder. `is_result`: as OutputOptions::is_result.
  static Result<OutputFolder> create(Platform& platform, const std::string& path, bool is_result);

  OutputFolder(OutputFolder&&) = default;
  OutputFolder& operator=(OutputFolder&&) = delete;
  // If the folder was not put in its place, removes the temporary folder, the folders in it, and
  // the files at the paths that file_path() returned.
  ~OutputFolder();

  // The name for messages.
  const std::string& name() const { return name_; }
  // Creates the folder `name` in this folder.
  Status add_folder(std::string_view name);
  // The path at which to create a file. `name`: FILE, or FOLDER/FILE for a file in a folder that
  // add_folder() created.
  std::string file_path(std::string_view name);
  // Puts the folder in its place. With `sync`, flushes the names of the files in it to the disk
  // first, and the name of the folder afterwards. REQUIRES: all files are complete and closed.
  Status commit(bool sync);

 private:
  OutputFolder(Platform& platform, std::string path, std::string name, bool is_result)
      : platform_(&platform),
        path_(std::move(path)),
        name_(std::move(name)),
        is_result_(is_result) {}
  // Sets `replaced` to the empty folder at the place, if there is one.
  Status check_place(std::optional<FileInfo>& replaced);
  Status create_temporary(const std::optional<FileInfo>& replaced);
  // Returns 0 or -errno.
  int make_folder(std::string path, unsigned mode);
  const std::string& temporary() const { return folders_.front().text(); }
  Status failure(int failed) const;
  Status sync_folders();

  Platform* platform_;
  std::string path_;
  std::string name_;
  bool is_result_;
  // What the destructor removes. The first folder is the temporary folder, and contains the others.
  std::vector<RememberedPath> folders_;
  std::vector<RememberedPath> files_;
};

}  // namespace dokumill
