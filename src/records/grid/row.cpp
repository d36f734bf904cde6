#include "records/grid/row.hpp"

#include <cstddef>

#include "records/format.hpp"
#include "records/lines/lines.hpp"

namespace dokumill::records {

RowResult read_row(const char* begin, const char* end, std::uint8_t* values) {
  // Nearly every row has this shape: "d d d d d d d d d".
  if (end - begin == 17) {
    std::uint8_t all = 0;
    bool is_spaced = true;
    for (int i = 0; i < 9; ++i) {
      values[i] = cell_value(begin[2 * i]);
      all |= values[i];
    }
    for (int i = 0; i < 8; ++i) is_spaced &= begin[2 * i + 1] == ' ';
    if (is_spaced && all != kNotACell) return {};
  }
  if (static_cast<std::size_t>(end - begin) > kLineLimit) return {RowError::kTooLong, 0, begin};
  std::uint64_t cells = 0;
  for (const char* at = begin; at != end; ++at) {
    if (is_blank(*at)) continue;
    if (const std::size_t frame_bytes = frame_bytes_at(at, end); frame_bytes != 0) {
      at += frame_bytes - 1;
      continue;
    }
    const std::uint8_t value = cell_value(*at);
    if (value == kNotACell) return {RowError::kNotACell, cells, at};
    if (cells < 9) values[cells] = value;
    ++cells;
  }
  if (cells != 9) return {RowError::kCellCount, cells, begin};
  return {};
}

}  // namespace dokumill::records
