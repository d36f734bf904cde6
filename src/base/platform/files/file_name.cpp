#include "base/platform/files/file_name.hpp"

#include <algorithm>

#include "base/text/lower_case.hpp"

namespace dokumill {
namespace {

struct Ending {
  std::string_view name;  // without the dot
  std::string_view format;
};

constexpr Ending kCompressed[] = {
    {"gz", "gzip"},   {"gzip", "gzip"},  {"tgz", "gzip"},   {"bgz", "gzip"},  {"zst", "zstd"},
    {"zstd", "zstd"}, {"tzst", "zstd"},  {"xz", "xz"},      {"txz", "xz"},    {"lzma", "lzma"},
    {"bz2", "bzip2"}, {"tbz2", "bzip2"}, {"tbz", "bzip2"},  {"lz4", "lz4"},   {"lz", "lzip"},
    {"lzo", "lzop"},  {"br", "Brotli"},  {"z", "compress"}, {"sz", "Snappy"}, {"snappy", "Snappy"},
    {"zip", "zip"},   {"7z", "7z"},      {"rar", "rar"},    {"tar", "tar"},
};

}  // namespace

std::string name_ending(std::string_view path) {
  path.remove_prefix(std::min(path.rfind('/') + 1, path.size()));
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  return lower_case(path.substr(dot + 1));
}

std::string_view without_compression(std::string_view path) {
  const std::string ending = name_ending(path);
  if (ending == "gz" || ending == "zst") path.remove_suffix(ending.size() + 1);
  return path;
}

std::string_view compression_of_name(std::string_view path) {
  const auto found = std::ranges::find(kCompressed, name_ending(path), &Ending::name);
  return found == std::end(kCompressed) ? std::string_view() : found->format;
}

}  // namespace dokumill
