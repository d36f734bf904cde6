// ETags of the page's files, so that a browser downloads an unchanged file only once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/fmt.hpp"

namespace dokumill::web {

// A hash of 64 bits (FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo), in quotes.
inline std::string etag_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return fmt::format("\"{:016x}\"", hash);
}

// True if the list of an If-None-Match field contains the tag, weak or not. "*" matches every tag.
inline bool matches_etag(std::string_view list, std::string_view etag) {
  return list == "*" || list.find(etag) != std::string_view::npos;
}

}  // namespace dokumill::web
