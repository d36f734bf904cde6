// The number of canonical boards for each class of the first band and each fourth row.
//
// make_class_table writes the table, and the library contains it (class_table.bin):
//
//   for each of the 416 bands, 8 bytes: the number of boards, and the offset of the band's bytes
//   bytes of a band: k, then bits, from the lowest bit of each byte up
//
// Numbers of 4 bytes have their lowest byte first. The bits of a band are a number v for each
// fourth row, in the order of fourth_rows(). v is 2d or -2d - 1, where d is the difference to the
// count of the row before (Rice's code): v / 2^k bits 1, a bit 0, and v modulo 2^k in k bits. If
// there are kMaxOnes bits 1, no bit 0 follows them, but v in kRawBits bits.
#pragma once

#include <cstdint>
#include <vector>

namespace dokumill::classes {

inline constexpr unsigned kMaxOnes = 20;
inline constexpr unsigned kRawBits = 20;

// The number of boards with this first band.
std::uint64_t boards_of_band(int number);
// The numbers of boards with this first band, for each of fourth_rows(number).
std::vector<std::uint32_t> boards_of_rows(int number, std::size_t rows);

}  // namespace dokumill::classes
