// The public part of the table of techniques.
#include "logic/technique_table.hpp"

namespace dokumill {
namespace {

constexpr auto kInfos = [] {
  std::array<TechniqueInfo, kTechniques> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const logic::TechniqueRow& row = logic::kTechniqueTable[i];
    infos[i] = {row.technique, row.name, row.chinese_name, row.score, row.level, row.deviation};
  }
  return infos;
}();

}  // namespace

std::span<const TechniqueInfo> techniques() {
  return kInfos;
}

const TechniqueInfo& info_of(Technique technique) {
  return kInfos[static_cast<std::size_t>(technique)];
}

}  // namespace dokumill
