// BoardPrinter: boards of a family as text, each one checked as it lies in the caller's buffer.
//
// Thread safety: one printer a thread. Memory: the caller's buffer; no allocation. Cost with the
// check, see bench/boards_bench.cpp: about 20 ns a board for classic and wide in the grid format.
#pragma once

#include <cstddef>
#include <cstdint>

#include "boards/row_sheet.hpp"
#include "dokumill/boards.hpp"

namespace dokumill::boards {

enum class BoardFormat { kGrid, kLine };

// Bytes of one board. kGrid: a line end, then nine rows; of a file's first board the caller drops
// the first byte. kLine: 81 digits and a line end.
constexpr std::size_t board_bytes(BoardFormat format) {
  return format == BoardFormat::kGrid ? GridText::kBoardBytes : LineText::kBoardBytes;
}

class BoardPrinter {
 public:
  BoardPrinter(const BoardSource& source, BoardFormat format) : source_(source), format_(format) {}

  // Writes the boards [start, start + count) one behind the other: count * board_bytes(format)
  // bytes. Returns the number of boards that passed the check: `count`, unless this program has a
  // defect; then the first wrong board lies behind the ones that passed. REQUIRES: start + count <=
  // family_size(source.family).
  [[nodiscard]] std::uint64_t print(std::uint64_t start, std::uint64_t count, char* out);

 private:
  BoardSource source_;
  BoardFormat format_;
  RowSheet<GridText> grid_sheet_;
  RowSheet<LineText> line_sheet_;
};

}  // namespace dokumill::boards
