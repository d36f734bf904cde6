// What the values of a text with brackets mean: cells, rows and boards.
//
//   5  null  "."  ""      a cell
//   [5,3,...] "53..7...."  a row: a list of nine cells, or a string of nine
//   [[5,3,...],...] "53..7....6..195..." [5,3,0,...]  a board
//
// A list or a string that is nearly a row or a board is a damaged one, with the reason.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/import/board_text.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

enum class BracketValueKind : std::uint8_t {
  kOther,
  kCell,
  kPair,    // a list of two cells
  kPlaced,  // an object with the place and the digit of one cell
  kRow,
  kBadRow,
  kBoard,
  kDamaged,
};

// What a board was written as.
enum class BoardSource : std::uint8_t { kString, kList, kRows };
inline constexpr std::size_t kBoardSources = 3;

struct BracketValue {
  BracketValueKind kind = BracketValueKind::kOther;
  BoardSource source = BoardSource::kString;
  bool is_list = false;
  std::uint32_t line = 0;  // where the value begins, from 0
  std::uint8_t place = 0;  // kPlaced: the cell, 0 to 80
  BoardCells cells;        // the first 1, 2, 9 or 81 are set; kPlaced: one
  RecordError error = {};  // kBadRow, kDamaged
  bool is_board() const { return kind == BracketValueKind::kBoard; }
  bool is_meant_as_board() const { return is_board() || kind == BracketValueKind::kDamaged; }
};

// The value of a word or a string. `text`: the token's text, or what its escapes stand for.
BracketValue value_of_text(const BracketToken& token, const CellText& text);

// The value of a word of one character; most words are the cells of lists.
BracketValue value_of_character(const BracketToken& token);

// An error at the token.
RecordError error_at(const BracketToken& token, RecordErrorKind kind, std::uint64_t found = 0);

// Collects the items of a list.
class ListCells {
 public:
  void start(const BracketToken& bracket);
  void add(const BracketValue& value, const BracketToken& token);
  BracketValue finish() const;
  // Adds an item that is a board, so the list itself is not one.
  void add_board() { ++boards_; }

  std::size_t items() const;
  std::size_t rows() const { return rows_ + bad_rows_; }

 private:
  BracketValue judged(BracketValueKind kind, BoardSource source = BoardSource::kList) const;
  BracketValue finish_scalars() const;
  BracketValue finish_rows() const;

  std::size_t cells_ = 0;
  std::size_t others_ = 0;  // scalars that are no cells
  std::size_t rows_ = 0;
  std::size_t bad_rows_ = 0;
  std::size_t placed_ = 0;
  std::size_t lists_ = 0;  // all other lists
  std::size_t boards_ = 0;
  BoardCells board_;         // of the cells, the rows or the placed cells
  RecordError begin_;        // the bracket
  RecordError first_other_;  // the first scalar that is no cell
  RecordError bad_row_;      // the first one
};

}  // namespace dokumill::records
