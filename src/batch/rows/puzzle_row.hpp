// PuzzleRow: the puzzle and the solution of a csv row or a JSON object. Used by the jobs convert(),
// augment() and export_dataset().
//
// Thread safety: one thread at a time. Memory: the fields of one row.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/stages/explanation.hpp"
#include "dokumill/grid.hpp"
#include "records/detect/detect.hpp"
#include "records/row_cells.hpp"

namespace dokumill::batch {

class PuzzleRow {
 public:
  // `solution_column`: the column of the solution, or kNoColumn. REQUIRES: it is not the column of
  // the puzzle.
  PuzzleRow(const records::Detection& detection, std::uint32_t solution_column)
      : has_solution_(solution_column != records::kNoColumn),
        is_solution_first_(has_solution_ && solution_column < detection.csv.puzzle_column),
        name_(has_solution_ ? detection.columns[solution_column] : std::string()),
        row_(row_cells(detection, columns_of(detection.csv.puzzle_column, solution_column))) {}

  bool has_solution() const { return has_solution_; }

  // `row`: the text of a row, as a reader with ReadOptions::keep_rows returns it. The text must
  // stay valid until print().
  void start(std::string_view row) {
    row_.start(row);
    solution_.reset();
  }

  // Reads the solution. False if the field is neither empty nor 81 cells. REQUIRES: has_solution(),
  // and the row is not empty.
  bool read_solution() {
    const std::string_view text = row_.text(is_solution_first_ ? 0 : 1);
    if (text.empty()) return true;
    solution_ = records::cells_of_text(text);
    return solution_.has_value();
  }
  // The solution that read_solution() read; nullptr if the field is empty.
  const Grid* solution() const { return solution_ ? &*solution_ : nullptr; }
  // See RowCells::other_board().
  std::string other_board(std::span<const std::string> columns) const {
    return row_.other_board(columns);
  }
  Explanation why_bad() const { return explain_column(name_); }

  std::size_t max_bytes(std::string_view row) const { return row_.max_bytes(row); }
  // Writes the row with these cells and returns the end of the text. If a pointer is nullptr, its
  // field stays as it was read.
  char* print(const Grid* puzzle, const Grid* solution, char* out) {
    const Grid* cells[] = {puzzle, solution};
    if (is_solution_first_) std::swap(cells[0], cells[1]);
    return row_.print({cells, has_solution_ ? std::size_t{2} : std::size_t{1}}, out);
  }

 private:
  static std::vector<std::uint32_t> columns_of(std::uint32_t puzzle, std::uint32_t solution) {
    if (solution == records::kNoColumn) return {puzzle};
    return {std::min(puzzle, solution), std::max(puzzle, solution)};
  }

  static records::RowCells row_cells(const records::Detection& detection,
                                     std::vector<std::uint32_t> columns) {
    if (detection.format != TextFormat::kJsonl) {
      return records::RowCells(detection.csv, std::move(columns));
    }
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const std::uint32_t column : columns) names.push_back(detection.columns[column]);
    return records::RowCells(std::move(names));
  }

  bool has_solution_;
  bool is_solution_first_;
  std::string name_;
  records::RowCells row_;
  std::optional<Grid> solution_;
};

}  // namespace dokumill::batch
