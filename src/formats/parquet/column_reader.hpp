// ColumnReader: reads the values of a column of a Parquet file, row by row, as texts.
//
// Memory: a page and a dictionary, decompressed; nothing for pages that are not compressed.
// Failure: kInput if the data is damaged; kUnsupported for encodings that are not read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/parquet/parquet_file.hpp"

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
  // Reads the next number. Returns false at the end.
  bool next(std::uint32_t& number) {
    if (run_ == 0 && !begin_run()) return false;
    --run_;
    number = is_packed_ ? unpack() : same_;
    return true;
  }

 private:
  bool begin_run();
  std::uint32_t unpack();

  std::string_view left_;
  unsigned bits_ = 0;
  std::uint64_t run_ = 0;  // the numbers that are left in the run
  bool is_packed_ = false;
  std::uint32_t same_ = 0;
  std::string_view packed_;  // the bits of the run
  std::size_t at_ = 0;       // in bits
};

// Reads integers in the encoding DELTA_BINARY_PACKED: the first one, and then the differences to
// the one before. Each miniblock has its own number of bits for what a difference is more than the
// smallest one of its block.
//
//   values of a block, miniblocks of a block, values, first value
//   block: smallest difference, bits of each miniblock, miniblocks
class DeltaReader {
 public:
  DeltaReader() = default;
  // Returns false if the beginning cannot be read.
  bool begin(std::string_view bytes);
  bool next(std::int64_t& number);
  std::uint64_t left() const { return values_; }
  // The bytes after the last value. REQUIRES: all values are read.
  std::string_view rest() const { return left_; }

 private:
  bool varint(std::uint64_t& number);
  bool begin_miniblock();

  std::string_view left_;
  std::uint64_t values_ = 0;  // that are left
  std::uint64_t miniblock_values_ = 0;
  std::uint64_t miniblocks_ = 0;
  std::uint64_t value_ = 0;  // the next one; without a sign, so that sums may wrap
  bool is_first_ = true;
  std::uint64_t smallest_ = 0;
  std::string_view widths_;  // of the miniblocks that are left in the block
  std::string_view packed_;  // the current miniblock
  unsigned bits_ = 0;
  std::uint64_t in_miniblock_ = 0;  // values that are left in it
  std::size_t at_ = 0;              // in bits
};

class ColumnReader {
 public:
  // REQUIRES: `column` outlives this object.
  explicit ColumnReader(const Column& column) : column_(&column) {}

  // Begins the chunk of another row group. REQUIRES: the bytes of the chunk outlive this object.
  void begin(const Chunk& chunk);
  // Sets `cell` to the value of the next row: a text as it is, a number in decimal digits, and
  // nothing for null. A list, or a list of lists, of digits or of single characters becomes their
  // sequence, in which a null is a dot; any other list becomes a JSON array. `cell` is valid until
  // the next call.
  Status next(std::string_view& cell);

 private:
  enum class Coding : std::uint8_t { kPlain, kDictionary, kRuns, kDeltas, kDeltaLengths, kSplit };
  struct Levels {
    std::uint32_t repetition = 0;
    std::uint32_t definition = 0;
  };

  // Makes levels_ those of the next value, if it is not yet known. Sets has_levels_ to false at the
  // end of the chunk.
  Status look_ahead();
  Status begin_page();
  Status begin_values(std::int64_t encoding, std::string_view values);
  Status set_dictionary(std::string_view page, std::uint64_t values);
  // Reads the bytes of the next value.
  Status read_value(std::string_view& raw);
  bool read_plain(std::string_view& left, std::string_view& raw) const;
  // Returns the value as a text, which is valid until the next call.
  std::string_view text_of(std::string_view raw);
  void add_element(std::string_view text, bool is_null);

  const Column* column_;
  std::string_view pages_;  // of the chunk, from the next one on
  std::int64_t codec_ = 0;
  std::uint64_t chunk_values_ = 0;  // that are in the pages after this one
  std::uint64_t page_values_ = 0;   // that are left in this page
  std::string page_;
  std::string dictionary_page_;
  std::vector<std::string_view> dictionary_;
  RunReader repetitions_;
  RunReader definitions_;
  Coding coding_ = Coding::kPlain;
  std::string_view plain_;
  std::size_t plain_bit_ = 0;  // of booleans
  RunReader runs_;
  DeltaReader deltas_;
  char bytes_[8] = {};     // of a value that is not in one place of the page
  std::size_t split_ = 0;  // the number of the next value in a page of split bytes
  Levels levels_;
  bool has_levels_ = false;
  std::string number_;
  std::string sequence_;  // of a list
  std::string array_;     // the same as JSON
  bool is_sequence_ = false;
};

}  // namespace dokumill::parquet
