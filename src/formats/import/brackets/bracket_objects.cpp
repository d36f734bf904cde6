#include "formats/import/brackets/bracket_objects.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/header.hpp"
#include "formats/import/brackets/bracket_json.hpp"
#include "formats/import/import_writer.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;

// Other names of puzzles that programs and web sites use; the first one that an object has counts.
constexpr std::array kMoreNames{"board"sv,    "mission"sv, "grid"sv,    "givens"sv, "clues"sv,
                                "unsolved"sv, "initial"sv, "problem"sv, "sudoku"sv, "start"sv,
                                "task"sv,     "value"sv,   "values"sv,  "cells"sv};

// Names of masks that show where a digit is given, and where none is.
constexpr std::array kGivenNames{"given"sv, "clue"sv,    "fixed"sv, "lock"sv,
                                 "show"sv,  "visible"sv, "known"sv, "original"sv};
constexpr std::array kEmptyNames{"edit"sv, "empty"sv, "hole"sv, "hidden"sv, "blank"sv, "missing"sv};

// Names of the members of a cell.
constexpr std::array kRowNames{"row"sv, "r"sv, "y"sv};
constexpr std::array kColumnNames{"col"sv, "column"sv, "c"sv, "x"sv};
constexpr std::array kDigitNames{"value"sv, "digit"sv, "val"sv, "number"sv,  "num"sv,
                                 "v"sv,     "n"sv,     "d"sv,   "solution"sv};
constexpr std::array kFixedNames{"fixed"sv, "given"sv, "isGiven"sv, "locked"sv, "clue"sv, "hint"sv};

bool is_list_or_string(const BracketMember& member) {
  return !member.raw.empty() && "[({'\"`"sv.find(member.raw.front()) != std::string_view::npos;
}

bool has_part(std::string_view name, std::span<const std::string_view> parts) {
  const std::string lower = lower_case(name);
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

// The member with one of the names; nullptr if there is none.
const BracketMember* find_any_member(const BracketObject& object,
                                     std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (const BracketMember* const member = object.find(name)) return member;
  }
  return nullptr;
}

std::uint8_t number_of_cell(std::uint8_t cell) {
  return cell < '1' ? 0 : static_cast<std::uint8_t>(cell - '0');
}

BracketError error_of(const BracketMember& member) {
  BracketToken token;
  token.text = member.raw;
  if (member.raw.empty() || "'\"`"sv.find(member.raw.front()) == std::string_view::npos) {
    return error_at(token, RecordErrorKind::kNotAString);
  }
  const CellText cells = scan_cells(member.raw);
  BracketError error = error_at(token, RecordErrorKind::kPuzzleCells, cells.count);
  if (cells.others == 0) return error;
  error.kind = RecordErrorKind::kNotACell;
  error.byte = static_cast<std::uint8_t>(member.raw[cells.other]);
  return error;
}

// `reason`: why the puzzle of the object is not known.
Status refuse_object(const BracketObject& object, std::string_view reason) {
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
  if (!object.inside.empty()) {
    message += format_text("; {} more inside of members", counted(object.inside.size(), "board"));
  }
  if (!damaged.empty()) {
    message +=
        format_text("; nearly a board, and not read: {} ({})", printable_list(damaged), what);
  }
  return {ErrorCode::kInput, std::move(message), names.empty() ? "" : "input.column"};
}

// True if the only board of the members is the answer of a board inside of the others, or of an
// object before this one, as in messages.
bool is_only_answer(const BracketObject& object) {
  if (object.boards.size() != 1 || object.has_objects_inside) return false;
  const BoardCells& cells = object.boards.front().cells;
  if (std::ranges::any_of(cells, [](char c) { return c < '1'; })) return false;
  const auto is_puzzle = [&](const BracketRecord& each) {
    return each.kind == BracketRecord::Kind::kBoard && each.words.empty() &&
           (cells == each.cells || is_answer_of(cells, each.cells));
  };
  return std::ranges::any_of(object.inside, is_puzzle) ||
         (!object.before.empty() && is_puzzle(object.before.back()));
}

constexpr std::string_view kNoKnownName =
    "several members have cells, and none has a known name of a puzzle";

}  // namespace

bool is_mask(const BoardCells& cells) {
  return std::ranges::all_of(cells, [](char c) { return c <= '1'; }) &&
         std::ranges::count(cells, '1') > 1;
}

std::optional<char> given_of_mask(std::string_view name) {
  const bool is_given = has_part(name, kGivenNames);
  if (is_given == has_part(name, kEmptyNames)) return std::nullopt;
  return is_given ? '1' : '0';
}

BoardCells masked(const BoardCells& mask, const BoardCells& digits, char given) {
  BoardCells cells = digits;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if ((mask[i] == '1' ? '1' : '0') != given) cells[i] = '.';
  }
  return cells;
}

const BracketMember* BracketObject::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      members, [&](const BracketMember& member) { return member.name == name; });
  return found == members.end() ? nullptr : &*found;
}

bool BracketObject::is_board(const BracketMember& member) const {
  return member.kind == BracketValueKind::kBoard || member.kind == BracketValueKind::kDamaged;
}

Result<ObjectRole> ObjectRecords::role_of(const BracketObject& object) {
  const bool has_boards = std::ranges::any_of(
      object.members, [&](const BracketMember& member) { return object.is_board(member); });
  if (plan_.puzzle.empty()) {
    Result<ObjectRole> role = choose(object);
    // A plan without a puzzle stays one.
    if (has_plan_) plan_ = {};
    return role;
  }
  if (!has_plan_ && object.has_all_records) {
    // The name was chosen by an object in a member. A puzzle of this object counts more.
    ObjectPlan inner = std::exchange(plan_, {});
    Result<ObjectRole> role = choose(object);
    if (plan_.puzzle.empty()) plan_ = std::move(inner);
    return role;
  }
  const BracketMember* const puzzle = object.find(plan_.puzzle);
  const bool is_known = is_puzzle_name(plan_.puzzle) || plan_.puzzle == options_.column;
  const bool is_puzzle = puzzle != nullptr && is_list_or_string(*puzzle) &&
                         (is_known || (has_plan_ && puzzle->raw.front() == '['));
  const bool is_record = has_boards || ((is_puzzle || object.has_sibling) && object.inside.empty());
  return is_record ? ObjectRole::kRecord : ObjectRole::kNothing;
}

// Chooses the member of the puzzle by the first object that has one.
Result<ObjectRole> ObjectRecords::choose(const BracketObject& object) {
  std::vector<const BracketMember*> boards;  // that are not solutions
  std::vector<const BracketMember*> known;
  const BracketMember* mask = nullptr;
  const BracketMember* solution = nullptr;
  for (const BracketMember& member : object.members) {
    const bool is_board = object.is_board(member);
    const bool is_named =
        options_.column.empty() ? is_puzzle_name(member.name) : member.name == options_.column;
    if (member.kind == BracketValueKind::kBoard && is_mask(object.boards[member.board].cells)) {
      mask = &member;
      continue;
    }
    if (is_board && is_solution_name(member.name)) {
      solution = &member;
    } else if (is_board) {
      boards.push_back(&member);
    }
    const bool can_be = is_board || (object.inside.empty() && is_list_or_string(member));
    if (can_be && is_named) known.push_back(&member);
  }
  // A puzzle that is no board counts only if no other member is one.
  if (known.size() > 1) {
    std::erase_if(known, [&](const BracketMember* each) { return !object.is_board(*each); });
  }
  if (known.size() > 1) return refuse_object(object, "several puzzle members");
  if (known.empty() && !options_.column.empty()) {
    if (!boards.empty() && first_names_.empty()) {
      for (const BracketMember& member : object.members) first_names_.push_back(member.name);
    }
    return ObjectRole::kNothing;
  }
  if (mask != nullptr) {
    if (solution == nullptr && boards.size() == 1) solution = boards.front();
    const bool is_complete =
        solution != nullptr && solution->kind == BracketValueKind::kBoard &&
        std::ranges::none_of(object.boards[solution->board].cells, [](char c) { return c < '1'; });
    if (is_complete && (known.empty() || known.front() == solution)) {
      const Status status = choose_mask(object, *mask, *solution);
      if (!status.ok()) return status;
      return ObjectRole::kRecord;
    }
  }
  for (const std::string_view name : kMoreNames) {
    if (!known.empty()) break;
    for (const BracketMember* const board : boards) {
      if (known.empty() && is_same_column(board->name, name)) known.push_back(board);
    }
  }
  if (known.empty()) {
    // An answer is known by its puzzle.
    const std::vector<const BracketMember*> all = boards;
    std::erase_if(boards, [&](const BracketMember* each) {
      return std::ranges::any_of(all, [&](const BracketMember* other) {
        return is_answer_of(object.boards[each->board].cells, object.boards[other->board].cells);
      });
    });
    const bool has_answers = boards.size() < all.size();
    const bool is_only_board = boards.size() == 1 && (solution != nullptr || has_answers ||
                                                      object.members.size() > boards.size());
    if (is_only_board) known = boards;
  }
  const bool has_guess =
      known.empty() || (!is_puzzle_name(known.front()->name) && options_.column.empty());
  if (has_guess && is_only_answer(object)) return ObjectRole::kAnswer;
  if (known.empty()) return judge_unnamed(object, boards);
  const bool is_more_name = std::ranges::any_of(
      kMoreNames, [&](std::string_view name) { return is_same_column(known.front()->name, name); });
  // Boards inside of other members can be the puzzles as well.
  if (has_guess && !is_more_name && boards.size() == 1 && !object.inside.empty() &&
      !object.has_objects_inside) {
    return judge_names(object);
  }
  plan_.puzzle = known.front()->name;
  return ObjectRole::kRecord;
}

// Judges an object with boards, of which none has the name of a puzzle.
Result<ObjectRole> ObjectRecords::judge_unnamed(const BracketObject& object,
                                                const std::vector<const BracketMember*>& boards) {
  if (boards.empty()) return ObjectRole::kNothing;
  if (boards.size() != object.members.size()) return refuse_object(object, kNoKnownName);
  if (boards.size() == 1) return ObjectRole::kBoards;
  return judge_names(object);
}

// Objects with the same names are rows of a table, and not boards with names.
Result<ObjectRole> ObjectRecords::judge_names(const BracketObject& object) {
  std::string names;
  for (const BracketMember& member : object.members) names.append(member.name).push_back('\0');
  if (names == boards_names_) return refuse_object(object, kNoKnownName);
  if (boards_names_.empty()) boards_names_ = std::move(names);
  return ObjectRole::kBoards;
}

// Plans the puzzle of a mask. The name of the mask says what its 1 is.
Status ObjectRecords::choose_mask(const BracketObject& object, const BracketMember& mask,
                                  const BracketMember& solution) {
  const std::optional<char> given = given_of_mask(mask.name);
  if (!given) {
    return {ErrorCode::kInput,
            format_text(":{}: member '{}' is a mask of '{}', but its name does not say if 1 is a "
                        "given digit or an empty cell",
                        object.bracket.line + 1, printable(mask.name), printable(solution.name))};
  }
  plan_ = {mask.name, solution.name, *given};
  return {};
}

BoardCells ObjectRecords::puzzle_of(const BracketObject& object,
                                    const BracketMember& puzzle) const {
  const BoardCells& cells = object.boards[puzzle.board].cells;
  const BracketMember* const solution = object.find(plan_.solution);
  if (plan_.solution.empty() || solution == nullptr || !object.is_board(*solution)) return cells;
  return masked(cells, object.boards[solution->board].cells, plan_.given);
}

BracketRecord ObjectRecords::write(const BracketObject& object, bool is_from_zero) const {
  const BracketMember* const puzzle = object.find(plan_.puzzle);
  BracketRecord record;
  record.error = error_at(object.bracket, RecordErrorKind::kNoMember);
  record.names_column = puzzle != nullptr;
  bool is_malformed = puzzle == nullptr;
  std::string& text = record.words;
  text = "{";
  for (const BracketMember& member : object.members) {
    if (text.size() > 1) text += ',';
    append_json_string(member.name, text);
    text += ':';
    const bool is_board = member.kind == BracketValueKind::kBoard;
    const bool is_puzzle = &member == puzzle;
    const std::string_view inside = member.raw.size() == 83 ? member.raw.substr(1, 81) : "";
    const bool is_plain = !inside.empty() && !is_from_zero &&
                          (!is_puzzle || plan_.solution.empty()) &&
                          inside.find_first_not_of("0123456789.*_xX-") == std::string_view::npos;
    if (is_board && is_puzzle) record.cells = puzzle_of(object, member);
    if (is_board && is_plain) {
      text += format_text("\"{}\"", inside);
    } else if (is_board) {
      BoardCells cells = is_puzzle ? record.cells : object.boards[member.board].cells;
      if (is_from_zero) count_from_one(cells);
      std::string board(cells.data(), cells.size());
      std::replace(board.begin(), board.end(), '.', '0');
      text += format_text("\"{}\"", board);
    } else if (is_puzzle) {
      text += "\"?\"";
    } else {
      append_as_json(member.raw, text);
    }
    if (!is_puzzle || is_board) continue;
    is_malformed = true;
    record.error = object.is_board(member) ? object.boards[member.board].error : error_of(member);
  }
  text += '}';
  const auto is_named_puzzle = [&](const BracketMember& each) { return each.name == plan_.puzzle; };
  if (std::ranges::count_if(object.members, is_named_puzzle) > 1) {
    record.error = error_at(object.bracket, RecordErrorKind::kMemberTwice);
    is_malformed = true;
  }
  if (!object.is_complete && puzzle != nullptr) {
    record.error = error_at(object.bracket, RecordErrorKind::kJsonEnd);
    is_malformed = true;
    text = "{";
    append_json_string(plan_.puzzle, text);
    text += ":\"?\"}";
  }
  if (is_malformed) record.kind = BracketRecord::Kind::kDamaged;
  return record;
}

Status ObjectRecords::check_column() const {
  if (options_.column.empty() || !plan_.puzzle.empty()) return {};
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
  const BracketMember* const row = find_any_member(object, kRowNames);
  const BracketMember* const column = find_any_member(object, kColumnNames);
  const BracketMember* const digit = find_any_member(object, kDigitNames);
  if (digit == nullptr || digit->kind != BracketValueKind::kCell) return std::nullopt;
  BracketValue value;
  if (position != nullptr && position->kind == BracketValueKind::kPair) {
    value.row = number_of_cell(position->pair[0]);
    value.column = number_of_cell(position->pair[1]);
  } else if (row != nullptr && row->kind == BracketValueKind::kCell && column != nullptr &&
             column->kind == BracketValueKind::kCell) {
    value.row = number_of_cell(row->pair[0]);
    value.column = number_of_cell(column->pair[0]);
  } else {
    return std::nullopt;
  }
  const BracketMember* const fixed = find_any_member(object, kFixedNames);
  // The digit of a solution is given only if a member says so.
  value.is_given = fixed == nullptr ? digit->name != "solution"
                                    : lower_case(fixed->raw) == "true" || fixed->raw == "1";
  value.kind = BracketValueKind::kPlaced;
  value.text = object.bracket.text;
  value.cells[0] = static_cast<char>(digit->pair[0]);
  return value;
}

std::optional<BracketValue> board_of_places(const BracketObject& object, std::uint8_t base) {
  ListCells list;
  list.start(object.bracket);
  for (const BracketMember& member : object.members) {
    // "r0c4" and "0,4": two numbers of one digit, with other characters around them.
    std::string digits;
    std::string others;
    for (const char c : member.name) (c >= '0' && c <= '9' ? digits : others) += c;
    const std::string kind = lower_case(others);
    const bool is_place = digits.size() == 2 && member.kind == BracketValueKind::kCell &&
                          (kind == "rc" || kind == "," || kind == ", " || kind == "_" ||
                           kind == "-" || kind == "(,)" || kind == "(, )" || kind == "r_c");
    if (!is_place) return std::nullopt;
    BracketValue cell;
    cell.kind = BracketValueKind::kPlaced;
    cell.row = static_cast<std::uint8_t>(digits[0] - '0');
    cell.column = static_cast<std::uint8_t>(digits[1] - '0');
    cell.cells[0] = static_cast<char>(member.pair[0]);
    list.add(cell, object.bracket);
  }
  BracketValue board = list.finish(base);
  if (!board.is_board()) return std::nullopt;
  return board;
}

}  // namespace dokumill::records
