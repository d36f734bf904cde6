// Reads lines, grids and NumPy arrays of another size than 9x9. Tables have the readers of 9x9,
// which ask SizedText about the cells.
#include <array>
#include <cstring>

#include "formats/line/end_mark.hpp"
#include "formats/line/line_words.hpp"
#include "formats/line/lines.hpp"
#include "formats/npy/npy_value.hpp"
#include "formats/reader.hpp"
#include "formats/sizes/sized_lines.hpp"

namespace dokumill::records {
namespace {

class SizedReader : public RecordReader {
 protected:
  explicit SizedReader(const ReadOptions& options)
      : text_(*options.sized), keeps_rows_(options.keep_rows) {}

  std::size_t size() const { return static_cast<std::size_t>(text_.shape.size()); }
  std::size_t cells() const { return static_cast<std::size_t>(text_.shape.cells()); }
  void add(RecordBatch& batch, std::uint64_t line) {
    batch.lines[batch.size++] = static_cast<std::uint32_t>(line);
  }
  RecordError fault_of(RecordErrorKind kind) const {
    RecordError fault;
    fault.line = line_;
    fault.kind = kind;
    return fault;
  }

  SizedText text_;
  bool keeps_rows_;
};

class SizedLineReader final : public SizedReader {
 public:
  explicit SizedLineReader(const ReadOptions& options) : SizedReader(options) {}

 private:
  void read_records(RecordBatch& batch) override {
    while (at_ != end_ && batch.size < batch.capacity()) {
      const char* at = at_;
      std::size_t lines =
          text_.read_lines(at, end_, batch.capacity() - batch.size, batch.cells_of(batch.size));
      for (; lines != 0; --lines) {
        if (keeps_rows_) batch.rows.emplace_back(at_, cells());
        add(batch, line_++);
        at_ = skip_line_end(at_ + cells(), end_);
      }
      if (at_ != end_ && batch.size < batch.capacity()) read_line(batch);
    }
  }

  void read_line(RecordBatch& batch) {
    const char* const line_end = find_line_end(at_, end_);
    const bool is_long = static_cast<std::size_t>(line_end - at_) > kLineLimit;
    const char* const judged_end = is_long ? at_ + kLineLimit : line_end;
    const char* const begin = skip_byte_order_mark(at_, judged_end);
    const char* const first = skip_blanks(begin, judged_end);
    const bool is_blank_line = first == line_end;
    const bool is_comment = first != judged_end && *first == '#';
    const std::string_view mark = is_long ? std::string_view() : end_mark_of(first, judged_end);
    if (!mark.empty()) count_end_mark(mark);
    if (!is_blank_line && !is_comment && mark.empty()) {
      RecordError fault =
          fault_of(is_long ? RecordErrorKind::kLongLine : RecordErrorKind::kCellCount);
      const std::string_view cells = cells_of_line({first, line_end}, text_);
      if (!is_long && text_.read(cells, batch.cells_of(batch.size), fault)) {
        if (keeps_rows_) batch.rows.emplace_back(begin, static_cast<std::size_t>(line_end - begin));
        add(batch, line_);
      } else {
        if (fault.column != 0) fault.column += static_cast<std::uint64_t>(cells.data() - at_);
        if (keeps_rows_) batch.rows.emplace_back();
        add_malformed(batch, line_, fault);
      }
    }
    pass_line(line_end);
  }
};

// A board is n rows, with blank lines or comments before and after it. Lines of a frame between the
// rows, and its bars, do not count.
class SizedGridReader final : public SizedReader {
 public:
  explicit SizedGridReader(const ReadOptions& options) : SizedReader(options) {}

 private:
  void start_chunk() override { skips_board_ = entry_.malformed_rows != 0; }

  void read_records(RecordBatch& batch) override {
    while (at_ != end_ && batch.size < batch.capacity()) read_board(batch);
  }

  void read_board(RecordBatch& batch) {
    const char* const begin = at_;
    std::uint64_t first_line = line_;
    std::uint32_t rows = 0;
    std::optional<RecordError> fault;
    for (bool is_open = true; at_ != end_ && is_open;) {
      const char* const line_end = find_line_end(at_, end_);
      switch (judge_sized_row(at_, line_end)) {
        case SizedRow::kSeparator:
          is_open = false;
          break;
        case SizedRow::kFrame:
          break;
        case SizedRow::kRow:
          if (rows++ == 0) first_line = line_;
          if (!fault && !skips_board_) fault = read_row(batch, rows, line_end);
          break;
      }
      pass_line(line_end);
    }
    // See find_sized_grid_boundary().
    const bool is_long = static_cast<std::size_t>(at_ - begin) > kCsvRowLimit;
    if (std::exchange(skips_board_, false) || (rows == 0 && !is_long)) return;
    if (!fault && (is_long || rows < size())) {
      fault = fault_of(is_long ? RecordErrorKind::kLongRow : RecordErrorKind::kRowsLeft);
      fault->line = first_line;
      fault->found = rows;
      fault->expected = size();
    }
    if (fault) return add_malformed(batch, first_line, *fault);
    add(batch, first_line);
  }

  std::optional<RecordError> read_row(RecordBatch& batch, std::uint32_t row, const char* line_end) {
    RecordError fault = fault_of(RecordErrorKind::kRowCells);
    fault.row = row;
    fault.expected = size();
    if (row > size()) {
      fault.kind = RecordErrorKind::kRowsJoined;
      return fault;
    }
    if (static_cast<std::size_t>(line_end - at_) > kSizedRowLimit) {
      fault.kind = RecordErrorKind::kLongRow;
      return fault;
    }
    const std::string_view row_text = without_frame({at_, line_end}, row_);
    std::uint8_t* const cells = batch.cells_of(batch.size) + (row - 1) * size();
    if (text_.read(row_text, text_.shape.size(), cells, fault)) return std::nullopt;
    if (fault.column != 0)
      fault.column += static_cast<std::uint64_t>(row_text.data() - row_.data());
    return fault;
  }

  bool skips_board_ = false;  // the rows before the next separator belong to a record before
  std::string row_;
};

class SizedNpyReader final : public SizedReader {
 public:
  explicit SizedNpyReader(const ReadOptions& options) : SizedReader(options) {}

 private:
  void read_records(RecordBatch& batch) override {
    const std::size_t bytes = entry_.npy.record_bytes();
    while (static_cast<std::size_t>(end_ - at_) >= bytes && batch.size < batch.capacity()) {
      std::uint8_t* const cells = batch.cells_of(batch.size);
      const std::optional<RecordError> fault = read_values(cells);
      if (fault) {
        add_malformed(batch, line_, *fault);
      } else {
        add(batch, line_);
      }
      at_ += bytes;
      ++line_;
    }
    if (static_cast<std::size_t>(end_ - at_) < bytes) at_ = end_;
  }

  std::optional<RecordError> read_values(std::uint8_t* values) const {
    const char* at = at_;
    for (std::size_t cell = 0; cell < cells(); ++cell, at += entry_.npy.bytes) {
      const WideCell found = wide_cell(at, entry_.npy);
      if (found.bits > size()) {
        RecordError fault = fault_of(found.is_negative ? RecordErrorKind::kNegativeCell
                                                       : RecordErrorKind::kCellValue);
        fault.column = cell + 1;
        fault.found = found.bits;
        fault.expected = size();
        return fault;
      }
      values[cell] = static_cast<std::uint8_t>(found.bits);
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<RecordReader> make_sized_reader(const ReadOptions& options) {
  switch (options.format) {
    case TextFormat::kLine:
      return std::make_unique<SizedLineReader>(options);
    case TextFormat::kGrid:
      return std::make_unique<SizedGridReader>(options);
    case TextFormat::kNpy:
      return std::make_unique<SizedNpyReader>(options);
    default:
      return nullptr;
  }
}

}  // namespace dokumill::records
