// OldFile: keeps the old file that a new output replaces, until it is certain that the output
// stays.
#pragma once

#include <cerrno>
#include <string>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/platform/platform.hpp"
#include "base/platform/process/temporaries.hpp"

namespace dokumill {

// The old file at `place`, which a new file replaces. A second name (a hard link) keeps the old
// file, so that the replacement can be undone. REQUIRES: a Replacement (stop_signals.hpp) exists
// during keep() and put_back(), because a second signal removes the second name.
class OldFile {
 public:
  OldFile(Platform& platform, const std::string& place, std::string second_name)
      : platform_(platform), place_(place), second_name_(std::move(second_name)) {}

  // Gives the old file its second name, if there is an old file.
  void keep() {
    link_result_ = platform_.link(place_.c_str(), second_name().c_str());
    has_second_name_ = link_result_ == 0;
  }
  // Undoes the replacement: puts the old file back, or removes the new file if there was no old
  // file.
  void put_back() {
    if (has_second_name_) {
      back_result_ = platform_.rename(second_name().c_str(), place_.c_str(), Replace::kYes);
      has_second_name_ = false;
      if (back_result_ != 0) kept_name_ = second_name_.release();
    } else if (link_result_ == -ENOENT) {
      back_result_ = platform_.remove(place_.c_str());
    } else {
      back_result_ = link_result_;
    }
  }
  // Removes the second name. Returns 0 or -errno.
  int drop() {
    if (!has_second_name_) return 0;
    has_second_name_ = false;
    return platform_.remove(second_name().c_str());
  }
  // Returns the text that follows the name of the output in a message. The text is empty if
  // put_back() succeeded.
  std::string words_of_state() const {
    if (back_result_ == 0) return {};
    return " is the new one already and cannot be taken back: " + error_text(back_result_) +
           (kept_name_.empty() ? "" : "; the old one is " + printable_path(kept_name_, ""));
  }
  const std::string& second_name() const { return second_name_.text(); }

 private:
  Platform& platform_;
  const std::string& place_;
  RememberedPath second_name_;
  std::string kept_name_;      // the second name, if it is the only one of the old file now
  int link_result_ = -ENOENT;  // there is no old file
  int back_result_ = 0;
  bool has_second_name_ = false;
};

}  // namespace dokumill
