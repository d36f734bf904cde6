// sentences(): writes a step as sentences, in English or Chinese.
#include "dokumill/explainer.hpp"

namespace dokumill {

std::string_view name_of(const Se121Step& step, Language language) {
  const Se121TechniqueInfo& info = info_of(step.technique);
  return language == Language::kChinese ? info.chinese_name : info.name;
}

std::vector<std::string> sentences(const Se121Step& step, Language language) {
  return {std::string(name_of(step, language))};
}

}  // namespace dokumill
