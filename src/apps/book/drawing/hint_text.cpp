#include "apps/book/drawing/hint_text.hpp"

#include <algorithm>

#include "apps/book/drawing/paragraph.hpp"
#include "base/text/format.hpp"

namespace dokumill::book {
namespace {

// The column of the numbers, which have up to six digits.
double number_width(const Sheet& sheet) {
  return 4 * sheet.text_size();
}

double text_width(const Sheet& sheet) {
  return sheet.width() - number_width(sheet);
}

}  // namespace

double hint_height(const Faces& faces, const Sheet& sheet, const std::string& hint) {
  const Face& face = faces.of(hint, Weight::kRegular);
  const auto lines = break_lines(face, hint, sheet.text_size(), text_width(sheet)).size();
  return (static_cast<double>(lines) + 0.5) * leading_of(sheet.text_size());
}

void draw_hint(Pen& pen, const Faces& faces, const Sheet& sheet, std::uint64_t page,
               std::uint64_t number, const std::string& hint, double y) {
  const double size = sheet.text_size();
  const double x = sheet.left(page);
  pen.text(faces.words(Weight::kBold), format_text("{}", number), size, Align::kLeft, x,
           y + leading_of(size), number_width(sheet) - size / 2);
  pen.paragraph(faces.of(hint, Weight::kRegular), hint, size, Align::kLeft, x + number_width(sheet),
                y, text_width(sheet));
}

}  // namespace dokumill::book
