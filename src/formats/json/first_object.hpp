// Reads the first object of JSON Lines, and chooses the members to read.
//
// docs/formats.md has the rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/detect/header.hpp"
#include "formats/format.hpp"

namespace dokumill::records {

// True if the line is one JSON object. Blanks before and after the object are allowed.
bool is_json_object(std::string_view line);

// Returns why a line that begins with '{' is not a JSON object, as ":COLUMN: TEXT". REQUIRES:
// !is_json_object(line).
std::string why_no_object(std::string_view line);

// The members that are read from each object.
struct ObjectMembers {
  // The names of the members, in this order: the name of the puzzle; the name of the solution, if a
  // solution was requested; the names in the first object that are known names of solutions
  // (is_solution_name()). If the list would have only the name of the puzzle, "solution" is added.
  std::vector<std::string> names;
  std::uint32_t solution = kNoColumn;  // the index of the requested solution
};

// Chooses the members by the first line of an input. If `options` names the puzzle member, that
// member is used. Otherwise, the line must have exactly one member with a known name of a puzzle
// (is_puzzle_name()). If the line is not an object, or is an empty object, the member "puzzle" is
// used. Later objects can have other members. If an object has no member with the name of the
// puzzle, the record is malformed. Failure: kInput with a message that follows ":LINE: ".
Result<ObjectMembers> choose_members(std::string_view line, const ColumnOptions& options);

}  // namespace dokumill::records
