#include "apps/book/drawing/cover.hpp"

#include <algorithm>
#include <numbers>

#include "apps/book/drawing/front_matter.hpp"
#include "apps/book/drawing/paragraph.hpp"

namespace dokumill::book {
namespace {

constexpr double kSafe = 0.125 * kInch;        // from the trimmed edges
constexpr double kSpineSafe = 0.0625 * kInch;  // from the folds
constexpr double kBarcodeWidth = 2 * kInch;
constexpr double kBarcodeHeight = 1.2 * kInch;
constexpr double kBarcodeMargin = 0.25 * kInch;
constexpr double kMostTitle = 48;
constexpr double kGuide = 0.55;  // grey

class CoverDrawer {
 public:
  CoverDrawer(Pen& pen, const Cover& cover, const Design& design, const Words& words,
              const Faces& faces)
      : pen_(pen),
        context_(pen.context()),
        cover_(cover),
        design_(design),
        words_(words),
        faces_(faces),
        title_(design.title.empty() ? words.sudoku() : design.title),
        front_(kBleed + cover.page.width + cover.spine) {}

  void draw() {
    front();
    if (cover_.pages >= kLeastSpineTextPages) spine();
    guides();
    barcode();
  }

 private:
  void front() {
    const double width = cover_.page.width - 2 * kInch * 0.5;
    const double middle = front_ + cover_.page.width / 2;
    const Face& face = faces_.of(title_, Weight::kBold);
    const auto [lines, size] = lines_of_title(face, title_, kMostTitle, width);
    double y = kBleed + cover_.page.height / 4;
    for (const std::string& line : lines) {
      pen_.text(face, line, size, Align::kMiddle, middle, y += leading_of(size), width);
    }
    pen_.paragraph(faces_.of(design_.author, Weight::kRegular), design_.author, 16, Align::kMiddle,
                   middle, kBleed + cover_.page.height * 0.8, width);
  }

  // From the top down, as on most spines: the title at the top, the author at the bottom.
  void spine() {
    const double room = cover_.spine - 2 * kSpineSafe;
    const double size = std::min(0.7 * room, 18.0);
    const double length = cover_.page.height - 2 * kInch * 0.5;
    cairo_save(context_);
    cairo_translate(context_, kBleed + cover_.page.width + cover_.spine / 2, kBleed + 0.5 * kInch);
    cairo_rotate(context_, std::numbers::pi / 2);
    const double line = 0.35 * size;  // from the middle of capital letters to the base line
    pen_.text(faces_.of(title_, Weight::kBold), title_, size, Align::kLeft, 0, line, 0.6 * length);
    pen_.text(faces_.of(design_.author, Weight::kRegular), design_.author, size, Align::kRight,
              length, line, 0.35 * length);
    cairo_restore(context_);
  }

  void guides() {
    cairo_save(context_);
    cairo_set_source_rgb(context_, kGuide, kGuide, kGuide);
    cairo_set_line_width(context_, 0.5);
    const Paper& page = cover_.page;
    cairo_rectangle(context_, kBleed, kBleed, cover_.width - 2 * kBleed, page.height);
    for (const double x : {kBleed + page.width, front_}) {
      cairo_move_to(context_, x, 0);
      cairo_line_to(context_, x, cover_.height);
    }
    cairo_stroke(context_);
    const double dashes[] = {3, 3};
    cairo_set_dash(context_, dashes, 2, 0);
    for (const double x : {kBleed, front_}) {
      cairo_rectangle(context_, x + kSafe, kBleed + kSafe, page.width - 2 * kSafe,
                      page.height - 2 * kSafe);
    }
    if (cover_.spine > 2 * kSpineSafe) {
      cairo_rectangle(context_, kBleed + page.width + kSpineSafe, kBleed + kSafe,
                      cover_.spine - 2 * kSpineSafe, page.height - 2 * kSafe);
    }
    cairo_stroke(context_);
    cairo_restore(context_);
  }

  void barcode() {
    const double x = kBleed + cover_.page.width - kBarcodeMargin - kBarcodeWidth;
    const double y = kBleed + cover_.page.height - kBarcodeMargin - kBarcodeHeight;
    cairo_save(context_);
    cairo_rectangle(context_, x, y, kBarcodeWidth, kBarcodeHeight);
    cairo_set_source_rgb(context_, 1, 1, 1);
    cairo_fill_preserve(context_);
    cairo_set_source_rgb(context_, kGuide, kGuide, kGuide);
    cairo_set_line_width(context_, 0.5);
    cairo_stroke(context_);
    pen_.text(faces_.words(Weight::kRegular), words_.barcode(), 9, Align::kMiddle,
              x + kBarcodeWidth / 2, y + kBarcodeHeight / 2, kBarcodeWidth);
    cairo_restore(context_);
  }

  Pen& pen_;
  cairo_t* context_;
  const Cover& cover_;
  const Design& design_;
  const Words& words_;
  const Faces& faces_;
  std::string title_;
  double front_;  // the left edge of the front
};

}  // namespace

void draw_cover(Pen& pen, const Cover& cover, const Design& design, const Words& words,
                const Faces& faces) {
  CoverDrawer(pen, cover, design, words, faces).draw();
}

}  // namespace dokumill::book
