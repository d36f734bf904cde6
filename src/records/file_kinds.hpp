// Recognizes files of other kinds by their first bytes.
//
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace dokumill::records {

// The length of the longest signature, in bytes. A tar archive is recognized by is_tar() instead.
inline constexpr std::size_t kLongestSignature = 16;

// Describes the kind of a file that begins with `bytes`, as a message that follows "FILE: ".
// Returns an empty text if the file may be text.
std::string_view foreign_kind(std::string_view bytes);

// True if the bytes begin a tar archive. Its signature comes after a file name padded with zero
// bytes and ends at byte kTarSignatureEnd.
inline constexpr std::size_t kTarSignatureEnd = 262;
bool is_tar(std::string_view bytes);

// Describes bytes in which no record was found, as a message that follows "FILE: ": UTF-16 without
// a byte-order mark, or not text. Returns an empty text if they are text.
std::string_view kind_of_unknown(std::string_view bytes);

}  // namespace dokumill::records
