// Lines, blanks and cells as docs/formats.md defines them. The slow_*.hpp references share this
// code with each other, but not with src/formats.
#pragma once

#include <cstring>
#include <string>
#include <vector>

namespace dokumill::testing {

inline constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\r' || text[i] == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += text[i];
    }
  }
  return lines;  // one line more than there are line ends
}

inline bool is_blank_text(const std::string& line) {
  return line.find_first_not_of(" \t") == std::string::npos;
}

// The digit of a cell: 0 for an empty cell, -1 for a byte that is not a cell.
inline int cell_of(char c) {
  if (c >= '1' && c <= '9') return c - '0';
  return c != '\0' && std::strchr("0.*_xX-", c) != nullptr ? 0 : -1;
}

// The line without a byte-order mark and without blanks at its begin and its end.
inline std::string bare_text(const std::string& line) {
  const std::size_t begin =
      line.find_first_not_of(" \t", line.rfind(kByteOrderMark, 0) == 0 ? 3 : 0);
  if (begin == std::string::npos) return "";
  return line.substr(begin, line.find_last_not_of(" \t") - begin + 1);
}

// True for a line that marks the end of a file: "end", "EOF." or bytes 0x1A.
inline bool is_slow_end_mark(const std::string& line) {
  std::string text = bare_text(line);
  if (text.empty() || line.size() > 4096) return false;
  if (text == std::string(text.size(), '\x1A')) return true;
  if (text.back() == '.') text.pop_back();
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text == "end" || text == "eof";
}

}  // namespace dokumill::testing
