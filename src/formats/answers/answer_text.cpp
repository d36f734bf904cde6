// read_answer(): one pass over the characters of a text, which cuts its lines into segments of
// cells.
//
// A segment ends at a letter, a colon or the like, and at the end of a line; the end of a JSON list
// also ends a line. Within a segment, tokens are runs of cells without a separator. A segment with
// n cells (nine) is a row, one with n * n cells a board. AnswerRows puts the rows together.
//
//   **Row 1:** 5 3 4 | 6 7 8 | 9 1 2 (done)
//     ~~~ ~~  ~~~~~~~~~~~~~~~~~~~~~~  ~~~~
//     |   |   segment of nine cells   word
//     |   segment of one digit: the number of the row
//     word; the marks ** before it belong to it
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/cells16.hpp"
#include "base/work_count.hpp"
#include "formats/answers/answer_rows.hpp"
#include "formats/answers/answer_segment.hpp"
#include "formats/import/characters.hpp"

namespace dokumill {
namespace records {
namespace {

// The begins of words, in small letters.
constexpr auto kBoardWords =
    std::to_array<std::string_view>({"answer", "board", "final", "grid", "output", "puzzle",
                                     "result", "row", "solution", "sudoku"});
constexpr auto kHouseWords =
    std::to_array<std::string_view>({"block", "box", "col", "region", "subgrid"});

// What the words of a line are about.
struct Topic {
  int count = 0;
  bool has_board = false;  // rows, a board, an answer
  bool has_house = false;  // columns or boxes

  // `text` begins with the word.
  void add(std::string_view text) {
    ++count;
    // c3 and b3 are a column and a box.
    const bool is_numbered = text.size() > 1 && text[1] >= '1' && text[1] <= '9';
    has_house |= is_numbered && ((text[0] | 0x20) == 'c' || (text[0] | 0x20) == 'b');
    // Most words of a text begin with another letter than these.
    constexpr std::uint32_t kFirstLetters = [] {
      std::uint32_t letters = 0;
      for (const char c : {'a', 'b', 'c', 'f', 'g', 'o', 'p', 'r', 's'}) letters |= 1U << (c & 31);
      return letters;
    }();
    if ((kFirstLetters >> (text[0] & 31) & 1) == 0) return;
    const auto begins_with = [&](std::string_view word) {
      const auto is_same = [](char letter, char c) { return letter == (c | 0x20); };
      return is_same(word[0], text[0]) && text.size() >= word.size() &&
             std::equal(word.begin(), word.end(), text.begin(), is_same);
    };
    has_board = has_board || std::ranges::any_of(kBoardWords, begins_with);
    has_house = has_house || std::ranges::any_of(kHouseWords, begins_with);
  }
  HouseName house(HouseName name) const {
    return has_house && !has_board ? name : HouseName::kNone;
  }
};

// The length of the command of LaTeX, such as \mathbf or \color{red}, with which `text` begins, or
// 0. Commands are separators.
std::size_t command_length(std::string_view text) {
  const auto is_letter = [](char c) {
    return kSigns[static_cast<unsigned char>(c)] == Sign::kLetter;
  };
  std::size_t size = 1;
  while (size < text.size() && (is_letter(text[size]) || (text[size] | 0x20) == 'x')) ++size;
  const std::string_view name = text.substr(1, size - 1);
  // \x1b and \u00e9 are characters.
  const bool is_unicode = !name.empty() && name[0] == 'u' &&
                          text.substr(2).find_first_not_of("0123456789abcdefABCDEF") >= 4;
  if (name.empty() || name == "x" || is_unicode) return 0;
  constexpr auto kWithText =
      std::to_array<std::string_view>({"begin", "end", "color", "textcolor", "cline"});
  if (std::ranges::find(kWithText, name) == kWithText.end()) return size;
  while (size < text.size() && text[size] == '{') {
    std::size_t end = size + 1;
    const std::size_t most = std::min(text.size(), size + 64);
    const auto is_text = [&](char c) {
      return c != '}' && c != '\n' && (name == "cline" || c < '0' || c > '9');
    };
    while (end < most && is_text(text[end])) ++end;
    if (end == most || text[end] != '}') break;
    size = end + 1;
  }
  return size;
}

constexpr std::string_view kBlankMarkup = "&nbsp;";

// The length of the tag with which `text` begins and which can be next to a cell, or 0.
std::size_t tag_length(std::string_view text) {
  constexpr auto kTags =
      std::to_array<std::string_view>({"b>", "i>", "u>", "em>", "strong>", "td>"});
  const std::size_t begin = text.starts_with("</") ? 2 : 1;
  const auto found = std::ranges::find_if(
      kTags, [&](std::string_view tag) { return text.substr(begin).starts_with(tag); });
  return found == kTags.end() ? 0 : begin + found->size();
}

class AnswerScanner {
 public:
  AnswerScanner(std::string_view text, Shape shape)
      : text_(text),
        row_(static_cast<std::size_t>(shape.size())),
        rows_(shape),
        segment_(row_ * row_, row_) {}
  TextAnswer scan(std::size_t begin, std::size_t end);

 private:
  void add_cell(std::uint8_t value, std::size_t at);
  void add_empty_field(std::size_t begin, std::size_t bar);
  void add_letter(std::size_t at);
  void add_wide_letter(std::string_view character);
  std::size_t add_wide(std::size_t at, std::size_t end);  // returns its length
  void end_token() { is_in_token_ = is_in_word_ = is_in_wide_word_ = false; }
  void end_segment(bool is_before_cells) {
    if (segment_.size() != 0) use_segment();
    segment_.clear();
    list_tokens_ = 0;
    follows_colon_ = is_before_cells;
  }
  void use_segment();
  // The words before a row say what it is.
  void begin_word() {
    if (is_named_) words_.has_board = words_.has_house = is_named_ = false;
  }
  void end_line(bool is_real);
  HouseName house() const {
    const HouseName name = words_.house(HouseName::kLabel);
    return name == HouseName::kNone && !words_.has_board ? heading_house_ : name;
  }

  const std::string_view text_;
  const std::size_t row_;  // the cells of a row
  AnswerRows rows_;
  Segment segment_;
  bool is_in_token_ = false;
  bool is_in_word_ = false;
  bool is_in_wide_word_ = false;
  int digits_in_word_ = 0;

  // Of the line:
  Topic words_;
  bool has_signs_ = false;  // not only blanks
  bool has_fence_ = false;
  bool has_cross_ = false;  // as in +---+---+, but not in a rule of a Markdown table
  bool has_rows_ = false;
  bool is_named_ = false;         // a row follows the words
  bool had_rows_ = false;         // before the end of a list in this line
  bool follows_colon_ = false;    // of the segment
  bool is_in_list_ = false;       // after [, without a row
  std::size_t list_tokens_ = 0;   // of the segment, in earlier lines of the list
  int number_ = kNoNumber;        // the only digit of an earlier segment
  int first_number_ = kNoNumber;  // with which an earlier segment begins
  // The longest segment that is no row.
  std::array<std::uint8_t, Segment::kMostCells> chunk_;
  std::size_t chunk_size_ = 0;
  std::size_t chunk_digits_ = 0;
  std::size_t chunk_offset_ = 0;
  bool chunk_follows_colon_ = false;
  bool chunk_is_regular_ = false;

  // Of the lines before:
  HouseName heading_house_ = HouseName::kNone;  // of a line such as "Columns:"
  int heading_number_ = kNoNumber;              // of a line such as "Row 3:"
};

TextAnswer AnswerScanner::scan(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    count_work(1);
    const auto byte = static_cast<unsigned char>(text_[at]);
    switch (kSigns[byte]) {
      case Sign::kCell:
        if (is_in_word_) {
          add_cell(kCellOf[byte], at);
          break;
        }
        has_signs_ = true;
        is_in_wide_word_ = false;
        if (!is_in_token_ && segment_.ends_with_board()) end_segment(false);
        at += segment_.add_run(text_.substr(at, end - at), at, !is_in_token_);
        is_in_token_ = true;
        continue;
      case Sign::kBlank:
        end_token();
        segment_.add_blank();
        break;
      case Sign::kSeparator:
        end_token();
        has_signs_ = true;
        has_fence_ |= byte == '`';
        has_cross_ |= byte == '+';
        if (byte == '&' && text_.substr(at, end - at).starts_with(kBlankMarkup)) {
          at += kBlankMarkup.size();
          continue;
        }
        if (byte == '[') {
          is_in_list_ = true;
          list_tokens_ = segment_.tokens();
        }
        if (byte == '|') add_empty_field(begin, at);
        break;
      case Sign::kBackslash:
        // The characters \n in a string are the end of a line, but \ne is a command.
        end_token();
        if (at + 1 < end && text_[at + 1] == 'n' &&
            (at + 2 == end || text_[at + 2] < 'a' || text_[at + 2] > 'z')) {
          end_line(true);
          ++at;
        } else {
          has_signs_ = true;
          const std::size_t length = command_length(text_.substr(at, end - at));
          count_work(length);
          at += std::max(length, std::size_t{1});
          continue;
        }
        break;
      case Sign::kSplit:
        end_token();
        has_signs_ = true;
        if (byte == '<') {
          const std::size_t length = tag_length(text_.substr(at, end - at));
          at += length;
          if (length != 0) continue;
        }
        end_segment(byte == ':' || byte == '=' || byte == '>');
        break;
      case Sign::kLetter:
        add_letter(at);
        while (at + 1 < end && kSigns[static_cast<unsigned char>(text_[at + 1])] == Sign::kLetter) {
          ++at;
        }
        break;
      case Sign::kListEnd:
        end_token();
        has_signs_ = true;
        end_line(false);
        break;
      case Sign::kLineEnd:
        end_token();
        if (is_in_list_ && segment_.tokens() <= list_tokens_ + 1) {
          list_tokens_ = segment_.tokens();  // lists can have a cell in each line
          segment_.add_blank();
        } else {
          end_line(true);
        }
        break;
      case Sign::kWide:
        at += add_wide(at, end);
        continue;
    }
    ++at;
  }
  end_line(false);
  return rows_.finish();
}

void AnswerScanner::add_cell(std::uint8_t value, std::size_t at) {
  has_signs_ = true;
  if (is_in_word_) {
    // The number of a row can be a part of a word, as in r3.
    if (value <= kDigits) number_ = digits_in_word_++ == 0 ? value : kNoNumber;
    return;
  }
  is_in_wide_word_ = false;
  segment_.add(value, at, !is_in_token_);
  is_in_token_ = true;
}

// In a table, blanks between two bars are an empty cell.
void AnswerScanner::add_empty_field(std::size_t begin, std::size_t bar) {
  std::size_t at = bar;
  while (at > begin && kSigns[static_cast<unsigned char>(text_[at - 1])] == Sign::kBlank) --at;
  if (at < bar && at > begin && text_[at - 1] == '|') segment_.add(kSoftMark, at, true);
}

void AnswerScanner::add_letter(std::size_t at) {
  if (is_in_word_) return;
  if (is_in_token_) segment_.drop_token();
  end_segment(false);
  end_token();
  has_signs_ = is_in_word_ = true;
  is_in_list_ = false;
  digits_in_word_ = 0;
  begin_word();
  words_.add(text_.substr(at, 8));
}

// Chinese characters and symbols, unlike letters, can be next to cells without a blank.
void AnswerScanner::add_wide_letter(std::string_view character) {
  if (!is_in_wide_word_) {
    end_segment(false);
    end_token();
    is_in_list_ = false;
    begin_word();
    ++words_.count;
  }
  has_signs_ = is_in_wide_word_ = true;
  words_.has_board |= character == "\u884C";                             // row
  for (const std::string_view house : {"\u5217", "\u5BAB", "\u5BAE"}) {  // column, box, box
    words_.has_house |= character == house;
  }
}

std::size_t AnswerScanner::add_wide(std::size_t at, std::size_t end) {
  const Character character = wide_character_at(text_.data() + at, text_.data() + end);
  const std::string_view bytes = text_.substr(at, character.bytes);
  switch (character.kind) {
    case CharacterKind::kDigit:
      add_cell(static_cast<std::uint8_t>(character.cell - '0'), at);
      break;
    case CharacterKind::kEmpty:
      add_cell(bytes == "\uFF10" ? 0 : kSoftMark, at);
      break;
    case CharacterKind::kBlank:
      end_token();
      segment_.add_blank();
      break;
    case CharacterKind::kBar:
      end_token();
      has_signs_ = true;
      break;
    default:
      // Full-width punctuation, and what makes a keycap of a digit.
      if (bytes == "\uFF0C" || bytes == "\u3001" || bytes == "\uFF1B" || bytes == "\uFE0F" ||
          bytes == "\u20E3") {
        end_token();
        has_signs_ = true;
      } else if (bytes == "\uFF1A" || bytes == "\uFF1D") {
        end_token();
        has_signs_ = true;
        end_segment(true);
      } else if (bytes.size() >= 3) {
        add_wide_letter(bytes);
      } else {
        add_letter(at);
      }
  }
  return bytes.size();
}

void AnswerScanner::use_segment() {
  Segment::Found found;
  segment_.finish();
  if (segment_.find(row_ * row_, kNoNumber, found)) {
    rows_.add_board(std::span(found.cells).first(row_ * row_), found.offset,
                    found.is_one_token ? AnswerForm::kLine : AnswerForm::kRows, house());
    has_rows_ = is_named_ = true;
    heading_house_ = HouseName::kNone;
    return;
  }
  const bool is_in_prose = words_.count > 3 && !follows_colon_;
  if (!is_in_prose && segment_.find(row_, rows_.last_number(), found)) {
    int number = found.number;
    if (number == kNoNumber) number = number_;
    if (number == kNoNumber) number = heading_number_;
    rows_.add(std::span(found.cells).first(row_), {found.offset, number, true, house()});
    has_rows_ = is_named_ = true;
    number_ = heading_number_ = kNoNumber;
    heading_house_ = HouseName::kNone;
    return;
  }
  if (first_number_ == kNoNumber) first_number_ = segment_.first_digit();
  if (const int number = segment_.number(); number != kNoNumber) number_ = number;
  if (segment_.size() >= chunk_size_ && !segment_.is_too_long()) {
    chunk_size_ = segment_.copy(chunk_);
    chunk_digits_ = segment_.digits();
    chunk_offset_ = segment_.offset();
    chunk_follows_colon_ = follows_colon_;
    chunk_is_regular_ = segment_.is_regular();
  }
}

void AnswerScanner::end_line(bool is_real) {
  end_segment(false);
  const bool has_words = words_.count > 0;
  const bool is_list =
      (chunk_size_ >= rows_.fewest_in_row() && chunk_follows_colon_) || chunk_size_ >= 2 * row_;
  const bool is_house = words_.house(HouseName::kLabel) != HouseName::kNone;
  if (has_rows_) {
    had_rows_ = true;
  } else if (chunk_digits_ > 0 && !is_house && (!has_words || is_list)) {
    int number = has_words ? number_ : kNoNumber;
    if (number == kNoNumber) number = heading_number_;
    rows_.add(std::span(chunk_).first(chunk_size_),
              {chunk_offset_, number, chunk_is_regular_, house()});
    heading_number_ = kNoNumber;
  } else if (has_words && !had_rows_) {
    const bool is_heading = words_.count <= 6;
    rows_.interrupt(words_.count > 3 ? kNoNumber : std::max(first_number_, 0));
    heading_house_ = words_.house(HouseName::kHeading);
    heading_number_ = is_heading ? number_ : kNoNumber;
  } else if ((is_real && !has_signs_) || (has_fence_ && chunk_size_ == 0)) {
    rows_.end_group();
  } else if (chunk_size_ >= row_ && chunk_digits_ == 0 && !has_cross_) {
    rows_.drop_empty_header();
  }
  words_ = {};
  has_fence_ = has_cross_ = has_rows_ = is_named_ = is_in_list_ = follows_colon_ = false;
  number_ = first_number_ = kNoNumber;
  chunk_size_ = chunk_digits_ = 0;
  end_token();
  had_rows_ &= !is_real;
  has_signs_ = !is_real;  // the rest of a line is no blank line
}

// The last <answer> in the text: the range of its content, or an empty range.
std::pair<std::size_t, std::size_t> tagged_range(std::string_view text) {
  const auto is_at = [&](std::size_t at, std::string_view tag) {
    return std::ranges::equal(text.substr(at, tag.size()), tag,
                              [](char a, char b) { return a == b || (a | 0x20) == b; });
  };
  constexpr std::string_view kBegin = "<answer>";
  std::size_t end = text.size();
  for (std::size_t at = text.rfind('<'); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : text.rfind('<', at - 1)) {
    if (is_at(at, "</answer>")) end = at;
    if (is_at(at, kBegin)) return {at + kBegin.size(), end};
  }
  return {};
}

}  // namespace
}  // namespace records

TextAnswer read_answer(std::string_view text, Shape shape) {
  TextAnswer answer;
  const bool is_usual = shape == Shape{3, 3};
  if (is_usual && text.size() == kCells && read_cells(text.data(), answer.grid)) {
    if (count_clues(answer.grid) > 0) answer.form = AnswerForm::kLine;
    return answer;
  }
  answer.grid = {};
  const auto [begin, end] = records::tagged_range(text);
  if (begin != 0) answer = records::AnswerScanner(text, shape).scan(begin, end);
  if (answer.form == AnswerForm::kNone)
    answer = records::AnswerScanner(text, shape).scan(0, text.size());
  return answer;
}

}  // namespace dokumill
