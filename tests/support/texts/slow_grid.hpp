// The reference for the grid format: a second implementation of the rules of docs/formats.md,
// written for clarity and not for speed. It first judges every line by itself, then collects the
// lines of a block, and then judges the block.
//
// Shares only the type of a fault with src/formats, so that the results can be compared.
#pragma once

#include <string>
#include <vector>

#include "support/texts/slow_grid_line.hpp"

namespace dokumill::testing {

class SlowGrid {
 public:
  // Lines are counted from 0.
  struct Record {
    std::size_t line = 0;  // of the record's first row
    bool is_good = false;  // if not, `fault` has the reason; its `record` is not set
    std::string cells;     // the bytes of the 81 cells
    records::RecordError fault;
  };

  explicit SlowGrid(const std::string& text) {
    for (const std::string& line : lines_of(text)) lines_.push_back(SlowGridLine::of(line));
  }

  std::vector<Record> records() const {
    std::vector<Record> found;
    for (std::size_t at = 0; at < lines_.size();) {
      if (lines_[at].is_in_block()) {
        found.push_back(judged(block_at(at)));
      } else {
        ++at;
      }
    }
    return found;
  }

 private:
  struct Block {
    std::vector<std::size_t> rows;  // the lines that are rows, or in place of rows
    std::vector<bool> has_frame;    // [i]: a frame line stands before row i
  };

  // Collects the lines of the block that begins at line `at`. Moves `at` to the line after them.
  Block block_at(std::size_t& at) const {
    Block block;
    bool is_after_frame = false;
    for (; at < lines_.size(); ++at) {
      const std::size_t rows = block.rows.size();
      if (lines_[at].is_in_block()) {
        block.rows.push_back(at);
        block.has_frame.push_back(is_after_frame);
        is_after_frame = false;
      } else if (lines_[at].kind == SlowGridLine::Kind::kFrame && !is_after_frame && rows >= 2 &&
                 rows <= 7) {
        is_after_frame = true;
      } else {
        break;
      }
    }
    return block;
  }

  Record judged(const Block& block) const {
    using Fault = records::RecordErrorKind;
    Record record{block.rows.front(), false, {}, {}};
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      const SlowGridLine& line = lines_[block.rows[i]];
      if (block.has_frame[i] && i != 3 && i != 6) {
        record.fault = fault_of(Fault::kRowsLeft, record.line);
        record.fault.found = i;
        return record;
      }
      if (!line.is_row() || i == 9) {
        record.fault = line.is_row() ? fault_of(Fault::kRowsJoined, 0) : line.fault;
        record.fault.line = block.rows[i];
        record.fault.row = static_cast<std::uint32_t>(i + 1);
        return record;
      }
      record.cells += line.cells;
    }
    record.is_good = block.rows.size() == 9;
    record.fault = fault_of(Fault::kRowsLeft, record.line);
    record.fault.found = block.rows.size();
    return record;
  }
  static records::RecordError fault_of(records::RecordErrorKind kind, std::size_t line) {
    records::RecordError fault;
    fault.kind = kind;
    fault.line = line;
    return fault;
  }

  std::vector<SlowGridLine> lines_;
};

}  // namespace dokumill::testing
