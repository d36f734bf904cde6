// BracketTokens: the words, strings and brackets of JSON and of literals in the source text of
// programs (Python, JavaScript, C, Java, Ruby, Go).
//
// Comments (`#`, `//`, `/* */`) and all other marks are skipped. A string is in single, double or
// triple quotes, or in backticks. A string in single or double quotes ends before its line ends;
// a quote that no other quote closes, such as an apostrophe, is skipped.
//
// Asks the watch whether to stop. No allocation. Cost: linear in the text, because a search for a
// missing end is not repeated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/import/board_judge.hpp"
#include "formats/import/import_watch.hpp"

namespace dokumill::records {

enum class BracketTokenKind : std::uint8_t {
  kEnd,
  kOpen,       // ( [ {
  kClose,      // ) ] }
  kSeparator,  // , ;
  kColon,      // : =>
  kEquals,     // = :=
  kWord,       // a name or a number
  kString,
};

struct BracketToken {
  BracketTokenKind kind = BracketTokenKind::kEnd;
  std::string_view text;          // as it is written, with its quotes
  std::string_view inside;        // of a string: what is between the quotes
  std::uint32_t line = 0;         // from 0
  std::uint32_t column = 0;       // in bytes, from 1
  bool after_blank_line = false;  // a blank line stands before the token
};

class BracketTokens {
 public:
  // `watch`: may be nullptr.
  BracketTokens(std::string_view text, ImportWatch* watch) : text_(text), watch_(watch) {}

  // After the last token, and if the watch stops the reading, returns kEnd.
  BracketToken next();
  // Reads a list of digits, points and strings of these up to its closing bracket, which is the
  // next token, without a token for each: 5, 3, 0] or "5", ".", "0"]. Returns how many they are. If
  // the list has more than `cells`, other words or line ends, reads nothing and returns 0.
  std::size_t take_cells(BoardCells& cells);
  // The end of the last token.
  const char* here() const { return text_.data() + at_; }

 private:
  static constexpr std::size_t kQuotes = 6;  // ' " ` and ''' """ and an end of a comment

  std::size_t take_mark(char c, BracketTokenKind& kind) const;
  void skip_blanks();
  bool skip_comment();
  bool take_string(BracketToken& token);
  void skip_to(std::size_t at);
  std::size_t find_quote(std::string_view quote, bool in_line, std::size_t from) const;
  std::size_t word_end() const;

  std::string_view text_;
  ImportWatch* watch_;
  std::size_t watched_ = 0;  // the watch knows of the bytes before
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 0;
  bool is_blank_line_ = true;
  bool after_blank_line_ = false;
  bool has_prefix_ = true;  // a quote here begins a string, and is not an apostrophe in a word
  // For each kind of end: no such end is in the text between at_ and here.
  std::array<std::size_t, kQuotes> none_before_ = {};
};

}  // namespace dokumill::records
