// JsonText: JSON written piece by piece.
//
// Thread safety: values. Memory: the text. Failure: std::bad_alloc.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/printable.hpp"

namespace dokumill::batch {

// The text of an object or a list, member by member. nlohmann's trees are not used: their
// destructors take memory (3.11), and where there is none that ends the process.
class JsonText {
 public:
  // A depth: all on one line, without blanks.
  static constexpr int kCompact = -1;

  // `brackets`: "{}" or "[]"; `depth` objects and lists are around it.
  explicit JsonText(const char* brackets, int depth = kCompact)
      : brackets_(brackets), depth_(depth) {}

  void add(std::string_view name, const std::string& value) { add_text(name, quoted(value)); }
  void add(std::string_view name, std::string_view value) { add(name, std::string(value)); }
  void add(std::string_view name, std::integral auto value) {
    add_text(name, fmt::to_string(value));
  }
  void add(std::string_view name, double value) { add_text(name, fmt::to_string(value)); }
  // `text` is JSON already.
  void add_text(std::string_view name, std::string_view text) {
    add_item(fmt::format("{}:{}{}", quoted(std::string(name)), is_compact() ? "" : " ", text));
  }
  void add_item(std::string_view text) {
    if (is_compact()) {
      if (!body_.empty()) body_ += ',';
      body_ += text;
      return;
    }
    body_ += fmt::format("{}\n{:{}}{}", body_.empty() ? "" : ",", "", 2 * depth_ + 2, text);
  }

  std::string text() const {
    if (body_.empty()) return brackets_;
    if (is_compact()) return fmt::format("{}{}{}", brackets_[0], body_, brackets_[1]);
    return fmt::format("{}{}\n{:{}}{}", brackets_[0], body_, "", 2 * depth_, brackets_[1]);
  }

 private:
  bool is_compact() const { return depth_ == kCompact; }

  // Paths and messages may hold any bytes; those that are no UTF-8 become U+FFFD. A text with
  // characters that drive a terminal or hide text is written in ASCII, with \uXXXX: it is the same
  // to a reader of JSON, and harmless where the file is shown.
  static std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', !is_printable(text),
                                     nlohmann::json::error_handler_t::replace);
  }

  std::string brackets_;
  int depth_;
  std::string body_;
};

}  // namespace dokumill::batch
