// Boards in strings: one in several strings, and boards in a text of several lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/board_text.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/import/brackets/bracket_values.hpp"

namespace dokumill::records {

// Strings side by side, which a program joins: "530070000" "600195000" ...
class StringPieces {
 public:
  void start(std::string_view inside, const CellText& cells);
  // Appends a string. Returns false if it is no part of the same board.
  bool append(std::string_view inside, const CellText& cells);
  bool is_joined() const { return lines_.size() != joined_.size(); }
  // All strings together have the cells of a board.
  bool is_full() const { return cells_ == 81; }
  // The value of the joined strings. `first`: the token of the first one.
  BracketValue value(const BracketToken& first) const;

 private:
  std::string lines_;   // the strings, with a line end between them
  std::string joined_;  // without line ends
  std::size_t cells_ = 0;
  bool is_piece_ = false;
};

// Finds the boards in a text: 81 digits and points that stand alone, and nine lines of nine cells.
// `text`: what the string at `token` stands for. The boards have the places of their lines if the
// string is written without escapes, and otherwise that of the token. A line that is nearly a board
// is a damaged one.
std::vector<BracketValue> boards_in_text(std::string_view text, const BracketToken& token,
                                         ImportWatch* watch);

}  // namespace dokumill::records
