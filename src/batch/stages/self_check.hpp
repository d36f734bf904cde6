// Builds the error for a board that failed the self-check. Such a failure is a defect of this
// program, so the message has the board.
//
// Called only when a check has failed.
#pragma once

#include <string>
#include <string_view>

#include "base/text/format.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// Returns the digits of a board's text. Leaves out spaces and line ends. Any other byte becomes
// \xNN.
inline std::string cells_of(std::string_view text) {
  std::string cells;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      cells += c;
    } else if (c != ' ' && c != '\n') {
      cells += format_text("\\x{:02X}", static_cast<unsigned char>(c));
    }
  }
  return cells;
}

// `what`: for example "puzzle P, board B", where P and B are 81 cells each.
inline Status failed_check(std::string_view what) {
  return {ErrorCode::kSelfCheck,
          format_text("internal error: a board failed verification: {}", what)};
}

}  // namespace dokumill::batch
