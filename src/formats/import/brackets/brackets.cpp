// Reads boards from JSON and from literals in the source text of programs: Python, JavaScript, C,
// Java, Ruby, Go, Rust, Haskell, MATLAB, SQL, and what NumPy prints.
//
//   [["5","3",".",...],...]      {"puzzle": "53..7...", "id": 1}      puzzles = ['53..7...', ...]
//   int easy[9][9] = {{5,3,0,...},...};   np.array([[5, 3, 0, ...], ...])   [5 3 0 ...; 6 0 0 ...]
//
// The result is in the jsonl format if objects have puzzles as members, and otherwise in the line
// format. The remark of a line is the name of the variable or member that has the board.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
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
#include "formats/import/proposers.hpp"

namespace dokumill::records {
namespace {

using Token = BracketToken;
using Frame = BracketFrame;
using TokenKind = BracketTokenKind;
using ValueKind = BracketValueKind;

// Objects with puzzles may be inside of each other up to this depth. Each of them is written once
// more as a part of the next one.
constexpr int kMostNestedRecords = 8;
// Brackets may be nested up to this depth.
constexpr int kBracketDepth = 256;

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

// How the values of a text are read.
struct BracketPlan {
  ObjectPlan object;
  bool has_boxes = false;   // the nine lists of a board are its boxes
  bool only_bands = false;  // has_boxes: this holds only for lists in three bands
  std::uint8_t base = 0;    // the first row and column of places that do not show it
};

// What a text has.
struct BracketSurvey {
  Status status;
  ObjectPlan object;
  bool lacks_column = false;
  bool has_sql = false;
  std::size_t boards = 0;   // that are no members of records
  std::size_t damaged = 0;  // of these
  std::array<std::size_t, kBoardSources> sources = {};
  bool may_be_boxes = false;  // boards of nine lists break rules, or are in bands
  bool has_bands = false;
  bool has_named_boxes = false;  // the name of a board says that its lists are boxes
  bool has_open_base = false;    // places of cells count from 0 or from 1
};

class BracketReader {
 public:
  // Without a sink, the text is surveyed.
  BracketReader(std::string_view text, const ImportOptions& options, const BracketPlan* plan,
                BoardSink* sink)
      : text_(text),
        watch_(options.watch),
        tokens_(text, watch_),
        judge_(options.judge),
        sink_(sink),
        objects_(options, plan != nullptr ? &plan->object : nullptr) {
    if (plan != nullptr) plan_ = *plan;
    frames_.push_back(std::make_unique<Frame>());
    frame().start({});
  }

  BracketSurvey read() {
    for (;;) {
      const Token token = tokens_.next();
      if (token.kind == TokenKind::kEnd) break;
      if (token.kind == TokenKind::kOpen && depth_ + 1 == kBracketDepth) return {};
      if (depth_ == 0) table_.notice(token);
      take(token);
      if (!survey_.status.ok()) return survey_;
      last_end_ = token.text.data() + token.text.size();
    }
    commit();
    while (depth_ > 0 && survey_.status.ok()) {
      frame().object.is_complete = false;
      close();
    }
    flush_rows();
    send();
    return finish();
  }

 private:
  // What was read last, and may still be a name, or a part of a longer string.
  enum class Pending : std::uint8_t { kNothing, kWord, kString, kTinyList };

  Frame& frame() { return *frames_[static_cast<std::size_t>(depth_)]; }

  void take(const Token& token) {
    frame().begin_value(token);
    take_sql_name(token);
    switch (token.kind) {
      case TokenKind::kWord:
        // Haskell's Just 5, OCaml's Some 5, and the items of YAML.
        if (token.text == "Just" || token.text == "Some" || (depth_ == 0 && token.text == "-")) {
          return;
        }
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
        take_cells(token);
        break;
      case TokenKind::kClose:
        commit();
        if (depth_ > 0) close();
        break;
      case TokenKind::kSeparator:
        commit();
        if (token.text == ";") frame().list.end_row();
        frame().end_member(last_end_);
        frame().name.clear();
        frame().has_annotation = false;
        if (frame().is_tuple) begin_sql_field();
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

  // The names of the columns stand in round brackets before the word VALUES.
  void take_sql_name(const Token& token) {
    constexpr std::size_t kMostNames = 64;
    if (depth_ == 0 && (token.kind == TokenKind::kWord || token.kind == TokenKind::kString)) {
      is_in_values_ = lower_case(token.text) == "values";
    }
    if (depth_ != 1 || frame().bracket.text != "(" || frame().is_tuple) return;
    if (token.kind == TokenKind::kSeparator) frame().wants_name = true;
    const bool is_string = token.kind == TokenKind::kString;
    if (!frame().wants_name || (!is_string && token.kind != TokenKind::kWord)) return;
    frame().wants_name = false;
    const std::string_view name = is_string ? token.inside : token.text;
    if (name.size() > kMostNames || frame().names.size() >= kMostNames) return;
    frame().names.emplace_back(name);
  }

  void begin_sql_field() {
    const std::size_t index = frame().object.members.size();
    frame().begin_member(
        index < sql_names_.size() ? sql_names_[index] : format_text("column {}", index + 1),
        last_end_);
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
      if (pieces_.is_full()) {
        last_end_ = token.text.data() + token.text.size();
        commit();
      }
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
      frame().begin_member(pending_name(), last_end_);
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
    frame().records = records_.size();
    frame().objects = object_count_;
    if (depth_ != 1 || token.text != "(" || !is_in_values_) return;
    frame().is_tuple = true;
    survey_.has_sql = true;
    last_end_ = token.text.data() + 1;
    begin_sql_field();
  }

  // Most brackets of most texts have nothing but cells.
  void take_cells(const Token& bracket) {
    // Round brackets may have the names or the values of SQL, or one cell.
    if (bracket.text == "(") return;
    BoardCells cells;
    const std::size_t count = tokens_.take_cells(cells);
    if (count != 0) frame().list.add_cells({cells.data(), count});
  }

  // Closes the bracket, and adds what is in it to the frame around it.
  void close() {
    Frame& closed = frame();
    closed.end_member(last_end_);
    if (depth_ == 1 && !closed.is_tuple && !closed.names.empty()) sql_names_ = closed.names;
    BracketValue value;
    if (closed.is_object) {
      value = close_object(closed);
    } else {
      value = closed.held ? *closed.held : closed.list.finish(plan_.base);
      if (value.kind == ValueKind::kOther) take_text(closed);
    }
    // Rust's Some(5), and np.int64(5).
    const bool is_cell =
        !closed.is_object && closed.bracket.text == "(" && closed.list.is_cell() && !closed.held;
    if (is_cell) value = pending_cell_;
    value.is_list = !is_cell;
    if (!closed.held) value.text = text_to_here(closed.bracket);
    --depth_;
    frame().nested_records = std::max(frame().nested_records, closed.nested_records);
    // The size of an array, as in int[9][9], is no item.
    const bool is_tiny = !closed.is_object && !is_cell && closed.list.items() <= 1 &&
                         value.kind == ValueKind::kOther;
    if (!is_tiny) {
      add(value, closed.bracket);
    } else if (closed.list.items() != 0) {
      pending_ = Pending::kTinyList;
      pending_token_ = closed.bracket;
      pending_value_ = value;
    }
    send_complete();
  }

  // Outside of objects, records are complete.
  void send_complete() {
    if (sink_ == nullptr || records_.empty()) return;
    const auto end = frames_.begin() + depth_ + 1;
    const auto is_object = [](const auto& each) { return each->is_object; };
    if (std::none_of(frames_.begin(), end, is_object)) send();
  }

  // From the bracket to the end of what was read.
  std::string_view text_to_here(const Token& bracket) const {
    const char* const begin = bracket.text.data();
    const char* const end = tokens_.here();
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  // Strings of a list that are the lines of a text, as in notebooks.
  void take_text(Frame& closed) {
    if (closed.text.empty()) return;
    Token token = closed.bracket;
    token.text = text_to_here(closed.bracket);
    for (const BracketValue& value : boards_in_text(closed.text, token, watch_))
      add_board(value, {});
  }

  BracketValue close_object(Frame& closed) {
    const BracketValue nothing = {};
    BracketObject& object = closed.object;
    if (closed.has_too_many_members()) return nothing;
    if (const std::optional<BracketValue> cell = placed_cell(object)) return *cell;
    if (std::optional<BracketValue> board = board_of_places(object, plan_.base)) return *board;
    object.inside = std::span(records_).subspan(closed.records);
    object.before = std::span(records_).first(closed.records);
    object.has_objects_inside = object_count_ != closed.objects;
    object.has_all_records = closed.objects == 0 && object_count_ != 0;
    Frame& around = *frames_[static_cast<std::size_t>(depth_) - 1];
    object.has_sibling = around.object.has_sibling && around.bracket.text == "[";
    for (const BracketMember& member : object.members) {
      if (object.is_board(member)) use_plan(object.boards[member.board], member.name);
    }
    const Result<ObjectRole> role = objects_.role_of(object);
    if (!role.ok()) {
      // Another object may show the puzzle.
      if (refusal_.ok()) refusal_ = role.status();
    } else if (*role == ObjectRole::kBoards) {
      for (const BracketMember& member : object.members) {
        if (object.is_board(member)) add_planned(object.boards[member.board], member.name);
      }
      const auto is_before = [](const BracketRecord& a, const BracketRecord& b) {
        return a.part.data() < b.part.data();
      };
      std::stable_sort(records_.begin() + static_cast<std::ptrdiff_t>(closed.records),
                       records_.end(), is_before);
    } else if (*role == ObjectRole::kAnswer) {
      BracketRecord& answer = records_.emplace_back();
      answer.kind = BracketRecord::Kind::kAnswer;
      answer.part = object.boards.front().text;
    } else if (*role == ObjectRole::kRecord) {
      if (++closed.nested_records > kMostNestedRecords) {
        survey_.status = {
            ErrorCode::kInput,
            format_text(":{}: objects with puzzles are inside of each other, {} levels deep",
                        object.bracket.line + 1, closed.nested_records)};
        return nothing;
      }
      if (sink_ != nullptr && plan_.object.puzzle.empty()) return nothing;
      const BracketMember* const puzzle = object.find(objects_.plan().puzzle);
      has_puzzle_ = has_puzzle_ || (puzzle != nullptr && object.is_board(*puzzle));
      BracketRecord record;
      if (sink_ != nullptr) record = objects_.write(object, sink_->is_from_zero());
      // Boards in the other members are parts of this record.
      records_.resize(closed.records);
      object_count_ = closed.objects + 1;
      around.object.has_sibling = true;
      record.part = text_to_here(closed.bracket);
      records_.push_back(std::move(record));
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
      BracketValue joined = pieces_.value(pending_token_);
      const char* const begin = pending_token_.text.data();
      joined.text = {begin, static_cast<std::size_t>(last_end_ - begin)};
      return add(joined, pending_token_);
    }
    if (what == Pending::kString && !pending_value_.is_board() && take_text_of_string()) return;
    add(pending_value_, pending_token_);
    send_complete();
  }

  // Looks for boards in the text of a string. Returns true if there are any.
  bool take_text_of_string() {
    const std::string_view inside = pending_token_.inside;
    const bool is_line = inside.ends_with("\\n");
    if (frame().bracket.text == "[" && !frame().is_object && (is_line || !frame().text.empty())) {
      frame().text += string_text(inside);
      if (pending_value_.is_meant_as_board()) pending_value_ = {};
      return false;
    }
    const bool has_words = pending_value_.kind == ValueKind::kOther ||
                           (pending_value_.kind == ValueKind::kDamaged &&
                            pending_value_.error.kind == RecordErrorKind::kNotACell);
    const bool has_lines = inside.find_first_of("\r\n") != std::string_view::npos ||
                           inside.find("\\n") != std::string_view::npos;
    if (inside.size() < 81 || (!has_words && !has_lines)) return false;
    const bool has_escape = inside.find('\\') != std::string_view::npos;
    const std::string text = has_escape ? string_text(inside) : std::string();
    const std::vector<BracketValue> boards =
        boards_in_text(has_escape ? std::string_view(text) : inside, pending_token_, watch_);
    const bool has_any = std::ranges::any_of(boards, &BracketValue::is_board);
    if (!has_any) return false;
    if (!frame().has_member) frame().name.clear();
    for (const BracketValue& board : boards) add_board(board, {});
    frame().list.add_board();
    return true;
  }

  void add(const BracketValue& value, const Token& token) {
    Frame& here = frame();
    if (value.kind == ValueKind::kCell) pending_cell_ = value;
    if (here.has_member) return here.set_member(value);
    // A list of true and false is a mask, and no board.
    if (value.is_meant_as_board() && value.are_flags) return here.list.add_board();
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
    if (frame().list.rows() == 0) {
      frame().list.start(token);
      frame().bracket = token;
    }
    frame().list.add(value, token);
    rows_end_ = value.text.data() + value.text.size();
    if (frame().list.rows() == 9) flush_rows();
  }

  void flush_rows() {
    if (depth_ != 0 || frame().list.rows() == 0) return;
    BracketValue value = frame().list.finish(plan_.base);
    const char* const begin = frame().bracket.text.data();
    value.text = {begin, static_cast<std::size_t>(rows_end_ - begin)};
    frame().list.start({});
    frame().bracket = {};
    if (value.is_meant_as_board()) add_board(value, {});
  }

  // Notes what the board shows, and turns it into what the plan makes of it.
  void use_plan(BracketValue& value, std::string_view name) {
    if (!value.is_board()) return;
    BoardCells& cells = value.cells;
    if (is_mask(cells)) return;
    survey_.has_open_base = survey_.has_open_base || value.has_open_base;
    const bool has_bands = value.source == BoardSource::kBoxes;
    const bool has_rows = value.source == BoardSource::kRows || has_bands;
    survey_.has_bands = survey_.has_bands || has_bands;
    if (has_rows && lower_case(name).find("box") != std::string::npos) {
      survey_.has_named_boxes = true;
      cells = rows_of_boxes(cells);
      return;
    }
    if (has_rows && sink_ == nullptr && !survey_.may_be_boxes) {
      survey_.may_be_boxes = value.source == BoardSource::kBoxes || !obeys_rules(cells) ||
                             (!is_proven(cells) && is_proven(rows_of_boxes(cells)));
    }
    if (plan_.has_boxes && has_rows && (has_bands || !plan_.only_bands)) {
      cells = rows_of_boxes(cells);
    }
  }

  bool is_proven(const BoardCells& cells) const {
    if (!judge_) return false;
    BoardWorth worth = BoardWorth::kSeveral;
    judge_({&cells, 1}, {&worth, 1});
    return worth == BoardWorth::kUnique || worth == BoardWorth::kComplete;
  }

  void add_board(BracketValue value, std::string_view name) {
    use_plan(value, name);
    add_planned(value, name);
  }

  void add_planned(const BracketValue& value, std::string_view name) {
    constexpr std::size_t kMostNameBytes = 200;
    ++survey_.boards;
    survey_.damaged += value.is_board() ? 0 : 1;
    if (value.is_board()) ++survey_.sources[static_cast<std::size_t>(value.source)];
    BracketRecord& record = records_.emplace_back();
    record.part = value.text;
    record.cells = value.cells;
    if (!name.empty() && value.is_board()) {
      record.words = name.substr(0, kMostNameBytes);
      std::ranges::replace_if(
          record.words, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    }
    if (value.is_board()) return;
    record.kind = BracketRecord::Kind::kDamaged;
    record.error = value.error;
  }

  void send() {
    if (sink_ == nullptr) return;
    const BracketRecord* last = nullptr;  // the last object
    for (const BracketRecord& record : records_) {
      // Objects are records, or boards are. A board beside objects is lost, unless it is an answer.
      const bool is_object = record.words.starts_with('{');
      const bool is_sent = is_object || plan_.object.puzzle.empty();
      if (is_sent) send_record(record, text_, *sink_);
      if (is_object) last = &record;
      const bool is_known = last != nullptr && (last->cells == record.cells ||
                                                is_answer_of(record.cells, last->cells));
      if (is_sent || is_known || record.kind != BracketRecord::Kind::kBoard) continue;
      const auto begin = static_cast<std::size_t>(record.part.data() - text_.data());
      sink_->lose({begin, begin + record.part.size()});
    }
    records_.clear();
    object_count_ = 0;
    for (const auto& each : frames_) each->records = each->objects = 0;
  }

  BracketSurvey finish() {
    // Strings that are damaged boards are not enough: other readers know lines in quotes.
    const bool has_boards =
        !(table_.has_any() && has_field_) && (has_list_ || survey_.damaged != survey_.boards);
    if (!has_boards) survey_.boards = 0;
    if (!has_puzzle_ && sink_ == nullptr && !refusal_.ok()) {
      survey_.status = refusal_;
      return survey_;
    }
    // A member with the name of a puzzle can have another meaning.
    if (has_puzzle_) survey_.object = objects_.plan();
    survey_.lacks_column = objects_.lacks_column();
    if (survey_.boards != 0 || survey_.lacks_column || has_puzzle_) {
      survey_.status = objects_.check_column();
    }
    return survey_;
  }

  std::string_view text_;
  ImportWatch* watch_;
  BracketTokens tokens_;
  BoardJudge judge_;
  BoardSink* sink_;
  BracketPlan plan_;
  BracketSurvey survey_;
  Status refusal_;                              // of the first object whose puzzle is not known
  std::vector<std::unique_ptr<Frame>> frames_;  // kept for the next bracket of the same depth
  int depth_ = 0;
  Pending pending_ = Pending::kNothing;
  Token pending_token_;
  BracketValue pending_value_;
  BracketValue pending_cell_;  // the last cell
  StringPieces pieces_;        // kString: the strings side by side that are pending
  const char* last_end_ = nullptr;
  const char* rows_end_ = nullptr;
  TableLines table_;
  bool has_list_ = false;               // a board, or a damaged one, is a list or in brackets
  bool has_field_ = false;              // a board without a name, which could be a field of a table
  bool has_puzzle_ = false;             // the puzzle of an object is a board, or a damaged one
  bool is_in_values_ = false;           // after the word VALUES of SQL
  std::vector<std::string> sql_names_;  // of the columns
  std::vector<BracketRecord> records_;  // that can still become parts of another record
  std::size_t object_count_ = 0;        // objects among these
  ObjectRecords objects_;
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

// What the boards were read as.
std::string words_of_boards(const BracketSurvey& survey, const BracketPlan& plan) {
  const auto [strings, lists, rows, boxes] = survey.sources;
  std::string words = lists + rows + boxes == 0     ? "strings of 81 cells"
                      : strings + rows + boxes == 0 ? "lists of 81 cells"
                      : strings + lists == 0        ? "nested lists"
                                                    : "lists and strings";
  if (plan.has_boxes || survey.has_named_boxes) words += " of boxes";
  if (survey.has_open_base) words += format_text(", rows and columns from {}", plan.base);
  return words;
}

}  // namespace

void propose_brackets(std::string_view text, const ImportOptions& options,
                      std::vector<Proposal>& proposals) {
  // Most long texts have none of these characters, and need no tokens.
  if (options.column.empty() && !may_have_tokens(text, options.watch)) return;
  const BracketSurvey survey = BracketReader(text, options, nullptr, nullptr).read();
  Proposal proposal;
  proposal.has_structure = true;
  if (!survey.status.ok()) {
    proposal.refusal = survey.status;
    proposal.name = "brackets";
    proposals.push_back(std::move(proposal));
    return;
  }
  BracketPlan plan;
  plan.object = survey.object;
  plan.only_bands = survey.has_bands;
  const bool has_objects = !plan.object.puzzle.empty();
  if (!has_objects && survey.boards == 0) return;
  const auto propose = [&](bool has_boxes, std::uint8_t base) {
    plan.has_boxes = has_boxes;
    plan.base = base;
    proposal.name = "brackets";
    if (has_boxes) proposal.name = "boxes";
    if (survey.has_open_base) proposal.name += format_text("-from-{}", base);
    proposal.words = words_of_boards(survey, plan);
    if (has_objects) {
      proposal.format = TextFormat::kJsonl;
      proposal.column = plan.object.puzzle;
      proposal.is_certain = survey.has_sql;
      proposal.noun = survey.has_sql ? "SQL row" : "JSON object";
      std::string words = format_text("puzzles in {} '{}'", survey.has_sql ? "column" : "member",
                                      printable(plan.object.puzzle));
      if (!plan.object.solution.empty()) {
        words += format_text(", a mask of '{}'", printable(plan.object.solution));
      }
      const std::size_t comma = proposal.words.find(',');
      if (has_boxes) words += ", lists of boxes";
      if (comma != std::string::npos) words += proposal.words.substr(comma);
      proposal.words = std::move(words);
    }
    proposal.read = [plan, &options](std::string_view all, BoardSink& sink) {
      BracketReader(all, options, &plan, &sink).read();
    };
    proposals.push_back(proposal);
  };
  propose(false, 0);
  if (survey.has_open_base) propose(false, 1);
  if (survey.may_be_boxes) propose(true, 0);
}

}  // namespace dokumill::records
