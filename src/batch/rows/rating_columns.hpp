// The columns that rate() writes for a record, and that generate_puzzles() writes for a puzzle.
//
// Thread safety: a RatingText belongs to one thread; the functions are pure. Memory: one text of
// fewer than kLineBytes bytes.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/grid_text.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::batch {

// False if the path of the rating ended before a step whose technique is not known.
bool knows_hardest(const Rating& rating);

enum class Obstacles : bool { kNotCounted, kCounted };

// The names of the columns of csv, in the order in which they are written.
std::vector<std::string_view> rating_columns(Obstacles obstacles);

// Formats the columns of a record. A record without a rating has a status word instead: multiple,
// none or malformed.
// In the line format, tabs separate the columns, a missing value is "-", the status word is in the
// first column, and a "+" follows a score that is a lower bound. In csv, a missing value is empty,
// so that a column of numbers has only numbers, the status word is in the column `level`, and the
// last column has 1 if the rating is exact and 0 if its scores are lower bounds.
class RatingText {
 public:
  // `format`: kLine or kCsv. `separator`: the character between two columns; for kCsv, it can also
  // be a tab.
  RatingText(TextFormat format, char separator, Obstacles obstacles);

  // The text is valid until the next call. It has fewer than kLineBytes bytes.
  std::string_view of(const Rating& rating);
  std::string_view of_unrated(std::string_view status);
  // The columns of the last text, one after the other. They are valid until the next text.
  std::span<const std::string_view> columns() const { return columns_; }

 private:
  // Writes each column: print(number of the column, out) returns its length.
  template <class Print>
  std::string_view write(const Print& print);

  bool is_csv_;
  char separator_;
  std::vector<std::size_t> numbers_;  // of the columns in the table of all columns
  std::array<char, kLineBytes> text_;
  std::vector<std::string_view> columns_;
};

}  // namespace dokumill::batch
