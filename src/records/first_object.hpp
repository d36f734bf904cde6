// Reads the first object of JSON Lines, and chooses the members to read.
//
// docs/formats.md has the rules. Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "records/format.hpp"
#include "records/header.hpp"

namespace dokumill::records {

// True if the line is one JSON object. Blanks before and after the object are allowed.
bool is_json_object(std::string_view line);

// Returns why a line that begins with '{' is not a JSON object, as ":COLUMN: TEXT". REQUIRES:
// !is_json_object(line).
std::string why_no_object(std::string_view line);

// The members that are read from each object.
struct ObjectMembers {
  // The name of the puzzle, the name of the solution if one was requested, and the known names of
  // solutions that the first object has. If there is only the name of the puzzle, "solution" is
  // added.
  std::vector<std::string> names;
  std::uint32_t solution = kNoColumn;  // the index of the requested solution
};

// Chooses the members by the first line of an input. If `options` names the puzzle member, that
// member is used. Otherwise, if the line is not an object, or is an empty object, the member
// "puzzle" is used. Later objects can have other members. If an object has no member with the name
// of the puzzle, the record is malformed. Failure: kInput with a message that follows ":LINE: ".
Result<ObjectMembers> choose_members(std::string_view line, const ColumnOptions& options);

}  // namespace dokumill::records
