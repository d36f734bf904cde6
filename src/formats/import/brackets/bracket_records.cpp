#include "formats/import/brackets/bracket_records.hpp"

#include <utility>

#include "formats/import/import_writer.hpp"

namespace dokumill::records {
namespace {

// Longer names are cut.
constexpr std::size_t kMostNameBytes = 200;

void append_remark(std::string_view name, std::string& text) {
  if (!name.empty()) text += '\t';
  for (const char c : name.substr(0, kMostNameBytes)) {
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  text += '\n';
}

}  // namespace

void BracketRecords::take_back(const Mark& mark) {
  text.resize(mark.bytes);
  lines.resize(mark.lines);
  faults.resize(mark.faults);
  meant = mark.meant;
  sources = mark.sources;
}

void BracketRecords::add_board(const BracketValue& board, std::string_view name) {
  ++meant;
  ++sources[static_cast<std::size_t>(board.source)];
  text.append(board.cells.data(), board.cells.size());
  append_remark(name, text);
  lines.push_back(board.line);
}

void BracketRecords::add_malformed(const RecordError& error, std::string_view name) {
  ++meant;
  faults.push_back({static_cast<std::uint32_t>(lines.size()), error});
  text += '?';
  append_remark(name, text);
  lines.push_back(static_cast<std::uint32_t>(error.line));
}

void BracketRecords::add_object(std::string_view object, std::uint32_t line) {
  text.append(object).push_back('\n');
  lines.push_back(line);
}

std::string BracketRecords::reading() const {
  const auto [strings, lists, rows] = sources;
  const std::size_t all = lines.size();
  if (strings + lists + rows == 0) return counted(all, "board");
  if (lists + rows == 0) return counted(all, "string") + " of 81 cells";
  if (strings + rows == 0) return counted(all, "list") + " of 81 cells";
  return counted(all, "board") + (strings + lists == 0 ? " in nested lists" : " in lists");
}

ImportedText BracketRecords::finish(TextFormat format, std::string words) {
  ImportedText any;
  any.format = format;
  any.whole = lines.size() - faults.size();
  any.reading = std::move(words);
  any.text = std::move(text);
  any.lines = std::move(lines);
  any.faults = std::move(faults);
  return any;
}

}  // namespace dokumill::records
