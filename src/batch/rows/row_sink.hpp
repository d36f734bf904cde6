// RowSink: writes rows in the form of one format. There is one class for each form:
//
//   line, grid, npy   text_sinks.cpp   fields, separated by tabs; the cells of the only field
//   other programs    text_sinks.cpp   the cells of the only field
//   csv               text_sinks.cpp   the row as it was read, then fields
//   jsonl, json       json_sinks.cpp   objects of columns; objects as they were read, with members
//   parquet           packed_sink.cpp  rows whose fields have the types of their columns
//
// A row ends where the next one begins, in every form. So a job can choose, drop or reorder rows
// without knowing their form. Malformed cells are written as '?'.
//
// Thread safety: a sink belongs to one worker. Memory: one row.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "batch/flow/chunk_result.hpp"
#include "batch/rows/field.hpp"
#include "batch/rows/output_plan.hpp"
#include "formats/row_cells.hpp"

namespace dokumill::batch {

// A row of the input that the output keeps, with other cells in some of its fields.
struct KeptRow {
  records::RowCells* fields = nullptr;  // nullptr for lines
  std::string_view text;                // as it was read; empty: the row could not be split
  // See RowCells::print(). All of them are nullptr: the row stays as it is.
  std::span<const Grid* const> cells;
  bool is_split = false;  // fields->start(text) was called

  bool is_unchanged() const;
  bool is_malformed() const;
  // Calls fields->start() if it was not called.
  records::RowCells& split() const;
};

class RowSink {
 public:
  static std::unique_ptr<RowSink> make(const OutputPlan& plan);
  virtual ~RowSink() = default;

  // Writes a row of the job's own: a field for each column.
  virtual void write(ChunkResult& result, std::span<const Field> fields) = 0;
  // Writes a kept row, with a field for each further column.
  virtual void write(ChunkResult& result, const KeptRow& row, std::span<const Field> fields) = 0;
};

// For sinks in which each field has its column: calls add() for the fields of the kept row, and
// then for the further ones. A text in a column of cells is read. If it is no cells, it stays, but
// in a column of lists, blanks and what a malformed record has are lost.
template <class Add>
void each_field(std::span<const tables::Column> columns, const KeptRow& row,
                std::span<const Field> fields, const Add& add) {
  auto column = columns.begin();
  row.split().each_field(row.cells, [&](const Grid* cells, std::string_view text) {
    const tables::ColumnType type = column++->type;
    std::optional<Grid> read;
    if (cells == nullptr && type != kText) read = records::cells_of_text(text);
    if (read) cells = &*read;
    const bool is_lost =
        tables::is_list(type) && (row.is_malformed() || records::without_blanks(text).empty());
    add(cells != nullptr ? kPuzzleColumn(*cells)
                         : kTextColumn(is_lost ? std::string_view() : text));
  });
  for (const Field& field : fields) add(field);
}

std::unique_ptr<RowSink> make_text_sink(const OutputPlan& plan);
std::unique_ptr<RowSink> make_json_sink(const OutputPlan& plan);
std::unique_ptr<RowSink> make_packed_sink(const OutputPlan& plan);

// The most bytes of a number, and the digits of a number or of tenths: 17, 7.2.
inline constexpr std::size_t kMostNumberBytes = 21;
char* print_number(const Field& field, char* out);

// Begins an object before it is written into the result, and ends it after it was written as a line
// of its own: in a JSON array, the line end is in front.
void begin_object(ChunkResult& result, TextFormat format);
void end_object(ChunkResult& result, TextFormat format);

}  // namespace dokumill::batch
