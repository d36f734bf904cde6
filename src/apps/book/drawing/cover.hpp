// Cover: draws the template of a cover around a bound book: back, spine and front on one page.
//
// The page is larger than the cover by a bleed on each edge, which is trimmed. Thin grey lines show
// where the cover is trimmed and folded, and the safe zone, inside of which texts should stay. The
// white place for the barcode is on the back.
#pragma once

#include "apps/book/drawing/faces.hpp"
#include "apps/book/drawing/pen.hpp"
#include "apps/book/layout/paper.hpp"
#include "apps/book/layout/words.hpp"

namespace dokumill::book {

inline constexpr double kBleed = 0.125 * kInch;
// Thinner spines have no text, because the fold of a cover can be off by a millimetre.
inline constexpr std::uint64_t kLeastSpineTextPages = 100;

struct Cover {
  Cover(const Paper& paper, std::uint64_t of_pages)
      : page(paper),
        pages(of_pages),
        spine(spine_of(of_pages)),
        width(2 * paper.width + spine + 2 * kBleed),
        height(paper.height + 2 * kBleed) {}

  Paper page;  // of the book
  std::uint64_t pages;
  double spine;
  double width;  // with the bleed
  double height;
};

void draw_cover(Pen& pen, const Cover& cover, const Design& design, const Words& words,
                const Faces& faces);

}  // namespace dokumill::book
