// Writes a value of a program's source text as JSON on one line.
//
//   {'a': (1, None, "x"),}    {"a":[1,null,"x"]}
//
// JSON stays as it is, without the blanks between its tokens. A text that is no value of this kind
// becomes a JSON string with this text.
#pragma once

#include <string>
#include <string_view>

namespace dokumill::records {

// Appends the value. Cost: linear in the text.
void append_as_json(std::string_view value, std::string& out);

// Appends the text as a JSON string. Bytes that are not UTF-8 become '?'.
void append_json_string(std::string_view text, std::string& out);

// Returns what a string stands for. `inside`: the string without its quotes.
std::string string_text(std::string_view inside);

}  // namespace dokumill::records
