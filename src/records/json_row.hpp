// JsonRow: writes a JSON object with other values in some of its members.
//
// All other bytes of the object stay as they were read. Thread safety: one thread at a time. Memory:
// the places of the members that change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dokumill::records {

// What to do with a value for a member that the object does not have. kAppendFirst: only the first
// one is added.
enum class Missing : std::uint8_t { kAppend, kAppendFirst };

class JsonRow {
 public:
  // `names`: the members that can change. All names are different.
  explicit JsonRow(std::vector<std::string> names);

  // Finds the members. `row` comes from a reader with keep_rows: an object, or an empty text if the
  // line was not an object. It must stay valid until the last print().
  void start(std::string_view row);

  bool has_row() const { return !row_.empty(); }
  // The value of the member with the i-th name, as it is written; of several, the last one. Empty if
  // the object has no such member.
  std::string_view value(std::size_t i) const { return values_[i]; }

  // An upper limit for the bytes that print() writes.
  std::size_t max_bytes(std::span<const std::string_view> values) const;
  // Writes the object with `values[i]`, which is JSON, in every member with the i-th name, and a
  // line end. Where the data of a value is nullptr, the member stays as it is. A value
  // for a member that the object lacks is added at its end, as `missing` says. An empty row becomes an object of the values.
  // Returns the end of what was written.
  char* print(std::span<const std::string_view> values, Missing missing, char* out) const;

 private:
  struct Place {
    std::size_t name = 0;
    std::string_view value;  // in the row
  };

  std::vector<std::string> names_;
  std::vector<std::string> prefixes_;  // `"NAME":`
  std::string_view row_;
  std::vector<Place> places_;             // in the order of the row
  std::vector<std::string_view> values_;  // by name
  const char* append_at_ = nullptr;       // where further members go
  bool is_empty_object_ = true;
};

}  // namespace dokumill::records
