#include "formats/import/brackets/bracket_objects.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/header.hpp"
#include "formats/import/brackets/bracket_json.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;

// Other names of puzzles that programs and web sites use; the first one that an object has counts.
constexpr std::array kMoreNames{"board"sv,    "mission"sv, "grid"sv,    "givens"sv, "clues"sv,
                                "unsolved"sv, "initial"sv, "problem"sv, "sudoku"sv, "start"sv,
                                "task"sv,     "value"sv,   "values"sv,  "cells"sv};

bool is_list_or_string(const BracketMember& member) {
  return !member.raw.empty() && "[({'\"`"sv.find(member.raw.front()) != std::string_view::npos;
}

std::uint8_t number_of_cell(std::uint8_t cell) {
  return cell == '.' ? 0 : static_cast<std::uint8_t>(cell - '0');
}

RecordError error_of(const BracketMember& member) {
  BracketToken token;
  token.text = member.raw;
  token.line = member.line;
  token.column = member.column;
  if (member.raw.empty() || "'\"`"sv.find(member.raw.front()) == std::string_view::npos) {
    return error_at(token, RecordErrorKind::kNotAString);
  }
  const CellText cells = scan_cells(member.raw);
  RecordError error = error_at(token, RecordErrorKind::kPuzzleCells, cells.count);
  if (cells.others == 0) return error;
  error.kind = RecordErrorKind::kNotACell;
  error.byte = static_cast<std::uint8_t>(member.raw[cells.other]);
  return error;
}

}  // namespace

const BracketMember* BracketObject::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      members, [&](const BracketMember& member) { return member.name == name; });
  return found == members.end() ? nullptr : &*found;
}

bool BracketObject::is_board(const BracketMember& member) const {
  return member.kind == BracketValueKind::kBoard || member.kind == BracketValueKind::kDamaged;
}

Status ObjectRecords::refuse(const BracketObject& object, std::string_view reason) const {
  std::vector<std::string> names;
  std::vector<std::string> damaged;
  std::string what;
  for (const BracketMember& member : object.members) {
    if (member.kind == BracketValueKind::kBoard) names.push_back(member.name);
    if (member.kind != BracketValueKind::kDamaged) continue;
    if (damaged.empty()) what = describe(object.boards[member.board].error);
    damaged.push_back(member.name);
  }
  std::string message = format_text(":{}: {}", object.bracket.line + 1, reason);
  if (!names.empty()) {
    message += format_text("; the members with boards are: {}", printable_list(names));
  }
  if (!damaged.empty()) {
    message +=
        format_text("; nearly a board, and not read: {} ({})", printable_list(damaged), what);
  }
  return {ErrorCode::kInput, std::move(message), names.empty() ? "" : "input.column"};
}

Result<ObjectRole> ObjectRecords::role_of(const BracketObject& object) {
  const bool has_boards = std::ranges::any_of(
      object.members, [&](const BracketMember& member) { return object.is_board(member); });
  if (puzzle_name_.empty()) return choose(object);
  if (object.has_all_records) {
    // The name was chosen by an object in a member. A puzzle of this object counts more.
    std::string inner = std::exchange(puzzle_name_, {});
    Result<ObjectRole> role = choose(object);
    if (puzzle_name_.empty()) puzzle_name_ = std::move(inner);
    return role;
  }
  const BracketMember* const puzzle = object.find(puzzle_name_);
  const bool is_known = is_puzzle_name(puzzle_name_) || puzzle_name_ == options_.column;
  const bool is_puzzle = puzzle != nullptr && is_known && is_list_or_string(*puzzle);
  const bool is_record =
      has_boards || ((is_puzzle || object.has_sibling) && !object.has_records_inside);
  return is_record ? ObjectRole::kRecord : ObjectRole::kNothing;
}

// Chooses the member of the puzzle by the first object that has one.
Result<ObjectRole> ObjectRecords::choose(const BracketObject& object) {
  std::vector<const BracketMember*> boards;  // that are not solutions
  std::vector<const BracketMember*> known;
  bool has_solution = false;
  for (const BracketMember& member : object.members) {
    const bool is_board = object.is_board(member);
    const bool is_solution = is_solution_name(member.name);
    has_solution = has_solution || (is_board && is_solution);
    if (is_board && !is_solution) boards.push_back(&member);
    const bool can_be = is_board || (!object.has_records_inside && is_list_or_string(member));
    const bool is_known =
        options_.column.empty() ? is_puzzle_name(member.name) : member.name == options_.column;
    if (can_be && is_known) known.push_back(&member);
  }
  // A puzzle that is no board counts only if no other member is one.
  if (known.size() > 1) {
    std::erase_if(known, [&](const BracketMember* each) { return !object.is_board(*each); });
  }
  if (known.size() > 1) return refuse(object, "several puzzle members");
  if (known.empty() && !options_.column.empty()) {
    if (!boards.empty() && first_names_.empty()) {
      for (const BracketMember& member : object.members) first_names_.push_back(member.name);
    }
    return ObjectRole::kNothing;
  }
  for (const std::string_view name : kMoreNames) {
    if (!known.empty()) break;
    for (const BracketMember* const board : boards) {
      if (known.empty() && is_same_column(board->name, name)) known.push_back(board);
    }
  }
  const bool is_only_board =
      boards.size() == 1 && (has_solution || object.members.size() > boards.size());
  if (known.empty() && is_only_board) known = boards;
  if (known.empty()) return judge_unnamed(object, boards);
  puzzle_name_ = known.front()->name;
  return ObjectRole::kRecord;
}

// Judges an object with boards, of which none has the name of a puzzle.
Result<ObjectRole> ObjectRecords::judge_unnamed(const BracketObject& object,
                                                const std::vector<const BracketMember*>& boards) {
  if (boards.empty()) return ObjectRole::kNothing;
  if (boards.size() != object.members.size()) {
    return refuse(object, "several members have cells, and none has a known name of a puzzle");
  }
  if (boards.size() == 1) return ObjectRole::kBoards;
  // Objects with the same names are rows of a table, and not boards with names.
  std::string names;
  for (const BracketMember& member : object.members) names.append(member.name).push_back('\0');
  if (names == boards_names_) {
    return refuse(object, "several members have cells, and none has a known name of a puzzle");
  }
  if (boards_names_.empty()) boards_names_ = std::move(names);
  return ObjectRole::kBoards;
}

void ObjectRecords::write(const BracketObject& object, BracketRecords& records) {
  const BracketMember* const puzzle = object.find(puzzle_name_);
  RecordError error = error_at(object.bracket, RecordErrorKind::kNoMember);
  error.column = 0;
  bool is_malformed = puzzle == nullptr;
  std::uint32_t line = object.bracket.line;
  std::string text = "{";
  for (const BracketMember& member : object.members) {
    if (text.size() > 1) text += ',';
    append_json_string(member.name, text);
    text += ':';
    const bool is_board = member.kind == BracketValueKind::kBoard;
    const std::string_view inside = member.raw.size() == 83 ? member.raw.substr(1, 81) : "";
    const bool is_plain =
        !inside.empty() && inside.find_first_not_of("0123456789.*_xX-") == std::string_view::npos;
    if (is_board && is_plain) {
      text += format_text("\"{}\"", inside);
    } else if (is_board) {
      const BoardCells& cells = object.boards[member.board].cells;
      std::string board(cells.data(), cells.size());
      std::replace(board.begin(), board.end(), '.', '0');
      text += format_text("\"{}\"", board);
    } else if (&member == puzzle) {
      text += "\"?\"";
    } else {
      append_as_json(member.raw, text);
    }
    if (&member != puzzle) continue;
    line = object.is_board(member) ? object.boards[member.board].line : member.line;
    is_malformed = !is_board;
    if (is_malformed) {
      error = object.is_board(member) ? object.boards[member.board].error : error_of(member);
    }
  }
  text += '}';
  if (!object.is_complete && puzzle != nullptr) {
    error = error_at(object.bracket, RecordErrorKind::kJsonEnd);
    is_malformed = true;
    text = "{";
    append_json_string(puzzle_name_, text);
    text += ":\"?\"}";
  }
  if (is_malformed) {
    records.faults.push_back({static_cast<std::uint32_t>(records.lines.size()), error});
  }
  if (puzzle != nullptr && object.is_board(*puzzle)) ++records.meant;
  records.add_object(text, line);
}

Status ObjectRecords::check_column() const {
  if (options_.column.empty() || !puzzle_name_.empty()) return {};
  if (first_names_.empty()) {
    return {ErrorCode::kInput,
            format_text("no member '{}': the boards are not members of objects",
                        printable(options_.column)),
            "input.column"};
  }
  return {ErrorCode::kInput,
          format_text("no member '{}' with a board; the members are: {}",
                      printable(options_.column), printable_list(first_names_)),
          "input.column"};
}

std::optional<BracketValue> placed_cell(const BracketObject& object) {
  const BracketMember* const position = object.find("position");
  const BracketMember* const digit = object.find("value");
  if (position == nullptr || digit == nullptr) return std::nullopt;
  if (position->kind != BracketValueKind::kPair || digit->kind != BracketValueKind::kCell) {
    return std::nullopt;
  }
  const std::uint8_t row = number_of_cell(position->pair[0]);
  const std::uint8_t column = number_of_cell(position->pair[1]);
  if (row > 8 || column > 8) return std::nullopt;
  const BracketMember* const fixed = object.find("fixed");
  const bool is_given = fixed == nullptr || fixed->raw == "true";
  BracketValue value;
  value.kind = BracketValueKind::kPlaced;
  value.line = object.bracket.line;
  value.place = static_cast<std::uint8_t>(row * 9 + column);
  value.cells[0] = is_given ? static_cast<char>(digit->pair[0]) : '.';
  return value;
}

}  // namespace dokumill::records
