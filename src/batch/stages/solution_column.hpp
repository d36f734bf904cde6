// Finds the column of the solutions in csv input, or the member with the solution in jsonl input.
// Used by the jobs augment() and export_dataset().
#pragma once

#include <cstdint>
#include <string>

#include "formats/detect/detect.hpp"
#include "formats/detect/header.hpp"

namespace dokumill::batch {

// Returns the column of the solutions: the one that the options name, or else the first column with
// a known name. Returns kNoColumn if the input has no such column.
inline std::uint32_t solution_column_of(const records::Detection& detection) {
  if (detection.csv.solution_column != records::kNoColumn) return detection.csv.solution_column;
  for (std::uint32_t column = 0; column < detection.columns.size(); ++column) {
    const bool is_puzzle = column == detection.csv.puzzle_column;
    if (!is_puzzle && records::is_solution_name(detection.columns[column])) return column;
  }
  return records::kNoColumn;
}

// For a job whose first input has no column of solutions: kUsage if the further input `found` has
// such a column, because the job would drop its solutions. The objects of jsonl can always have
// solutions, also if the first object has none.
inline Status has_no_solutions(const records::Detection& found, const std::string& name) {
  if (solution_column_of(found) == records::kNoColumn) return {};
  if (found.format == TextFormat::kJsonl) {
    return {ErrorCode::kUsage,
            name +
                ": this is jsonl, whose objects can have solutions, and the inputs before it have "
                "none; process it separately, or convert it to lines first"};
  }
  return {ErrorCode::kUsage,
          name + ": this input has a column of solutions, and the inputs before it have none",
          "input.solution_column"};
}

}  // namespace dokumill::batch
