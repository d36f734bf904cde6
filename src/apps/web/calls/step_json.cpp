#include "apps/web/calls/step_json.hpp"

#include "base/text/json_text.hpp"

namespace dokumill::web {
namespace {

std::string sentences_text(const Step& step, Language language) {
  JsonText list("[]");
  for (const std::string& sentence : sentences(step, language))
    list.add_item(format_text("\"{}\"", sentence));
  return list.text();
}

}  // namespace

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
  std::string text = to_json(step);
  text.pop_back();
  return format_text(R"({},"names":{},"text":{{"en":{},"zh":{}}}}})", text,
                     in_both_languages(name_of(step), name_of(step, Language::kChinese)),
                     sentences_text(step, Language::kEnglish),
                     sentences_text(step, Language::kChinese));
}

}  // namespace dokumill::web
