// Recognizes files that are not read, such as archives, pictures and UTF-16 text, by their first
// bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace dokumill::records {

// The length of the longest signature, in bytes. A tar archive is recognized by is_tar() instead.
inline constexpr std::size_t kLongestSignature = 16;

// If a file that begins with `bytes` is of a kind that is not read, returns the message that
// follows "FILE: ". Otherwise returns an empty text.
std::string_view foreign_kind(std::string_view bytes);

// True if the bytes begin a tar archive. The archive begins with a file name that is padded with
// zero bytes. The signature comes later, and ends at byte kTarSignatureEnd.
inline constexpr std::size_t kTarSignatureEnd = 262;
bool is_tar(std::string_view bytes);

// For bytes in which no record was found. If the bytes are UTF-16 without a byte-order mark, or are
// not text, returns the message that follows "FILE: ". Otherwise returns an empty text.
std::string_view kind_of_unknown(std::string_view bytes);

}  // namespace dokumill::records
