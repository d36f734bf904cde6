// What the values of a text with brackets mean: cells, rows and boards.
//
//   5  null  "."  ""      a cell
//   [5,3,...] "53..7...."  a row: a list of nine cells, or a string of nine
//   [[5,3,...],...] "53..7....6..195..." [5,3,0,...]  a board
//   [[[5,3,...],...],...]  a board of three bands of three rows or boxes
//   [{"row":0,"col":4,"value":7},...]  a board of cells with places
//
// A list or a string that is nearly a row or a board is a damaged one, with the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/import/board_text.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

enum class BracketValueKind : std::uint8_t {
  kOther,
  kCell,
  kPair,    // a list of two cells
  kTriple,  // a list of three cells
  kPlaced,  // an object with the place and the digit of one cell
  kRow,
  kBand,  // a list of three rows
  kBadRow,
  kBoard,
  kDamaged,
};

// An error, and its byte in the text.
struct BracketError : RecordError {
  const char* at = nullptr;
};

// What a board was written as.
enum class BoardSource : std::uint8_t { kString, kList, kRows, kBoxes };
inline constexpr std::size_t kBoardSources = 4;

struct BracketValue {
  BracketValueKind kind = BracketValueKind::kOther;
  BoardSource source = BoardSource::kString;
  bool is_list = false;
  bool are_flags = false;      // its cells are 1 for true and 0 for false
  bool is_given = true;        // kPlaced
  bool has_open_base = false;  // the places of its cells may count from 0 or from 1
  std::uint8_t row = 0;        // kPlaced, 0 to 9
  std::uint8_t column = 0;     // kPlaced, 0 to 9
  std::string_view text = {};  // where the value is in the text
  // The first 1, 2, 3, 9, 27 or 81 are set; kPlaced: one.
  BoardCells cells;
  BracketError error = {};  // kBadRow, kDamaged
  bool is_board() const { return kind == BracketValueKind::kBoard; }
  bool is_meant_as_board() const { return is_board() || kind == BracketValueKind::kDamaged; }
};

// The rows of a board whose cells are written box after box.
BoardCells rows_of_boxes(const BoardCells& boxes);

// The value of a word or a string. `text`: the token's text, or what its escapes stand for.
BracketValue value_of_text(const BracketToken& token, const CellText& text);

// The value of a word of one character; most words are the cells of lists.
BracketValue value_of_character(const BracketToken& token);

// An error at the token.
BracketError error_at(const BracketToken& token, RecordErrorKind kind, std::uint64_t found = 0);

// True if the text has `size` characters that are digits or blanks, with a blank.
bool has_blank_cells(std::string_view text, std::size_t size);

// Collects the items of a list.
class ListCells {
 public:
  void start(const BracketToken& bracket);
  void add(const BracketValue& value, const BracketToken& token);
  // Adds digits and points to an empty list.
  void add_cells(std::string_view cells);
  // `base`: the first row and column of placed cells, if the places do not show it.
  BracketValue finish(std::uint8_t base) const;
  // A semicolon ends a row of a matrix. 27 rows of three numbers are clues, and no board.
  void end_row() { ++row_ends_; }
  // Adds an item that is a board, so the list itself is not one.
  void add_board() { ++boards_; }

  std::size_t items() const;
  std::size_t rows() const { return rows_ + bad_rows_; }
  // True if the list has one item, a cell.
  bool is_cell() const { return cells_ == 1 && items() == 1; }

 private:
  // Fewer cells with places are other data.
  static constexpr std::size_t kLeastPlaced = 9;

  struct PlacedCell {
    std::uint8_t row;
    std::uint8_t column;
    char cell;
    bool is_given;
  };

  BracketValue judged(BracketValueKind kind, BoardSource source = BoardSource::kList) const;
  BracketValue finish_scalars() const;
  BracketValue finish_rows() const;
  BracketValue finish_placed(std::uint8_t base) const;

  std::size_t cells_ = 0;
  std::size_t others_ = 0;  // scalars that are no cells
  std::size_t triples_ = 0;
  std::size_t rows_ = 0;
  std::size_t bands_ = 0;
  std::size_t bad_rows_ = 0;
  std::size_t placed_ = 0;
  std::size_t lists_ = 0;  // all other lists
  std::size_t boards_ = 0;
  std::size_t flags_ = 0;  // of all these: true and false, and lists of them
  std::size_t row_ends_ = 0;
  std::uint8_t least_ = 9;  // of the rows and columns of placed cells
  std::uint8_t most_ = 0;
  std::vector<PlacedCell> places_;
  BoardCells board_;  // of the cells, the rows or the bands
  std::string_view bracket_;
  BracketError begin_;        // the bracket
  BracketError first_other_;  // the first scalar that is no cell
  BracketError bad_row_;      // the first one
};

}  // namespace dokumill::records
