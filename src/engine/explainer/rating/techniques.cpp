// The public table of the techniques.
#include <algorithm>
#include <array>

#include "dokumill/rating.hpp"
#include "engine/explainer/rating/technique_table.hpp"

namespace dokumill {
namespace {

constexpr auto kInfos = [] {
  std::array<TechniqueInfo, kTechniques> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = explainer::kTechniqueTable[i].info;
  return infos;
}();

char folded(char c) {
  if (c == '-' || c == '_') return ' ';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::span<const TechniqueInfo> techniques() {
  return kInfos;
}

const TechniqueInfo& info_of(Technique technique) {
  return kInfos[static_cast<std::size_t>(technique)];
}

std::optional<Technique> technique_named(std::string_view name) {
  const auto* const found = std::ranges::find_if(kInfos, [name](const auto& info) {
    return std::ranges::equal(info.name, name, {}, folded, folded);
  });
  if (found == kInfos.end()) return std::nullopt;
  return found->technique;
}

namespace explainer {

Family family_of(Technique technique) {
  return row_of(technique).family;
}

}  // namespace explainer
}  // namespace dokumill
