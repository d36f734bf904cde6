// ImportedText: a text in a layout of other programs or people, turned into a text that the fast
// readers read.
//
// The importer reads the whole text in memory, finds its layout, and writes every record anew
// in the line, grid, csv or jsonl format. The rest of a job works as if the user had given this
// text. Only messages differ: they name the lines of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"
#include "formats/import/board_judge.hpp"
#include "formats/import/import_watch.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

struct ImportOptions {
  std::string column;                          // the puzzle's column or member; empty: a known name
  std::optional<std::string> solution_column;  // the solution's
  bool has_header = true;                      // false: a table without a header line
  std::optional<char> delimiter;               // the separator of fields; nullopt: find it
  ImportWatch* watch = nullptr;                // stops the reading; nullptr: nothing does
  BoardJudge judge = {};                       // chooses between readings; empty: the rules do
  std::string layout = {};                     // the name of the reading; empty: the best one
};

// A record that is malformed. The text has a '?' in place of its cells.
struct ImportFault {
  std::uint32_t line = 0;  // of ImportedText::text, from 0
  RecordError error;       // with the line and the column of the input
};

// Where a record begins. Both lines count from 0.
struct ImportedPlace {
  std::uint32_t line = 0;  // of ImportedText::text
  std::uint32_t line_of_input = 0;
};

// Where the records of an ImportedText came from, and its header.
struct ImportedPlaces {
  std::vector<ImportedPlace> places;  // ordered by `line`
  std::vector<ImportFault> faults;    // ordered by `line`
};

// Moves a fault in a line of ImportedText::text to the line of its record in the input. If it was
// malformed there, replaces the fault by that of the input, and returns true.
bool move_to_input(RecordError& fault, const ImportedPlaces& places);

struct ImportedText : ImportedPlaces {
  TextFormat format = TextFormat::kLine;  // kLine, kGrid, kCsv or kJsonl
  std::string text;
  std::uint64_t whole = 0;  // records that are not malformed
  std::string column;       // kJsonl: the member with the puzzle; empty: ImportOptions::column
  // What the text was read as, for people: "12 boards of 9 rows, cells separated by commas".
  std::string reading;
};

}  // namespace dokumill::records
