// Paragraphs: divides a text into lines. Chinese text can end a line after most characters, other
// text only at spaces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/book/drawing/type.hpp"

namespace dokumill::book {

// The lines of a paragraph, none of them wider than `width`. A word that is wider is divided
// between two characters. REQUIRES: `text` is UTF-8.
std::vector<std::string> break_lines(const Face& face, std::string_view text, double size,
                                     double width);

// The distance between the base lines of a paragraph.
inline double leading_of(double size) {
  return 1.4 * size;
}

}  // namespace dokumill::book
