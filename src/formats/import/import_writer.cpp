#include "formats/import/import_writer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text/format.hpp"
#include "dokumill/geometry.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

ImportWriter::ImportWriter(TextFormat format, std::size_t bytes) {
  any_.format = format;
  any_.text.reserve(bytes);
  any_.places.reserve(bytes / kCells);
}

void ImportWriter::write_line(std::string_view text) {
  any_.text.append(text).push_back('\n');
  ++lines_;
}

void ImportWriter::write_header(std::uint32_t line, std::string_view text) {
  begin(line);
  write_line(text);
}

void ImportWriter::add(std::uint32_t line, std::string_view cells, std::string_view words) {
  ++records_;
  ++any_.whole;
  begin(line);
  if (any_.format == TextFormat::kCsv || any_.format == TextFormat::kJsonl) {
    return write_lines(words);
  }
  if (any_.format == TextFormat::kGrid) {
    for (std::size_t row = 0; row < 9; ++row) write_line(cells.substr(row * 9, 9));
    return write_line({});
  }
  write_line(cells);
  if (words.empty()) return;
  any_.text.back() = '\t';
  for (const char c : words) any_.text += is_line_end(c) ? ' ' : c;
  any_.text += '\n';
}

// A field of a csv row can have line ends.
void ImportWriter::write_lines(std::string_view text) {
  write_line(text);
  const char* const end = text.data() + text.size();
  for (const char* at = find_line_end(text.data(), end); at != end;
       at = find_line_end(skip_line_end(at, end), end)) {
    ++lines_;
  }
}

void ImportWriter::add_malformed(const RecordError& fault, std::uint32_t line,
                                 std::string_view words) {
  ++records_;
  begin(line);
  any_.faults.push_back({lines_, fault});
  write_lines(words);
  if (any_.format == TextFormat::kGrid) write_line({});
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
  } else {
    const auto next = std::ranges::upper_bound(places.places, fault.line, {}, &ImportedPlace::line);
    if (next != places.places.begin()) fault.line = std::prev(next)->line_of_input;
  }
  fault.record = record;
  return is_fault;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  const std::string_view ending = count == 1 ? "" : "s";
  const std::size_t at = noun.find("{s}");
  if (at == std::string_view::npos) return format_text("{} {}{}", count, noun, ending);
  return format_text("{} {}{}{}", count, noun.substr(0, at), ending, noun.substr(at + 3));
}

}  // namespace dokumill::records
