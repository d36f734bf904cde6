// Reads the grid format: boards of nine rows, and the lines that people write between them.
#include "formats/grid/grid_block.hpp"
#include "formats/grid/plain_board.hpp"
#include "formats/line/end_mark.hpp"
#include "formats/line/lines.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

class GridReader final : public RecordReader {
 private:
  void start_chunk() override {
    // The rest of a malformed record that began before the chunk.
    GridBlock block(entry_.malformed_rows);
    std::uint8_t values[GridBlock::kRows];
    while (at_ != end_ && !block.is_empty()) {
      const char* const line_end = find_line_end(at_, end_);
      if (!block.add(judge_grid_line(at_, line_end, values).kind)) return;
      pass_line(line_end);
    }
  }

  void read_records(RecordBatch& batch) override {
    while (at_ != end_ && batch.size < batch.capacity()) {
      if (!read_plain(batch)) read_block(batch);
    }
  }

  // Reads the next board if it has one of the usual shapes (plain_board.hpp), and the line after it
  // is empty. One empty line may come before the board. For any other text, returns false and does
  // not move. REQUIRES: the previous line is not part of a block.
  bool read_plain(RecordBatch& batch) {
    const bool is_after_line = *at_ == '\n' || (*at_ == '\r' && end_ - at_ > 1 && at_[1] == '\n');
    const char* const begin = is_after_line ? skip_line_end(at_, end_) : at_;
    const char* const end = read_plain_board(begin, end_, batch.grids[batch.size]);
    if (end == nullptr || (end != end_ && !is_line_end(*end))) return false;
    line_ += is_after_line ? 1 : 0;
    batch.lines[batch.size++] = static_cast<std::uint32_t>(line_);
    at_ = end;
    line_ += GridBlock::kRows;
    return true;
  }

  // Reads the next block of any shape, after the lines before it that separate boards.
  void read_block(RecordBatch& batch) {
    GridBlock block;
    std::uint64_t first_line = 0;
    RecordError fault;
    std::uint8_t* const cells = batch.grids[batch.size].cells.data();
    std::uint8_t unused[GridBlock::kRows];
    while (at_ != end_) {
      const char* const line_end = find_line_end(at_, end_);
      const int rows = block.rows();
      const GridLine line = judge_grid_line(
          at_, line_end, rows < GridBlock::kRows ? cells + rows * GridBlock::kRows : unused);
      const bool was_malformed = block.is_malformed();
      if (block.add(line.kind)) {
        if (rows == 0) first_line = line_;
        if (block.is_malformed() && !was_malformed) fault = fault_of(line, first_line, rows);
      } else if (!block.is_empty()) {
        break;
      } else if (line.kind == GridLineKind::kEndMark) {
        count_end_mark(end_mark_of(skip_byte_order_mark(at_, line_end), line_end));
      }
      pass_line(line_end);
    }
    if (block.is_board()) {
      batch.lines[batch.size++] = static_cast<std::uint32_t>(first_line);
    } else if (!block.is_empty()) {
      if (!block.is_malformed()) fault = rows_left(first_line, block.rows());
      add_malformed(batch, first_line, fault);
    }
  }

  // Why the line at at_ makes a block malformed. `rows` rows of the block come before the line.
  RecordError fault_of(const GridLine& line, std::uint64_t first_line, int rows) const {
    if (line.kind == GridLineKind::kFrame) return rows_left(first_line, rows);
    RecordError fault;
    fault.line = line_;
    fault.row = static_cast<std::uint32_t>(rows + 1);
    if (line.kind == GridLineKind::kRow) {
      fault.kind = RecordErrorKind::kRowsJoined;
    } else if (line.kind == GridLineKind::kLong) {
      fault.kind = RecordErrorKind::kLongRow;
    } else if (line.where == nullptr) {
      fault.kind = RecordErrorKind::kRowCells;
      fault.found = line.cells;
    } else {
      fault.kind = RecordErrorKind::kNotACell;
      fault.byte = static_cast<std::uint8_t>(*line.where);
      fault.column = static_cast<std::uint64_t>(line.where - at_) + 1;
    }
    return fault;
  }

  static RecordError rows_left(std::uint64_t first_line, int rows) {
    RecordError fault;
    fault.line = first_line;
    fault.kind = RecordErrorKind::kRowsLeft;
    fault.found = static_cast<std::uint64_t>(rows);
    return fault;
  }
};

}  // namespace

std::unique_ptr<RecordReader> make_grid_reader(const ReadOptions&) {
  return std::make_unique<GridReader>();
}

}  // namespace dokumill::records
