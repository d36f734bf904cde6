#include "formats/json/json_object.hpp"

#include <bitset>

#include "formats/line/lines.hpp"

namespace dokumill::records {

JsonObject::JsonObject(std::string_view text) : scan_(text) {
  scan_.skip_blanks();
  if (!scan_.take('{')) fault_ = RecordErrorKind::kNotAnObject;
}

RecordErrorKind JsonObject::fault() const {
  const bool is_end = fault_ == RecordErrorKind::kJsonByte && scan_.is_fault_at_end();
  return is_end ? RecordErrorKind::kJsonEnd : fault_;
}

bool JsonObject::next(JsonMember& member) {
  if (fault_at() != nullptr || is_finished_) return false;
  scan_.skip_blanks();
  if (scan_.is_at('}')) return finish();
  if (!is_first_) {
    if (!scan_.take(',')) return false;
    scan_.skip_blanks();
  }
  is_first_ = false;
  const char* const name = scan_.at();
  if (!scan_.skip_string()) return false;
  member.name = {name + 1, static_cast<std::size_t>(scan_.at() - name) - 2};
  if (!skip_colon()) return false;
  const char* const value = scan_.at();
  if (!skip_value()) return false;
  member.value = {value, static_cast<std::size_t>(scan_.at() - value)};
  return true;
}

// Only blanks may follow the object.
bool JsonObject::finish() {
  is_finished_ = true;
  scan_.take('}');
  scan_.skip_blanks();
  if (!scan_.is_at_end()) scan_.fail(scan_.at());
  return false;
}

bool JsonObject::skip_colon() {
  scan_.skip_blanks();
  if (!scan_.take(':')) return false;
  scan_.skip_blanks();
  return true;
}

bool JsonObject::skip_value() {
  std::bitset<kJsonDepth> is_object;  // for each object or array around the place, outermost first
  std::size_t depth = 0;
  const auto close = [&] { return is_object[depth - 1] ? '}' : ']'; };
  const auto skip_name = [&] {
    return !is_object[depth - 1] || (scan_.skip_string() && skip_colon());
  };
  for (;;) {
    if (scan_.is_at('{') || scan_.is_at('[')) {
      // The outermost object counts as one level, too.
      if (depth + 1 == kJsonDepth) {
        fault_ = RecordErrorKind::kJsonDepth;
        return scan_.fail(scan_.at());
      }
      is_object[depth++] = scan_.is_at('{');
      scan_.take(*scan_.at());
      scan_.skip_blanks();
      if (!scan_.is_at(close())) {
        if (!skip_name()) return false;
        continue;
      }
    } else if (!scan_.skip_scalar()) {
      return false;
    }
    // A value has ended, or an empty object or array is about to end.
    for (;;) {
      if (depth == 0) return true;
      scan_.skip_blanks();
      if (!scan_.is_at(close())) break;
      scan_.take(close());
      --depth;
    }
    if (!scan_.take(',')) return false;
    scan_.skip_blanks();
    if (!skip_name()) return false;
  }
}

bool is_member_name(std::string_view inside, std::string_view name) {
  if (inside.find('\\') == std::string_view::npos) return inside == name;
  return json_unescape(inside) == name;
}

}  // namespace dokumill::records
