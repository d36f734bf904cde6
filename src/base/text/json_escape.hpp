// Escapes a text, so that it can be written between the quotes of a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace dokumill {

// Appends the text with the escapes of JSON (RFC 8259), each as short as possible. Returns false,
// and appends nothing, if the text is not UTF-8.
bool append_json_escaped(std::string_view text, std::string& out);

}  // namespace dokumill
