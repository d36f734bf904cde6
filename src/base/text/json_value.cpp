#include "base/text/json_value.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/json_scan.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"

namespace dokumill {
namespace {

class TreeBuilder {
 public:
  using Kind = JsonValue::Kind;

  explicit TreeBuilder(std::string_view text) : scan_(text), begin_(text.data()) {}

  Result<JsonValue> whole() {
    JsonValue root;
    scan_.skip_byte_order_mark();  // editors on Windows write one
    scan_.skip_blanks();
    if (!read(root, 0)) return failure();
    scan_.skip_blanks();
    if (!scan_.is_at_end()) {
      scan_.fail(scan_.at());
      return failure();
    }
    return root;
  }

 private:
  Status failure() const {
    if (!message_.empty()) return {ErrorCode::kInput, message_};
    return {ErrorCode::kInput,
            format_text("this is not JSON at byte {}", scan_.fault_at() - begin_ + 1)};
  }
  bool refuse(std::string message) {
    message_ = std::move(message);
    return false;
  }

  // Each reads a value at the place of the scan, within `level` lists and objects.
  bool read(JsonValue& value, std::size_t level) {
    if (scan_.is_at('{') || scan_.is_at('[')) {
      if (level == kMaxLevels) return refuse(format_text("this has more than {} levels", level));
      const bool is_read = scan_.is_at('{') ? read_object(value, level) : read_list(value, level);
      if (!is_read) return false;
    } else if (!read_scalar(value)) {
      return false;
    }
    if (++values_ > kMaxValues)
      return refuse(format_text("this has more than {} values", kMaxValues));
    return true;
  }

  bool read_list(JsonValue& value, std::size_t level) {
    value.kind = Kind::kList;
    scan_.take('[');
    scan_.skip_blanks();
    if (scan_.is_at(']')) return scan_.take(']');
    while (read(value.items.emplace_back(), level + 1)) {
      scan_.skip_blanks();
      if (scan_.is_at(']')) return scan_.take(']');
      if (!scan_.take(',')) return false;
      scan_.skip_blanks();
    }
    return false;
  }

  bool read_object(JsonValue& value, std::size_t level) {
    value.kind = Kind::kObject;
    std::set<std::string> names;
    scan_.take('{');
    scan_.skip_blanks();
    if (scan_.is_at('}')) return scan_.take('}');
    for (;;) {
      std::string name;
      if (!read_string(name)) return false;
      if (!names.insert(name).second) {
        return refuse(format_text("the name '{}' occurs twice in one object", printable(name)));
      }
      value.names.push_back(std::move(name));
      scan_.skip_blanks();
      if (!scan_.take(':')) return false;
      scan_.skip_blanks();
      if (!read(value.items.emplace_back(), level + 1)) return false;
      scan_.skip_blanks();
      if (scan_.is_at('}')) return scan_.take('}');
      if (!scan_.take(',')) return false;
      scan_.skip_blanks();
    }
  }

  bool read_scalar(JsonValue& value) {
    if (scan_.is_at('"')) {
      value.kind = Kind::kText;
      return read_string(value.text);
    }
    const char* const begin = scan_.at();
    if (!scan_.skip_scalar()) return false;
    const std::string_view word(begin, static_cast<std::size_t>(scan_.at() - begin));
    if (word == "null") return true;
    if (word == "true" || word == "false") {
      value.kind = Kind::kFlag;
      value.flag = word == "true";
      return true;
    }
    const std::optional<double> number = read_number(word);
    if (!number) {
      return refuse(format_text("a number is too large at byte {}", begin - begin_ + 1));
    }
    value.kind = Kind::kNumber;
    value.number = *number;
    const char* const end = word.data() + word.size();
    const auto [after, error] = std::from_chars(word.data(), end, value.count);
    if (error == std::errc() && after == end)
      value.kind = Kind::kCount;
    else
      value.count = 0;
    return true;
  }

  bool read_string(std::string& text) {
    const char* const quote = scan_.at();
    if (!scan_.skip_string()) return false;
    text = json_unescape({quote + 1, static_cast<std::size_t>(scan_.at() - quote) - 2});
    return true;
  }

  JsonScan scan_;
  const char* begin_;
  std::size_t values_ = 0;
  std::string message_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

Result<JsonValue> parse_json_value(std::string_view text) {
  return TreeBuilder(text).whole();
}

}  // namespace dokumill
