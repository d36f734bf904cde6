// Reads puzzles from files that programs save as XML, and from HTML.
//
// - OpenSudoku (.opensudoku): <game data="81 digits">, and saved games: data="version: 3\n..."
// - KSudoku: <graph order="9" type="sudoku"/> and <values>: '_' is an empty cell, 'b' to 'j' are 1
//   to 9 (src/gui/symbols.cpp of KSudoku), and the cells run down the columns
// - elements of nine rows of nine cells, or of nine boxes: <table>, <div>, <row>
// - elements with a row, a column and a digit: <cell x="3" y="0" value="1"/>
// - texts and attributes with 81 cells; a mask of 0 and 1 beside them shows the given digits
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/brackets/bracket_objects.hpp"
#include "formats/import/brackets/bracket_records.hpp"
#include "formats/import/brackets/bracket_strings.hpp"
#include "formats/import/brackets/bracket_values.hpp"
#include "formats/import/markup/markup_tags.hpp"
#include "formats/import/proposers.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;
using ValueKind = BracketValueKind;

// Elements may be nested up to this depth.
constexpr std::size_t kMarkupDepth = 256;
// More digits than labels of rows and columns have: cells of a board that was not found.
constexpr std::size_t kLeastLost = 19;
// Longer texts of cells and rows are other data.
constexpr std::size_t kMostCellBytes = 1000;

constexpr std::array kVoidElements{"br"sv,   "hr"sv,  "img"sv, "input"sv, "meta"sv,
                                   "link"sv, "wbr"sv, "col"sv, "source"sv};
// What these have is no part of a board.
constexpr std::array kOtherElements{"caption"sv, "colgroup"sv, "thead"sv, "tfoot"sv, "script"sv,
                                    "style"sv,   "title"sv,    "head"sv,  "th"sv};

bool is_one_of(const MarkupTag& tag, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return tag.is(name); });
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

// How the elements are read.
struct MarkupPlan {
  bool has_boxes = false;
  bool only_bands = false;  // as in BracketPlan
  std::uint8_t base = 0;    // as in BracketPlan
};

struct MarkupSurvey {
  Status status;
  std::string_view noun;
  std::size_t boards = 0;
  bool may_be_boxes = false;
  bool has_bands = false;
  bool has_open_base = false;
  bool has_places = false;
};

struct MarkupElement {
  std::string name;
  const char* begin = nullptr;    // of its tag
  std::size_t digits_before = 0;  // loose digits
  ListCells list;                 // of the elements in it
  std::string text;
  std::vector<BracketMember> members;  // attributes, and elements in it, of one cell or a word
  bool is_other = false;               // of kOtherElements
  bool has_other = false;              // such an element is in it
  bool has_board = false;              // a board is in it, so it is no board
};

class MarkupReader {
 public:
  MarkupReader(std::string_view text, ImportWatch* watch, const MarkupPlan& plan, BoardSink* sink)
      : text_(text), watch_(watch), tags_(text, watch), plan_(plan), sink_(sink) {
    BracketToken token;
    token.text = text.substr(0, text.find('<'));
    elements_.emplace_back().list.start(token);
  }

  MarkupSurvey read() {
    MarkupTag tag;
    while (survey_.status.ok() && tags_.next(tag)) {
      take(tag);
      if (!records_.empty()) send_complete();
    }
    while (elements_.size() > 1) close(text_.data() + text_.size());
    close_text();
    add_attributes();
    if (loose_digits_ >= kLeastLost) lose_digits();
    survey_.boards = records_.size();  // without a sink, these are all
    survey_.noun = kind_ == Kind::kOpenSudoku ? "game"
                   : kind_ == Kind::kKSudoku  ? "puzzle"
                                              : "board";
    if (sink_ != nullptr) {
      send();
      pass_tags(sent_, text_.size());
    }
    return survey_;
  }

 private:
  enum class Kind : std::uint8_t { kElements, kOpenSudoku, kKSudoku };

  // Records are complete if no element around them can be a record that begins before them.
  void send_complete() {
    const bool is_complete = attributes_.empty() &&
                             std::all_of(elements_.begin() + 1, elements_.end(),
                                         [](const MarkupElement& each) { return each.has_board; });
    if (sink_ != nullptr && is_complete) send();
  }

  void send() {
    std::ranges::stable_sort(records_, {},
                             [](const BracketRecord& each) { return each.part.data(); });
    for (const BracketRecord& record : records_) {
      const auto begin = static_cast<std::size_t>(record.part.data() - text_.data());
      pass_tags(sent_, begin);
      send_record(record, text_, *sink_);
      sent_ = std::max(sent_, begin + record.part.size());
    }
    records_.clear();
  }

  // Tags need no mention, and neither do instructions.
  void pass_tags(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    MarkupTags tags(text_.substr(begin, end - begin), watch_);
    MarkupTag tag;
    while (tags.next(tag)) {
      const std::size_t mark = tag.text_before.find("<");
      const auto before = static_cast<std::size_t>(tag.text_before.data() - text_.data());
      if (mark != std::string_view::npos && mark < 4) {
        sink_->pass({before, before + tag.text_before.size()});
      }
      const auto tag_begin =
          static_cast<std::size_t>(tag.name.data() - text_.data()) - (tag.is_closing ? 2 : 1);
      sink_->pass({tag_begin, static_cast<std::size_t>(tags.here() - text_.data())});
    }
  }

  void take(const MarkupTag& tag) {
    if (is_first_ && tag.is("opensudoku")) kind_ = Kind::kOpenSudoku;
    if (is_first_ && tag.is("ksudoku")) kind_ = Kind::kKSudoku;
    if (!is_first_ && kind_ == Kind::kElements && (tag.is("opensudoku") || tag.is("ksudoku"))) {
      survey_.status = {ErrorCode::kInput,
                        format_text(":{}: a saved game after other elements", tag.line + 1)};
    }
    is_first_ = false;
    switch (kind_) {
      case Kind::kOpenSudoku:
        return take_game(tag);
      case Kind::kKSudoku:
        return take_k_sudoku(tag);
      case Kind::kElements:
        return take_element(tag);
    }
  }

  // The tag, from its '<'.
  std::string_view text_of(const MarkupTag& tag) const {
    const char* const begin = tag.name.data() - (tag.is_closing ? 2 : 1);
    return {begin, static_cast<std::size_t>(tags_.here() - begin)};
  }

  void add_cells(const MarkupTag& tag, std::string_view cells, std::string words) {
    BracketRecord& record = records_.emplace_back();
    record.part = text_of(tag);
    record.words = std::move(words);
    if (const auto board = read_board_text(cells)) {
      record.cells = *board;
      return;
    }
    const CellText found = scan_cells(cells);
    record.kind = BracketRecord::Kind::kDamaged;
    record.words.clear();
    record.error.at = record.part.data();
    record.error.kind = RecordErrorKind::kPuzzleCells;
    record.error.found = found.count;
    if (found.others == 0) return;
    record.error.kind = RecordErrorKind::kNotACell;
    record.error.byte = static_cast<std::uint8_t>(cells[found.other]);
  }

  void take_game(const MarkupTag& tag) {
    if (!tag.is("game") || tag.is_closing) return;
    std::optional<std::string> data = tag.attribute("data");
    if (!data) data = tag.attribute("cells_data");
    std::optional<std::string> note = tag.attribute("note");
    if (!note) note = tag.attribute("user_note");
    const std::string cells = data.value_or("");
    add_cells(tag, cells.starts_with("version") ? cells_of_saved_game(cells) : cells,
              note.value_or(""));
  }

  void take_k_sudoku(const MarkupTag& tag) {
    if (tag.is("graph") && !tag.is_closing) {
      const std::string type = tag.attribute("type").value_or("");
      const std::string order = tag.attribute("order").value_or("");
      if (type == "sudoku" && order == "9") return;
      const std::string name =
          type == "sudoku" ? "of order " + order : tag.attribute("specific-type").value_or(type);
      survey_.status = {ErrorCode::kInput,
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
    add_cells(tag, cells, {});
    BracketRecord& record = records_.back();
    record.part = {tag.text_before.data(), tag.text_before.size()};
    const BoardCells columns = record.cells;
    for (std::size_t i = 0; i < columns.size(); ++i) record.cells[i % 9 * 9 + i / 9] = columns[i];
  }

  MarkupElement& top() { return elements_.back(); }

  void take_element(const MarkupTag& tag) {
    const std::string text = without_entities(tag.text_before);
    if (!top().is_other) top().text += text;
    const char* const begin = text_of(tag).data();
    if (tag.is_closing) return close_named(tag, begin);
    take_attributes(tag);
    if (tag.is("br")) top().text += '\n';
    if (tag.is("input")) top().text += tag.attribute("value").value_or("");
    if (is_one_of(tag, kVoidElements)) return;
    close_siblings(tag, begin);
    if (elements_.size() == kMarkupDepth) return;
    open(tag, begin);
    if (tag.is_self_closing) close(tags_.here());
  }

  void open(const MarkupTag& tag, const char* begin) {
    MarkupElement& element = elements_.emplace_back();
    element.name = lower_case(tag.name);
    element.begin = begin;
    element.digits_before = loose_digits_;
    element.is_other = is_one_of(tag, kOtherElements);
    BracketToken token;
    token.text = tag.name;
    element.list.start(token);
    tag.each_attribute(
        [&](std::string_view name, const std::string& value) { add_member(element, name, value); });
  }

  // A value of a cell: its row, its column, its digit, or a word.
  void add_member(MarkupElement& element, std::string_view name, std::string_view value) {
    constexpr std::size_t kMostOfCell = 16;
    if (value.size() > kMostOfCell || element.members.size() == kMostOfCell) return;
    BracketMember& member = element.members.emplace_back();
    member.name = lower_case(name);
    const bool is_true = lower_case(value) == "true" || value == "1";
    member.raw = is_true ? "true" : "false";
    const CellText cells = scan_cells(value);
    if (!cells.is_exactly(1)) return;
    member.kind = ValueKind::kCell;
    member.pair[0] = static_cast<std::uint8_t>(cells.cells[0]);
  }

  // Boards in attributes are records if no mask is among them.
  void take_attributes(const MarkupTag& tag) {
    tag.each_attribute([&](std::string_view name, const std::string& value) {
      if (value.size() < 81) return;
      const auto board = read_board_text(value);
      const bool has_digits = board && std::ranges::any_of(*board, [](char c) { return c > '0'; });
      if (!has_digits) return;
      BracketRecord& record = attributes_.emplace_back();
      record.cells = *board;
      record.part = text_of(tag);
      std::optional<std::string> id = tag.attribute("id");
      if (!id) id = tag.attribute("name");
      record.words = lower_case(name) == "value" ? id.value_or("") : std::string(name);
    });
  }

  void add_attributes() {
    const auto mask = std::ranges::find_if(
        attributes_, [](const BracketRecord& each) { return is_mask(each.cells); });
    if (mask != attributes_.end()) {
      const auto digits = std::ranges::find_if(attributes_, [](const BracketRecord& each) {
        return std::ranges::none_of(each.cells, [](char c) { return c < '1'; });
      });
      const std::optional<char> given = given_of_mask(mask->words);
      if (attributes_.size() != 2 || digits == attributes_.end() || !given) {
        survey_.status = {ErrorCode::kInput,
                          format_text("attribute '{}' is a mask of 0 and 1, and it is not known if "
                                      "1 is a given digit or an empty cell",
                                      printable(mask->words))};
        return;
      }
      BracketRecord puzzle = *digits;
      puzzle.cells = masked(mask->cells, digits->cells, *given);
      const BracketRecord& first = mask < digits ? *mask : *digits;
      const BracketRecord& last = mask < digits ? *digits : *mask;
      const char* const end = last.part.data() + last.part.size();
      puzzle.part = {first.part.data(), static_cast<std::size_t>(end - first.part.data())};
      attributes_ = {puzzle};
    }
    for (BracketRecord& each : attributes_) records_.push_back(std::move(each));
  }

  // Elements whose end tags may be left out.
  void close_siblings(const MarkupTag& tag, const char* begin) {
    const bool is_cell = tag.is("td") || tag.is("th");
    if (is_cell && (top().name == "td" || top().name == "th")) close(begin);
    if (tag.is("tr")) {
      if (top().name == "td" || top().name == "th") close(begin);
      if (top().name == "tr") close(begin);
    }
    if ((tag.is("p") || tag.is("li")) && top().name == lower_case(tag.name)) close(begin);
  }

  void close_named(const MarkupTag& tag, const char* begin) {
    const std::string name = lower_case(tag.name);
    const bool is_open = std::ranges::any_of(
        elements_, [&](const MarkupElement& each) { return each.name == name; });
    if (!is_open) return;
    while (top().name != name) close(begin);
    close(tags_.here());
  }

  // Closes the last element, and adds its value to the element around it.
  void close(const char* end) {
    MarkupElement element = std::move(elements_.back());
    elements_.pop_back();
    if (element.is_other) {
      top().has_other = true;
      return;
    }
    if (element.has_board) {
      top().has_board = true;
      return top().list.add_board();
    }
    // A row of labels is no row of cells.
    if (element.has_other && element.list.items() == 0) return;
    const std::string_view part(element.begin, static_cast<std::size_t>(end - element.begin));
    BracketToken token;
    token.kind = BracketTokenKind::kString;
    token.text = part;
    BracketValue value = value_of(element, token);
    value.text = part;
    if (!value.is_meant_as_board()) {
      if (value.kind == ValueKind::kCell) last_cell_ = value;
      note_digits(element, value);
      return top().list.add(value, token);
    }
    use_digits(value, element.digits_before);
    use_plan(value);
    add(value);
    top().list.add_board();
    top().has_board = true;
  }

  // The rows of a board can be all elements of the text.
  void close_text() {
    BracketValue value = top().list.finish(plan_.base);
    if (!value.is_meant_as_board()) return;
    const auto begin =
        static_cast<std::size_t>(value.text.data() + value.text.size() - text_.data());
    value.text = text_.substr(begin, text_.rfind('>') + 1 - begin);
    use_digits(value, 0);
    use_plan(value);
    add(value);
  }

  // Counts the digits of cells and rows until a board has them.
  void note_digits(const MarkupElement& element, const BracketValue& value) {
    // A cell with a place has its row and its column as elements.
    if (value.kind == ValueKind::kPlaced) {
      loose_digits_ -= std::min(loose_digits_, element.list.items());
      return;
    }
    if (element.list.items() != 0 || value.kind == ValueKind::kOther) return;
    const std::size_t cells =
        value.kind == ValueKind::kCell ? 1 : std::min<std::size_t>(element.text.size(), 9);
    const std::size_t digits = digits_of(value, cells);
    if (digits != 0 && loose_digits_ == 0) loose_ = value.text;
    loose_digits_ += digits;
  }

  // The cells and rows that are no part of the board may be its labels.
  // `before`: those before the element of the board.
  void use_digits(const BracketValue& board, std::size_t before) {
    const std::size_t digits = digits_of(board, board.cells.size());
    const bool are_lost = before >= kLeastLost || loose_digits_ >= digits + kLeastLost;
    if (board.is_list && are_lost) lose_digits();
    if (board.is_list) loose_digits_ = 0;
  }

  static std::size_t digits_of(const BracketValue& value, std::size_t cells) {
    return static_cast<std::size_t>(
        std::count_if(value.cells.begin(), value.cells.begin() + static_cast<std::ptrdiff_t>(cells),
                      [](char c) { return c >= '1' && c <= '9'; }));
  }

  void lose_digits() {
    if (sink_ == nullptr) return;
    const auto begin = static_cast<std::size_t>(loose_.data() - text_.data());
    sink_->lose({begin, begin + loose_.size()});
  }

  BracketValue value_of(MarkupElement& element, const BracketToken& token) {
    if (element.list.items() != 0) {
      BracketValue value = element.list.finish(plan_.base);
      if (const auto cell = cell_of(element)) return *cell;
      if (element.list.is_cell()) value = last_cell_;
      return value;
    }
    if (const auto cell = cell_of(element)) return *cell;
    add_member(top(), element.name, without_line_ends(element.text));
    BracketToken text = token;
    text.inside = element.text;
    const CellText cells = scan_cells(element.text);
    if (element.text.size() <= kMostCellBytes || cells.is_exactly(81)) {
      const BracketValue value = value_of_text(text, cells);
      if (value.kind != ValueKind::kDamaged) return value;
    }
    if (element.text.size() < 81) return {};
    for (const BracketValue& board : boards_in_text(element.text, token, watch_)) {
      add(board);
      top().has_board = true;
    }
    return {};
  }

  static std::string_view without_line_ends(std::string_view text) {
    while (!text.empty() && (is_blank(text.front()) || is_line_end(text.front()))) {
      text.remove_prefix(1);
    }
    while (!text.empty() && (is_blank(text.back()) || is_line_end(text.back()))) {
      text.remove_suffix(1);
    }
    return text;
  }

  std::optional<BracketValue> cell_of(MarkupElement& element) {
    if (element.members.size() < 2) return std::nullopt;
    const std::string_view text = without_line_ends(element.text);
    if (!text.empty()) add_member(element, "n", text);
    BracketObject object;
    object.members = std::move(element.members);
    object.bracket.text = {element.begin, 1};
    std::optional<BracketValue> cell = placed_cell(object);
    survey_.has_places = survey_.has_places || cell.has_value();
    return cell;
  }

  void use_plan(BracketValue& value) {
    if (!value.is_board()) return;
    survey_.has_open_base = survey_.has_open_base || value.has_open_base;
    const bool is_boxes = value.source == BoardSource::kBoxes;
    const bool has_rows = is_boxes || value.source == BoardSource::kRows;
    survey_.may_be_boxes =
        survey_.may_be_boxes || is_boxes || (has_rows && !obeys_rules(value.cells));
    survey_.has_bands = survey_.has_bands || is_boxes;
    if (plan_.has_boxes && has_rows && (is_boxes || !plan_.only_bands)) {
      value.cells = rows_of_boxes(value.cells);
    }
  }

  void add(const BracketValue& value) {
    // In a row of a table, the answer stands beside its puzzle.
    const bool is_answer = last_board_ && last_parent_ == top().begin && value.is_board() &&
                           is_answer_of(value.cells, *last_board_);
    last_parent_ = top().begin;
    last_board_ = value.cells;
    BracketRecord& record = records_.emplace_back();
    record.part = value.text;
    record.cells = value.cells;
    if (is_answer) record.kind = BracketRecord::Kind::kAnswer;
    if (value.is_board()) return;
    record.kind = BracketRecord::Kind::kDamaged;
    record.error = value.error;
  }

  std::string_view text_;
  ImportWatch* watch_;
  MarkupTags tags_;
  MarkupPlan plan_;
  BoardSink* sink_;
  MarkupSurvey survey_;
  Kind kind_ = Kind::kElements;
  bool is_first_ = true;
  std::vector<MarkupElement> elements_;  // that are open; the first one is the text
  BracketValue last_cell_;
  std::size_t loose_digits_ = 0;           // of cells and rows that are in no board
  std::string_view loose_;                 // the first of them
  std::optional<BoardCells> last_board_;   // it may be damaged
  const char* last_parent_ = nullptr;      // the element around it
  std::vector<BracketRecord> attributes_;  // the boards in attributes
  std::vector<BracketRecord> records_;     // that are not sent yet
  std::size_t sent_ = 0;                   // all records before are sent
};

}  // namespace

void propose_markup(std::string_view text, const ImportOptions& options,
                    std::vector<Proposal>& proposals) {
  const char* const end = text.data() + text.size();
  const char* at = skip_byte_order_mark(text.data(), end);
  while (at != end && (is_blank(*at) || is_line_end(*at))) ++at;
  if (at == end || *at != '<') return;
  const MarkupSurvey survey = MarkupReader(text, options.watch, {}, nullptr).read();
  Proposal proposal;
  proposal.has_structure = true;
  proposal.name = "markup";
  proposal.refusal = survey.status;
  if (!survey.status.ok()) return proposals.push_back(std::move(proposal));
  if (survey.boards == 0) return;
  proposal.noun = survey.noun;
  const auto propose = [&](const MarkupPlan& plan) {
    proposal.words = survey.noun == "game"     ? "saved by OpenSudoku"
                     : survey.noun == "puzzle" ? "saved by KSudoku"
                     : plan.has_boxes          ? "elements of boxes"
                     : survey.has_places       ? "elements with a row, a column and a digit"
                                               : "elements of XML or HTML";
    proposal.is_certain = survey.noun != "board";
    proposal.are_puzzles = proposal.is_certain;
    proposal.name = plan.has_boxes ? "boxes" : "markup";
    if (survey.has_open_base) {
      proposal.words += format_text(", rows and columns from {}", plan.base);
      proposal.name += format_text("-from-{}", plan.base);
    }
    proposal.read = [plan, watch = options.watch](std::string_view all, BoardSink& sink) {
      MarkupReader(all, watch, plan, &sink).read();
    };
    proposals.push_back(proposal);
  };
  propose({.base = 0});
  if (survey.has_open_base) propose({.base = 1});
  if (survey.may_be_boxes) propose({.has_boxes = true, .only_bands = survey.has_bands});
}

}  // namespace dokumill::records
