// RecordPrinter: writes a puzzle and its result as the text of one record.
//
// In the grid format, every record begins with the '\n' of the blank line before it. The caller
// must drop the first byte of the whole output. Grids with kMalformedCell are printed as '?'.
// Thread safety: several threads may use one object. No allocation.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/grid_text.hpp"
#include "records/format.hpp"
#include "records/reader.hpp"

namespace dokumill::records {

enum class CsvColumns : std::uint8_t { kPuzzleAndSolution, kKeep };

class RecordPrinter {
 public:
  RecordPrinter(TextFormat format, CsvColumns columns, CsvLayout layout)
      : format_(format), columns_(columns), layout_(layout) {}

  // The maximum size of a record. `row` is its csv row under kKeep.
  std::size_t max_bytes(std::string_view row) const {
    switch (format_) {
      case TextFormat::kLine:
        return kLineBytes;
      case TextFormat::kGrid:
        return kGridBytes;
      case TextFormat::kCsv:
        break;
    }
    return columns_ == CsvColumns::kKeep
               ? std::max(row.size(), layout_.columns + std::size_t{kCells}) + 1 + kLineBytes
               : 2 * kLineBytes;
  }

  // Writes one record and returns the end of what was written.
  char* print(const Grid& puzzle, const Grid& solution, std::string_view row, char* out) const {
    switch (format_) {
      case TextFormat::kGrid:
        *out = '\n';
        return write_rows(solution, out + 1);
      case TextFormat::kCsv:
        out = print_columns(puzzle, row, out);
        break;
      case TextFormat::kLine:
        break;
    }
    out = write_cells(solution, out);
    *out++ = '\n';
    return out;
  }

  // Writes one record with `word` in place of the solution. REQUIRES: not the grid format.
  char* print_word(const Grid& puzzle, std::string_view word, std::string_view row,
                   char* out) const {
    if (format_ == TextFormat::kCsv) out = print_columns(puzzle, row, out);
    std::memcpy(out, word.data(), word.size());
    out += word.size();
    *out++ = '\n';
    return out;
  }

 private:
  // csv: writes the columns before the solution.
  char* print_columns(const Grid& puzzle, std::string_view row, char* out) const {
    out = columns_ == CsvColumns::kKeep ? print_row(puzzle, row, out) : write_cells(puzzle, out);
    *out++ = layout_.separator;
    return out;
  }

  // Writes the row as it was read. If there is no row, writes the puzzle in its column and leaves
  // the others empty.
  char* print_row(const Grid& puzzle, std::string_view row, char* out) const {
    if (!row.empty()) {
      std::memcpy(out, row.data(), row.size());
      return out + row.size();
    }
    out = std::fill_n(out, layout_.puzzle_column, layout_.separator);
    out = write_cells(puzzle, out);
    return std::fill_n(out, layout_.columns - 1 - layout_.puzzle_column, layout_.separator);
  }

  TextFormat format_;
  CsvColumns columns_;
  CsvLayout layout_;
};

}  // namespace dokumill::records
