// What spreadsheets do to puzzles that they take for numbers: they round them, and cut off zeros at
// the front.
#pragma once

#include <cstdint>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::records {

// Finds a number that was rounded, such as "4.30021E+78" or "4,3E+78". Returns an empty view if the
// text has none.
std::string_view rounded_number(std::string_view text);

// The message about such a number, which is a part of the text.
Status refuse_rounded(std::string_view text, std::string_view number);

// Decides whether the numbers of a list are puzzles of which zeros at the front are missing. They
// are if no puzzle has another empty mark, all numbers of 81 digits begin with a digit other than
// zero, and at least two numbers, and a quarter of all, are shorter.
class ShortNumbers {
 public:
  void add(std::string_view text);
  bool are_puzzles() const { return !has_other_ && short_ >= 2 && short_ * 4 >= all_; }
  std::uint64_t short_count() const { return short_; }

 private:
  std::uint64_t all_ = 0;
  std::uint64_t short_ = 0;
  bool has_other_ = false;
};

}  // namespace dokumill::records
