// What a byte of a text can be in an answer, and the cells between two words.
//
// Memory: no allocation; a segment has at most 128 cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/cells.hpp"
#include "base/work_count.hpp"
#include "dokumill/geometry.hpp"
#include "formats/answers/answer_rows.hpp"
#include "formats/import/characters.hpp"

namespace dokumill::records {

enum class Sign : std::uint8_t {
  kCell,  // a digit, or a mark of an empty cell
  kBlank,
  kSeparator,  // between the cells of a segment
  kBackslash,
  kSplit,  // ends a segment
  kLetter,
  kListEnd,
  kLineEnd,
  kWide,  // a byte of a character beyond ASCII
};

inline constexpr std::array<Sign, 256> kSigns = [] {
  std::array<Sign, 256> signs{};
  signs.fill(Sign::kSplit);
  for (int byte = 0x80; byte < 0x100; ++byte) signs[byte] = Sign::kWide;
  for (int byte = 0; byte < 0x80; ++byte) {
    const CharacterKind kind = kAsciiCharacters[byte].kind;
    if (kind == CharacterKind::kDigit || kind == CharacterKind::kEmpty) signs[byte] = Sign::kCell;
    if (kind == CharacterKind::kBlank) signs[byte] = Sign::kBlank;
    if (kind == CharacterKind::kLetter) signs[byte] = Sign::kLetter;
  }
  for (const char c :
       {'|', '+', '~', ',', ';', '/', '(', ')', '{', '}', '[', '"', '\'', '`', '&'}) {
    signs[static_cast<unsigned char>(c)] = Sign::kSeparator;
  }
  signs['\r'] = Sign::kBlank;
  signs['\\'] = Sign::kBackslash;
  signs[']'] = Sign::kListEnd;
  signs['\n'] = Sign::kLineEnd;
  return signs;
}();

// Values of cells, apart from 0 to 9.
inline constexpr std::uint8_t kSoftMark = 0x40;  // an empty cell
inline constexpr std::uint8_t kHardMark = 0x80;  // - _ *, which also are parts of frames and text
inline constexpr std::array<std::uint8_t, 256> kCellOf = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotACell);
  for (int byte = 0; byte < 0x80; ++byte) {
    if (kSigns[byte] == Sign::kCell)
      values[byte] = kAsciiCharacters[byte].mark ? kHardMark : kSoftMark;
    if (byte >= '0' && byte <= '9') values[byte] = static_cast<std::uint8_t>(byte - '0');
  }
  return values;
}();

// The cells between two words. All functions are inline, because read_answer() calls them for each
// run of cells.
class Segment {
 public:
  // A segment with more cells is neither a row nor a board.
  static constexpr std::size_t kMostCells = 128;
  // `cells`: of a board, `row`: of a row.
  Segment(std::size_t cells, std::size_t row) : board_(cells), row_(row) {}
  void clear() {
    size_ = digits_ = tokens_ = blanks_ = last_token_ = 0;
    is_too_long_ = false;
    is_regular_ = true;
  }
  // Adds one cell. `value`: 0 to 9, kSoftMark or kHardMark.
  void add(std::uint8_t value, std::size_t offset, bool begins_token) {
    if (begins_token) begin_token();
    if (size_ == kMostCells) {
      is_too_long_ = true;
      return;
    }
    values_[size_] = value;
    offsets_[size_++] = offset;
    digits_ += value <= kDigits;
  }
  // Adds the cells with which a text begins. Returns their number.
  std::size_t add_run(std::string_view text, std::size_t offset, bool begins_token) {
    if (begins_token) begin_token();
    // Bytes can be changed through any pointer, so the compiler keeps only local variables in
    // registers.
    std::size_t size = size_;
    std::size_t digits = digits_;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
      const std::uint8_t value = kCellOf[static_cast<unsigned char>(text[at])];
      if (value == kNotACell) break;
      if (size == kMostCells) {
        is_too_long_ = true;
        continue;
      }
      values_[size] = value;
      offsets_[size++] = offset + at;
      digits += value <= kDigits;
    }
    count_work(at);
    size_ = size;
    digits_ = digits;
    return at;
  }
  // Drops the last token, because a letter follows.
  void drop_token() {
    if (is_too_long_) return;
    while (size_ > last_token_) digits_ -= values_[--size_] <= kDigits;
    if (tokens_ > 0) --tokens_;
  }
  // Ends the last token. In "1 7 2 9 4 8 3 5 6.", the point ends a sentence.
  void finish() {
    drop_fraction();
    const bool has_point = digits_ + 1 == size_ && size_ - last_token_ == 2;
    if (has_point && values_[size_ - 1] == kSoftMark) --size_;
  }
  void add_blank() { ++blanks_; }

  std::size_t size() const { return size_; }
  std::size_t digits() const { return digits_; }
  std::size_t tokens() const { return tokens_; }
  bool ends_with_board() const { return size_ - last_token_ == board_; }
  bool is_too_long() const { return is_too_long_; }
  // True if all tokens have the same length, as in 534 678 912, but the last one can be shorter.
  bool is_regular() const {
    return tokens_ == 1 || (is_regular_ && size_ - last_token_ <= second_token_);
  }
  // The value of the only digit, or kNoNumber.
  int number() const {
    if (digits_ != 1 || size_ > 5) return kNoNumber;
    return *std::ranges::find_if(values_, [](std::uint8_t v) { return v <= kDigits; });
  }

  int first_digit() const { return digits_ > 0 ? digit_in(size_) : kNoNumber; }

  struct Found {
    std::array<std::uint8_t, kCells> cells;
    std::size_t offset;
    bool is_one_token;
    int number;  // that stands before a row, or kNoNumber
  };
  // Finds `count` cells that fill the segment, except for a number, or a mark of a list, before
  // them.
  bool find(std::size_t count, int last_number, Found& found) const {
    if (size_ < count || is_too_long_) return false;
    found.number = kNoNumber;
    if (size_ == count) return (digits_ > 0 || is_empty_row()) && take(0, true, found);
    if (tokens_ >= 2) {
      const std::size_t begin = second_token_;
      const std::size_t before = digits_in(0, begin);
      const int number = before == 1 ? digit_in(begin) : kNoNumber;
      const bool follows = number == last_number + 1 || number <= 1 || count == board_;
      const bool may_be_number = before == 1 ? begin <= 5 && follows : before == 0 && begin <= 2;
      const std::size_t digits = digits_ - before;
      if (may_be_number && digits > 0 && (size_ - begin == count || digits == count)) {
        found.number = number;
        return take(begin, size_ - begin == count, found);
      }
    }
    return digits_ == count && take(0, false, found);
  }
  // The values of all cells.
  std::size_t copy(std::span<std::uint8_t, kMostCells> into) const {
    for (std::size_t i = 0; i < size_; ++i) into[i] = cell(i);
    return size_;
  }
  std::size_t offset() const { return offsets_[0]; }

 private:
  // In the token 5.0, the digit of the cell is 5.
  void drop_fraction() {
    if (size_ - last_token_ != 3 || values_[size_ - 1] != 0 || is_too_long_) return;
    if (values_[size_ - 2] != kSoftMark || values_[size_ - 3] > kDigits) return;
    size_ -= 2;
    --digits_;
  }
  void begin_token() {
    drop_fraction();
    if (tokens_ == 1) second_token_ = size_;
    if (tokens_ > 1) is_regular_ &= size_ - last_token_ == second_token_;
    ++tokens_;
    last_token_ = size_;
  }
  std::uint8_t cell(std::size_t i) const { return values_[i] <= kDigits ? values_[i] : 0; }
  std::size_t digits_in(std::size_t begin, std::size_t end) const {
    return static_cast<std::size_t>(
        std::count_if(values_.data() + begin, values_.data() + end,
                      [](std::uint8_t value) { return value <= kDigits; }));
  }
  int digit_in(std::size_t end) const {
    return *std::find_if(values_.data(), values_.data() + end,
                         [](std::uint8_t v) { return v <= kDigits; });
  }
  // Marks alone can also be a frame, such as ---+---+--- or |---|---|---|.
  bool is_empty_row() const {
    if (size_ == row_ && tokens_ == row_ && blanks_ + 1 >= row_) return true;
    return std::count(values_.data(), values_.data() + size_, kSoftMark) == static_cast<int>(size_);
  }
  // Takes the cells, or only the digits, from `begin` on. Returns true.
  bool take(std::size_t begin, bool with_marks, Found& found) const {
    std::size_t count = 0;
    for (std::size_t i = begin; i < size_; ++i) {
      if (!with_marks && values_[i] > kDigits) continue;
      if (count == 0) found.offset = offsets_[i];
      found.cells[count++] = cell(i);
    }
    found.is_one_token = last_token_ <= begin;
    return true;
  }

  std::size_t board_;
  std::size_t row_;
  std::array<std::uint8_t, kMostCells> values_;
  std::array<std::size_t, kMostCells> offsets_;
  std::size_t size_ = 0;
  std::size_t digits_ = 0;
  std::size_t tokens_ = 0;
  std::size_t blanks_ = 0;
  std::size_t second_token_ = 0;  // where it begins
  std::size_t last_token_ = 0;
  bool is_regular_ = true;  // all tokens but the last one are as long as the first one
  bool is_too_long_ = false;
};

}  // namespace dokumill::records
