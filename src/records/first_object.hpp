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

// True if the line is one JSON object. Blanks around it do not count.
bool is_json_object(std::string_view line);

// Why a line that begins with '{' is not a JSON object, as ":COLUMN: text". REQUIRES:
// !is_json_object(line).
std::string why_no_object(std::string_view line);

// The members that are read from each object.
struct ObjectMembers {
  // The name of the puzzle, that of the solution if one was requested, and the known names of
  // solutions that the first object has.
  std::vector<std::string> names;
  std::uint32_t solution = kNoColumn;  // the index of the requested solution
};

// Chooses the members by the first line. If that line is not an object, or is an empty object, the
// member of the puzzle is `puzzle`, unless `options` names another. Records that lack the members
// are malformed, because the members of objects can differ. Failure: kInput with a message that
// follows ":LINE: ".
Result<ObjectMembers> choose_members(std::string_view line, const ColumnOptions& options);

}  // namespace dokumill::records
