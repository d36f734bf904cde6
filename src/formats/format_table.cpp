#include "formats/format_table.hpp"

#include <algorithm>

namespace dokumill {
namespace {

constexpr auto kNames = [] {
  std::array<std::string_view, kTextFormats> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = records::kFormatTable[i].name;
  return names;
}();

constexpr std::string_view kShapeNames[] = {"text", "groups", "list", "rows"};

}  // namespace

std::string_view name_of(TextFormat format) {
  return records::format_traits(format).name;
}

std::string_view media_type_of(TextFormat format) {
  return records::format_traits(format).media_type;
}

std::span<const std::string_view> text_format_names() {
  return kNames;
}

std::optional<TextFormat> text_format_of(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return records::kFormatTable[static_cast<std::size_t>(found - kNames.begin())].format;
}

std::span<const std::string_view> cell_shape_names() {
  return kShapeNames;
}

std::string_view name_of(CellShape shape) {
  return kShapeNames[static_cast<std::size_t>(shape)];
}

std::string text_format_list() {
  std::string list(kNames.front());
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    list.append(i + 1 < kNames.size() ? ", " : " or ").append(kNames[i]);
  }
  return list;
}

}  // namespace dokumill
