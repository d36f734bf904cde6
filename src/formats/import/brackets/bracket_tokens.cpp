#include "formats/import/brackets/bracket_tokens.hpp"

#include <algorithm>
#include <utility>

#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;
using TokenKind = BracketTokenKind;

constexpr std::array kQuoteMarks{"'"sv, "\""sv, "`"sv, "'''"sv, "\"\"\""sv};
constexpr std::size_t kCommentEnd = kQuoteMarks.size();
// Letters before a quote that say what kind of string follows.
constexpr std::array kStringPrefixes{"b"sv, "r"sv, "u"sv,  "f"sv,  "B"sv, "R"sv,
                                     "U"sv, "L"sv, "br"sv, "rb"sv, "u8"sv};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word_byte(char c) {
  const bool is_latin = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_latin || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         "_.+-*?$@"sv.find(c) != std::string_view::npos;
}

TokenKind kind_of_mark(char c) {
  switch (c) {
    case '(':
    case '[':
    case '{':
      return TokenKind::kOpen;
    case ')':
    case ']':
    case '}':
      return TokenKind::kClose;
    case ',':
    case ';':
      return TokenKind::kSeparator;
    case ':':
      return TokenKind::kColon;
    case '=':
      return TokenKind::kEquals;
    default:
      return TokenKind::kEnd;
  }
}

}  // namespace

BracketToken BracketTokens::next() {
  BracketToken token;
  after_blank_line_ = false;
  for (;;) {
    skip_blanks();
    const std::size_t more = at_ - std::exchange(watched_, at_);
    if (at_ == text_.size() || is_stopped_after(watch_, more)) return token;
    is_blank_line_ = false;
    token.line = line_;
    token.column = static_cast<std::uint32_t>(at_ - line_begin_) + 1;
    token.after_blank_line = after_blank_line_;
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (skip_comment()) continue;
    if (c == '\'' || c == '"' || c == '`') {
      if (take_string(token)) return token;
      continue;
    }
    has_prefix_ = true;
    if (is_word_byte(c)) {
      at_ = word_end();
      token.kind = TokenKind::kWord;
      token.text = text_.substr(begin, at_ - begin);
      has_prefix_ = at_ == text_.size() || text_[at_] != '\'' ||
                    std::ranges::find(kStringPrefixes, token.text) != kStringPrefixes.end();
      return token;
    }
    at_ += take_mark(c, token.kind);
    token.text = text_.substr(begin, at_ - begin);
    if (token.kind != TokenKind::kEnd) return token;
  }
}

std::size_t BracketTokens::take_cells(BoardCells& cells) {
  const char* at = text_.data() + at_;
  const char* const end = text_.data() + text_.size();
  for (std::size_t count = 0; count < cells.size();) {
    while (at != end && *at == ' ') ++at;
    const char quote = at != end && (*at == '"' || *at == '\'') ? *at++ : '\0';
    if (at == end || !(is_digit(*at) || *at == '.')) return 0;
    cells[count++] = *at++;
    if (quote != 0 && (at == end || *at++ != quote)) return 0;
    while (at != end && *at == ' ') ++at;
    if (at == end) return 0;
    if (*at == ',') {
      ++at;
      continue;
    }
    if (kind_of_mark(*at) != TokenKind::kClose) return 0;
    count_work(static_cast<std::size_t>(at - text_.data()) - at_);
    at_ = static_cast<std::size_t>(at - text_.data());
    return count;
  }
  return 0;
}

// Sets the kind of a mark, or kEnd for marks that are skipped: comparisons, the :: of C++ and all
// others. Returns the number of its bytes.
std::size_t BracketTokens::take_mark(char c, TokenKind& kind) const {
  kind = kind_of_mark(c);
  const char second = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const bool is_skipped =
      (second == '=' && "=!<>"sv.find(c) != std::string_view::npos) || (c == ':' && second == ':');
  if (is_skipped) {
    kind = TokenKind::kEnd;
    return 2;
  }
  if ((c == '=' && second == '>') || (c == ':' && second == '=')) {
    kind = c == '=' ? TokenKind::kColon : TokenKind::kEquals;
    return 2;
  }
  return 1;
}

void BracketTokens::skip_blanks() {
  const std::size_t begin = at_;
  while (at_ != text_.size()) {
    const char c = text_[at_];
    if (!is_line_end(c) && c != ' ' && c != '\t' && c != '\f' && c != '\v') break;
    has_prefix_ = true;
    if (is_line_end(c)) {
      after_blank_line_ = after_blank_line_ || is_blank_line_;
      is_blank_line_ = true;
      const char* const here = text_.data() + at_;
      const char* const after = skip_line_end(here, text_.data() + text_.size());
      skip_to(at_ + static_cast<std::size_t>(after - here));
    } else {
      ++at_;
    }
  }
  count_work(at_ - begin + 1);
}

// Skips a comment. Returns false if no comment begins here.
bool BracketTokens::skip_comment() {
  if (text_[at_] != '#' && text_[at_] != '/') return false;
  const std::string_view two = text_.substr(at_, 2);
  if (text_[at_] == '#' || two == "//"sv) {
    const char* const end = text_.data() + text_.size();
    at_ = static_cast<std::size_t>(find_line_end(text_.data() + at_, end) - text_.data());
    return true;
  }
  if (two != "/*"sv || at_ < none_before_[kCommentEnd]) return false;
  const std::size_t end = text_.find("*/"sv, at_ + 2);
  count_work(std::min(end, text_.size()) - at_);
  if (end == std::string_view::npos) {
    none_before_[kCommentEnd] = text_.size();
    return false;
  }
  skip_to(end + 2);
  return true;
}

// Reads a string, or skips the quote.
bool BracketTokens::take_string(BracketToken& token) {
  const char c = text_[at_];
  const std::string_view three = text_.substr(at_, 3);
  if (three == "```"sv) {  // a fence of Markdown
    at_ += 3;
    return false;
  }
  const auto triple = std::ranges::find(kQuoteMarks, three);
  const auto mark = triple != kQuoteMarks.end()
                        ? triple
                        : std::ranges::find(kQuoteMarks, std::string_view(&c, 1));
  const auto kind = static_cast<std::size_t>(mark - kQuoteMarks.begin());
  const bool in_line = mark->size() == 1 && c != '`';
  const bool is_apostrophe = c == '\'' && !has_prefix_;
  has_prefix_ = true;
  std::size_t end = std::string_view::npos;
  if (!is_apostrophe && at_ >= none_before_[kind]) {
    end = find_quote(*mark, in_line, at_ + mark->size());
    count_work(std::min(end, text_.size()) - at_);
    const bool is_found = end < text_.size() && text_.substr(end).starts_with(*mark);
    if (!is_found) {
      none_before_[kind] = end;
      end = std::string_view::npos;
    }
  }
  if (end == std::string_view::npos) {
    at_ += mark->size();
    return false;
  }
  token.kind = TokenKind::kString;
  token.inside = text_.substr(at_ + mark->size(), end - at_ - mark->size());
  token.text = text_.substr(at_, end + mark->size() - at_);
  skip_to(end + mark->size());
  return true;
}

// Returns where the quote is, or where the search ended: at the end of the line or of the text.
std::size_t BracketTokens::find_quote(std::string_view quote, bool in_line,
                                      std::size_t from) const {
  for (std::size_t at = from; at < text_.size(); ++at) {
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == quote.front() && text_.substr(at).starts_with(quote)) {
      return at;
    } else if (in_line && is_line_end(text_[at])) {
      return at;
    }
  }
  return text_.size();
}

// Goes to `at`, and counts the lines up to it.
void BracketTokens::skip_to(std::size_t at) {
  count_work(at - at_);
  for (; at_ != at; ++at_) {
    const bool is_first_of_two =
        text_[at_] == '\r' && at_ + 1 != text_.size() && text_[at_ + 1] == '\n';
    if (!is_line_end(text_[at_]) || is_first_of_two) continue;
    ++line_;
    line_begin_ = at_ + 1;
  }
}

std::size_t BracketTokens::word_end() const {
  std::size_t end = at_;
  while (end != text_.size() && is_word_byte(text_[end])) ++end;
  count_work(end - at_);
  return end;
}

}  // namespace dokumill::records
