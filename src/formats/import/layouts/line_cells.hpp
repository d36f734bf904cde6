// LineCells: the cells of a line, as one way of writing sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dokumill::records {

enum class LineKind : std::uint8_t {
  kBlank,
  kFrame,    // drawn between rows, without a digit
  kComment,  // begins with '#'
  kCells,    // has a cell
  kWords,    // anything else
};

// How the cells of a line are written.
enum class CellStyle : std::uint8_t {
  kWords,       // one character or word for each cell, with or without blanks, bars and brackets
  kFields,      // fields between separators; an empty field is an empty cell
  kCandidates,  // the candidates of each cell, between blanks
  kPlaces,      // blanks are empty cells, so the place of a digit counts
  kRuns,        // 81 cells in a run, with any text around them
  kNumbers,     // numbers of which zeros at the front are missing
};

// Where the cells of a row stand in its line (kPlaces), in characters.
struct CellPlaces {
  int first = 0;
  int step = 1;
  int gap = 0;             // additional characters between boxes
  std::uint64_t bars = 0;  // a bit for each place of a bar
  bool is_exact = false;   // the lines have blanks up to the last cell
  int of(int cell) const { return first + cell * step + cell / 3 * gap; }
};

struct LineCells {
  static constexpr std::size_t kMost = 200;
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  static constexpr char kNoCell = '!';  // a word or a field that is no cell

  LineKind kind = LineKind::kBlank;
  std::array<char, kMost> cells;          // digits, '.', '0' and kNoCell
  std::array<std::uint32_t, kMost> at;    // where each cell begins, in bytes
  std::array<std::uint8_t, kMost> group;  // the number of cells of its word
  std::array<char, kMost> mark;           // of an empty cell: how it is written; 0 for a zero
  std::size_t count = 0;                  // of the cells above
  std::size_t fields = 0;                 // all of them, also those after the first kMost
  std::size_t wrong = 0;                  // of them kNoCell
  char uniform = 0;                       // the mark - _ or *, if all cells are this mark
  std::uint32_t near = 0;  // cells of a word that is probably meant as a row or a board
  std::uint32_t near_wrong = kNowhere;  // its first byte that is no cell
  std::uint32_t dropped = 0;            // cells with several candidates
  bool has_uneven_lists = false;  // lists in brackets that are no rows or boards of the same size

  void add(char cell, std::size_t where, std::size_t cells_of_word, char mark_of_cell = 0) {
    ++fields;
    if (count == kMost) return;
    cells[count] = cell;
    at[count] = static_cast<std::uint32_t>(where);
    group[count] = static_cast<std::uint8_t>(cells_of_word);
    mark[count] = cell == '.' ? mark_of_cell : '\0';
    wrong += cell == kNoCell ? 1 : 0;
    ++count;
  }
};

// How lines are read into LineCells.
struct LineStyle {
  CellStyle style = CellStyle::kWords;
  char separator = 0;           // kFields
  char empty = 0;               // kWords: another character for an empty cell, or 0
  CellPlaces places = {};       // kPlaces
  std::string_view marks = {};  // of - _ * ?: the marks that stand beside digits

  // A '?' beside other marks of empty cells is a damaged cell.
  bool may_be_cell(char c) const { return c != '?' || marks.find('?') != marks.npos; }
};

// Reads a line without its line end. Cost: linear in the line.
void read_cells(std::string_view line, const LineStyle& style, LineCells& found);

// The cell that a field stands for: a digit, '.' or '0', or 0 if it is no cell.
char cell_of_field(std::string_view field);

// True for a line that is drawn between rows.
bool is_frame(std::string_view line);

// The part of the line that is drawn. Words may stand beside it, after blanks.
std::string_view frame_in(std::string_view line);

}  // namespace dokumill::records
