#include "web/step_json.hpp"

#include "web/strict_json.hpp"

namespace dokumill::web {

std::string in_both_languages(std::string_view english, std::string_view chinese) {
  JsonText text("{}");
  text.add("en", english);
  text.add("zh", chinese);
  return text.text();
}

std::string candidate_text(Candidate candidate) {
  JsonText text("{}");
  text.add("cell", candidate.cell.index());
  text.add("digit", candidate.digit.value());
  return text.text();
}

std::string step_text(const Step& step) {
  const TechniqueInfo& info = info_of(step.technique);
  JsonText cells("[]");
  for (const Cell cell : step.cells) cells.add_item(fmt::to_string(cell.index()));
  JsonText digits("[]");
  for (const Digit digit : step.digits) digits.add_item(fmt::to_string(digit.value()));
  JsonText eliminations("[]");
  for (const Candidate candidate : step.eliminations)
    eliminations.add_item(candidate_text(candidate));
  JsonText text("{}");
  text.add("technique", info.name);
  text.add_text("name", in_both_languages(info.name, info.chinese_name));
  text.add("score", info.score / 10.0);
  text.add_text("sentence", in_both_languages(describe(step, Language::kEnglish),
                                              describe(step, Language::kChinese)));
  text.add_text("houses", list_text(step.houses));
  text.add_text("cells", cells.text());
  text.add_text("digits", digits.text());
  text.add("first_colour", step.first_colour);
  text.add_text("eliminations", eliminations.text());
  text.add_text("placement", step.placement ? candidate_text(*step.placement) : "null");
  return text.text();
}

}  // namespace dokumill::web
