#include "base/text/printable.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace dokumill {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Control characters, line separators, characters that set the direction of text, and invisible
// characters (Unicode's Default_Ignorable_Code_Point), in ascending order.
constexpr Range kHidden[] = {
    {0x00, 0x1F},        // C0
    {0x7F, 0x9F},        // DEL and C1
    {0xAD, 0xAD},        // soft hyphen
    {0x34F, 0x34F},      // combining grapheme joiner
    {0x61C, 0x61C},      // Arabic letter mark
    {0x115F, 0x1160},    // Hangul fillers
    {0x17B4, 0x17B5},    // Khmer inherent vowels
    {0x180B, 0x180F},    // Mongolian variation selectors, vowel separator
    {0x200B, 0x200F},    // zero-width space and joiners, direction marks
    {0x2028, 0x202E},    // line and paragraph separators, embeddings and overrides
    {0x2060, 0x206F},    // word joiner, invisible operators, isolates
    {0x3164, 0x3164},    // Hangul filler
    {0xFE00, 0xFE0F},    // variation selectors
    {0xFEFF, 0xFEFF},    // byte-order mark
    {0xFFA0, 0xFFA0},    // half-width Hangul filler
    {0xFFF0, 0xFFFB},    // interlinear annotation
    {0xFFFE, 0xFFFF},    // noncharacters
    {0x1BCA0, 0x1BCA3},  // shorthand format controls
    {0x1D173, 0x1D17A},  // musical format controls
    {0xE0000, 0xE0FFF},  // tags, further variation selectors
};

bool is_hidden(std::uint32_t character) {
  const auto* const found =
      std::lower_bound(std::begin(kHidden), std::end(kHidden), character,
                       [](const Range& range, std::uint32_t value) { return range.last < value; });
  return found != std::end(kHidden) && found->first <= character;
}

// Appends the character at `at`, escaped if necessary. Returns the position of the next character.
std::size_t append_escaped(std::string_view text, std::size_t at, std::string& out) {
  const auto [character, bytes] = utf8_at(text, at);
  if (character == kNoCharacter || character < 0x20 || character == 0x7F) {
    out += format_text("\\x{:02X}", static_cast<unsigned char>(text[at]));
  } else if (is_hidden(character)) {
    out += format_text("\\u{{{:X}}}", character);
  } else {
    out.append(text, at, bytes);
  }
  return at + bytes;
}

}  // namespace

bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, bytes] = utf8_at(text, at);
    if (character == kNoCharacter || is_hidden(character)) return false;
    at += bytes;
  }
  return true;
}

std::string printable_all(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) at = append_escaped(text, at, out);
  return out;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string all = printable_all(text);
  if (all.size() <= max_bytes) return all;
  const std::size_t tail_bytes = max_bytes / 4;
  const std::size_t head_bytes = max_bytes - tail_bytes;
  // Never cut inside a character or an escape. The head ends at the last allowed position within
  // `head_bytes`. The tail begins at the first allowed position after which at most `tail_bytes`
  // bytes follow.
  std::string piece;
  std::size_t head_end = 0;
  std::size_t tail_begin = 0;
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size();) {
    piece.clear();
    at = append_escaped(text, at, piece);
    size += piece.size();
    if (size <= head_bytes) head_end = size;
    if (tail_begin == 0 && all.size() - size <= tail_bytes) tail_begin = size;
  }
  return all.substr(0, head_end) + "...(" + grouped(text.size()) + " bytes)..." +
         all.substr(tail_begin);
}

std::string printable_list(const std::vector<std::string>& names) {
  constexpr std::size_t kMaxNames = 20;
  constexpr std::size_t kMaxNameBytes = 60;
  constexpr std::size_t kMaxBytes = 400;
  std::string text;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    const std::string word = printable(name, kMaxNameBytes);
    if (shown == kMaxNames || (shown != 0 && text.size() + word.size() > kMaxBytes)) break;
    text += (shown == 0 ? "" : ", ") + word;
    ++shown;
  }
  if (shown < names.size()) text += ", ... and " + grouped(names.size() - shown) + " more";
  return text;
}

}  // namespace dokumill
