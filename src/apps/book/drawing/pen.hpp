// Pen: draws texts, digits and lines on a surface of Cairo.
//
// Lengths are in points. Thread safety: one thread at a time.
#pragma once

#include <string>
#include <vector>

#include "apps/book/drawing/type.hpp"
#include "apps/book/layout/sheet.hpp"
#include "dokumill/grid.hpp"

namespace dokumill::book {

enum class Align : unsigned char { kLeft, kMiddle, kRight };

class Pen {
 public:
  explicit Pen(cairo_surface_t* surface) : context_(cairo_create(surface)) {
    set_font_options(context_.get());
  }

  cairo_t* context() const { return context_.get(); }

  // Draws text. If it is wider than `width`, it gets a smaller font size.
  void text(const Face& face, const std::string& words, double size, Align align, double x,
            double y, double width) const;
  // Draws a paragraph, whose first base line is one leading below `y`. Returns the last base line.
  double paragraph(const Face& face, const std::string& words, double size, Align align, double x,
                   double y, double width) const;

  // Draws thin lines between the cells, and thick lines around the boxes.
  void lines(const Square& grid) const;

  // Draws the digits of `values`, but only in some cells. kGiven: the cells in which `places` has a
  // digit. kEmpty: the cells in which `places` has 0.
  enum class Cells : unsigned char { kGiven, kEmpty };
  void digits(const Square& grid, const Grid& values, const Grid& places, Cells cells,
              const Face& face, double size);

 private:
  void rule(const Square& grid, double width, int step) const;

  Owned<cairo_t> context_;
  std::vector<cairo_glyph_t> glyphs_;
};

}  // namespace dokumill::book
