#include "batch/stages/explanation.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::batch {
namespace {

using records::RecordError;
using records::RecordErrorKind;

std::string name_of(Cell cell) {
  return format_text("r{}c{}", cell.row() + 1, cell.column() + 1);
}

// The number of a cell in row-major order, from 0.
std::string number_of(Cell cell) {
  return std::to_string(cell.index());
}

ProblemReason reason_of(const RecordError& fault) {
  ProblemReason reason{records::code_of(fault), {}};
  const auto add = [&reason](std::string_view name, std::string value) {
    reason.values.emplace_back(name, std::move(value));
  };
  const auto add_number = [&add](std::string_view name, std::uint64_t number) {
    add(name, std::to_string(number));
  };
  switch (fault.kind) {
    case RecordErrorKind::kCellCount:
    case RecordErrorKind::kRowsLeft:
    case RecordErrorKind::kPuzzleCells:
    case RecordErrorKind::kSolutionCells:
    case RecordErrorKind::kBoardRows:
      add_number("found", fault.found);
      break;
    case RecordErrorKind::kColumnCount:
    case RecordErrorKind::kNoWord:
      add_number("found", fault.found);
      add_number("expected", fault.expected);
      break;
    case RecordErrorKind::kRowCells:
      add_number("row", fault.row);
      add_number("found", fault.found);
      break;
    case RecordErrorKind::kNotACell:
    case RecordErrorKind::kAfterCells:
    case RecordErrorKind::kAfterQuote:
    case RecordErrorKind::kNotAnObject:
    case RecordErrorKind::kJsonByte:
      add("byte", records::wrong_text(fault));
      break;
    case RecordErrorKind::kCellValue:
    case RecordErrorKind::kNegativeCell:
      add_number("cell", fault.column - 1);
      add("found", records::npy_value(fault));
      break;
    case RecordErrorKind::kLongLine:
    case RecordErrorKind::kLongRow:
    case RecordErrorKind::kRowsJoined:
    case RecordErrorKind::kOpenQuote:
    case RecordErrorKind::kLongCsvRow:
    case RecordErrorKind::kJsonEnd:
    case RecordErrorKind::kJsonDepth:
    case RecordErrorKind::kNoMember:
    case RecordErrorKind::kMemberTwice:
    case RecordErrorKind::kNotAString:
    case RecordErrorKind::kLinkElsewhere:
    case RecordErrorKind::kLinkRules:
    case RecordErrorKind::kLinkSize:
    case RecordErrorKind::kLinkDamaged:
      break;
  }
  return reason;
}

}  // namespace

Explanation explain(const RecordError& fault) {
  return {records::describe(fault), reason_of(fault)};
}

std::optional<Explanation> explain_conflict(const Grid& grid) {
  const auto conflict = find_conflict(grid);
  if (!conflict) return std::nullopt;
  const auto [first, second] = *conflict;
  const std::string digit = std::to_string(grid[first]);
  return Explanation{
      format_text("{} and {} are both {}", name_of(first), name_of(second), digit),
      {"conflict", {{"first", number_of(first)}, {"second", number_of(second)}, {"digit", digit}}}};
}

Explanation explain_wrong(const Grid& given, const Grid& puzzle) {
  for (int i = 0; i < kCells; ++i) {
    const Cell cell(i);
    if (given[cell] == 0) {
      return {format_text("{} is empty", name_of(cell)),
              {"empty_cell", {{"cell", number_of(cell)}}}};
    }
    if (puzzle[cell] != 0 && given[cell] != puzzle[cell]) {
      const std::string found = std::to_string(given[cell]);
      const std::string wanted = std::to_string(puzzle[cell]);
      return {format_text("{} is {}, and the puzzle gives {}", name_of(cell), found, wanted),
              {"other_given", {{"cell", number_of(cell)}, {"found", found}, {"expected", wanted}}}};
    }
  }
  return explain_conflict(given).value_or(Explanation());
}

Explanation explain_column(const std::string& name) {
  std::string shown = printable(name);
  std::string message = format_text("column '{}': expected 81 cells", shown);
  return {std::move(message), {"column_cells", {{"column", std::move(shown)}}}};
}

void set_reason(Problem& problem, Explanation&& why, std::string_view prefix) {
  problem.message = prefix.empty() ? std::move(why.message) : std::string(prefix) + why.message;
  problem.reason = std::move(why.reason);
}

GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found) {
  if (found.solutions != GridKind::kUnsolvable && given == found.solution)
    return GivenSolution::kRight;
  if (!is_complete(given) || !keeps_givens(given, puzzle)) return GivenSolution::kWrong;
  const bool is_second =
      found.solutions == GridKind::kMultiple && found.solution.cells < given.cells;
  return is_second ? GivenSolution::kSecond : GivenSolution::kDisproof;
}

}  // namespace dokumill::batch
