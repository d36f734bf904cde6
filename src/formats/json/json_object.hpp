// Scans the text of one JSON object (RFC 8259) without building a tree.
//
// The scan is strict (JsonScan): the whole text must be one object. Objects and arrays may be
// nested up to kJsonDepth levels deep.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/json_scan.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

inline constexpr int kJsonDepth = 256;

// A member of the outermost object.
struct JsonMember {
  std::string_view name;   // as it is written, without the quotes
  std::string_view value;  // as it is written
};

// Iterates over the members of an object.
class JsonObject {
 public:
  explicit JsonObject(std::string_view text);

  // Reads the next member. Returns false after the last one, or at a fault.
  bool next(JsonMember& member);

  // The place of the first fault; nullptr if no fault was found so far. If the place is the end of
  // the text, the object is not complete.
  const char* fault_at() const { return scan_.fault_at(); }
  // kJsonByte, kJsonEnd, kJsonDepth or kNotAnObject. REQUIRES: fault_at() is not nullptr.
  RecordErrorKind fault() const;

 private:
  bool finish();
  bool skip_value();
  bool skip_colon();

  JsonScan scan_;
  RecordErrorKind fault_ = RecordErrorKind::kJsonByte;
  bool is_first_ = true;
  bool is_finished_ = false;
};

// True if the name of a member is `name`. `inside`: the name as it is written, without the quotes.
// The case of letters matters.
bool is_member_name(std::string_view inside, std::string_view name);

// If `value` is a string, removes its quotes and returns true. Otherwise returns false.
inline bool take_json_quotes(std::string_view& value) {
  if (value.size() < 2 || value.front() != '"') return false;
  value.remove_prefix(1);
  value.remove_suffix(1);
  return true;
}

}  // namespace dokumill::records
