// Frames: boards that are drawn with lines between the boxes, as people paste them.
//
//   +-------+-------+-------+        8 5 . | . . 2 | 4 . .
//   | 8 5 . | . . 2 | 4 . . |        ------+-------+------
//
// Thread safety: pure function.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/grid.hpp"

namespace dokumill::web {

// The first board of the text, where there is something of a frame: nine rows of nine cells with
// '|' and blanks between them, and lines of '+', '-', '=', '|' and blanks around them. Box drawing
// characters are taken as well.
std::optional<Grid> read_frame(std::string_view text);

}  // namespace dokumill::web
