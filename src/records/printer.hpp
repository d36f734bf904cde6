// RecordPrinter: writes a puzzle and its result as the text of one record.
//
// In the grid format, every record begins with the '\n' of the blank line before it. The caller
// must drop the first byte of the whole output. Grids with kMalformedCell are printed as '?'.
// Thread safety: several threads may use one object. No allocation. Cost: up to five comparisons
// select the format's row in kFormatTable, and the functions of that row are inline.
#pragma once

#include <string_view>

#include "records/format_table.hpp"

namespace dokumill::records {

class RecordPrinter {
 public:
  RecordPrinter(TextFormat format, CsvColumns columns, CsvLayout layout)
      : format_(format), options_{columns, layout} {}

  // The maximum size of a record in bytes. `row`: the csv row of the record, if the columns are
  // CsvColumns::kKeep.
  std::size_t max_bytes(std::string_view row) const {
    return with_format(format_, [&](auto index) {
      constexpr const FormatTraits& kTraits = kFormatTable[index];
      return kTraits.columns_bytes(options_, row) + kTraits.cells_bytes;
    });
  }

  // Writes one record and returns the end of what was written.
  char* print(const Grid& puzzle, const Grid& solution, std::string_view row, char* out) const {
    return with_format(format_, [&](auto index) {
      constexpr const FormatTraits& kTraits = kFormatTable[index];
      return kTraits.print_cells(solution, kTraits.print_columns(options_, puzzle, row, out));
    });
  }

  // Writes one record with `word` in place of the solution. REQUIRES: the format has print_word.
  char* print_word(const Grid& puzzle, std::string_view word, std::string_view row,
                   char* out) const {
    return with_format(format_, [&](auto index) {
      constexpr const FormatTraits& kTraits = kFormatTable[index];
      if constexpr (kTraits.print_word.value() != nullptr) {
        return kTraits.print_word(word, kTraits.print_columns(options_, puzzle, row, out));
      } else {
        return out;
      }
    });
  }

 private:
  TextFormat format_;
  PrintOptions options_;
};

}  // namespace dokumill::records
