// The header of a NumPy array in a file (.npy), versions 1.0, 2.0 and 3.0.
//
//   bytes  content
//   6      93 'N' 'U' 'M' 'P' 'Y'
//   2      version, 1 0
//   2      the length of the text; 4 bytes in versions 2.0 and 3.0, little-endian
//   ...    {'descr': '|u1', 'fortran_order': False, 'shape': (1000, 81), }
//   ...    spaces and a line end, so that the values begin at a multiple of 64
//
// The text is a Python literal. The parser accepts what np.save writes, with any blanks between the
// words and with the keys in any order, and rejects everything else. The parser cannot check the
// stated number of records. TextSource checks it against the bytes that exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/format.hpp"

namespace dokumill::records {

// A header whose text is longer than this is rejected. np.save writes about 100 bytes, and np.load
// reads at most 10,000 by default.
inline constexpr std::size_t kNpyTextLimit = 65536;

struct NpyHeader {
  NpyValues values;
  std::uint64_t records = 0;
  bool has_rows = false;         // the shape is (N, 9, 9) or (9, 9)
  std::size_t header_bytes = 0;  // the length of the whole header; the values follow it

  // Does not overflow, because parse_npy_header() limits `records`.
  std::uint64_t data_bytes() const { return records * values.record_bytes(); }
};

// True if the bytes begin a NumPy array.
bool is_npy(std::string_view bytes);

// Parses the header at the begin of the bytes. Returns nullopt if more bytes are needed. This never
// happens if `is_all` is set, or if `bytes` has at least kDetectBytes bytes. Failure: kInput with a
// message that follows "FILE: ". `size`: the number of rows of a board. REQUIRES: is_npy(bytes).
Result<std::optional<NpyHeader>> parse_npy_header(std::string_view bytes, bool is_all,
                                                  int size = 9);

// Returns the header of an array with this type and shape, such as "<i4" and "(7,)". The header has
// 128 bytes.
// REQUIRES: `type` and `shape` together have at most 60 characters.
std::string npy_header_of(std::string_view type, std::string_view shape);
// The sizes of a record in the shape of an array: "81", or "9, 9" for CellShape::kRows. `size`: the
// number of rows of a board.
std::string npy_sizes(CellShape shape, int size);
// Returns the header of an array of unsigned bytes with the shape (records, 81), or (records, 9, 9)
// for CellShape::kRows, as np.save writes it. The header has 128 bytes.
std::string npy_header(std::uint64_t records, CellShape shape = CellShape::kList, int size = 9);

}  // namespace dokumill::records
