// The words of a line: separated by blanks or by one of `, ; : |`, with or without blanks around
// it.
//
// Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "records/lines.hpp"

namespace dokumill::records {

inline bool separates_words(char c) {
  return c == ',' || c == ';' || c == ':' || c == '|';
}

// What may follow the cells of a line record, besides its end.
inline bool begins_remark(char c) {
  return is_blank(c) || separates_words(c) || c == '#';
}

// Goes from word to word of [at, end). A separator at an end of the line has an empty word there.
class LineWords {
 public:
  LineWords(const char* at, const char* end) : at_(skip_blanks(at, end)), end_(end) {
    has_next_ = at_ != end_;
  }

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
