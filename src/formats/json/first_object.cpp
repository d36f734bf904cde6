#include "formats/json/first_object.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/json/json_list.hpp"
#include "formats/json/json_object.hpp"
#include "formats/line/lines.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {
namespace {

// Returns the names of the members of an object in order, each name once, and at most kMostColumns
// names. If the object has a fault, returns only the names before the fault.
std::vector<std::string> member_names(std::string_view line) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  JsonObject object(without_blanks(line));
  for (JsonMember member; names.size() < kMostColumns && object.next(member);) {
    std::string name = json_unescape(member.name);
    if (known.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

// True if the object has a member with this name that is an array or an object, and not cells.
bool has_container(std::string_view line, std::string_view name) {
  JsonObject object(without_blanks(line));
  for (JsonMember member; object.next(member);) {
    const bool is_container = member.value.front() == '[' || member.value.front() == '{';
    if (is_container && is_member_name(member.name, name) && !cells_of_list(member.value)) {
      return true;
    }
  }
  return false;
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

Result<std::string> puzzle_name(const std::vector<std::string>& names) {
  const auto known = std::ranges::count_if(names, is_puzzle_name);
  if (known > 1 || (known == 0 && !names.empty())) {
    return Status(ErrorCode::kInput,
                  format_text("{}; the members are: {}",
                              known == 0 ? "no puzzle member" : "several puzzle members",
                              printable_list(names)),
                  "input.column");
  }
  return known == 0 ? "puzzle" : *std::ranges::find_if(names, is_puzzle_name);
}

Status check_solution(const std::vector<std::string>& names, const std::string& puzzle,
                      const std::string& solution) {
  if (solution == puzzle) {
    return {
        ErrorCode::kInput,
        format_text("member '{}' is the puzzle's and cannot be the solution's", printable(puzzle))};
  }
  if (names.empty() || has_name(names, solution)) return {};
  return {ErrorCode::kInput, format_text("no member '{}'; the members are: {}", printable(solution),
                                         printable_list(names))};
}

}  // namespace

bool is_json_object(std::string_view line) {
  const std::string_view text = without_blanks(line);
  if (!text.starts_with('{')) return false;
  JsonObject object(text);
  for (JsonMember member; object.next(member);) {
  }
  return object.fault_at() == nullptr;
}

std::string why_no_object(std::string_view line) {
  const std::string_view text = without_blanks(line);
  JsonObject object(text);
  for (JsonMember member; object.next(member);) {
  }
  RecordError error;
  error.kind = object.fault();
  const bool is_at_end = object.fault_at() == text.data() + text.size();
  error.byte = is_at_end ? 0 : static_cast<std::uint8_t>(*object.fault_at());
  return format_text(
      ":{}: the first line begins with '{{' and is not a JSON object: {} (one object "
      "a line is read; jq -c . makes such lines)",
      object.fault_at() - line.data() + 1, describe(error));
}

Result<ObjectMembers> choose_members(std::string_view line, const ColumnOptions& options) {
  const std::vector<std::string> names =
      is_json_object(line) ? member_names(line) : std::vector<std::string>();
  std::string puzzle = options.puzzle;
  if (puzzle.empty()) {
    Result<std::string> known = puzzle_name(names);
    if (!known.ok()) return known.status();
    puzzle = *std::move(known);
  }
  // If the value of the puzzle member is another array or an object, the line is probably a
  // document with many puzzles.
  if (!names.empty() && has_container(line, puzzle)) {
    return Status(ErrorCode::kInput,
                  format_text("member '{}' is an array or an object; expected one object per line, "
                              "with the puzzle as a string or a list of 81 digits",
                              printable(puzzle)),
                  "input.column");
  }
  ObjectMembers members{{puzzle}};
  if (options.solution) {
    Status status = check_solution(names, puzzle, *options.solution);
    if (!status.ok()) return status;
    members.solution = 1;
    members.names.push_back(*options.solution);
  }
  for (const std::string& name : names) {
    if (is_solution_name(name) && name != puzzle && name != options.solution) {
      members.names.push_back(name);
    }
  }
  // Later objects can have a solution although the first one has none.
  if (members.names.size() == 1) members.names.emplace_back("solution");
  return members;
}

}  // namespace dokumill::records
