#include "formats/import/markup/markup.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/import_writer.hpp"
#include "formats/import/markup/markup_tags.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kMarkupCells = 81;

RecordError error_at_tag(const MarkupTag& tag, const CellText& cells) {
  RecordError error;
  error.line = tag.line;
  error.column = tag.column;
  error.kind = RecordErrorKind::kPuzzleCells;
  error.found = cells.count;
  return error;
}

void add_cells(const MarkupTag& tag, std::string_view cells, std::string_view remark,
               ImportWriter& writer) {
  if (const auto board = read_board_text(cells)) {
    return writer.add(tag.line, {board->data(), board->size()}, remark);
  }
  const CellText found = scan_cells(cells);
  RecordError error = error_at_tag(tag, found);
  if (found.others != 0) {
    error.kind = RecordErrorKind::kNotACell;
    error.byte = static_cast<std::uint8_t>(cells[found.other]);
  }
  writer.add_malformed(error);
}

// The cells of a saved game of OpenSudoku, "version: N", a line end, and fields that end in '|'. A
// cell has three fields: its digit, its notes, and 0 if the digit is given. From version 4 on, it
// has two fields for notes.
std::string cells_of_saved_game(std::string_view data) {
  data.remove_prefix(std::min(data.find_first_of("0123456789"), data.size()));
  unsigned version = 0;
  const char* const end = data.data() + data.size();
  const char* at = std::from_chars(data.data(), end, version).ptr;
  const std::size_t fields_of_cell = version >= 4 ? 4 : 3;
  while (at != end && (is_blank(*at) || is_line_end(*at))) ++at;
  std::string digits;
  std::string givens;
  std::string_view first;
  std::size_t fields = 0;
  while (at != end) {
    const char* const bar = std::find(at, end, '|');
    const std::string_view field(at, static_cast<std::size_t>(bar - at));
    at = bar == end ? end : bar + 1;
    if (field.empty()) continue;
    if (fields % fields_of_cell == 0) first = field;
    if (++fields % fields_of_cell != 0) continue;
    digits += first.size() == 1 ? first[0] : '!';
    givens += field == "0" ? digits.back() : '.';
  }
  const bool has_givens = givens.find_first_of("123456789") != std::string::npos;
  return has_givens && digits.find('!') == std::string::npos ? givens : digits;
}

class MarkupReader {
 public:
  MarkupReader(std::string_view text, ImportWatch* watch)
      : tags_(text), watch_(watch), writer_(TextFormat::kLine) {}

  Result<std::optional<ImportedText>> read() {
    MarkupTag tag;
    while (tags_.next(tag) && status_.ok() &&
           !is_stopped_after(watch_, tag.text_before.size() + tag.attributes.size() + 2)) {
      take(tag);
    }
    if (!status_.ok()) return status_;
    if (writer_.records() == 0) return std::optional<ImportedText>();
    const std::string_view noun = kind_ == Kind::kOpenSudoku ? "game of OpenSudoku"
                                  : kind_ == Kind::kKSudoku  ? "puzzle of KSudoku"
                                                             : "table of HTML";
    const std::size_t word = noun.find(' ');
    return std::optional<ImportedText>(writer_.finish(
        counted(writer_.records(), noun.substr(0, word)) + std::string(noun.substr(word))));
  }

 private:
  enum class Kind : std::uint8_t { kHtml, kOpenSudoku, kKSudoku };

  void take(const MarkupTag& tag) {
    if (is_first_ && tag.is("opensudoku")) kind_ = Kind::kOpenSudoku;
    if (is_first_ && tag.is("ksudoku")) kind_ = Kind::kKSudoku;
    is_first_ = false;
    switch (kind_) {
      case Kind::kOpenSudoku:
        return take_game(tag);
      case Kind::kKSudoku:
        return take_k_sudoku(tag);
      case Kind::kHtml:
        return take_html(tag);
    }
  }

  void take_game(const MarkupTag& tag) {
    if (!tag.is("game") || tag.is_closing) return;
    std::optional<std::string> data = tag.attribute("data");
    if (!data) data = tag.attribute("cells_data");
    std::optional<std::string> note = tag.attribute("note");
    if (!note) note = tag.attribute("user_note");
    const std::string cells = data.value_or("");
    add_cells(tag, cells.starts_with("version") ? cells_of_saved_game(cells) : cells,
              note.value_or(""), writer_);
  }

  void take_k_sudoku(const MarkupTag& tag) {
    if (tag.is("graph") && !tag.is_closing) {
      const std::string type = tag.attribute("type").value_or("");
      const std::string order = tag.attribute("order").value_or("");
      if (type == "sudoku" && order == "9") return;
      const std::string name =
          type == "sudoku" ? "of order " + order : tag.attribute("specific-type").value_or(type);
      status_ = {ErrorCode::kInput,
                 format_text(":{}: a puzzle of KSudoku, '{}': only plain 9x9 Sudoku is read",
                             tag.line + 1, printable(name))};
    }
    if (!tag.is("values") || !tag.is_closing) return;
    std::string cells;
    for (const char c : tag.text_before) {
      if (is_blank(c) || is_line_end(c)) continue;
      const char digit = static_cast<char>(c - 'a' + '0');
      cells += c == '_' ? '.' : digit >= '1' && digit <= '9' ? digit : c == '.' ? '!' : c;
    }
    add_cells(tag, cells, {}, writer_);
  }

  void take_html(const MarkupTag& tag) {
    const bool is_cell = tag.is("td") || tag.is("th");
    if (in_cell_) cell_ += without_entities(tag.text_before);
    if (in_cell_ && tag.is("input")) cell_ += tag.attribute("value").value_or("");
    if (is_cell || tag.is("tr") || tag.is("table")) end_cell();
    if (tag.is("tr") || tag.is("table")) end_row();
    in_cell_ = in_cell_ || (is_cell && !tag.is_closing);
    if (!tag.is("table")) return;
    if (tag.is_closing && is_board_ && cells_.size() == kMarkupCells) {
      writer_.add(table_line_, cells_);
    }
    // Tables inside of tables are not read.
    is_board_ = !tag.is_closing;
    table_line_ = tag.line;
    cells_.clear();
  }

  void end_cell() {
    if (!in_cell_) return;
    in_cell_ = false;
    const CellText found = scan_cells(cell_);
    const bool is_one = found.others == 0 && found.count <= 1;
    is_board_ = is_board_ && is_one && cells_.size() < kMarkupCells;
    if (is_board_) cells_ += found.count == 0 ? '.' : found.cells[0];
    cell_.clear();
  }

  void end_row() { is_board_ = is_board_ && cells_.size() % 9 == 0; }

  MarkupTags tags_;
  ImportWatch* watch_;
  ImportWriter writer_;
  Status status_;
  Kind kind_ = Kind::kHtml;
  bool is_first_ = true;
  // The table of HTML that is read.
  bool is_board_ = false;
  bool in_cell_ = false;
  std::uint32_t table_line_ = 0;
  std::string cell_;   // the text of the cell
  std::string cells_;  // of the table
};

}  // namespace

Result<std::optional<ImportedText>> read_markup(std::string_view text,
                                                const ImportOptions& options) {
  const char* const end = text.data() + text.size();
  const char* at = skip_byte_order_mark(text.data(), end);
  while (at != end && (is_blank(*at) || is_line_end(*at))) ++at;
  if (at == end || *at != '<') return std::optional<ImportedText>();
  return MarkupReader(text, options.watch).read();
}

}  // namespace dokumill::records
