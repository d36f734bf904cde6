#include "apps/book/drawing/pen.hpp"

#include <algorithm>

#include "apps/book/drawing/paragraph.hpp"

namespace dokumill::book {

void Pen::text(const Face& face, const std::string& words, double size, Align align, double x,
               double y, double width) const {
  double own = face.width(words, size);
  if (own > width) {
    size *= width / own;
    own = width;
  }
  if (align == Align::kMiddle) x -= own / 2;
  if (align == Align::kRight) x -= own;
  cairo_set_font_face(context(), face.face());
  cairo_set_font_size(context(), size);
  cairo_move_to(context(), x, y);
  cairo_show_text(context(), words.c_str());
}

double Pen::paragraph(const Face& face, const std::string& words, double size, Align align,
                      double x, double y, double width) const {
  for (const std::string& line : break_lines(face, words, size, width)) {
    y += leading_of(size);
    text(face, line, size, align, x, y, width);
  }
  return y;
}

void Pen::lines(const Square& grid) const {
  const double thick = std::clamp(grid.side / 150, 0.8, 2.4);
  rule(grid, thick / 4, 1);
  rule(grid, thick, 3);
}

void Pen::digits(const Square& grid, const Grid& values, const Grid& places, Cells cells,
                 const Face& face, double size) {
  glyphs_.clear();
  const double cell = grid.side / 9;
  const Face::Digits& shapes = face.digits();
  for (int i = 0; i < 81; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if ((places.cells[at] == 0) != (cells == Cells::kEmpty)) continue;
    const int digit = values.cells[at];
    const int row = i / 9;
    const int column = i % 9;
    const double middle_x = grid.x + cell * (column + 0.5);
    const double middle_y = grid.y + cell * (row + 0.5);
    glyphs_.push_back({shapes.glyphs[digit], middle_x - shapes.advances[digit] * size / 2,
                       middle_y + shapes.height * size / 2});
  }
  if (glyphs_.empty()) return;
  cairo_set_font_face(context(), face.face());
  cairo_set_font_size(context(), size);
  cairo_show_glyphs(context(), glyphs_.data(), static_cast<int>(glyphs_.size()));
}

void Pen::rule(const Square& grid, double width, int step) const {
  const double cell = grid.side / 9;
  for (int i = 0; i <= 9; i += step) {
    if (step == 1 && i % 3 == 0) continue;  // a thick line is there
    cairo_move_to(context(), grid.x, grid.y + i * cell);
    cairo_rel_line_to(context(), grid.side, 0);
    cairo_move_to(context(), grid.x + i * cell, grid.y);
    cairo_rel_line_to(context(), 0, grid.side);
  }
  cairo_set_line_width(context(), width);
  cairo_set_line_cap(context(), CAIRO_LINE_CAP_SQUARE);
  cairo_stroke(context());
}

}  // namespace dokumill::book
