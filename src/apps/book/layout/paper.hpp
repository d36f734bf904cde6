// Papers: sizes of pages, the inner margins of bound books, and the width of their spines.
//
// Lengths are in points (1/72 inch).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "dokumill/status.hpp"

namespace dokumill::book {

inline constexpr double kInch = 72;
inline constexpr double kMillimetre = kInch / 25.4;

struct Paper {
  std::string_view name;  // empty for a size that has no name
  double width;
  double height;
  // True for a bound book. Such a book has a gutter: its inner margin grows with the number of
  // pages. The inner margin of the first page is on the left.
  bool is_bound;
};
// Loose sheets, then the sizes that services for printing on demand offer.
inline constexpr std::array<Paper, 18> kPapers{{{"a4", 595.276, 841.890, false},
                                                {"a5", 419.528, 595.276, false},
                                                {"letter", 8.5 * kInch, 11 * kInch, false},
                                                {"5x8", 5 * kInch, 8 * kInch, true},
                                                {"5.25x8", 5.25 * kInch, 8 * kInch, true},
                                                {"5.5x8.5", 5.5 * kInch, 8.5 * kInch, true},
                                                {"6x9", 6 * kInch, 9 * kInch, true},
                                                {"6.14x9.21", 6.14 * kInch, 9.21 * kInch, true},
                                                {"6.69x9.61", 6.69 * kInch, 9.61 * kInch, true},
                                                {"7x10", 7 * kInch, 10 * kInch, true},
                                                {"7.44x9.69", 7.44 * kInch, 9.69 * kInch, true},
                                                {"7.5x9.25", 7.5 * kInch, 9.25 * kInch, true},
                                                {"8x10", 8 * kInch, 10 * kInch, true},
                                                {"8.25x6", 8.25 * kInch, 6 * kInch, true},
                                                {"8.25x8.25", 8.25 * kInch, 8.25 * kInch, true},
                                                {"8.25x11", 8.25 * kInch, 11 * kInch, true},
                                                {"8.5x8.5", 8.5 * kInch, 8.5 * kInch, true},
                                                {"8.5x11", 8.5 * kInch, 11 * kInch, true}}};

// The sides of a page that has no name. Smaller pages have no room between their margins, and
// larger ones are no books.
inline constexpr double kLeastSide = 3 * kInch;
inline constexpr double kMostSide = 20 * kInch;

// Reads "WxHin" or "WxHmm", such as "7.25x9.5in" or "170x240mm", as the size of a bound book.
// Nullopt if the word has another form. Failure: kUsage for a side that is not from kLeastSide to
// kMostSide.
std::optional<Result<Paper>> read_size(std::string_view word);

// The inner margins that printing companies ask for in bound books, by the number of pages. Nullopt
// above the last row: no company binds such a book.
inline constexpr std::uint64_t kMostBoundPages = 828;
std::optional<double> gutter_of(std::uint64_t pages);
inline constexpr double kLeastGutter = 0.375 * kInch;
inline constexpr double kMostGutter = 0.875 * kInch;

// The width of the spine of a bound book on white paper, of which a page takes 0.002252 inch.
inline constexpr double kPageThickness = 0.002252 * kInch;
inline double spine_of(std::uint64_t pages) {
  return static_cast<double>(pages) * kPageThickness;
}

}  // namespace dokumill::book
