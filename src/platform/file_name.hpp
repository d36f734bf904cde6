// What the end of a file's name says.
//
// Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace dokumill {

// The letters after the last dot of the file's name, in small letters; empty if there are none. A
// dot at the start of the name only hides the file.
std::string name_ending(std::string_view path);

// The compression or archive format that the name promises, "gzip" for x.csv.gz; empty for any
// other name.
std::string_view compression_of_name(std::string_view path);

}  // namespace dokumill
