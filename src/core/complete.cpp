// The check that every written board goes through: all 27 houses, and the givens. It reads the 81
// bytes of the board and shares nothing with any solver.
//
// A house is checked by one exclusive or. Digit d has the code 9 d + 49:
//
//   digit   1    2    3    4    5    6    7    8    9
//   code   3A   43   4C   55   5E   67   70   79   82     the xor of all nine is D2
//
// The xor of two, four, six or eight different codes is never 0; the static_assert below tries all
// sets. So nine cells that hold digits, and whose codes xor to D2, hold each digit once. For the
// codes that stand there an odd number of times xor to D2, and are an odd number of codes, as nine
// is odd. The others, which stand there an even number of times or not at all, are then an even
// number of codes that xor to D2 ^ D2 = 0; so there are none. Each digit stands there at least
// once, and nine cells have no room for a second one.
//
// Sixteen cells are worked on at a time. In a band
//
//   cell   0 1 2 3 4 5 6 7 8 | 9 10 11 12 13 14 15 16 17 | 18 ... 26
//          first row         | second row                | third row
//
//   rows     x = cells from 0 ^ from 1 ^ from 2 has in each byte the xor of three cells, and
//            x ^ (x moved by 3) ^ (x moved by 6) that of nine: of the first row in byte 0, of the
//            second in byte 9. The third row is right when these and the boxes are: its xor is
//            that of the three boxes and the two rows.
//   columns  y = cells from 0 ^ from 9 ^ from 18, and the xor of the y of all bands.
//   boxes    y ^ (y moved by 1) ^ (y moved by 2), in the bytes 0, 3 and 6.
//
// Cost of is_complete: 9 ns (Zen 5). Tried: a mask of nine bits a house, 57 ns; the codes in a
// buffer, instead of anew for each of the five loads of a band, 28 ns: each load then waits for the
// two stores that it overlaps; 27 d + 149, whose sum is 0, 11 ns: GCC makes four instructions of
// the product.
#include "core/bytes16.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {
namespace {

constexpr int kBandCells = 27;

constexpr std::uint8_t kHouse = 0xD2;  // the xor of the codes of all digits

constexpr std::uint8_t code_of(std::uint8_t digit) {
  return static_cast<std::uint8_t>(8 * digit + digit + 49);
}
Bytes16 codes_of(Bytes16 digits) {
  // In words, as there are no shifts of bytes: only what is no digit has bits that reach the next.
  using Words = std::uint16_t __attribute__((vector_size(16)));
  const auto eight_times = reinterpret_cast<Bytes16>(reinterpret_cast<Words>(digits) << 3);
  return eight_times + digits + 49;
}

// True if the codes of all digits xor to kHouse, and those of 2, 4, 6 or 8 of them not to 0.
constexpr bool are_good_codes() {
  for (unsigned set = 1; set < 512; ++set) {
    unsigned size = 0;
    unsigned sum = 0;
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
      if ((set >> (digit - 1) & 1) == 0) continue;
      ++size;
      sum ^= code_of(digit);
    }
    if ((size == 9 && sum != kHouse) || (size % 2 == 0 && sum == 0)) return false;
  }
  return true;
}
static_assert(are_good_codes());

}  // namespace

bool is_complete(const Grid& board) {
  Bytes16 highest{};
  Bytes16 rows{};
  Bytes16 columns{};
  Bytes16 boxes{};
  for (int cell = 0; cell < kCells; cell += kBandCells) {
    const std::uint8_t* const band = &board.cells[cell];
    const Bytes16 begin = load16(band);
    const Bytes16 end = load16(band + kBandCells - 16);  // the last one of the board's bytes
    highest = max(highest, max(begin - 1, end - 1));     // an empty cell becomes 255

    // Every house gets kHouse three times here, so that its xor is 0.
    const Bytes16 first = codes_of(begin) ^ kHouse;
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
