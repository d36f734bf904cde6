// The header of a NumPy array in a file (.npy), versions 1.0, 2.0 and 3.0.
//
//   bytes  content
//   6      93 'N' 'U' 'M' 'P' 'Y'
//   2      version, 1 0
//   2      the length of the text; 4 bytes in versions 2.0 and 3.0, little-endian
//   ...    {'descr': '|u1', 'fortran_order': False, 'shape': (1000, 81), }
//   ...    spaces and a line end, so that the values begin at a multiple of 64
//
// The text is a literal of Python. The parser accepts what np.save writes, with any blanks between
// the words and with the keys in any order, and rejects everything else. It trusts no number: the
// reader compares the size that the header states with the bytes that exist.
//
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "records/format.hpp"

namespace dokumill::records {

// A longer text in a header is rejected. np.save writes about 100 bytes, and np.load reads at most
// 10,000 by default.
inline constexpr std::size_t kNpyTextLimit = 65536;

struct NpyHeader {
  NpyValues values;
  std::uint64_t records = 0;
  std::size_t header_bytes = 0;  // of the whole header; the values follow

  // Does not overflow: parse_npy_header() checks it.
  std::uint64_t data_bytes() const { return records * values.record_bytes(); }
};

// True if the bytes begin a NumPy array.
bool is_npy(std::string_view bytes);

// Reads the header at the beginning of the bytes. nullopt: more bytes are needed; never if
// `is_all`, or if `bytes` has kDetectBytes or more. Failure: kInput with a message that follows
// "FILE: ". REQUIRES: is_npy(bytes).
Result<std::optional<NpyHeader>> parse_npy_header(std::string_view bytes, bool is_all);

// The header of an array of this type and shape, such as "<i4" and "(7,)": 128 bytes.
// REQUIRES: both together have at most 60 characters.
std::string npy_header_of(std::string_view type, std::string_view shape);
// The header of an array of shape (records, 81) of unsigned bytes, as np.save writes it: 128 bytes.
std::string npy_header(std::uint64_t records);

}  // namespace dokumill::records
