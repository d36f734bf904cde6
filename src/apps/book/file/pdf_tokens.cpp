#include "apps/book/file/pdf_tokens.hpp"

#include <algorithm>
#include <array>

namespace dokumill::book {
namespace {

enum class Kind : unsigned char { kRegular, kBlank, kDelimiter };

constexpr std::array<Kind, 256> make_kinds() {
  std::array<Kind, 256> kinds{};
  for (const char c : {'\0', '\t', '\n', '\f', '\r', ' '}) {
    kinds[static_cast<unsigned char>(c)] = Kind::kBlank;
  }
  for (const char c : {'(', ')', '<', '>', '[', ']', '{', '}', '/', '%'}) {
    kinds[static_cast<unsigned char>(c)] = Kind::kDelimiter;
  }
  return kinds;
}
constexpr std::array<Kind, 256> kKinds = make_kinds();

Kind kind_of(char c) {
  return kKinds[static_cast<unsigned char>(c)];
}

}  // namespace

std::string_view PdfTokens::next() {
  while (at_ < text_.size() && (kind_of(text_[at_]) == Kind::kBlank || text_[at_] == '%')) {
    at_ = text_[at_] == '%' ? std::min(text_.find_first_of("\r\n", at_), text_.size()) : at_ + 1;
  }
  const std::size_t begin = at_;
  if (begin == text_.size()) return {};
  const char first = text_[begin];
  const bool is_double = begin + 1 < text_.size() && text_[begin + 1] == first;
  if (first == '(') {
    at_ = end_of_string();
  } else if (first == '<' && !is_double) {
    at_ = std::min(text_.find('>', begin), text_.size() - 1) + 1;
  } else if (first == '<' || (first == '>' && is_double)) {
    at_ += 2;
  } else if (kind_of(first) == Kind::kDelimiter && first != '/') {
    ++at_;
  } else {
    do {
      ++at_;
    } while (at_ < text_.size() && kind_of(text_[at_]) == Kind::kRegular);
  }
  return text_.substr(begin, at_ - begin);
}

std::size_t PdfTokens::end_of_string() const {
  int depth = 0;
  for (std::size_t at = at_; at < text_.size(); ++at) {
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == '(') {
      ++depth;
    } else if (text_[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return text_.size();
}

}  // namespace dokumill::book
