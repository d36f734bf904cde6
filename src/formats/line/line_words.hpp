// Splits a line into words. Words are separated by blanks, or by one of `, ; : |` with or without
// blanks around it.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/line/lines.hpp"

namespace dokumill::records {

inline bool separates_words(char c) {
  return c == ',' || c == ';' || c == ':' || c == '|';
}

// True for a byte that may follow the cells of a line record.
inline bool begins_remark(char c) {
  return is_blank(c) || separates_words(c) || c == '#';
}

// Iterates over the words of [at, end). If the line begins with a separator, the first word is
// empty. If the line ends with a separator, the last word is empty. For example, the words of ",a,"
// are "", "a" and "".
class LineWords {
 public:
  LineWords(const char* at, const char* end)
      : at_(skip_blanks(at, end)), end_(end), has_next_(at_ != end_) {}

  bool has_next() const { return has_next_; }
  // REQUIRES: has_next().
  std::string_view next() {
    const char* const begin = at_;
    while (at_ != end_ && !is_blank(*at_) && !separates_words(*at_)) ++at_;
    const std::string_view word(begin, static_cast<std::size_t>(at_ - begin));
    at_ = skip_blanks(at_, end_);
    has_next_ = at_ != end_;
    if (has_next_ && separates_words(*at_)) at_ = skip_blanks(at_ + 1, end_);
    return word;
  }

 private:
  const char* at_;
  const char* end_;
  bool has_next_;
};

}  // namespace dokumill::records
