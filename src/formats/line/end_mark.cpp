#include "formats/line/end_mark.hpp"

#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

// Compares with a word of lower-case letters, without regard to the case of ASCII letters.
bool is_word(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (static_cast<char>(text[i] | 0x20) != word[i]) return false;
  }
  return true;
}

}  // namespace

std::string_view end_mark_of(const char* begin, const char* end) {
  begin = skip_blanks(begin, end);
  if (begin == end) return {};
  if (*begin != kDosEnd && *begin != 'e' && *begin != 'E') return {};
  while (is_blank(end[-1])) --end;
  const std::string_view mark(begin, static_cast<std::size_t>(end - begin));
  count_work(mark.size());
  if (*begin == kDosEnd) return mark.find_first_not_of(kDosEnd) == mark.npos ? mark : "";
  std::string_view word = mark;
  if (word.back() == '.') word.remove_suffix(1);
  return is_word(word, "end") || is_word(word, "eof") ? mark : "";
}

}  // namespace dokumill::records
