// Recognizes formats by the ending of a file name.
#pragma once

#include <string>
#include <string_view>

namespace dokumill {

// Returns the characters after the last dot of the file name, in lower case; empty if the name has
// no such characters. A dot at the start of the name only hides the file, so it is not counted.
std::string name_ending(std::string_view path);

// Returns the name without the ending of a compression that jobs write (.gz, .zst). For x.csv.gz,
// it returns x.csv, so name_ending() then gives the format.
std::string_view without_compression(std::string_view path);

// Returns the compression or archive format that the ending stands for, such as "gzip" for
// x.csv.gz. Returns an empty string for any other ending.
std::string_view compression_of_name(std::string_view path);

}  // namespace dokumill
