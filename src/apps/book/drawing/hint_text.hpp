// The hints at the back of a book: the number of each puzzle, and beside it one sentence.
#pragma once

#include "apps/book/drawing/faces.hpp"
#include "apps/book/drawing/pen.hpp"
#include "apps/book/layout/sheet.hpp"

namespace dokumill::book {

double hint_height(const Faces& faces, const Sheet& sheet, const std::string& hint);
// Draws the hint of puzzle `number` from `y` down.
void draw_hint(Pen& pen, const Faces& faces, const Sheet& sheet, std::uint64_t page,
               std::uint64_t number, const std::string& hint, double y);

}  // namespace dokumill::book
