#include "base/platform/output/file_rights.hpp"

#include <cerrno>
#include <string_view>

#include "base/platform/files/input_file.hpp"
#include "base/platform/output/access_list.hpp"
#include "base/platform/output/output_place.hpp"

namespace dokumill {
namespace {

// True if an access to an attribute failed because the file does not have this attribute, or
// because the file system does not support attributes. `failed`: the error of the access.
bool is_without(int failed) {
  return failed == -EOPNOTSUPP || failed == -ENOSYS || failed == -ENODATA;
}

bool is_copied(std::string_view name) {
  return name.starts_with("user.") || name == "security.selinux" ||
         name.starts_with("security.SMACK64");
}

class RightsCopy {
 public:
  RightsCopy(Platform& platform, const std::string& from, const FileInfo& old,
             const std::string& to, int fd, std::vector<std::string>& warnings)
      : platform_(platform), from_(from), old_(old), to_(to), fd_(fd), warnings_(warnings) {}

  int run() {
    std::string names;
    const int listed = platform_.list_attributes(from_.c_str(), names);
    if (listed < 0 && !is_without(listed)) return listed;
    for (std::size_t at = 0; at < names.size();) {
      const std::string name = names.c_str() + at;
      at += name.size() + 1;
      if (!is_copied(name)) continue;
      if (const int failed = copy_attribute(name); failed < 0) return failed;
    }
    if (const int failed = copy_owner(); failed < 0) return failed;
    mode_ = old_.mode;
    if (!keeps_owner_ || !keeps_group_) mode_ &= 0777U;
    if (listed >= 0) {
      if (const int failed = copy_list(); failed < 0) return failed;
    }
    if (!keeps_group_) {
      const unsigned common = (mode_ >> 3) & mode_ & 7U;
      mode_ = (mode_ & 0700U) | common << 3 | common;
    }
    if (const int failed = set_mode(); failed < 0) return failed;
    warn_of_mode();
    return 0;
  }

 private:
  int copy_attribute(const std::string& name) {
    std::string value;
    const int got = platform_.attribute(from_.c_str(), name.c_str(), value);
    if (is_without(got)) return 0;  // removed in the meantime
    if (got == -EACCES || got == -EPERM) return warn_of_attribute(name, got);
    if (got < 0) return got;
    std::string present;
    const int has = platform_.attribute(to_.c_str(), name.c_str(), present);
    if (has == 0 && present == value) return 0;
    const int failed = platform_.set_attribute(fd_, name.c_str(), value);
    return failed < 0 ? warn_of_attribute(name, failed) : 0;
  }
  int warn_of_attribute(const std::string& name, int failed) {
    warnings_.push_back("the old file's attribute " + printable_path(name, name) +
                        " cannot be kept: " + error_text(failed));
    return 0;
  }

  int copy_owner() {
    FileInfo present;
    const int failed = platform_.info(fd_, present);
    if (failed < 0) return failed;
    const auto set_owner = [&](unsigned owner) {
      return platform_.set_owner(fd_, owner, old_.group) == 0;
    };
    keeps_owner_ = present.owner == old_.owner;
    keeps_group_ = present.group == old_.group;
    if (keeps_owner_ && keeps_group_) return 0;
    const bool has_both = set_owner(old_.owner);
    keeps_owner_ = keeps_owner_ || has_both;
    keeps_group_ = keeps_group_ || has_both || set_owner(kSameOwner);
    return 0;
  }

  // With another owning group, the same list would grant other rights. So the list is copied only
  // if the group is kept.
  int copy_list() {
    std::string list;
    const int got = platform_.attribute(from_.c_str(), kAccessList, list);
    if (got < 0 && !is_without(got)) return got;
    const bool has_list = got == 0;
    if (has_list && keeps_group_) {
      list_result_ = platform_.set_attribute(fd_, kAccessList, list);
      if (list_result_ == 0) return 0;
    }
    const int removed = platform_.remove_attribute(fd_, kAccessList);
    if (removed < 0 && !is_without(removed)) return removed;
    if (!has_list) return 0;
    loses_list_ = true;
    mode_ = (mode_ & ~077U) | narrowest_bits(list);
    return 0;
  }

  // Some file systems cannot change a mode: FUSE without chmod, or FAT. There the new file keeps
  // the mode with which it was created, unless this mode grants more than mode_.
  int set_mode() {
    const int failed = platform_.set_permissions(fd_, mode_);
    if (failed != -ENOSYS && failed != -EOPNOTSUPP && failed != -EPERM) return failed;
    FileInfo present;
    const int unknown = platform_.info(fd_, present);
    if (unknown < 0) return unknown;
    if ((present.mode & ~mode_) != 0) return failed;
    mode_result_ = present.mode == mode_ ? 0 : failed;
    mode_ = present.mode;
    return 0;
  }

  void warn_of_mode() {
    if (mode_ == old_.mode && !loses_list_) return;
    std::string what = mode_result_ < 0 ? "mode"
                       : !keeps_group_  ? "group"
                       : loses_list_    ? "access control list"
                                        : "owner";
    const int why = mode_result_ < 0 ? mode_result_ : list_result_;
    if (why < 0) what += " (" + error_text(why) + ")";
    warnings_.push_back("the old file's " + what + " cannot be kept, so its mode " +
                        mode_text(old_.mode) + " becomes " + mode_text(mode_));
  }

  Platform& platform_;
  const std::string& from_;
  const FileInfo& old_;
  const std::string& to_;
  int fd_;
  std::vector<std::string>& warnings_;
  bool keeps_owner_ = true;
  bool keeps_group_ = true;
  bool loses_list_ = false;
  int list_result_ = 0;
  int mode_result_ = 0;
  unsigned mode_ = 0;
};

}  // namespace

int copy_rights(Platform& platform, const std::string& from, const FileInfo& old,
                const std::string& to, int fd, std::vector<std::string>& warnings) {
  return RightsCopy(platform, from, old, to, fd, warnings).run();
}

}  // namespace dokumill
