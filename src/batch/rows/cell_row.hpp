// CellRow: the puzzle and the solutions of a csv row or a JSON object, for jobs that read the
// solutions or write other cells in their place. All other bytes of the row stay.
//
// Memory: the fields of one row, and a grid for each solution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "batch/rows/row_writer.hpp"
#include "batch/stages/explanation.hpp"
#include "formats/detect/detect.hpp"
#include "formats/detect/header.hpp"
#include "formats/row_cells.hpp"

namespace dokumill::batch {

class CellRow {
 public:
  // `solution_column`: the column of the solution, or kNoColumn. REQUIRES: it is not the column of
  // the puzzle.
  CellRow(const records::Detection& input, std::uint32_t solution_column);
  // All columns whose name is that of solutions, or that the options name. For objects, all such
  // names, because later objects may have other members than the first one.
  static CellRow of_all_solutions(const records::Detection& input);

  bool has_solution() const { return names_.size() > 1; }

  // `row`: the text of a row, as a reader with ReadOptions::keep_rows returns it. The text must
  // stay valid until write().
  void start(std::string_view row);
  // Reads the solutions of the row. False if one of them is neither empty nor 81 cells;
  // why_bad() explains it. REQUIRES: the row is not empty.
  bool read_solutions();
  Explanation why_bad() const { return explain_column(names_[bad_]); }
  // The first solution that was read; nullptr if there is none.
  const Grid* solution() const { return read_.empty() ? nullptr : &solutions_[read_.front()]; }
  // See RowCells::other_board().
  std::string other_board(std::span<const std::string> columns) const {
    return row_.other_board(columns);
  }

  // Replaces each solution that was read by map(solution).
  template <class Map>
  void map_solutions(const Map& map) {
    for (const std::size_t i : read_) solutions_[i] = map(solutions_[i]);
  }
  // Writes the row with this puzzle and the solutions as they are now. Empty fields stay empty.
  void write(const RowWriter& rows, ChunkResult& result, const Grid& puzzle);
  // Writes the row with '?' in place of the puzzle and of all solutions.
  void write_malformed(const RowWriter& rows, ChunkResult& result);

 private:
  // `names`: of the fields with cells, in the order of the row; `puzzle` is the index of the
  // puzzle.
  CellRow(std::vector<std::string> names, std::size_t puzzle, records::RowCells row);
  std::vector<std::string> names_;
  std::size_t puzzle_;
  records::RowCells row_;
  std::string_view text_;
  std::vector<Grid> solutions_;     // one per field; the puzzle's entry is not used
  std::vector<const Grid*> cells_;  // one per field: the cells to write; nullptr keeps the field
  std::vector<const Grid*> malformed_;
  std::vector<std::size_t> read_;  // the fields whose solutions were read
  std::size_t bad_ = 0;
};

// Finds the column of the solutions in csv input, or the member with the solution in jsonl input.
// Used by the jobs augment() and export_dataset().
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

// Finds a column, or a member of objects, that has boards, probably the solutions of the puzzles,
// but has no known name and was not named. Used by the jobs canonize() and augment(), which map
// puzzles: such solutions do not belong to the new puzzles.
//
// Thread safety: as a count of a job.
struct UnmappedColumn {
  std::string name;  // of the first such column; empty: none was found

  UnmappedColumn& operator+=(const UnmappedColumn& later) {
    if (name.empty()) name = later.name;
    return *this;
  }
};

}  // namespace dokumill::batch
