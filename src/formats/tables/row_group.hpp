// RowGroup: some rows of a Parquet file as the bytes of their column chunks.
//
//   column 0: page, page, ...   column 1: page, page, ...   ...
//
// A page is a header, the levels (Levels) if the column is OPTIONAL, and PLAIN values. A page
// ends when its values take at least block_bytes() bytes (codec/encoder.hpp). A text column is
// REQUIRED: csv does not distinguish an empty text from a missing one, so an empty field is the
// empty text. A number column is OPTIONAL: a missing or unknown number is null. So is a list of
// cells, for malformed cells. Its type LIST consists of two groups and the elements, INT32; that of
// a list of rows has two groups more.
//
// Thread safety: one thread at a time for a RowGroup. encode_row_group() is a pure function, except
// that all threads share the spare encoders. Memory: the values of the rows and the pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/codec/spare_encoders.hpp"
#include "formats/tables/columns.hpp"

namespace dokumill::tables {

// Enumerators of Encoding in parquet.thrift: kPlainEncoding for the values, kRunLengthEncoding for
// the levels.
inline constexpr std::int32_t kPlainEncoding = 0;
inline constexpr std::int32_t kRunLengthEncoding = 3;

// The place and the length of a column chunk.
struct ColumnChunk {
  std::uint64_t offset = 0;        // in RowGroup::bytes; after the chunk was written, in the file
  std::uint64_t plain_bytes = 0;   // with the page headers, before the compression
  std::uint64_t stored_bytes = 0;  // in the file
  std::uint64_t values = 0;        // with nulls; of lists, their elements
};

struct RowGroup {
  std::string packed;           // the rows (packed_row.hpp), to be encoded
  std::uint64_t first_row = 0;  // the number of the first row in the file, from 0
  std::uint64_t rows = 0;       // in `packed`
  std::string bytes;            // the column chunks
  std::vector<ColumnChunk> chunks;
};

// Encodes group.packed into group.bytes and group.chunks. Failure: bad_value();
// kOutOfMemory.
Status encode_row_group(const std::vector<Column>& columns, codec::SpareEncoders& encoders,
                        RowGroup& group);

}  // namespace dokumill::tables
