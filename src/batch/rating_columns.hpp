// The columns that rate() writes for a record.
//
// Thread safety: a RatingText belongs to one thread; rating_columns() is a pure function. Memory:
// one text of fewer than kLineBytes bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/grid_text.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::batch {

inline constexpr std::size_t kMostRatingColumns = 5;

// The names of the columns, in the order in which they are written.
std::span<const std::string_view> rating_columns(RatingScale scale);

// Formats the columns of a record. A record without a rating has a status word instead: multiple,
// none or malformed.
// In the line format, tabs separate the columns, a missing value is "-", and the status word is in
// the first column. In csv, a missing value is empty, so that a column of numbers has only numbers.
// The status word of a csv record is in the column `level`, or in `hardest` for the scale se121.
class RatingText {
 public:
  // `format`: kLine or kCsv. `separator`: the character between two columns; for kCsv, it can also
  // be a tab.
  RatingText(RatingScale scale, TextFormat format, char separator)
      : scale_(scale), format_(format), separator_(separator) {}

  // The text is valid until the next call. It has fewer than kLineBytes bytes. REQUIRES: the rating
  // is on the scale of this object.
  std::string_view of(const Rating& rating, std::uint64_t guesses);
  std::string_view of(const Se121Rating& rating);
  std::string_view of_unrated(std::string_view status);
  // The columns of the last text, one after the other. They are valid until the next text.
  std::span<const std::string_view> columns() const {
    return {columns_.data(), rating_columns(scale_).size()};
  }

 private:
  bool is_csv() const { return format_ == TextFormat::kCsv; }
  std::string_view missing() const { return is_csv() ? "" : "-"; }
  std::string_view text_until(const char* end) const {
    return {text_.data(), static_cast<std::size_t>(end - text_.data())};
  }

  RatingScale scale_;
  TextFormat format_;
  char separator_;
  std::array<char, kLineBytes - 1> text_;
  std::array<std::string_view, kMostRatingColumns> columns_;
};

}  // namespace dokumill::batch
