// GridBlock: follows the lines of a grid file, and decides which of them form a record.
//
// A block is a sequence of rows, and of lines in place of rows, without a line between them that
// separates boards. A block is one record: a board, or malformed. The record reader and
// find_grid_boundary() use this class, so they agree about every line.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/grid/grid_line.hpp"

namespace dokumill::records {

class GridBlock {
 public:
  static constexpr int kRows = 9;  // rows of a board

  GridBlock() = default;
  // Continues a malformed block after `rows` rows; 0: no block. See Entry::malformed_rows.
  explicit GridBlock(std::uint8_t rows) : rows_(rows), is_malformed_(rows != 0) {}

  // Adds a line to the block. False if the line is not part of the block, because it separates
  // boards. Then the block is complete.
  //
  // The second and all later frame lines between two rows separate boards. So does a frame line
  // before the third row or after the seventh, because no band of a board ends there, not even of
  // a board with a row too many or too few.
  bool add(GridLineKind kind) {
    switch (kind) {
      case GridLineKind::kRow:
        rows_ = std::min(rows_ + 1, kRows + 1);
        is_malformed_ = is_malformed_ || rows_ > kRows;
        is_after_frame_ = false;
        return true;
      case GridLineKind::kBadRow:
      case GridLineKind::kLong:
        rows_ = std::min(rows_ + 1, kRows + 1);
        is_malformed_ = true;
        is_after_frame_ = false;
        return true;
      case GridLineKind::kFrame:
        if (is_after_frame_ || rows_ < 2 || rows_ > 7) return false;
        is_malformed_ = is_malformed_ || rows_ % 3 != 0;
        is_after_frame_ = true;
        return true;
      case GridLineKind::kBlank:
      case GridLineKind::kComment:
      case GridLineKind::kEndMark:
      case GridLineKind::kTitle:
        return false;
    }
    return false;
  }

  // The number of rows, with the lines in place of rows. More than nine count as ten.
  int rows() const { return rows_; }
  bool is_empty() const { return rows_ == 0; }
  bool is_board() const { return rows_ == kRows && !is_malformed_; }
  // True if the block cannot become a board, whatever lines follow.
  bool is_malformed() const { return is_malformed_; }
  bool is_after_frame() const { return is_after_frame_; }

 private:
  int rows_ = 0;
  bool is_malformed_ = false;
  bool is_after_frame_ = false;  // the last line is a frame line
};

}  // namespace dokumill::records
