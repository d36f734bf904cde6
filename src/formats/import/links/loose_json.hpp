// Walks over the items of a list or an object that is JSON, or the JSON of SudokuPad's links: names
// without quotes, strings in single quotes, and nothing in place of empty objects: [,,{v:5},].
#pragma once

#include <optional>
#include <string_view>

namespace dokumill::records {

class LooseItems {
 public:
  // `container`: begins with its bracket. Any other text has no items.
  explicit LooseItems(std::string_view container);

  // Reads the next item. Returns false after the last one. `name` is empty in lists. Brackets with
  // nothing inside have one empty item, because an empty object can be left out.
  bool next(std::string_view& name, std::string_view& value);
  // True if the brackets were closed. REQUIRES: next() has returned false.
  bool is_complete() const { return is_complete_; }

 private:
  std::string_view rest_;
  bool is_object_ = false;
  bool is_done_ = false;
  bool is_complete_ = false;
};

// Returns the value of the member with one of two names; nullopt if the object has neither.
std::optional<std::string_view> loose_member(std::string_view object, std::string_view name,
                                             std::string_view short_name);

// Removes the quotes around a string. Other texts stay as they are.
std::string_view loose_text(std::string_view value);

}  // namespace dokumill::records
