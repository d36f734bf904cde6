// RunReader and DeltaReader: the two encodings of Parquet for sequences of integers.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/parquet/byte_reader.hpp"

namespace dokumill::parquet {

// Reads numbers of up to 32 bits in the encoding RLE: runs of one number, and runs of eight or more
// numbers with all their bits side by side.
//
//   run of one number   varint 2 * length, then the number in whole bytes
//   run of bits         varint 2 * (length / 8) + 1, then the numbers, the lowest bits first
class RunReader {
 public:
  RunReader() = default;
  // REQUIRES: bits is at most 32.
  RunReader(std::string_view bytes, unsigned bits) : left_(bytes), bits_(bits) {}
  // Reads numbers of one bit that are no runs: the plain encoding of booleans.
  static RunReader bits(std::string_view bytes) {
    RunReader reader({}, 1);
    reader.is_packed_ = true;
    reader.packed_ = PackedBits(bytes);
    reader.run_ = 8 * bytes.size();
    return reader;
  }
  // Reads the next number. Returns false at the end.
  bool next(std::uint32_t& number) {
    if (run_ == 0 && !begin_run()) return false;
    --run_;
    number = is_packed_ ? static_cast<std::uint32_t>(packed_.next(bits_)) : same_;
    return true;
  }

 private:
  bool begin_run();

  ByteReader left_;
  unsigned bits_ = 0;
  std::uint64_t run_ = 0;  // the numbers that are left in the run
  bool is_packed_ = false;
  std::uint32_t same_ = 0;
  PackedBits packed_;
};

// Reads integers in the encoding DELTA_BINARY_PACKED: the first one, and then the differences to
// the one before. Each miniblock has its own number of bits for what a difference is more than the
// smallest one of its block.
//
//   values of a block, miniblocks of a block, values, first value
//   block: smallest difference, bits of each miniblock, miniblocks
class DeltaReader {
 public:
  // Returns false if the beginning cannot be read, or if there are more values than `most`.
  bool begin(std::string_view bytes, std::uint64_t most);
  // Reads the next number. Returns false at the end.
  bool next(std::int64_t& number);
  // Passes all values, and sets `after` to the bytes after them. Returns false if they are damaged.
  bool pass(std::string_view& after);

 private:
  bool begin_miniblock();

  ByteReader left_;
  std::uint64_t values_ = 0;  // that are left
  std::uint64_t miniblock_values_ = 0;
  std::uint64_t miniblocks_ = 0;
  std::uint64_t value_ = 0;  // the last one; without a sign, so that sums may wrap
  bool is_first_ = true;
  std::uint64_t smallest_ = 0;
  ByteReader widths_;  // of the miniblocks that are left in the block
  PackedBits packed_;  // the current miniblock
  unsigned bits_ = 0;
  std::uint64_t in_miniblock_ = 0;  // values that are left in it
};

}  // namespace dokumill::parquet
