// Which other kind of file an input is, by its first bytes.
//
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace dokumill::records {

// The longest of the signatures that are looked for.
inline constexpr std::size_t kLongestSignature = 16;

// What a file that begins with `bytes` looks like, in words that follow "FILE: "; empty when it may
// be text.
std::string_view foreign_kind(std::string_view bytes);

// The same for an archive of tar, whose signature stands behind a name padded with zero bytes.
inline constexpr std::size_t kTarSignatureEnd = 262;
bool is_tar(std::string_view bytes);

// What bytes that are no records look like: UTF-16, other bytes that are no text, or text.
std::string_view kind_of_unknown(std::string_view bytes);

}  // namespace dokumill::records
