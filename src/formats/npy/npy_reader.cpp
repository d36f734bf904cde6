// Reads the npy format: the values of a NumPy array, 81 per record. Also detects the format by its
// first bytes.
#include <cstring>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/detect.hpp"
#include "formats/npy/npy_header.hpp"
#include "formats/npy/npy_value.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {
namespace {

class NpyReader final : public RecordReader {
 private:
  // The bytes of a chunk are whole records. (The source rejects an array that ends inside a
  // record.)
  void read_records(RecordBatch& batch) override {
    const std::size_t bytes = entry_.npy.record_bytes();
    while (static_cast<std::size_t>(end_ - at_) >= bytes && batch.size < batch.capacity()) {
      Grid& grid = batch.grids[batch.size];
      const bool is_good = entry_.npy.bytes == 1 ? read_bytes(grid) : read_wide(grid);
      if (is_good) {
        batch.lines[batch.size++] = static_cast<std::uint32_t>(line_);
      } else {
        add_malformed(batch, line_, diagnose());
      }
      at_ += bytes;
      ++line_;
    }
    if (static_cast<std::size_t>(end_ - at_) < bytes) at_ = end_;
  }

  // Returns false if a value is not 0 to 9. A negative value is a byte above 127.
  bool read_bytes(Grid& grid) const {
    std::memcpy(grid.cells.data(), at_, kCells);
    unsigned wrong = 0;
    for (const std::uint8_t cell : grid.cells) wrong |= cell > 9 ? 1U : 0U;
    return wrong == 0;
  }

  // Returns false if a value is not 0 to 9. The values are read without their signs, so a negative
  // number becomes a large number. A value is 0 to 9 if its lowest byte is 0 to 9 and its other
  // bytes are 0.
  bool read_wide(Grid& grid) const {
    const NpyValues& values = entry_.npy;
    const std::size_t low = values.is_big_endian ? values.bytes - std::size_t{1} : 0;
    const char* value = at_;
    unsigned wrong = 0;
    for (std::uint8_t& cell : grid.cells) {
      cell = static_cast<std::uint8_t>(value[low]);
      wrong |= cell > 9 ? 1U : 0U;
      for (std::size_t i = 0; i < values.bytes; ++i) {
        wrong |= i == low ? 0U : static_cast<std::uint8_t>(value[i]);
      }
      value += values.bytes;
    }
    return wrong == 0;
  }

  // REQUIRES: a value of the record at at_ is not 0 to 9.
  RecordError diagnose() const {
    RecordError fault;
    fault.line = line_;
    const char* value = at_;
    WideCell cell;
    do {
      cell = wide_cell(value, entry_.npy);
      value += entry_.npy.bytes;
      ++fault.column;
    } while (cell.bits <= 9);
    fault.kind = cell.is_negative ? RecordErrorKind::kNegativeCell : RecordErrorKind::kCellValue;
    fault.found = cell.bits;
    return fault;
  }
};

}  // namespace

std::unique_ptr<RecordReader> make_npy_reader(const ReadOptions&) {
  return std::make_unique<NpyReader>();
}

Result<std::optional<Detection>> detect_npy(std::string_view bytes, bool is_all,
                                            const DetectOptions& options) {
  if (!is_npy(bytes)) {
    return Status(ErrorCode::kInput, "is not a NumPy array: its first bytes are not \\x93NUMPY");
  }
  if (!options.column.empty()) {
    return Status(ErrorCode::kInput, format_text("no column '{}': the input is a NumPy array",
                                                 printable(options.column)));
  }
  const Result<std::optional<NpyHeader>> header =
      parse_npy_header(bytes, is_all, options.size ? options.size->shape.size() : 9);
  if (!header.ok()) return header.status();
  if (!*header) return std::optional<Detection>();
  Detection found;
  found.format = TextFormat::kNpy;
  found.npy = **header;
  found.data_begin = found.npy.header_bytes;
  found.is_empty = found.npy.records == 0;
  return std::optional(found);
}

}  // namespace dokumill::records
