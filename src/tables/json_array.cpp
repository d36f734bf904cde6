#include "tables/json_array.hpp"

#include <utility>

namespace dokumill::tables {

void JsonArray::append(std::string_view lines, std::string& out) {
  while (!lines.empty()) {
    const std::size_t line_end = lines.find('\n');
    out += std::exchange(has_objects_, true) ? ",\n" : "[\n";
    out += lines.substr(0, line_end);
    lines.remove_prefix(line_end + 1);
  }
}

void JsonArray::finish(std::string& out) const {
  out += has_objects_ ? "\n]\n" : "[]\n";
}

}  // namespace dokumill::tables
