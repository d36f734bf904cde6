// ImportWriter: collects the records that the importer has found, and writes them as an
// ImportedText.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Writes records in the line or the grid format. For each line that it writes, it keeps the line of
// the input that the record came from.
class ImportWriter {
 public:
  // REQUIRES: `format` is kLine or kGrid.
  explicit ImportWriter(TextFormat format) { any_.format = format; }

  // `cells`: 81 characters. `remark`: what stands beside the cells; only the line format keeps it.
  void add(std::uint32_t line, std::string_view cells, std::string_view remark = {});
  // `fault` has the line and the column of the input.
  void add_malformed(const RecordError& fault);

  std::uint64_t records() const { return records_; }
  ImportedText finish(std::string reading);

 private:
  void write_line(std::uint32_t line, std::string_view text);

  ImportedText any_;
  std::uint64_t records_ = 0;
};

// "1 board", "2 boards".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace dokumill::records
