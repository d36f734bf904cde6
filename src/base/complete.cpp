// is_complete() and keeps_givens(): the check of every written board. The check reads the 81 bytes
// of the board and shares no code with any solver.
//
// Each house is checked with one exclusive or of codes (house_code.hpp).
//
// The code works on sixteen cells at a time. Below, "cells from 9" means the codes of cells 9 to
// 24. Byte i of "x moved by 3" is byte i + 3 of x. The cells of a band have these numbers:
//
//   cell   0 1 2 3 4 5 6 7 8 | 9 10 11 12 13 14 15 16 17 | 18 ... 26
//          first row         | second row                | third row
//
//   rows     x = cells from 0 ^ cells from 1 ^ cells from 2. Each byte of x is the xor of three
//            cells. In x ^ (x moved by 3) ^ (x moved by 6), byte 0 is the xor of the first row and
//            byte 9 is the xor of the second row. If these two rows and the three boxes are right,
//            the third row is right, too, because its xor is the xor of these five houses.
//   columns  y = cells from 0 ^ cells from 9 ^ cells from 18, then the xor of the y of all bands.
//   boxes    y ^ (y moved by 1) ^ (y moved by 2), in the bytes 0, 3 and 6.
//
// Cost of is_complete(): 9 ns (Zen 5). Tried instead:
//   a mask of nine bits for each house           57 ns
//   codes in a buffer, not computed anew for     28 ns: each load waits for the two stores that it
//   each of the five loads of a band             overlaps
//   codes 27 d + 149, whose xor is 0             11 ns: GCC needs four instructions for the product
#include "base/bytes16.hpp"
#include "base/house_code.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {
namespace {

constexpr int kBandCells = 27;

Bytes16 codes_of(Bytes16 digits) {
  // The shift works on 16-bit words, because there is no shift of bytes. It moves bits into the
  // next byte only for values that are not digits, and is_complete() rejects a board with such
  // values.
  using Words = std::uint16_t __attribute__((vector_size(16)));
  const auto eight_times = reinterpret_cast<Bytes16>(reinterpret_cast<Words>(digits) << 3);
  return eight_times + digits + 49;
}

}  // namespace

bool is_complete(const Grid& board) {
  Bytes16 highest{};
  Bytes16 rows{};
  Bytes16 columns{};
  Bytes16 boxes{};
  for (int cell = 0; cell < kCells; cell += kBandCells) {
    const std::uint8_t* const band = &board.cells[cell];
    const Bytes16 begin = load16(band);
    const Bytes16 end = load16(band + kBandCells - 16);  // reads no byte after the end of a board
    highest = max(highest, max(begin - 1, end - 1));     // an empty cell becomes 255

    // The bytes of `first` have an additional xor with kHouseCode. The result of each house
    // combines three such bytes. Two of the three additional xors cancel out, so one remains. The
    // codes of a right house also xor to kHouseCode, so its result is 0.
    const Bytes16 first = codes_of(begin) ^ kHouseCode;
    const Bytes16 second = codes_of(load16(band + 9));
    const Bytes16 third = moved_down<7>(codes_of(end));
    const Bytes16 threes = first ^ codes_of(load16(band + 1)) ^ codes_of(load16(band + 2));
    const Bytes16 minicolumns = first ^ second ^ third;
    rows |= threes ^ moved_down<3>(threes) ^ moved_down<6>(threes);
    columns ^= minicolumns;
    boxes |= minicolumns ^ moved_down<1>(minicolumns) ^ moved_down<2>(minicolumns);
  }
  constexpr std::uint8_t x = 0xFF;
  constexpr Bytes16 kTwoRows = {x, 0, 0, 0, 0, 0, 0, 0, 0, x};
  constexpr Bytes16 kNineColumns = {x, x, x, x, x, x, x, x, x};
  constexpr Bytes16 kThreeBoxes = {x, 0, 0, x, 0, 0, x};
  return is_zero((rows & kTwoRows) | (columns & kNineColumns) | (boxes & kThreeBoxes) |
                 ~at_most(highest, 8));
}

bool keeps_givens(const Grid& board, const Grid& puzzle) {
  Bytes16 kept = ~Bytes16{};
  for_each_sixteen([&](int cell) {
    const Bytes16 givens = load16(&puzzle.cells[cell]);
    kept &= equal(givens, load16(&board.cells[cell])) | equal(givens, Bytes16{});
  });
  return is_zero(~kept);
}

}  // namespace dokumill
