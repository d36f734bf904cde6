// SizedText: reads and writes the cells of a board of another size than 9x9.
//
//   a symbol for each cell   "53..7..G"         16 cells at a time
//   words                    "5 3 . . 16", "5,3,,"   with blanks or commas between them
//
// A text of n * n bytes has a symbol for each cell. Any other text has words, each of which is a
// symbol, or a number if the symbols are numbers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dokumill/sizes.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

struct SizedText {
  Shape shape;
  Symbols symbols = Symbols::kFromOne;

  // The most bytes of a board in any form: numbers of two digits, blanks, line ends.
  std::size_t most_bytes() const { return static_cast<std::size_t>(shape.cells()) * 3 + 1; }
  // The character for an empty cell that every reader of these symbols understands.
  char empty_cell() const { return symbols == Symbols::kFromZero ? '.' : '0'; }
  // True if `c` can stand for an empty cell.
  bool is_empty_cell(char c) const {
    return c == '.' || c == '_' || (c == '0' && symbols != Symbols::kFromZero);
  }

  // The symbol of a number: "7", "G", "16".
  std::string symbol(int value) const;

  // Reads `count` cells, all that `text` should have. False: `fault` has the kind kNotACell, with
  // the byte or the word and its column in the text, or its kind is as it was, and found and
  // expected are set.
  bool read(std::string_view text, int count, std::uint8_t* cells, RecordError& fault) const;
  bool read(std::string_view text, std::uint8_t* cells, RecordError& fault) const {
    return read(text, shape.cells(), cells, fault);
  }

  // Reads lines of a symbol for each cell, up to `most`, and ends before a line of another form.
  // Moves `at` after the lines, and returns how many were read.
  std::size_t read_lines(const char*& at, const char* end, std::size_t most,
                         std::uint8_t* cells) const;

  // Writes the cells with `empty` for an empty one. Numbers have blanks between them. Returns the
  // end of the text.
  char* write(const std::uint8_t* cells, char empty, char* out) const;
  // Writes a line for each board: its cells, or for nullptr a malformed record.
  char* write_lines(std::span<const std::uint8_t* const> boards, char empty, char* out) const;
  // Writes n lines, with blanks between the cells.
  char* write_rows(const std::uint8_t* cells, char empty, char* out) const;
  // The same for a malformed record: '?' for each cell.
  char* write_malformed(char* out) const;
  char* write_malformed_rows(char* out) const;

  friend bool operator==(const SizedText&, const SizedText&) = default;
};

// Finds the symbols of a text from the characters that its cells have so far. Each character leaves
// out the symbols that it does not fit, until one is left. So the result does not depend on what
// follows.
class SymbolFinder {
 public:
  explicit SymbolFinder(Shape shape);

  // Takes the text of a record or of a row. Returns is_settled().
  bool take(std::string_view text);
  // True if only one kind of symbols fits, whatever follows.
  bool is_settled() const { return std::has_single_bit(fitting_); }
  // What the text has if it ends here: the symbols, or kInput with two readings. A text in which
  // nothing differs between two readings has the first of them.
  Result<Symbols> found() const;

 private:
  bool fits(Symbols symbols) const {
    return (fitting_ >> static_cast<unsigned>(symbols) & 1U) != 0;
  }
  void keep(unsigned fitting);

  Shape shape_;
  unsigned fitting_;  // a bit for each of Symbols
  bool has_zero_ = false;
  bool has_mark_ = false;    // . or _
  bool has_symbol_ = false;  // a letter or a digit but 0
};

}  // namespace dokumill::records
