#include "apps/book/drawing/faces.hpp"

#include <algorithm>
#include <utility>

#include "apps/book/layout/words.hpp"

namespace dokumill::book {

Result<Faces> Faces::load(const Design& design) {
  const std::string needed = Words(design.language).characters();
  // A Chinese book has the digits of an English one, because few Chinese families have a bold face.
  const auto digits = [&](Weight weight) {
    return Face::find({.family = design.font, .weight = weight, .what = "the book"});
  };
  const auto words = [&](Weight weight) {
    return Face::find({design.font, design.language, weight, needed, "the book"});
  };
  Result<Face> digit = digits(Weight::kRegular);
  if (!digit.ok()) return digit.status();
  Result<Face> bold_digit = digits(Weight::kBold);
  if (!bold_digit.ok()) return bold_digit.status();
  Result<Face> regular = words(Weight::kRegular);
  if (!regular.ok()) return regular.status();
  Result<Face> bold = words(Weight::kBold);
  if (!bold.ok()) return bold.status();
  Faces faces(design, *std::move(digit), *std::move(bold_digit), *std::move(regular),
              *std::move(bold));
  for (const Weight weight : {Weight::kBold, Weight::kRegular}) {
    if (const auto face = faces.find(design.title, weight, "the title"); !face.ok()) {
      return face.status();
    }
    if (const auto face = faces.find(design.author, weight, "the author"); !face.ok()) {
      return face.status();
    }
  }
  const auto face = faces.find(design.copyright, Weight::kRegular, "the copyright text");
  if (!face.ok()) return face.status();
  return faces;
}

Result<const Face*> Faces::find(const std::string& text, Weight weight, const std::string& what) {
  if (!is_printable(text)) {
    return Status(ErrorCode::kUsage, what + " is not UTF-8, or has a control character");
  }
  const Face& found = of(text, weight);
  if (found.has(text)) return &found;
  Result<Face> face = Face::find({family_, language_, weight, text, what});
  if (!face.ok()) return face.status();
  return &further_.emplace_back(Further{weight, *std::move(face)}).face;
}

const Face& Faces::of(const std::string& text, Weight weight) const {
  const Face& usual = words(weight);
  if (usual.has(text)) return usual;
  const auto fits = [&](const Further& further) {
    return further.weight == weight && further.face.has(text);
  };
  const auto found = std::ranges::find_if(further_, fits);
  return found == further_.end() ? usual : found->face;
}

}  // namespace dokumill::book
