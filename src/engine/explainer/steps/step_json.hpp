// append_json(): the text of to_json() (dokumill/explainer.hpp), at the end of a longer text.
#pragma once

#include <optional>
#include <string>

#include "dokumill/explainer.hpp"

namespace dokumill::explainer {

void append_json(const Step& step, std::optional<Language> sentences, std::string& text);

}  // namespace dokumill::explainer
