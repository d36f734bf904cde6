#include "formats/import/brackets/brackets.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "base/work_count.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/brackets/bracket_frame.hpp"
#include "formats/import/brackets/bracket_json.hpp"
#include "formats/import/brackets/bracket_objects.hpp"
#include "formats/import/brackets/bracket_records.hpp"
#include "formats/import/brackets/bracket_strings.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/import/brackets/bracket_values.hpp"
#include "formats/import/import_writer.hpp"

namespace dokumill::records {
namespace {

using Token = BracketToken;
using Frame = BracketFrame;
using TokenKind = BracketTokenKind;
using ValueKind = BracketValueKind;

// Objects with puzzles may be inside of each other up to this depth. Each of them is written once
// more as a part of the next one.
constexpr int kMostNestedRecords = 8;

// Finds lines of a table: commas between strings and words of one line, outside of all brackets.
class TableLines {
 public:
  // `token`: the next one that is outside of all brackets.
  void notice(const Token& token) {
    const bool is_field =
        token.kind == TokenKind::kString || (token.kind == TokenKind::kWord && is_after_string_);
    has_any_ = has_any_ || (is_field && is_after_comma_ && token.line == last_line_);
    is_after_comma_ = token.text == ",";
    is_after_string_ = token.kind == TokenKind::kString || (is_after_comma_ && is_after_string_);
    last_line_ = token.line;
  }

  bool has_any() const { return has_any_; }

 private:
  bool has_any_ = false;
  bool is_after_comma_ = false;
  bool is_after_string_ = false;
  std::uint32_t last_line_ = 0;
};

class BracketReader {
 public:
  BracketReader(std::string_view text, const ImportOptions& options)
      : tokens_(text), watch_(options.watch), objects_(options) {
    frames_.push_back(std::make_unique<Frame>());
    frame().start({});
  }

  Result<std::optional<ImportedText>> read() {
    const std::optional<ImportedText> none;
    for (;;) {
      const Token token = tokens_.next();
      if (token.kind == TokenKind::kEnd || is_stopped_after(watch_, token.text.size() + 1)) break;
      if (token.kind == TokenKind::kOpen && depth_ + 1 == kBracketDepth) return none;
      if (depth_ == 0) table_.notice(token);
      take(token);
      if (!status_.ok()) return status_;
      last_end_ = token.text.data() + token.text.size();
    }
    commit();
    while (depth_ > 0 && status_.ok()) {
      frame().object.is_complete = false;
      close();
    }
    flush_rows();
    if (!status_.ok()) return status_;
    return finish();
  }

 private:
  // What was read last, and may still be a name, or a part of a longer string.
  enum class Pending : std::uint8_t { kNothing, kWord, kString, kTinyList };

  Frame& frame() { return *frames_[static_cast<std::size_t>(depth_)]; }

  void take(const Token& token) {
    frame().begin_value(token);
    switch (token.kind) {
      case TokenKind::kWord:
        if (pending_ == Pending::kTinyList) pending_ = Pending::kNothing;
        commit();
        set_pending(token, token.text.size() == 1 ? value_of_character(token)
                                                  : value_of_text(token, scan_cells(token.text)));
        break;
      case TokenKind::kString:
        take_string(token);
        break;
      case TokenKind::kOpen:
        open(token);
        break;
      case TokenKind::kClose:
        commit();
        if (depth_ > 0) close();
        break;
      case TokenKind::kSeparator:
        commit();
        frame().end_member(last_end_);
        frame().name.clear();
        frame().has_annotation = false;
        break;
      case TokenKind::kColon:
        take_colon();
        break;
      case TokenKind::kEquals:
        take_equals(token);
        break;
      case TokenKind::kEnd:
        break;
    }
  }

  void set_pending(const Token& token, const BracketValue& value) {
    pending_ = token.kind == TokenKind::kWord ? Pending::kWord : Pending::kString;
    pending_token_ = token;
    pending_value_ = value;
  }

  void take_string(const Token& token) {
    // A letter before a string says what kind of string it is.
    const bool is_prefix =
        pending_ == Pending::kWord &&
        pending_token_.text.data() + pending_token_.text.size() == token.text.data();
    if (is_prefix) pending_ = Pending::kNothing;
    const bool has_code = token.inside.find("\\u") != std::string_view::npos;
    const CellText cells =
        has_code ? scan_cells(string_text(token.inside)) : scan_cells(token.inside);
    if (pending_ == Pending::kString && !token.after_blank_line &&
        pieces_.append(token.inside, cells)) {
      if (pieces_.is_full()) commit();
      return;
    }
    commit();
    set_pending(token, value_of_text(token, cells));
    pieces_.start(token.inside, cells);
  }

  std::string pending_name() const {
    return pending_ == Pending::kString ? string_text(pending_token_.inside)
                                        : std::string(pending_token_.text);
  }

  void take_colon() {
    if (pending_ != Pending::kWord && pending_ != Pending::kString) return commit();
    if (depth_ == 0) {
      frame().name = pending_name();
      frame().has_annotation = true;
      frame().annotation_line = pending_token_.line;
    } else {
      frame().begin_member(pending_name(), pending_token_, last_end_);
    }
    pending_ = Pending::kNothing;
  }

  void take_equals(const Token& token) {
    if (pending_ == Pending::kString) commit();
    const bool is_annotated = frame().has_annotation && frame().annotation_line == token.line;
    if (!frame().has_member && !is_annotated) {
      const std::string_view word =
          pending_ == Pending::kWord ? pending_token_.text : frame().last_word;
      frame().name = word.substr(std::min(word.find_first_not_of('*'), word.size()));
    }
    pending_ = Pending::kNothing;
  }

  void open(const Token& token) {
    if (pending_ == Pending::kWord) {
      // The word is the name of a type or a function, as in np.array([[5,...]]).
      frame().last_word = pending_token_.text;
    } else if (pending_ == Pending::kString) {
      commit();
    }
    pending_ = Pending::kNothing;
    if (static_cast<std::size_t>(++depth_) == frames_.size()) {
      frames_.push_back(std::make_unique<Frame>());
    }
    frame().start(token);
    frame().boards = boards_.mark();
    frame().objects = records_.mark();
  }

  // Closes the bracket, and adds what is in it to the frame around it.
  void close() {
    Frame& closed = frame();
    closed.end_member(last_end_);
    BracketValue value;
    if (closed.is_object) {
      value = close_object(closed);
    } else {
      value = closed.held ? *closed.held : closed.list.finish();
    }
    value.is_list = true;
    --depth_;
    frame().nested_records = std::max(frame().nested_records, closed.nested_records);
    // The size of an array, as in int[9][9], is no item.
    const bool is_tiny =
        !closed.is_object && closed.list.items() <= 1 && value.kind == ValueKind::kOther;
    if (!is_tiny) return add(value, closed.bracket);
    if (closed.list.items() == 0) return;
    pending_ = Pending::kTinyList;
    pending_token_ = closed.bracket;
    pending_value_ = value;
  }

  BracketValue close_object(Frame& closed) {
    const BracketValue nothing = {};
    BracketObject& object = closed.object;
    if (closed.has_too_many_members()) return nothing;
    if (const std::optional<BracketValue> cell = placed_cell(object)) return *cell;
    object.has_records_inside = boards_.lines.size() != closed.boards.lines ||
                                records_.lines.size() != closed.objects.lines;
    object.has_all_records = closed.objects.lines == 0 && !records_.lines.empty();
    Frame& around = *frames_[static_cast<std::size_t>(depth_) - 1];
    object.has_sibling = around.object.has_sibling && around.bracket.text == "[";
    const Result<ObjectRole> role = objects_.role_of(object);
    if (!role.ok()) {
      status_ = role.status();
    } else if (*role == ObjectRole::kBoards) {
      for (const BracketMember& member : object.members) {
        add_board(object.boards[member.board], member.name);
      }
    } else if (*role == ObjectRole::kRecord) {
      if (++closed.nested_records > kMostNestedRecords) {
        status_ = {ErrorCode::kInput,
                   format_text(":{}: objects with puzzles are inside of each other, {} levels deep",
                               object.bracket.line + 1, closed.nested_records)};
        return nothing;
      }
      // Boards in the other members are parts of this record.
      boards_.take_back(closed.boards);
      records_.take_back(closed.objects);
      objects_.write(object, records_);
      if (first_object_ == 0) first_object_ = object.bracket.line + 1;
      around.object.has_sibling = true;
    }
    return nothing;
  }

  // Adds what is pending to its frame.
  void commit() {
    const Pending what = std::exchange(pending_, Pending::kNothing);
    if (what == Pending::kNothing) return;
    if (what == Pending::kWord && depth_ == 0) {
      // Other readers read cells without brackets and quotes.
      if (pending_token_.text != "new") frame().name.clear();
      return;
    }
    if (what == Pending::kString && pieces_.is_joined()) {
      return add(pieces_.value(pending_token_), pending_token_);
    }
    const bool is_text = what == Pending::kString && !pending_value_.is_board() &&
                         !frame().has_member && has_lines(pending_token_.inside);
    if (is_text) {
      frame().name.clear();
      for (const BracketValue& value : boards_of_lines(pending_token_)) add(value, pending_token_);
    } else {
      add(pending_value_, pending_token_);
    }
  }

  void add(const BracketValue& value, const Token& token) {
    Frame& here = frame();
    if (here.has_member) return here.set_member(value);
    if (value.is_meant_as_board()) {
      flush_rows();
      has_list_ = has_list_ || depth_ != 0 || value.is_list;
      has_field_ = has_field_ || (depth_ == 0 && !value.is_list && here.name.empty());
      if (here.held) add_board(*std::exchange(here.held, std::nullopt), here.held_name);
      if (here.bracket.text == "(" && here.list.items() == 0) {
        here.held = value;
        here.held_name = here.name;
      } else {
        add_board(value, here.name);
      }
      here.list.add_board();
    } else if (depth_ > 0) {
      here.list.add(value, token);
    } else if (value.is_list) {
      add_row(value, token);
    }
    // The size of an array is in brackets between its name and its cells.
    const bool is_new = pending_token_.text == "new" && !value.is_list;
    if (value.is_meant_as_board() || (!value.is_list && !is_new)) here.name.clear();
    here.has_annotation = here.has_annotation && !here.name.empty();
  }

  // Lists of nine cells in nine lines are a board, even without brackets around them.
  void add_row(const BracketValue& value, const Token& token) {
    const bool is_row = value.kind == ValueKind::kRow || value.kind == ValueKind::kBadRow;
    if (!is_row || token.after_blank_line) flush_rows();
    if (!is_row) return;
    if (frame().list.rows() == 0) frame().list.start(token);
    frame().list.add(value, token);
    if (frame().list.rows() == 9) flush_rows();
  }

  void flush_rows() {
    if (depth_ != 0 || frame().list.rows() == 0) return;
    const BracketValue value = frame().list.finish();
    frame().list.start({});
    if (value.is_meant_as_board()) add_board(value, {});
  }

  void add_board(const BracketValue& value, std::string_view name) {
    if (first_board_ == 0) first_board_ = value.line + 1;
    if (value.is_board()) {
      boards_.add_board(value, name);
    } else {
      boards_.add_malformed(value.error, name);
    }
  }

  Result<std::optional<ImportedText>> finish() {
    // Strings that are damaged boards are not enough: other readers know lines in quotes.
    const bool has_boards = !boards_.lines.empty() && !(table_.has_any() && has_field_) &&
                            (has_list_ || boards_.faults.size() != boards_.lines.size());
    if (records_.meant == 0) records_ = {};
    const bool has_any = has_boards || !records_.lines.empty();
    if (!has_any && !objects_.lacks_column()) return std::optional<ImportedText>();
    if (const Status status = objects_.check_column(); !status.ok()) return status;
    if (!boards_.lines.empty() && !records_.lines.empty()) {
      return Status(
          ErrorCode::kInput,
          format_text(":{}: a board that is no member of an object; in line {}, an object "
                      "has the puzzle in member '{}'",
                      first_board_, first_object_, printable(objects_.puzzle_name())));
    }
    if (records_.lines.empty()) {
      const std::string reading = boards_.reading();
      return std::optional<ImportedText>(boards_.finish(TextFormat::kLine, reading));
    }
    const std::string& name = objects_.puzzle_name();
    const std::string objects = counted(records_.lines.size(), "JSON object");
    ImportedText any = records_.finish(
        TextFormat::kJsonl, format_text("{}, puzzles in member '{}'", objects, printable(name)));
    any.column = name;
    return std::optional<ImportedText>(std::move(any));
  }

  BracketTokens tokens_;
  ImportWatch* watch_;
  Status status_;
  std::vector<std::unique_ptr<Frame>> frames_;  // kept for the next bracket of the same depth
  int depth_ = 0;
  Pending pending_ = Pending::kNothing;
  Token pending_token_;
  BracketValue pending_value_;
  StringPieces pieces_;  // kString: the strings side by side that are pending
  const char* last_end_ = nullptr;
  TableLines table_;
  bool has_list_ = false;   // a board, or a damaged one, is a list or in brackets
  bool has_field_ = false;  // a board without a name, which could be a field of a table
  BracketRecords boards_;   // in the line format
  BracketRecords records_;  // in the jsonl format
  ObjectRecords objects_;
  std::uint32_t first_board_ = 0;  // lines, from 1; 0: none yet
  std::uint32_t first_object_ = 0;
};

// True if the text has a bracket or a quote.
bool may_have_tokens(std::string_view text, ImportWatch* watch) {
  for (std::size_t at = 0; at < text.size(); at += ImportWatch::kBetweenBytes) {
    const std::string_view piece = text.substr(at, ImportWatch::kBetweenBytes);
    count_work(piece.size());
    if (piece.find_first_of("[({\"'`") != std::string_view::npos) return true;
    if (is_stopped_after(watch, piece.size())) return false;
  }
  return false;
}

}  // namespace

Result<std::optional<ImportedText>> read_brackets(std::string_view text,
                                                  const ImportOptions& options) {
  // Most long texts have none of these characters, and need no tokens.
  if (options.column.empty() && !may_have_tokens(text, options.watch)) {
    return std::optional<ImportedText>();
  }
  return BracketReader(text, options).read();
}

}  // namespace dokumill::records
