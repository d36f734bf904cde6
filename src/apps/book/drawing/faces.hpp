// Faces: the typefaces of one book: those of its own words and digits, and further ones for texts
// of the user, such as a Chinese title of an English book.
#pragma once

#include <deque>
#include <string>

#include "apps/book/drawing/type.hpp"
#include "apps/book/layout/design.hpp"

namespace dokumill::book {

class Faces {
 public:
  // Finds the typefaces for the digits, for the words of the book, and for its title, author and
  // copyright line. Failure: as Face::find().
  static Result<Faces> load(const Design& design);

  const Face& digits(Weight weight) const {
    return weight == Weight::kBold ? bold_digits_ : digits_;
  }
  // For the words of the book.
  const Face& words(Weight weight) const { return weight == Weight::kBold ? bold_ : regular_; }
  // For a text of the user. `what`: what the text is, for messages. Failure: as Face::find().
  Result<const Face*> find(const std::string& text, Weight weight, const std::string& what);
  // REQUIRES: find() was successful for this text and this weight.
  const Face& of(const std::string& text, Weight weight) const;

 private:
  struct Further {
    Weight weight;
    Face face;
  };
  Faces(const Design& design, Face digits, Face bold_digits, Face regular, Face bold)
      : family_(design.font),
        language_(design.language),
        digits_(std::move(digits)),
        bold_digits_(std::move(bold_digits)),
        regular_(std::move(regular)),
        bold_(std::move(bold)) {}

  std::string family_;
  Language language_;
  Face digits_;
  Face bold_digits_;
  Face regular_;
  Face bold_;
  std::deque<Further> further_;  // a deque, so that faces stay where they are
};

}  // namespace dokumill::book
