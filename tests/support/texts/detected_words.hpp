// Detections as texts, which tests compare.
#pragma once

#include <string>

#include "formats/detect/detect.hpp"

namespace dokumill::testing {

inline std::string words_of(const records::Detection& found) {
  std::string text = std::string(name_of(found.format)) + " from byte " +
                     std::to_string(found.data_begin) + " line " +
                     std::to_string(found.lines_before);
  if (found.line_word != 1) text += " word " + std::to_string(found.line_word);
  const bool is_csv = found.format == TextFormat::kCsv;
  if (is_csv) {
    text += " column " + std::to_string(found.csv.puzzle_column) + " of " +
            std::to_string(found.csv.columns) + " [" + found.header_row + "]";
  }
  if (is_csv || found.format == TextFormat::kJsonl) {
    for (const std::string& name : found.columns) text += " <" + name + ">";
  }
  if (is_csv && found.csv.solution_column != records::kNoColumn) {
    text += " solution " + std::to_string(found.csv.solution_column);
  }
  if (is_csv && found.csv.separator != ',') {
    text += std::string(" separator ") + found.csv.separator;
  }
  return text;
}

}  // namespace dokumill::testing
