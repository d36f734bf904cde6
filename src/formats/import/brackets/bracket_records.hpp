// The records that are found in a text with brackets: lines of one of the two formats.
//
// Records that turn out to be parts of another record are taken back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/brackets/bracket_values.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

struct BracketRecords {
  // A state to go back to.
  struct Mark {
    std::size_t bytes = 0;
    std::size_t lines = 0;
    std::size_t faults = 0;
    std::size_t meant = 0;
    std::array<std::size_t, kBoardSources> sources = {};
  };

  std::string text;
  std::vector<std::uint32_t> lines;
  std::vector<ImportFault> faults;
  std::size_t meant = 0;  // records with a board, or with a damaged one
  std::array<std::size_t, kBoardSources> sources = {};  // of the boards

  Mark mark() const { return {text.size(), lines.size(), faults.size(), meant, sources}; }
  void take_back(const Mark& mark);

  // Adds a line of the line format. `name`: the remark, or empty.
  void add_board(const BracketValue& board, std::string_view name);
  void add_malformed(const RecordError& error, std::string_view name);
  // Adds an object, without its line end.
  void add_object(std::string_view object, std::uint32_t line);

  // What the boards were read as, such as "3 strings of 81 cells".
  std::string reading() const;
  // Moves the records out.
  ImportedText finish(TextFormat format, std::string words);
};

}  // namespace dokumill::records
