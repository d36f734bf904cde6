// The grid format: blocks of rows, nine rows a board.
#include "records/lines.hpp"
#include "records/plain_board.hpp"
#include "records/reader.hpp"
#include "records/row.hpp"

namespace dokumill::records {
namespace {

class GridReader final : public RecordReader {
 public:
  explicit GridReader(JoinedBlocks joined_blocks) : joined_(joined_blocks) {}

 private:
  using Block = Entry::Block;

  void read_records(RecordBatch& batch) override {
    while (at_ != end_ && batch.size < batch.capacity()) {
      if (!read_plain(batch)) read_board(batch);
    }
  }

  // Reads the board that is next, perhaps behind an empty line; false, and nothing is read, when
  // there is anything else.
  bool read_plain(RecordBatch& batch) {
    const bool begins_block = *at_ == '\n' || (*at_ == '\r' && end_ - at_ > 1 && at_[1] == '\n');
    if (entry_.block == Block::kBad && !begins_block) return false;
    const char* const begin = begins_block ? skip_line_end(at_, end_) : at_;
    const char* const end = read_plain_board(begin, end_, batch.grids[batch.size]);
    if (end == nullptr) return false;
    if (begins_block) {
      entry_.boards_in_block = 0;
      ++line_;
    }
    entry_.block = Block::kGood;
    const std::uint64_t first_line = line_;
    at_ = end;
    line_ += 9;
    finish_board(batch, first_line);
    return true;
  }

  // Reads lines up to the end of one record, malformed or not, or of the chunk. Between calls no
  // row of a record is pending.
  void read_board(RecordBatch& batch) {
    Grid& grid = batch.grids[batch.size];
    std::uint32_t rows = 0;
    std::uint64_t first_line = line_;
    while (at_ != end_) {
      const char* line_end = find_row_end();
      const bool is_long = static_cast<std::size_t>(line_end - at_) > kLineLimit;
      if (!is_long && skip_blanks(at_, line_end) == line_end) {
        if (rows != 0) break;
        entry_.block = Block::kNone;
        entry_.boards_in_block = 0;
        pass_line(line_end);
        continue;
      }
      const bool is_skipped = entry_.block == Block::kNone && is_comment(at_, line_end, kLineLimit);
      if (entry_.block == Block::kBad || is_skipped) {
        pass_line(line_end);
        continue;
      }
      if (rows == 0) first_line = line_;
      const RowResult row = read_row(at_, line_end, grid.cells.data() + rows * 9);
      if (row.error != RowError::kNone) {
        entry_.block = Block::kBad;
        add_malformed(batch, first_line, row_fault(row, rows + 1));
        pass_line(line_end);
        return;
      }
      entry_.block = Block::kGood;
      pass_line(line_end);
      if (++rows == 9) return finish_board(batch, first_line);
    }
    if (rows != 0) {
      Fault fault;
      fault.kind = FaultKind::kRowsLeft;
      fault.line = first_line;
      fault.found = rows;
      add_malformed(batch, first_line, fault);
    }
  }

  // The end of the line at at_; rows of 17 bytes are found without a search.
  const char* find_row_end() const {
    if (end_ - at_ > 17 && is_line_end(at_[17]) && find_line_end(at_, at_ + 17) == at_ + 17)
      return at_ + 17;
    return find_line_end(at_, end_);
  }

  void finish_board(RecordBatch& batch, std::uint64_t first_line) {
    const int boards_before = entry_.boards_in_block;
    entry_.boards_in_block = static_cast<std::uint8_t>(boards_before == 0 ? 1 : 2);
    if (boards_before == 1 && joined_blocks_++ == 0) first_joined_line_ = first_line;
    if (boards_before != 0 && joined_ == JoinedBlocks::kMalformed) {
      Fault fault;
      fault.kind = FaultKind::kNoBlankLine;
      fault.line = first_line;
      return add_malformed(batch, first_line, fault);
    }
    batch.lines[batch.size++] = static_cast<std::uint32_t>(first_line);
  }

  Fault row_fault(const RowResult& row, std::uint32_t number) const {
    Fault fault;
    fault.line = line_;
    fault.row = number;
    switch (row.error) {
      case RowError::kNotACell:
        fault.kind = FaultKind::kNotACell;
        fault.byte = static_cast<std::uint8_t>(*row.where);
        fault.column = static_cast<std::uint64_t>(row.where - at_) + 1;
        break;
      case RowError::kTooLong:
        fault.kind = FaultKind::kLongRow;
        break;
      case RowError::kCellCount:
      case RowError::kNone:
        fault.kind = FaultKind::kRowCells;
        fault.found = row.cells;
        break;
    }
    return fault;
  }

  JoinedBlocks joined_;
};

}  // namespace

std::unique_ptr<RecordReader> make_grid_reader(JoinedBlocks joined_blocks) {
  return std::make_unique<GridReader>(joined_blocks);
}

}  // namespace dokumill::records
