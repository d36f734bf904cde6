#include "core/text/json_text.hpp"

#include <nlohmann/json.hpp>

#include "core/text/printable.hpp"

namespace dokumill {

std::string JsonText::quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', !is_printable(text),
                                   nlohmann::json::error_handler_t::replace);
}

}  // namespace dokumill
