// PdfTokens: the tokens of a PDF object or of the content of a page.
#pragma once

#include <string_view>

namespace dokumill::book {

class PdfTokens {
 public:
  explicit PdfTokens(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  // The next token: a number, a name with its slash, an operator, a bracket, or a whole string with
  // its brackets. Empty at the end. It is a part of the text. Comments are left out.
  std::string_view next();

  std::size_t position() const { return at_; }  // after the last token

 private:
  std::size_t end_of_string() const;

  std::string_view text_;
  std::size_t at_;
};

}  // namespace dokumill::book
