// The name of the converter's output.
#pragma once

#include <string>

#include "apps/web/converter/converter_run.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::web {

// For example "solved-puzzles.txt": the name of the user's file without folders and without the
// ending of a compression, with a prefix and with an ending that fits `format`. It has at most 200
// bytes. It is UTF-8 if the name of the user's file is UTF-8, and can contain any character except
// '/' and '\'.
std::string converter_output_name(std::string name, ConverterCommand command, TextFormat format);

}  // namespace dokumill::web
