#include "apps/book/drawing/paragraph.hpp"

#include <algorithm>

namespace dokumill::book {
namespace {

constexpr std::size_t kBytesOfHan = 3;  // the usual Chinese characters and punctuation marks

std::size_t bytes_of_first(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) ++bytes;
  return bytes;
}

// Characters of three bytes from U+2E80 on are Chinese, Japanese or Korean, or their punctuation.
bool is_wide(std::string_view character) {
  return character.size() > kBytesOfHan ||
         (character.size() == kBytesOfHan && static_cast<unsigned char>(character[0]) >= 0xe2 &&
          character >= "\xe2\xba\x80");
}

// Marks that do not begin a line.
bool is_closing(std::string_view character) {
  constexpr std::string_view kMarks[] = {"。", "，", "、", "；", "：", "！", "？", "）", "”", "》"};
  return std::ranges::find(kMarks, character) != std::end(kMarks);
}

// Takes the characters that stay on one line.
std::string_view take_unit(std::string_view& text) {
  std::size_t end = bytes_of_first(text);
  const bool is_han = is_wide(text.substr(0, end));
  while (end < text.size() && text[end] != ' ') {
    const std::string_view next = text.substr(end, bytes_of_first(text.substr(end)));
    const bool stays = is_closing(next) || (!is_han && !is_wide(next));
    if (!stays) break;
    end += next.size();
  }
  const std::string_view unit = text.substr(0, end);
  text.remove_prefix(end);
  return unit;
}

}  // namespace

std::vector<std::string> break_lines(const Face& face, std::string_view text, double size,
                                     double width) {
  const double space = face.width(" ", size);
  std::vector<std::string> lines(1);
  double used = 0;
  const auto add = [&](std::string_view unit, bool has_space) {
    const double own = face.width(std::string(unit), size);
    const bool is_first = lines.back().empty();
    const double gap = has_space && !is_first ? space : 0;
    if (is_first || used + gap + own <= width) {
      if (gap != 0) lines.back() += ' ';
      lines.back() += unit;
      used += gap + own;
    } else {
      lines.emplace_back(unit);
      used = own;
    }
  };
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(blanks);
    if (text.empty()) break;
    std::string_view unit = take_unit(text);
    if (face.width(std::string(unit), size) <= width) {
      add(unit, blanks != 0);
      continue;
    }
    for (bool has_space = blanks != 0; !unit.empty(); has_space = false) {
      const std::size_t bytes = bytes_of_first(unit);
      add(unit.substr(0, bytes), has_space);
      unit.remove_prefix(bytes);
    }
  }
  return lines;
}

}  // namespace dokumill::book
