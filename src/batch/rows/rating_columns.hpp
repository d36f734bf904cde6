// The columns that rate() writes for a record, and that generate_puzzles() writes for a puzzle.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/rows/field.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::batch {

// False if the path of the rating ended before a step whose technique is not known.
bool knows_hardest(const Rating& rating);

enum class Obstacles : bool { kNotCounted, kCounted };

// The columns of a table, in the order in which they are written.
std::vector<tables::Column> rating_columns(Obstacles obstacles);

// The fields of these columns. A record without a rating has a status word instead: multiple, none
// or malformed.
// In a table, a column of numbers has only numbers. So the status word is in the column `level`,
// and the last column has 1 if the rating is exact and 0 if its scores are lower bounds. In lines,
// the status word is the first field, and a "+" follows a score that is a lower bound.
class RatingFields {
 public:
  enum class Form : std::uint8_t { kLine, kTable };
  RatingFields(Form form, Obstacles obstacles);

  // The fields are valid until the next call.
  std::span<const Field> of(const Rating& rating);
  std::span<const Field> of_unrated(std::string_view status);

 private:
  Form form_;
  std::vector<std::size_t> columns_;  // indexes of the table of all columns
  std::vector<Field> fields_;
};

}  // namespace dokumill::batch
