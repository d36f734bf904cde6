// RowWriter: writes the records of a job as text, in the way that an OutputPlan says.
//
//   plan                               the writer writes
//   line                               the fields, separated by tabs
//   grid, npy                          the cells of the only field
//   table of the job's own columns     the fields
//   table, nothing kept                the puzzle, then the fields
//   rows kept                          the row as it was read, then the fields
//   rows kept, a column replaced       the row with the field in its column
//   objects kept                       the object with the fields as members
//
// For JSON Lines and Parquet, the rows are csv, and src/tables converts them; only kept objects are
// written here. In the grid format, every record begins with the line end that makes the blank line
// before it. Malformed cells are written as '?'.
//
// Memory: the fields of one row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/flow/chunk_result.hpp"
#include "batch/rows/field.hpp"
#include "batch/rows/output_plan.hpp"
#include "records/format_table.hpp"
#include "records/row_cells.hpp"

namespace dokumill::batch {

class RowWriter {
 public:
  // REQUIRES: plan.resolve() was called.
  explicit RowWriter(const OutputPlan& plan);

  // Writes a record with the fields of the columns that the job adds. `row`: the text of the record
  // as it was read, if the plan keeps it; empty if the record could not be split.
  void write(ChunkResult& result, const Grid& puzzle, std::string_view row,
             std::span<const Field> fields) {
    if (shape_ == Shape::kFields && fields.size() == 1 && fields[0].kind == Field::Kind::kCells) {
      write_grid(result, *fields[0].grid);
    } else {
      write_any(result, puzzle, row, fields);
    }
  }
  void write(ChunkResult& result, const Grid& puzzle, std::string_view row, const Field& field) {
    write(result, puzzle, row, std::span(&field, 1));
  }
  // Writes a row of the job's own.
  void write(ChunkResult& result, std::span<const Field> fields) const;
  // Writes the cells of a record and nothing else.
  void write_grid(ChunkResult& result, const Grid& grid) const {
    write_grids(result, 1, [&grid](std::size_t) -> const Grid& { return grid; });
  }
  // The same for `count` records: grid_of(i) returns the cells of record i. One call for a batch
  // takes 3 ns less for each record than a call for each record.
  template <class GridOf>
  void write_grids(ChunkResult& result, std::size_t count, const GridOf& grid_of) const {
    records::with_format(format_, [&](auto index) {
      constexpr const records::FormatTraits& kTraits = records::kFormatTable[index];
      result.append(count * kTraits.cells_bytes, [&](char* out) {
        for (std::size_t i = 0; i < count; ++i) out = kTraits.print_cells(grid_of(i), out);
        return out;
      });
    });
  }
  // True if write() writes nothing but the fields.
  bool writes_only_fields() const { return shape_ == Shape::kFields; }
  // Writes a record as it was read, if the plan keeps its text. Otherwise, or if the record is
  // malformed, writes its cells. In a kept row, the other columns stay.
  void write_as_read(ChunkResult& result, const Grid& grid, std::string_view row);

 private:
  enum class Shape : std::uint8_t { kFields, kPuzzleAndFields, kRowAndFields, kReplaced, kObject };

  static Shape shape_of(const OutputPlan& plan);
  void write_any(ChunkResult& result, const Grid& puzzle, std::string_view row,
                 std::span<const Field> fields);
  // The fields, each with a separator before it, and a line end.
  std::size_t most_bytes(std::span<const Field> fields) const;
  char* print(std::span<const Field> fields, char* out) const;
  char* print_field(const Field& field, char* out) const;
  char* print_row(const Grid& puzzle, std::string_view row, char* out) const;
  void write_replaced(ChunkResult& result, const Grid& puzzle, std::string_view row,
                      const Grid& cells);
  void write_object(ChunkResult& result, const Grid& puzzle, std::string_view row,
                    std::span<const Field> fields);
  void append_value(const Field& field, std::string& text) const;

  TextFormat format_;
  Shape shape_;
  bool keeps_columns_;
  bool is_replaced_first_ = false;  // the replaced column comes before the puzzle
  char separator_;
  records::CsvLayout csv_;
  std::optional<records::RowCells> cells_;  // a kept row that gets other cells
  std::optional<records::JsonRow> object_;  // kObject: the puzzle, then the fields
  std::vector<std::string> texts_;          // the values of object_
  std::vector<std::string_view> values_;    // the same; an empty view keeps the value
};

}  // namespace dokumill::batch
