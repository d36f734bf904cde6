// JsonText: builds the text of a JSON object or list, member by member.
//
// Memory: the text. Failure: std::bad_alloc.
#pragma once

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"

namespace dokumill {

class JsonText {
 public:
  // This `depth` selects a text of one line, without blanks between the members.
  static constexpr int kCompact = -1;

  // `brackets`: "{}" or "[]". `depth`: the number of enclosing objects and lists, for indentation.
  explicit JsonText(const char* brackets, int depth = kCompact)
      : brackets_(brackets), depth_(depth) {}

  void add(std::string_view name, std::string_view value) { add_text(name, quoted(value)); }
  void add(std::string_view name, std::integral auto value) {
    add_text(name, format_text("{}", value));
  }
  // JSON has no infinity and no NaN: such a value becomes null.
  void add(std::string_view name, double value) {
    add_text(name, std::isfinite(value) ? to_text(value) : "null");
  }
  // Adds a member whose value is `text`. REQUIRES: `text` is JSON.
  void add_text(std::string_view name, std::string_view text) {
    add_item(format_text("{}:{}{}", quoted(name), is_compact() ? "" : " ", text));
  }
  void add_item(std::string_view text) {
    if (is_compact()) {
      if (!body_.empty()) body_ += ',';
      body_ += text;
      return;
    }
    body_ += format_text("{}\n{:{}}{}", body_.empty() ? "" : ",", "", 2 * depth_ + 2, text);
  }

  std::string text() const {
    if (body_.empty()) return brackets_;
    if (is_compact()) return format_text("{}{}{}", brackets_[0], body_, brackets_[1]);
    return format_text("{}{}\n{:{}}{}", brackets_[0], body_, "", 2 * depth_, brackets_[1]);
  }

 protected:
  // The `depth` of an object or a list inside of this one.
  int depth_of_members() const { return is_compact() ? kCompact : depth_ + 1; }

 private:
  bool is_compact() const { return depth_ == kCompact; }

  // Paths and messages can contain any bytes; bytes that are not UTF-8 become U+FFFD. A text with
  // characters that control a terminal or hide text is written in ASCII, with escapes \uXXXX. JSON
  // readers turn the escapes back into the same text, and a terminal can show the file without
  // harm.
  static std::string quoted(std::string_view text);

  std::string brackets_;
  int depth_;
  std::string body_;
};

}  // namespace dokumill
