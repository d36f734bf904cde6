#include "formats/import/import_writer.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

void ImportWriter::write_line(std::uint32_t line, std::string_view text) {
  any_.text.append(text).push_back('\n');
  any_.lines.push_back(line);
}

void ImportWriter::add(std::uint32_t line, std::string_view cells, std::string_view remark) {
  ++records_;
  ++any_.whole;
  if (any_.format == TextFormat::kGrid) {
    for (std::size_t row = 0; row < 9; ++row) write_line(line, cells.substr(row * 9, 9));
    return write_line(line, {});
  }
  write_line(line, cells);
  if (remark.empty()) return;
  any_.text.back() = '\t';
  for (const char c : remark) any_.text += is_line_end(c) ? ' ' : c;
  any_.text += '\n';
}

void ImportWriter::add_malformed(const RecordError& fault) {
  ++records_;
  any_.faults.push_back({static_cast<std::uint32_t>(any_.lines.size()), fault});
  write_line(static_cast<std::uint32_t>(fault.line), "?");
  if (any_.format == TextFormat::kGrid) write_line(static_cast<std::uint32_t>(fault.line), {});
}

ImportedText ImportWriter::finish(std::string reading) {
  any_.reading = std::move(reading);
  return std::move(any_);
}

bool move_to_input(RecordError& fault, const ImportedPlaces& places) {
  const auto at = std::ranges::lower_bound(places.faults, fault.line, {}, &ImportFault::line);
  const std::uint64_t record = fault.record;
  const bool is_fault = at != places.faults.end() && at->line == fault.line;
  if (is_fault) {
    fault = at->error;
  } else if (fault.line < places.lines.size()) {
    fault.line = places.lines[fault.line];
  }
  fault.record = record;
  return is_fault;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return format_text("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace dokumill::records
