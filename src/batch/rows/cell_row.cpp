#include "batch/rows/cell_row.hpp"

#include <algorithm>
#include <utility>

#include "formats/detect/header.hpp"
#include "formats/reader.hpp"

namespace dokumill::batch {
namespace {

std::vector<std::string> names_of(const records::Detection& input, std::uint32_t solution_column) {
  const std::uint32_t puzzle = input.csv.puzzle_column;
  if (input.columns.empty()) return {std::string()};
  if (solution_column == records::kNoColumn) return {input.columns[puzzle]};
  const bool is_solution_first = solution_column < puzzle;
  std::vector<std::string> names{input.columns[puzzle], input.columns[solution_column]};
  if (is_solution_first) std::swap(names[0], names[1]);
  return names;
}

std::vector<std::uint32_t> columns_of(std::uint32_t puzzle, std::uint32_t solution) {
  if (solution == records::kNoColumn) return {puzzle};
  return {std::min(puzzle, solution), std::max(puzzle, solution)};
}

}  // namespace

CellRow::CellRow(std::vector<std::string> names, std::size_t puzzle, records::RowCells row)
    : names_(std::move(names)),
      puzzle_(puzzle),
      row_(std::move(row)),
      solutions_(names_.size()),
      cells_(names_.size()),
      malformed_(names_.size(), &records::kMalformedGrid) {}

CellRow::CellRow(const records::Detection& input, std::uint32_t solution_column)
    : CellRow(names_of(input, solution_column), solution_column < input.csv.puzzle_column ? 1 : 0,
              input.format == TextFormat::kJsonl
                  ? records::RowCells(names_of(input, solution_column))
                  : records::RowCells(input.csv,
                                      columns_of(input.csv.puzzle_column, solution_column))) {}

CellRow CellRow::of_all_solutions(const records::Detection& input) {
  if (input.format == TextFormat::kJsonl) {
    std::vector<std::string> names = input.cell_members();
    records::RowCells row(names);
    return {std::move(names), 0, std::move(row)};
  }
  std::vector<std::uint32_t> columns;
  std::vector<std::string> names;
  std::size_t puzzle = 0;
  for (std::uint32_t column = 0; column < input.columns.size(); ++column) {
    const bool is_puzzle = column == input.csv.puzzle_column;
    const bool is_solution =
        column == input.csv.solution_column || records::is_solution_name(input.columns[column]);
    if (!is_puzzle && !is_solution) continue;
    if (is_puzzle) puzzle = columns.size();
    columns.push_back(column);
    names.push_back(input.columns[column]);
  }
  return {std::move(names), puzzle, records::RowCells(input.csv, std::move(columns))};
}

void CellRow::start(std::string_view row) {
  text_ = row;
  row_.start(row);
  for (const std::size_t i : read_) cells_[i] = nullptr;
  read_.clear();
}

bool CellRow::read_solutions() {
  for (const std::size_t i : row_.fields()) {
    if (i == puzzle_) continue;
    const std::string_view text = row_.text(i);
    if (text.empty()) continue;
    const std::optional<Grid> solution = records::cells_of_text(text);
    if (!solution) {
      bad_ = i;
      return false;
    }
    solutions_[i] = *solution;
    // An object can have a name twice.
    if (cells_[i] == nullptr) read_.push_back(i);
    cells_[i] = &solutions_[i];
  }
  return true;
}

void CellRow::write(const RowWriter& rows, ChunkResult& result, const Grid& puzzle) {
  cells_[puzzle_] = &puzzle;
  rows.write(result, KeptRow{&row_, text_, cells_, true});
}

void CellRow::write_malformed(const RowWriter& rows, ChunkResult& result) {
  rows.write(result, KeptRow{&row_, text_, malformed_, true});
}

}  // namespace dokumill::batch
