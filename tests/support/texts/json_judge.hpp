// The reference for JSON Lines: nlohmann::json decides what an object is. This file shares no code
// with src/formats.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dokumill/grid.hpp"
#include "support/texts/slow_text.hpp"

namespace dokumill::testing {

// The verdict on a line of JSON Lines.
struct JudgedLine {
  enum class Kind { kBlank, kNoObject, kObject, kUndecided };
  Kind kind = Kind::kBlank;
  std::vector<std::string> names;  // of the members, in order, with repetitions
  nlohmann::json object;
};

inline JudgedLine judge_json_line(std::string line) {
  JudgedLine judged;
  if (line.size() > 65536) return {JudgedLine::Kind::kNoObject, {}, {}};
  if (line.rfind(kByteOrderMark, 0) == 0) line.erase(0, 3);
  if (is_blank_text(line)) return judged;
  line.erase(0, line.find_first_not_of(" \t"));
  judged.kind = JudgedLine::Kind::kNoObject;
  // nlohmann::json skips a byte-order mark, and treats a zero byte as the end of the text. So both
  // are rejected here.
  if (line.rfind(kByteOrderMark, 0) == 0 || line.find('\0') != std::string::npos) return judged;
  int deepest = 0;
  try {
    judged.object = nlohmann::json::parse(
        line, [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
          using Event = nlohmann::json::parse_event_t;
          const bool opens = event == Event::object_start || event == Event::array_start;
          if (opens) deepest = std::max(deepest, depth + 1);
          if (event == Event::key && depth == 1) judged.names.push_back(value.get<std::string>());
          return true;
        });
  } catch (const nlohmann::json::out_of_range&) {
    // The grammar of JSON allows numbers that a double cannot hold, such as 1e999.
    judged.kind = JudgedLine::Kind::kUndecided;
    return judged;
  } catch (const nlohmann::json::parse_error&) {
    return judged;
  }
  if (judged.object.is_object() && deepest <= 256) judged.kind = JudgedLine::Kind::kObject;
  return judged;
}

// The puzzle of an object; nullopt if the object has no puzzle, two puzzles, or a puzzle that is
// not 81 cells.
inline std::optional<Grid> puzzle_of(const JudgedLine& line, const std::string& name) {
  if (line.kind != JudgedLine::Kind::kObject) return {};
  if (std::count(line.names.begin(), line.names.end(), name) != 1) return {};
  const nlohmann::json& value = line.object.at(name);
  if (!value.is_string()) return {};
  std::string text = value.get<std::string>();
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  text = text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
  if (text.size() != 81) return {};
  Grid grid;
  for (std::size_t i = 0; i < 81; ++i) {
    if (cell_of(text[i]) < 0) return {};
    grid.cells[i] = static_cast<std::uint8_t>(cell_of(text[i]));
  }
  return grid;
}

}  // namespace dokumill::testing
