// Finds the puzzle among the members of an object, and writes the object as a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/import/brackets/bracket_records.hpp"
#include "formats/import/brackets/bracket_values.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

struct BracketMember {
  std::string name;
  std::string_view raw;  // the value as it is written, with its quotes or brackets
  BracketValueKind kind = BracketValueKind::kOther;
  std::uint8_t pair[2] = {};  // kCell, kPair: the cells
  std::size_t board = 0;      // kBoard, kDamaged: the index in BracketObject::boards
};

struct BracketObject {
  BracketToken bracket;
  std::vector<BracketMember> members;
  std::vector<BracketValue> boards;       // of the members, and as they shall be written
  std::span<const BracketRecord> inside;  // the records in the values of its members
  std::span<const BracketRecord> before;  // the records before it in the same list
  bool has_all_records = false;           // the objects of these are all records so far
  bool has_objects_inside = false;        // an object is among these
  bool has_sibling = false;               // a record is in the same list
  bool is_complete = true;                // the text did not end before the object

  const BracketMember* find(std::string_view name) const;
  bool is_board(const BracketMember& member) const;
};

// What an object is.
enum class ObjectRole : std::uint8_t {
  kNothing,  // other data
  kRecord,   // it has a puzzle
  kBoards,   // its members with boards are boards with names
  kAnswer,   // its only board is the answer of a board in the other members, or before it
};

// Which members of the objects have the puzzle.
struct ObjectPlan {
  std::string puzzle;    // the member with the puzzle; empty: objects are no records
  std::string solution;  // if the puzzle is a mask of the solution: the member with the solution
  char given = '1';      // the digit of the mask where the solution is given
};

// The objects of a text.
class ObjectRecords {
 public:
  // Without a plan, the first object with a puzzle decides.
  ObjectRecords(const ImportOptions& options, const ObjectPlan* plan)
      : options_(options),
        has_plan_(plan != nullptr),
        plan_(plan != nullptr ? *plan : ObjectPlan{}) {}

  // Failure: kInput with a message that begins with ":LINE: ".
  Result<ObjectRole> role_of(const BracketObject& object);
  // Writes the object as JSON. `is_from_zero`: the digits of its boards are 0 to 8, and are written
  // as 1 to 9. REQUIRES: role_of(object) is kRecord.
  BracketRecord write(const BracketObject& object, bool is_from_zero) const;
  // True if objects have boards, but none in the member that the options name.
  bool lacks_column() const { return plan_.puzzle.empty() && !first_names_.empty(); }
  // Returns a failure if the options name a member that no object has.
  Status check_column() const;

  const ObjectPlan& plan() const { return plan_; }

 private:
  Result<ObjectRole> choose(const BracketObject& object);
  Result<ObjectRole> judge_unnamed(const BracketObject& object,
                                   const std::vector<const BracketMember*>& boards);
  Result<ObjectRole> judge_names(const BracketObject& object);
  Status choose_mask(const BracketObject& object, const BracketMember& mask,
                     const BracketMember& solution);
  BoardCells puzzle_of(const BracketObject& object, const BracketMember& puzzle) const;

  const ImportOptions& options_;
  bool has_plan_;
  ObjectPlan plan_;
  std::vector<std::string> first_names_;  // of the first object that lacks options_.column
  std::string boards_names_;              // the names of the first object of kBoards
};

// If the object is one cell of a board, returns the cell:
// {"position":[0,4],"value":7,"fixed":true}  {"row":0,"col":4,"value":7}
std::optional<BracketValue> placed_cell(const BracketObject& object);

// If the names of all members are places of cells, returns the board: {"r0c4":7,...}
std::optional<BracketValue> board_of_places(const BracketObject& object, std::uint8_t base);

// True if the cells are 0 and several 1: a mask, and no puzzle.
bool is_mask(const BoardCells& cells);
// The digit of a mask where a digit is given, if the name of the mask says it.
std::optional<char> given_of_mask(std::string_view name);
// The digits where the mask is `given`.
BoardCells masked(const BoardCells& mask, const BoardCells& digits, char given);

}  // namespace dokumill::records
