// Writes text as the inside of a JSON string.
//
// Thread safety: a pure function.
#pragma once

#include <string>
#include <string_view>

namespace dokumill {

// Appends the text with the escapes of JSON (RFC 8259), as short as possible. Returns false, with a
// part of the text appended, if it is not UTF-8.
bool append_json_escaped(std::string_view text, std::string& out);

}  // namespace dokumill
