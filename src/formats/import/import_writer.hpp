// ImportWriter: collects the records that the importer has found, and writes them as an
// ImportedText.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Writes records in the line, grid, csv or jsonl format, and keeps the line of the input that each
// record came from.
class ImportWriter {
 public:
  // `bytes`: about the size of what is written. Memory that is reserved and not used costs nothing,
  // but a copy of a text that grows does.
  ImportWriter(TextFormat format, std::size_t bytes);

  // `cells`: 81 characters. `words`: line: what stands beside the cells; csv, jsonl: the record as
  // it is written; the grid format does not keep them.
  void add(std::uint32_t line, std::string_view cells, std::string_view words = {});
  // `fault` has the line and the column of the input. `line`: where the record begins.
  void add_malformed(const RecordError& fault, std::uint32_t line, std::string_view words = "?");
  void add_malformed(const RecordError& fault) {
    add_malformed(fault, static_cast<std::uint32_t>(fault.line));
  }
  void write_header(std::uint32_t line, std::string_view text);

  std::uint64_t records() const { return records_; }
  ImportedText finish(std::string reading);

 private:
  void begin(std::uint32_t line) { any_.places.push_back({lines_, line}); }
  void write_line(std::string_view text);
  void write_lines(std::string_view text);

  ImportedText any_;
  std::uint32_t lines_ = 0;  // of any_.text
  std::uint64_t records_ = 0;
};

// "1 board", "2 boards"; the noun "row{s} of a table" gives "2 rows of a table".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace dokumill::records
