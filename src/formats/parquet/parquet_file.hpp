// ParquetFile: what the footer of a Parquet file says: its columns, and where their values are.
//
//   PAR1  pages, pages, ...  footer  length of the footer  PAR1
//
// Each column is a leaf of a tree of fields. Its values have levels, which say how much of the path
// to the leaf exists (definition) and where lists go on (repetition).
//
// The footer is untrusted: if sizes and offsets do not lie within the file, the file is refused.
// Memory: at most 100 MiB.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"

namespace dokumill::parquet {

inline constexpr std::string_view kMagic = "PAR1";

// The physical types of parquet.thrift by their numbers.
enum class Type : std::uint8_t {
  kBoolean,
  kInt32,
  kInt64,
  kInt96,
  kFloat,
  kDouble,
  kBytes,
  kFixedBytes
};

struct Column {
  // The names of the fields from the outermost to the leaf, with dots between them, but without the
  // fields that only make a list: `puzzle` for puzzle.list.element.
  std::string name;
  Type type = Type::kBytes;
  std::size_t fixed_bytes = 0;  // kFixedBytes
  bool is_unsigned = false;
  unsigned scale = 0;            // of a decimal number in an integer: the digits after the point
  bool is_read = true;           // false: a type without a text, such as INT96 (old timestamps)
  unsigned most_definition = 0;  // the level of a value that exists
  unsigned most_repetition = 0;  // the number of lists around the value
  // The level from which on an element of the innermost list exists, although it may be null.
  unsigned element_definition = 0;
};

// The pages of a column in a row group.
struct Chunk {
  std::string_view bytes;
  std::int64_t codec = 0;
  std::uint64_t values = 0;
};

struct RowGroup {
  std::uint64_t rows = 0;
  std::vector<Chunk> chunks;  // one for each column
};

struct ParquetFile {
  std::vector<Column> columns;
  std::vector<RowGroup> groups;
};

// The failure of a file that does not follow the format, without its name.
Status damaged(std::string_view what);

// Reads the footer of a file. The result refers to `file`. Failure: kInput without the name of the
// file.
Result<ParquetFile> read_footer(std::string_view file);

}  // namespace dokumill::parquet
