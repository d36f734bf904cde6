// RowWriter: writes the records of a job, in the way that an OutputPlan says.
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
// The writer decides which row and fields these are. A RowSink writes them in the form of the
// format. In the grid format, every record begins with the line end that makes the blank line
// before it.
//
// Memory: the fields of one row.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/rows/row_sink.hpp"
#include "batch/rows/sized_field.hpp"
#include "batch/stages/record_stages.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {

class RowWriter {
 public:
  // REQUIRES: plan.resolve() was called; the plan outlives this object.
  explicit RowWriter(const OutputPlan& plan);

  // Writes a record with the fields of the columns that the job adds. `row`: the text of the record
  // as it was read, if the plan keeps it; empty if the record could not be split.
  void write(ChunkResult& result, const Grid& puzzle, std::string_view row,
             std::span<const Field> fields);
  void write(ChunkResult& result, const Grid& puzzle, std::string_view row, const Field& field) {
    write(result, puzzle, row, std::span(&field, 1));
  }
  // Writes a row of the job's own.
  void write(ChunkResult& result, std::span<const Field> fields) const {
    sink_->write(result, fields);
  }
  // Writes a row of the input with other cells in some of its fields.
  void write(ChunkResult& result, const KeptRow& row) const { sink_->write(result, row, {}); }
  // Writes the cells of a record and nothing else.
  void write_grid(ChunkResult& result, const Grid& grid) const {
    write_grids(result, 1, [&grid](std::size_t) -> const Grid& { return grid; });
  }
  // The same for `count` records: grid_of(i) returns the cells of record i. One call for a batch
  // takes 3 ns less for each record than a call for each record.
  template <class GridOf>
  void write_grids(ChunkResult& result, std::size_t count, const GridOf& grid_of) const {
    if (tables::has_typed_columns(format_) || cell_shape_ == CellShape::kGroups ||
        records::is_of_program(format_)) {
      for (std::size_t i = 0; i < count; ++i) {
        const Field field = kPuzzleColumn(grid_of(i));
        sink_->write(result, {&field, 1});
      }
      return;
    }
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
  // The same for a record of any size.
  void write_as_read(const BatchTask& batch, std::size_t record, bool is_malformed) {
    if (sized_) return write_sized_as_read(batch, record, is_malformed);
    write_as_read(batch.result(), batch.grid(record), batch.row(record));
  }

  // For records of another size than 9x9 (OutputPlan::sized). `cells` is nullptr for a malformed
  // record.
  //
  // Writes the cells of records and nothing else.
  void write_cells(ChunkResult& result, std::span<const std::uint8_t* const> boards);
  void write_cells(ChunkResult& result, const std::uint8_t* cells) {
    write_cells(result, std::span(&cells, 1));
  }
  // Writes a record with the fields of the columns that the job adds. `row`: as for write().
  void write_sized(ChunkResult& result, const std::uint8_t* cells, std::string_view row,
                   std::span<const Field> fields);

 private:
  enum class Shape : std::uint8_t { kFields, kPuzzleAndFields, kKept, kReplaced };

  static Shape shape_of(const OutputPlan& plan);
  void write_sized_as_read(const BatchTask& batch, std::size_t record, bool is_malformed);
  // A row that could not be read, with '?' for its cells.
  std::string malformed_row(const OutputPlan& plan) const;
  KeptRow kept(std::string_view row, std::span<const Grid* const> cells) {
    return {fields_ ? &*fields_ : nullptr, row, cells};
  }

  TextFormat format_;
  Shape shape_;
  bool keeps_columns_;
  std::optional<CellShape> cell_shape_;
  bool is_replaced_first_ = false;           // the replaced column comes before the puzzle
  std::optional<records::RowCells> fields_;  // of a kept row: the puzzle, and the replaced column
  std::vector<Field> own_;                   // of kPuzzleAndFields
  std::optional<SizedField> sized_;          // records of another size than 9x9
  std::string malformed_row_;                // of such records, if rows are kept
  std::unique_ptr<RowSink> sink_;
};

}  // namespace dokumill::batch
