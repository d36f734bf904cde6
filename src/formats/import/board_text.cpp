#include "formats/import/board_text.hpp"

#include <algorithm>

#include "formats/import/characters.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;

constexpr std::array kWordsOfEmptyCells{"null"sv, "NULL"sv,      "Null"sv, "None"sv, "none"sv,
                                        "nil"sv,  "undefined"sv, "nan"sv,  "NaN"sv,  "NA"sv};
bool is_latin_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_character(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

bool is_blank_or_end(char c) {
  return is_blank(c) || is_line_end(c);
}

class CellScan {
 public:
  explicit CellScan(std::string_view text) : text_(text) {}

  CellText run() {
    count_work(text_.size());
    while (at_ < text_.size()) take_next();
    end_group();
    if (!is_even_) found_.group = 0;
    return found_;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void take_next() {
    const char c = text_[at_];
    const Character character = character_at(text_.data() + at_, text_.data() + text_.size());
    if (c == '-' && is_minus_one()) {
      add_alone(2);
    } else if (is_latin_letter(c)) {
      take_letters();
    } else if (character.cell != 0) {
      add(character.cell, character.mark == 0, character.bytes);
    } else if (c == '"' || c == '\'') {
      take_quote(c);
    } else if (is_separator(c, character.kind)) {
      separate(character.bytes);
    } else if (c == '\\' && at_ + 1 < text_.size() && has_character("nrt/\"'", text_[at_ + 1])) {
      separate(2);
    } else {
      reject(character.bytes);
    }
  }

  bool is_separator(char c, CharacterKind kind) const {
    if (kind == CharacterKind::kBlank || kind == CharacterKind::kBar) return true;
    if (is_line_end(c) || has_character("/,;[](){}", c)) return true;
    // ="530..." keeps a spreadsheet from reading a number.
    return found_.count == 0 && rest().starts_with("=\"");
  }

  // The number -1, alone between separators.
  bool is_minus_one() const {
    if (group_ != 0 || !rest().starts_with("-1")) return false;
    if (text_.size() - at_ == 2) return true;
    const char after = text_[at_ + 2];
    return is_blank_or_end(after) || has_character(",;])}|\"'", after);
  }

  void take_letters() {
    std::size_t letters = 1;
    while (at_ + letters < text_.size() && is_latin_letter(text_[at_ + letters])) ++letters;
    const std::string_view word = text_.substr(at_, letters);
    if (std::ranges::find(kWordsOfEmptyCells, word) != kWordsOfEmptyCells.end()) {
      add_alone(letters);
    } else if (word.find_first_not_of("xX") == std::string_view::npos) {
      while (letters-- != 0) add('.', true, 1);
    } else {
      reject(letters);
    }
  }

  // An empty string is an empty cell if it stands alone between separators. Other quotes separate.
  void take_quote(char quote) {
    std::size_t after = at_ + 1;
    while (after < text_.size() && is_blank(text_[after])) ++after;
    const bool is_empty = after < text_.size() && text_[after] == quote;
    std::size_t next = after + 1;
    while (next < text_.size() && is_blank_or_end(text_[next])) ++next;
    const bool is_alone = has_character("[({,;", before_) &&
                          (next >= text_.size() || has_character("])},;", text_[next]));
    if (is_empty && is_alone) {
      add_alone(after + 1 - at_);
    } else {
      separate(1);
    }
  }

  void add(char cell, bool is_plain, std::size_t bytes) {
    if (found_.count < found_.cells.size()) found_.cells[found_.count] = cell;
    ++found_.count;
    ++group_;
    found_.plain += is_plain ? 1 : 0;
    pass(bytes);
  }
  // Adds an empty cell that is a group of its own.
  void add_alone(std::size_t bytes) {
    end_group();
    add('.', true, bytes);
    end_group();
  }
  void separate(std::size_t bytes) {
    end_group();
    pass(bytes);
  }
  void reject(std::size_t bytes) {
    if (found_.others == 0) found_.other = at_;
    found_.others += bytes;
    separate(bytes);
  }

  void end_group() {
    if (group_ == 0) return;
    if (found_.group == 0) found_.group = group_;
    is_even_ = is_even_ && group_ == found_.group;
    group_ = 0;
  }

  void pass(std::size_t bytes) {
    at_ += bytes;
    if (!is_blank_or_end(text_[at_ - 1])) before_ = text_[at_ - 1];
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t group_ = 0;  // cells of the group that is not complete
  char before_ = ',';      // the last byte that is not a blank; the text begins like a field
  bool is_even_ = true;    // all complete groups have the same size
  CellText found_;
};

}  // namespace

bool CellText::is_exactly(std::size_t cells_wanted) const {
  const bool is_size = group == 1 || group == 3 || group == 9 || group == 27 || group == 81;
  return count == cells_wanted && others == 0 && is_size;
}

CellText scan_cells(std::string_view text) {
  const std::string_view scanned = text.substr(0, kLongestCellText);
  CellText found = CellScan(scanned).run();
  if (scanned.size() == text.size()) return found;
  if (found.others == 0) found.other = scanned.size();
  found.others += text.size() - scanned.size();
  return found;
}

std::optional<BoardCells> read_board_text(std::string_view text) {
  const CellText found = scan_cells(text);
  if (!found.is_exactly(found.cells.size())) return std::nullopt;
  return found.cells;
}

}  // namespace dokumill::records
