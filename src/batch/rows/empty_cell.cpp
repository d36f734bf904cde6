#include "batch/rows/empty_cell.hpp"

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::batch {
namespace {

// If a row in the grid format has nine equal characters and the character is one of these, readers
// may take the row for a rule line between boards.
constexpr std::string_view kMarksOfRules = "-_*";

}  // namespace

Status check_empty_cell(char empty_cell) {
  if (kEmptyCells.find(empty_cell) != std::string_view::npos) return {};
  return {ErrorCode::kUsage,
          format_text("empty_cell: expected one of {}, got '{}'", kEmptyCells,
                      printable({&empty_cell, 1})),
          "empty_cell"};
}

Status check_empty_cell(char empty_cell, TextFormat format, const std::string& name) {
  if (format == TextFormat::kNpy && empty_cell != '0') {
    return {ErrorCode::kUsage,
            format_text("{}{}empty_cell '{}': in the npy format, an empty cell is the number 0",
                        name, name.empty() ? "" : ": ", empty_cell),
            "empty_cell"};
  }
  const bool is_mark = kMarksOfRules.find(empty_cell) != std::string_view::npos;
  if (format != TextFormat::kGrid || !is_mark) return {};
  return {ErrorCode::kUsage,
          format_text("{}{}empty_cell '{}': in the grid format, a row of nine '{}' can be a rule; "
                      "expected one of . 0 x X",
                      name, name.empty() ? "" : ": ", empty_cell, empty_cell),
          "empty_cell"};
}

}  // namespace dokumill::batch
