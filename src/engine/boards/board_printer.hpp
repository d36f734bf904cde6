// BoardPrinter: writes boards of a family as text into the caller's buffer, and checks each written
// board there.
//
// Thread safety: one thread at a time; use one printer for each thread. Memory: no allocation,
// except for kClasses: the boards of a call. Cost with the check (bench/boards_bench.cpp): about 20
// ns per board for classic and wide in the grid format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/text_format.hpp"
#include "engine/boards/row_sheet.hpp"

namespace dokumill::boards {

// The size of one board in bytes. kGrid: a line end, then nine rows; the caller drops the first
// byte of the first board of a file. kLine: 81 digits and a line end. Boards are not written as
// kCsv.
constexpr std::size_t board_bytes(TextFormat format) {
  return format == TextFormat::kGrid ? GridText::kBoardBytes : LineText::kBoardBytes;
}

class BoardPrinter {
 public:
  // REQUIRES: `format` is kGrid or kLine.
  BoardPrinter(const BoardSource& source, TextFormat format) : source_(source), format_(format) {}

  // Writes the boards [start, start + count) one after another: count * board_bytes(format) bytes.
  // Returns the number of boards before the first one that fails the check, or `count` if all
  // boards are right. A wrong board is a defect of the program.
  // REQUIRES: start + count <= family_size(source.family).
  [[nodiscard]] std::uint64_t print(std::uint64_t start, std::uint64_t count, char* out);

 private:
  BoardSource source_;
  TextFormat format_;
  RowSheet<GridText> grid_sheet_;
  RowSheet<LineText> line_sheet_;
  std::vector<Grid> made_;  // kClasses
};

}  // namespace dokumill::boards
