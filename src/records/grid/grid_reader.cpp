// Reads the grid format: boards of nine rows, and the lines that people write between them.
#include "records/grid/grid_scan.hpp"
#include "records/grid/plain_board.hpp"
#include "records/lines/lines.hpp"
#include "records/reader.hpp"

namespace dokumill::records {
namespace {

class GridReader final : public RecordReader {
 public:
  explicit GridReader(JoinedBlocks joined_blocks) : joined_(joined_blocks) {}

 private:
  void read_records(RecordBatch& batch) override {
    while (at_ != end_ && batch.size < batch.capacity()) {
      if (entry_.skips_rows || !read_plain(batch)) read_any(batch);
    }
  }

  // Reads the next board if it has one of the usual shapes (plain_board.hpp). One empty line may
  // come before the board. If the board begins a block, it must be the only one of it. For any
  // other text, returns false and does not move.
  bool read_plain(RecordBatch& batch) {
    const bool begins_block = *at_ == '\n' || (*at_ == '\r' && end_ - at_ > 1 && at_[1] == '\n');
    const char* const begin = begins_block ? skip_line_end(at_, end_) : at_;
    bool has_other_marks = false;
    const char* const end = read_plain_board(begin, end_, batch.grids[batch.size], has_other_marks);
    if (end == nullptr) return false;
    // A row of nine equal marks may be a rule between boards, so GridScan must judge it.
    if (has_other_marks && has_empty_row(batch.grids[batch.size])) return false;
    const bool is_first = begins_block || entry_.boards_in_block == 0;
    if (is_first && end != end_ && !is_line_end(*end)) return false;
    if (!is_first && (may_be_heading(batch.grids[batch.size].cells.data()) ||
                      breaks_rules(batch.grids[batch.size].cells.data()))) {
      return false;
    }
    if (begins_block) {
      entry_.boards_in_block = 0;
      ++line_;
    }
    const std::uint64_t first_line = line_;
    const std::uint8_t boards_before = entry_.boards_in_block;
    entry_.boards_in_block = boards_before == 0 ? 1 : 2;
    entry_.after_rule = false;
    at_ = end;
    line_ += 9;
    finish_board(batch, first_line, boards_before);
    return true;
  }

  static bool has_empty_row(const Grid& grid) {
    for (int row = 0; row < 9; ++row) {
      std::uint8_t clues = 0;
      for (int cell = 0; cell < 9 && clues == 0; ++cell) clues = grid.cells[row * 9 + cell];
      if (clues == 0) return true;
    }
    return false;
  }

  void read_any(RecordBatch& batch) {
    Grid& grid = batch.grids[batch.size];
    GridPosition place{
        at_, line_, entry_.boards_in_block, entry_.after_rule, false, entry_.skips_rows};
    GridScan scan(end_, true);
    const GridEvent event = scan.next(place, grid.cells.data());
    at_ = place.at;
    line_ = place.line;
    entry_.boards_in_block = place.boards_in_block;
    entry_.after_rule = place.is_after_rule;
    entry_.skips_rows = place.skips_rows;
    if (event == GridEvent::kBoard) {
      finish_board(batch, scan.first_line(), scan.boards_before());
    } else if (event == GridEvent::kMalformed) {
      add_malformed(batch, scan.first_line(), scan.fault());
    }
  }

  void finish_board(RecordBatch& batch, std::uint64_t first_line, std::uint8_t boards_before) {
    if (boards_before == 1 && joined_blocks_++ == 0) first_joined_line_ = first_line;
    if (boards_before != 0 && joined_ == JoinedBlocks::kMalformed) {
      RecordError fault;
      fault.kind = RecordErrorKind::kNoBlankLine;
      fault.line = first_line;
      return add_malformed(batch, first_line, fault);
    }
    batch.lines[batch.size++] = static_cast<std::uint32_t>(first_line);
  }

  JoinedBlocks joined_;
};

}  // namespace

std::unique_ptr<RecordReader> make_grid_reader(const ReadOptions& options) {
  return std::make_unique<GridReader>(options.joined_blocks);
}

}  // namespace dokumill::records
