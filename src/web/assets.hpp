// Assets: the files of the page, compiled into the program. CMakeLists.txt generates the table of
// these files.
//
// Thread safety: constants.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace dokumill::web {

struct Asset {
  std::string_view path;  // "/style.css"
  std::string_view type;
  std::string_view bytes;
};

std::span<const Asset> assets();

}  // namespace dokumill::web
