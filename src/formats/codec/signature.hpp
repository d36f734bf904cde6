// Recognizes compressed data by its first bytes.
#pragma once

#include <string_view>

#include "dokumill/text_format.hpp"

namespace dokumill::codec {

// signature_of() needs at most this number of first bytes.
inline constexpr std::size_t kSignatureBytes = 4;

// Returns the compression whose signature is at the beginning of `bytes`, or kNone. The signature
// of a skippable frame counts as that of zstd.
Compression signature_of(std::string_view bytes);

// True if `bytes` is the beginning of a signature, but too short to decide. The caller then needs
// more bytes.
bool may_begin_signature(std::string_view bytes);

}  // namespace dokumill::codec
