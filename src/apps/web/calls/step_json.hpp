// Steps of solving as JSON, for the calls hint and solution. docs/page.md documents the members.
#pragma once

#include <string>
#include <string_view>

#include "dokumill/explainer.hpp"

namespace dokumill::web {

// {"en":"...","zh":"..."}
std::string in_both_languages(std::string_view english, std::string_view chinese);

// {"cell":n,"digit":n}
std::string candidate_text(Candidate candidate);

// One step: the members of to_json() (explainer.hpp), and its name and its sentences in both
// languages.
std::string step_text(const Step& step);

}  // namespace dokumill::web
