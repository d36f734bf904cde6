// Scans the tokens of JSON (RFC 8259) strictly: strings must be UTF-8, and an escaped surrogate
// must be part of a pair.
//
// A scan allocates no memory. Cost: linear in the text; strings are read sixteen bytes at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dokumill {

class JsonScan {
 public:
  explicit JsonScan(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  const char* at() const { return at_; }
  bool is_at_end() const { return at_ == end_; }
  // True if the next byte is `mark`.
  bool is_at(char mark) const { return at_ != end_ && *at_ == mark; }
  // The place of the first fault; nullptr if no fault was found so far. If the place is the end of
  // the text, the text is not complete.
  const char* fault_at() const { return fault_at_; }
  bool is_fault_at_end() const { return fault_at_ == end_; }

  void skip_byte_order_mark() {
    const std::string_view left(at_, static_cast<std::size_t>(end_ - at_));
    if (left.starts_with("\xEF\xBB\xBF")) at_ += 3;
  }
  // Each returns false at a fault. Blanks are only skipped by skip_blanks().
  void skip_blanks();
  bool take(char mark);
  bool skip_string();
  // A string, a number, true, false or null.
  bool skip_scalar();
  // Sets the place of the fault. Returns false.
  bool fail(const char* at);

 private:
  bool skip_escape();
  bool skip_number();
  bool skip_word(std::string_view word);

  const char* at_;
  const char* end_;
  const char* fault_at_ = nullptr;
};

// Returns the text that a JSON string stands for, with its escapes replaced. `inside`: a string
// that JsonScan has scanned, without the quotes.
std::string json_unescape(std::string_view inside);

}  // namespace dokumill
