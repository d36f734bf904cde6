#include "batch/rows/row_writer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace dokumill::batch {

RowWriter::Shape RowWriter::shape_of(const OutputPlan& plan) {
  if (plan.replaced) return Shape::kReplaced;
  if (plan.keeps_columns()) return Shape::kKept;
  const bool is_table = records::format_traits(plan.format).has_header;
  const bool is_own = plan.rows == OutputPlan::Rows::kOwn;
  return is_table && !is_own ? Shape::kPuzzleAndFields : Shape::kFields;
}

RowWriter::RowWriter(const OutputPlan& plan)
    : format_(plan.format),
      shape_(shape_of(plan)),
      keeps_columns_(plan.keeps_columns()),
      cell_shape_(plan.cell_shape),
      sink_(RowSink::make(plan)) {
  const std::uint32_t puzzle = plan.csv.puzzle_column;
  if (shape_ == Shape::kReplaced) {
    is_replaced_first_ = *plan.replaced < puzzle;
    const auto [first, last] = std::minmax(*plan.replaced, puzzle);
    fields_.emplace(plan.csv, std::vector{first, last});
  } else if (plan.kept == OutputPlan::Kept::kObjects) {
    fields_.emplace(std::vector{plan.puzzle_member});
  } else if (keeps_columns_) {
    fields_.emplace(plan.csv, std::vector{puzzle});
  }
  if (!plan.sized) return;
  sized_.emplace(plan);
  if (keeps_columns_) malformed_row_ = malformed_row(plan);
}

void RowWriter::write(ChunkResult& result, const Grid& puzzle, std::string_view row,
                      std::span<const Field> fields) {
  // A row that could not be split has the puzzle in its column, and nothing in the others. The
  // puzzle of a kept row is not as it was read if its cells get a shape.
  const Grid* const written = row.empty() || cell_shape_ ? &puzzle : nullptr;
  switch (shape_) {
    case Shape::kFields:
      if (fields.size() == 1 && fields[0].kind == Field::Kind::kCells) {
        write_grid(result, *fields[0].grid);
      } else {
        sink_->write(result, fields);
      }
      break;
    case Shape::kPuzzleAndFields:
      own_.assign(1, kPuzzleColumn(puzzle));
      own_.insert(own_.end(), fields.begin(), fields.end());
      sink_->write(result, own_);
      break;
    case Shape::kKept:
      sink_->write(result, kept(row, {&written, 1}), fields);
      break;
    case Shape::kReplaced: {
      std::array<const Grid*, 2> both{written, fields[0].grid};
      if (is_replaced_first_) std::swap(both[0], both[1]);
      sink_->write(result, kept(row, both), {});
      break;
    }
  }
}

void RowWriter::write_as_read(ChunkResult& result, const Grid& grid, std::string_view row) {
  const bool is_as_read = !row.empty() && !cell_shape_ && grid.cells[0] != records::kMalformedCell;
  const Grid* const cells = is_as_read ? nullptr : &grid;
  if (is_as_read && !tables::has_typed_columns(format_)) {
    result.append(row.size() + 1, [row](char* out) {
      out = std::ranges::copy(row, out).out;
      *out++ = '\n';
      return out;
    });
  } else if (is_as_read || keeps_columns_) {
    sink_->write(result, kept(row, {&cells, 1}), {});
  } else {
    write_grid(result, grid);
  }
}

}  // namespace dokumill::batch
