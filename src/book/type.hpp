// Type: the typefaces of a book, as Fontconfig finds them on this machine.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>

#include "dokumill/status.hpp"

namespace dokumill::book {

struct CairoDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <class Object>
using Owned = std::unique_ptr<Object, CairoDeleter>;

enum class Weight : unsigned char { kRegular, kBold };

// Finds a sans-serif typeface that has all characters of `text`, and the digits. If DejaVu Sans has
// all of them, it is the result. kUsage if `text` is not UTF-8 or has a control character; kInput
// if no font has all these characters.
Result<Owned<cairo_font_face_t>> find_face(const std::string& text, Weight weight);

// What is needed to draw the digits of a face in the middle of cells. Lengths are for font size 1.
struct Digits {
  unsigned long glyphs[10];
  double advances[10];
  double height;  // of the highest digit
};
// kInput if the face cannot be used.
Result<Digits> digits_of(cairo_font_face_t* face);

// Sets the options that make the result independent of screens and of the font size.
void set_font_options(cairo_t* context);

// Only in builds with the address sanitizer: frees the memory that Cairo and Fontconfig keep until
// the end of the program. Without this call, the sanitizer would report this memory as a leak,
// because Fontconfig stores offsets instead of pointers. REQUIRES: all objects of the two libraries
// were destroyed, and no other thread uses these libraries.
void free_for_leak_check();

}  // namespace dokumill::book
