#include "cli/support/slow_reader.hpp"

#include <algorithm>

#include "support/texts/slow_reader.hpp"

namespace dokumill::testing {
namespace {

TextFormat text_format_of(Format format) {
  switch (format) {
    case Format::kGrid:
      return TextFormat::kGrid;
    case Format::kCsv:
      return TextFormat::kCsv;
    case Format::kLine:
      break;
  }
  return TextFormat::kLine;
}

}  // namespace

ReadRecords read_slowly(std::string_view text, Format format, const SlowLayout& layout) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(3);
  records::ReadOptions options;
  options.format = text_format_of(format);
  options.line_word = static_cast<std::uint32_t>(layout.word);
  if (format == Format::kCsv) {
    options.csv.columns = static_cast<std::uint32_t>(layout.columns);
    options.csv.puzzle_column = static_cast<std::uint32_t>(layout.puzzle_column);
    options.csv.separator = layout.separator;
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    options.header_row = text.substr(0, end);
    text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size()));
  }
  const ReadText found = SlowReader(options).read(std::string(text));
  ReadRecords records;
  for (std::size_t i = 0, fault = 0; i < found.grids.size(); ++i) {
    if (fault < found.faults.size() && found.faults[fault].record == i) {
      records.emplace_back();
      ++fault;
      continue;
    }
    std::string cells;
    for (const std::uint8_t cell : found.grids[i].cells) cells += static_cast<char>('0' + cell);
    records.emplace_back(std::move(cells));
  }
  return records;
}

ReadRecords read_slowly(std::string_view text, Format format, std::size_t columns,
                        std::size_t puzzle_column) {
  return read_slowly(text, format, {columns, puzzle_column});
}

}  // namespace dokumill::testing
