// page(): the page of `dokumill play`, compiled into the program.
#pragma once

#include <string_view>

namespace dokumill::web {

// The text of an HTML file that needs no other file. CMakeLists.txt makes it (bundle.mjs).
std::string_view page();

}  // namespace dokumill::web
