// The table of layouts: the ways in which the cells of a board can be written in lines.
//
// A layout reads one line after the other into a Sheet, without regard to the lines around it.
// assemble() (assembly.hpp) then finds the boards. So a new layout is a row of the table and a
// function that reads a line.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/import/layouts/sheet.hpp"

namespace dokumill::records {

struct LineLayout {
  std::string_view words;  // follows "12 boards of 9 rows, " in messages
  void (*read)(const TextLine& line, char separator, Sheet& sheet);
  char separator = 0;
  // Blanks or shapes say too little, so a board that breaks the rules shows that this is not the
  // layout of the text.
  bool must_obey_rules = false;
};

// Each function appends the items of a line to the sheet.
//
// One character per cell: "53..7....", "5 3 . | . 7 . | . . .".
void read_marks(const TextLine& line, char separator, Sheet& sheet);
// Fields that a separator divides, with or without quotes: "5,3,,,7,,,,". A blank as the separator
// stands for any blanks and bars: "5 3 -1 -1 7 -1 -1 -1 -1".
void read_fields(const TextLine& line, char separator, Sheet& sheet);
// The candidates of each cell: "5 3 12 | 26 7 2468 | ...", or 729 characters.
void read_candidates(const TextLine& line, char separator, Sheet& sheet);
// Blanks are empty cells: "53  7    ", "|5 3  |  7  |     |".
void read_blank_cells(const TextLine& line, char separator, Sheet& sheet);
// 81 cells in a run, and any text around them.
void read_runs(const TextLine& line, char separator, Sheet& sheet);

// Numbers of up to 81 digits, of which zeros at the front are missing (numbers.hpp).
void read_short_numbers(const TextLine& line, char separator, Sheet& sheet);

// Finds out which lines have a label, such as "A" or "1", or an empty field after their cells, and
// takes it away. All lines must agree.
void settle_labels(Sheet& sheet);

// The kind of a line without cells of this layout: blank, frame, comment, text or number; kBroken
// or kNearly if it has about the cells of a row or of a board. Appends the item.
void add_other_line(const TextLine& line, Sheet& sheet);

}  // namespace dokumill::records
