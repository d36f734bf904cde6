// JsonRow: writes a JSON object with new values in some of its members.
//
// All other bytes of the object are written as they were read.
// Memory: the places of the members that change. Cost: linear in the bytes of the object, whatever
// the number of names is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill::records {

// What to do if the object does not have a member that gets a new value. kAppend: every missing
// member is added. kAppendFirst: only the member with the first name of JsonRow is added.
enum class Missing : std::uint8_t { kAppend, kAppendFirst };

class JsonRow {
 public:
  // `names`: the names of the members that can change. All names are different.
  explicit JsonRow(std::vector<std::string> names);

  // Finds the members. `row` comes from a reader with keep_rows: it is an object, or an empty text
  // if the line was not an object. The text must stay valid until the last print().
  void start(std::string_view row);

  bool has_row() const { return !row_.empty(); }
  // For each member of the object that can change, in the order of the object: which name it has. A
  // name occurs several times if several members have it.
  std::span<const std::size_t> found() const { return found_; }
  // Returns the value of the member with the i-th name, as it is written. If several members have
  // this name, returns the value of the last one. Empty if the object has no such member.
  std::string_view value(std::size_t i) const { return values_[i]; }

  // Returns the name, as it is written, of the first member that cannot change and whose value is a
  // board; see is_board_text() and cells_of_list(). Its data is nullptr if there is no such member.
  std::string_view other_board() const { return other_board_; }

  // An upper limit for the bytes that print() writes.
  std::size_t max_bytes(std::span<const std::string_view> values, Missing missing) const;
  // Writes the object and a line end. Every member with the i-th name gets the value values[i],
  // which is JSON. If the data of values[i] is nullptr, these members stay as they are. If the
  // object has no member with the i-th name, `missing` specifies whether such a member is added at
  // the end of the object. An empty row counts as an object without members. Returns the end of the
  // written text.
  char* print(std::span<const std::string_view> values, Missing missing, char* out) const;

 private:
  // Returns the index of this name, or names_.size() if no member with this name can change.
  std::size_t index_of(std::string_view name) const;
  std::size_t added(Missing missing) const {
    return missing == Missing::kAppend ? names_.size() : 1;
  }

  std::vector<std::string> names_;
  std::vector<std::size_t> by_length_;  // indexes of names_, ordered as index_of() searches
  std::vector<std::string> prefixes_;   // `"NAME":`
  std::string_view row_;
  std::vector<std::size_t> found_;        // indexes of names_
  std::vector<std::string_view> places_;  // the values in the row that belong to found_
  std::vector<std::string_view> values_;  // values_[i] belongs to names_[i]
  std::string_view other_board_;
  const char* append_at_ = nullptr;  // where members are added
  bool is_empty_object_ = true;
};

}  // namespace dokumill::records
