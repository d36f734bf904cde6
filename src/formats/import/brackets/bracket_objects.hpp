// Finds the puzzle among the members of an object, and writes the object as a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
  std::string_view raw;  // the value as it is written
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // of the name
  BracketValueKind kind = BracketValueKind::kOther;
  std::uint8_t pair[2] = {};  // kCell, kPair: the cells
  std::size_t board = 0;      // kBoard, kDamaged: the index in BracketObject::boards
};

struct BracketObject {
  BracketToken bracket;
  std::vector<BracketMember> members;
  std::vector<BracketValue> boards;
  bool has_records_inside = false;  // records were found in the values of its members
  bool has_all_records = false;     // these are all records so far
  bool has_sibling = false;         // a record is in the same list
  bool is_complete = true;          // the text did not end before the object

  const BracketMember* find(std::string_view name) const;
  bool is_board(const BracketMember& member) const;
};

// What an object is.
enum class ObjectRole : std::uint8_t {
  kNothing,  // other data
  kRecord,   // it has a puzzle
  kBoards,   // each member is a board
};

// The objects of a text.
class ObjectRecords {
 public:
  explicit ObjectRecords(const ImportOptions& options) : options_(options) {}

  // Failure: kInput with a message that begins with ":LINE: ".
  Result<ObjectRole> role_of(const BracketObject& object);
  // REQUIRES: role_of(object) is kRecord.
  void write(const BracketObject& object, BracketRecords& records);
  // True if objects have boards, but none in the member that the options name.
  bool lacks_column() const { return puzzle_name_.empty() && !first_names_.empty(); }
  // Returns a failure if the options name a member that no object has.
  Status check_column() const;

  // The name of the member with the puzzle; empty if there is no record.
  const std::string& puzzle_name() const { return puzzle_name_; }

 private:
  Result<ObjectRole> choose(const BracketObject& object);
  Result<ObjectRole> judge_unnamed(const BracketObject& object,
                                   const std::vector<const BracketMember*>& boards);
  Status refuse(const BracketObject& object, std::string_view reason) const;

  const ImportOptions& options_;
  std::string puzzle_name_;
  std::vector<std::string> first_names_;  // of the first object that lacks options_.column
  std::string boards_names_;              // the names of the first object of kBoards
};

// If the object is one cell of a saved game of GNOME Sudoku, returns the cell:
// {"position":[0,4],"value":7,"fixed":true}
std::optional<BracketValue> placed_cell(const BracketObject& object);

}  // namespace dokumill::records
