// The rows of records of another size than 9x9.
#include <algorithm>

#include "base/text/json_escape.hpp"
#include "batch/rows/row_writer.hpp"

namespace dokumill::batch {

std::string RowWriter::malformed_row(const OutputPlan& plan) const {
  const std::string cells(sized_->cells(), '?');
  std::string row;
  if (plan.kept == OutputPlan::Kept::kObjects) {
    row = "{\"";
    append_json_escaped(plan.puzzle_member, row);
    return row + "\":\"" + cells + "\"}";
  }
  for (std::uint32_t column = 0; column < plan.csv.columns; ++column) {
    if (column != 0) row += plan.csv.separator;
    if (column == plan.csv.puzzle_column) row += cells;
  }
  return row;
}

void RowWriter::write_cells(ChunkResult& result, std::span<const std::uint8_t* const> boards) {
  const records::SizedText& text = sized_->text();
  if (format_ == TextFormat::kLine) {
    const bool are_wide = text.symbols == Symbols::kNumbers;
    const std::size_t line_bytes = are_wide ? text.most_bytes() : sized_->cells() + 1;
    return result.append(boards.size() * line_bytes, [&](char* out) {
      return text.write_lines(boards, sized_->empty_cell(), out);
    });
  }
  for (const std::uint8_t* const cells : boards) {
    switch (format_) {
      case TextFormat::kGrid:
        result.append(text.most_bytes() + 1, [&](char* out) {
          *out++ = '\n';
          return cells != nullptr ? text.write_rows(cells, sized_->empty_cell(), out)
                                  : text.write_malformed_rows(out);
        });
        break;
      case TextFormat::kNpy:
        result.append(sized_->cells(), [&](char* out) {
          if (cells == nullptr)
            return std::fill_n(out, sized_->cells(), records::kMalformedNpyCell);
          return std::copy_n(reinterpret_cast<const char*>(cells), sized_->cells(), out);
        });
        break;
      default: {
        const Field field = (*sized_)(cells);
        sink_->write(result, {&field, 1});
      }
    }
  }
}

void RowWriter::write_sized(ChunkResult& result, const std::uint8_t* cells, std::string_view row,
                            std::span<const Field> fields) {
  if (shape_ == Shape::kFields) return sink_->write(result, fields);
  if (shape_ == Shape::kPuzzleAndFields) {
    own_.assign(1, (*sized_)(cells));
    own_.insert(own_.end(), fields.begin(), fields.end());
    return sink_->write(result, own_);
  }
  const Grid* const none = nullptr;  // the cells of the row stay as they are
  sink_->write(result, kept(cells != nullptr && !row.empty() ? row : malformed_row_, {&none, 1}),
               fields);
}

void RowWriter::write_sized_as_read(const BatchTask& batch, std::size_t record, bool is_malformed) {
  const std::string_view row = batch.row(record);
  if (keeps_columns_) {
    write_sized(batch.result(), is_malformed ? nullptr : batch.cells(record), row, {});
  } else if (!is_malformed && !row.empty()) {
    batch.result().append(row);
    batch.result().append("\n");
  } else {
    write_cells(batch.result(), is_malformed ? nullptr : batch.cells(record));
  }
}

}  // namespace dokumill::batch
