// Type: the typefaces of a book, as Fontconfig finds them on this machine, and how wide their texts
// are.
#pragma once

#include <cairo.h>
#include <fontconfig/fontconfig.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dokumill/explainer.hpp"
#include "dokumill/status.hpp"

namespace dokumill::book {

struct CairoDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_scaled_font_t* font) const { cairo_scaled_font_destroy(font); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <class Object>
using Owned = std::unique_ptr<Object, CairoDeleter>;

struct FontconfigDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};
template <class Object>
using OwnedFc = std::unique_ptr<Object, FontconfigDeleter>;

enum class Weight : unsigned char { kRegular, kBold };

// True if the text is UTF-8 and has no control character.
bool is_printable(std::string_view text);

struct FontRequest {
  std::string family;  // empty: DejaVu Sans if it has the characters, otherwise any sans-serif
  Language language = Language::kEnglish;
  Weight weight = Weight::kRegular;
  std::string characters = {};  // that the typeface must have, besides the digits
  std::string what = {};        // what has these characters, for messages
};

// A typeface. Lengths of Digits are for font size 1.
class Face {
 public:
  // What is needed to draw the digits in the middle of cells.
  struct Digits {
    unsigned long glyphs[10] = {};
    double advances[10] = {};
    double height = 0;  // of the highest digit
  };

  // A family that has no bold typeface gets a synthetic one. A text of Han characters alone never
  // gets a Japanese typeface. Failure: kUsage if the machine does not have the family of the
  // request, or the family does not have all the characters; kInput if no font has them. REQUIRES:
  // is_printable() for the characters.
  static Result<Face> find(const FontRequest& request);

  cairo_font_face_t* face() const { return face_.get(); }
  const Digits& digits() const { return digits_; }
  // REQUIRES: `text` is UTF-8.
  bool has(std::string_view text) const;
  double width(const std::string& text, double size) const;

 private:
  Face() = default;
  Status measure_digits();

  Owned<cairo_font_face_t> face_;
  Owned<cairo_scaled_font_t> scaled_;
  OwnedFc<FcCharSet> characters_;
  Digits digits_;
  // The widths of the first words, because texts consist of few different words.
  mutable std::unordered_map<std::string, double> widths_;
};

// Sets the options that make the result independent of screens and of the font size.
void set_font_options(cairo_t* context);

// Only in builds with the address sanitizer: the destructor frees the memory that Cairo and
// Fontconfig keep until the end of the program. Otherwise, the sanitizer would report this memory
// as a leak, because Fontconfig stores offsets instead of pointers. REQUIRES: all objects of the
// two libraries were destroyed, and no other thread uses these libraries.
struct FontSession {
  FontSession() = default;
  FontSession(const FontSession&) = delete;
  FontSession& operator=(const FontSession&) = delete;
  ~FontSession();
};

}  // namespace dokumill::book
