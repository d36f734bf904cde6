// The three formats of a record, and what must be known to read or write one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dokumill::records {

enum class Format : std::uint8_t { kLine, kGrid, kCsv };

// A line or row of a grid is judged by this many bytes; a longer row is malformed.
inline constexpr std::size_t kLineLimit = 4096;
// A csv row beyond this many bytes is malformed.
inline constexpr std::size_t kCsvRowLimit = 65536;

inline constexpr std::uint32_t kNoColumn = UINT32_MAX;

// Which field of a csv row is the puzzle, and which its solution.
struct CsvLayout {
  std::uint32_t columns = 1;
  std::uint32_t puzzle_column = 0;  // 0 <= puzzle_column < columns
  // kNoColumn: solutions are not read. Otherwise another column than the puzzle's.
  std::uint32_t solution_column = kNoColumn;
};

enum class JoinedBlocks : std::uint8_t { kWarn, kMalformed };

struct ReadOptions {
  Format format = Format::kLine;
  CsvLayout csv;
  JoinedBlocks joined_blocks =
      JoinedBlocks::kWarn;  // grid: boards without a blank line between them
  bool keep_rows = false;   // csv: remember the text of every row
};

// What the reader of a chunk must know about the bytes before it.
struct Entry {
  enum class Block : std::uint8_t { kNone, kGood, kBad };
  // The bytes up to the next line end belong to a line that was judged before the cut.
  bool inside_line = false;
  // The byte before the cut is a CR: an LF at the begin belongs to its line end.
  bool after_cr = false;
  // grid: between blocks; inside a block whose rows so far were whole boards; inside one whose rest
  // is malformed.
  Block block = Block::kNone;
  // grid: boards of the block so far; 2 stands for more.
  std::uint8_t boards_in_block = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};

}  // namespace dokumill::records
