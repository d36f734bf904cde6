// The rules of docs/formats.md for detection once more, written for clearness.
//
// Shares nothing with src/records but the types of the wishes. Not covered: headers beyond 65,536
// bytes.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>
#include <vector>

#include "records/detect.hpp"

namespace dokumill::testing {

// What detection answers, in words: "line from byte B line L", "grid ...", "csv ..." with the
// puzzle's column, the header and its names, or "error" and perhaps " in line N".
class SlowDetect {
 public:
  explicit SlowDetect(records::DetectWishes wishes) : wishes_(std::move(wishes)) {}

  std::string detect(const std::string& text) const {
    using records::Format;
    for (const char* begin : {"\xFF\xFE", "\xFE\xFF", "\x1F\x8B", "\x28\xB5\x2F\xFD", "BZh",
                              "PK\x03\x04", "7z\xBC\xAF\x27\x1C", "\x89PNG", "%PDF"}) {
      if (text.rfind(begin, 0) == 0) return "error";
    }
    if (text.rfind(std::string("\xFD\x37zXZ\0", 6), 0) == 0) return "error";
    const std::size_t mark = text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0;
    if (wishes_.format && *wishes_.format != Format::kCsv) {
      return place(*wishes_.format == Format::kLine ? "line" : "grid", mark, 0);
    }
    std::size_t at = mark;
    std::size_t lines = 0;
    while (at < text.size()) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      const std::string line = text.substr(at, end - at);
      const std::size_t first = line.find_first_not_of(" \t");
      if (first != std::string::npos && line[first] != '#')
        return judge(text, mark, at, line, lines);
      if (end == text.size()) break;
      at = behind_line_end(text, end);
      ++lines;
    }
    if (wishes_.format) return place("csv", text.size(), 0) + " column 0 of 1 []";
    return place("line", mark, 0);
  }

 private:
  static std::string place(const std::string& format, std::size_t byte, std::size_t line) {
    return format + " from byte " + std::to_string(byte) + " line " + std::to_string(line);
  }
  static std::size_t behind_line_end(const std::string& text, std::size_t at) {
    if (at == text.size()) return at;
    return at + (text.compare(at, 2, "\r\n") == 0 ? 2 : 1);
  }

  struct Header {
    bool is_good = true;
    std::vector<std::string> names;  // those before a bad one
    std::size_t end = 0;             // the line end or the end of the text
  };
  static Header read_header(const std::string& text, std::size_t at) {
    Header header;
    for (;; ++at) {
      std::string name;
      if (at < text.size() && text[at] == '"') {
        for (++at;; ++at) {
          if (at < text.size() && text[at] != '"') {
            name += text[at];
          } else if (text.compare(at, 2, "\"\"") == 0 && at < text.size()) {
            name += text[at++];
          } else {
            break;
          }
        }
        const bool is_closed = at < text.size();
        if (is_closed) ++at;
        const bool is_end = at == text.size() || std::strchr(",\r\n", text[at]) != nullptr;
        if (!is_closed || !is_end || (at < text.size() && text[at] == '\0')) {
          header.is_good = false;
          return header;
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\r' && text[at] != '\n') {
          name += text[at++];
        }
      }
      header.names.push_back(trimmed(name));
      if (at == text.size() || text[at] != ',') break;
    }
    header.end = at;
    return header;
  }
  static std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
  }
  static std::string lower(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return text;
  }
  static bool is_known(const std::string& name) {
    for (const char* known : {"puzzle", "puzzles", "quiz", "quizzes", "question"}) {
      if (lower(name) == known) return true;
    }
    return false;
  }
  bool is_wished(const std::string& name) const {
    return !wishes_.column.empty() && lower(name) == lower(trimmed(wishes_.column));
  }
  static bool is_cell(char c) {
    return c != '\0' && std::strchr(
                            "123456789"
                            "0.*_xX-",
                            c) != nullptr;
  }
  static bool is_row_of_grid(const std::string& line) {
    int cells = 0;
    for (const char c : line) {
      if (c == ' ' || c == '\t') continue;
      if (!is_cell(c)) return false;
      ++cells;
    }
    return cells >= 8 && cells <= 10;
  }
  static bool is_word(const std::string& name) {
    bool has_letter = false;
    for (const char c : name) {
      const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!is_letter && (c == '\0' || std::strchr("0123456789_-. ", c) == nullptr)) return false;
      if (is_letter && !is_cell(c)) has_letter = true;
    }
    return has_letter;
  }

  std::string judge(const std::string& text, std::size_t mark, std::size_t at,
                    const std::string& line, std::size_t lines) const {
    const Header header = read_header(text, at);
    const std::vector<std::string>& names = header.names;
    std::vector<std::size_t> chosen;
    bool is_csv = wishes_.format.has_value();
    std::size_t words = 0, empty = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (is_known(names[i]) || is_wished(names[i])) is_csv = true;
      if (wishes_.column.empty() ? is_known(names[i]) : is_wished(names[i])) chosen.push_back(i);
      if (is_word(names[i])) ++words;
      if (names[i].empty()) ++empty;
    }
    if (!is_csv && is_row_of_grid(line)) return place("grid", mark, 0);
    const bool are_words = names.size() >= 2 && empty <= 1 && words + empty == names.size();
    if (!is_csv && !are_words) return place("line", mark, 0);
    if (!header.is_good || chosen.size() != 1) {
      return "error in line " + std::to_string(lines + 1);
    }
    std::vector<std::size_t> solutions;
    for (std::size_t i = 0; i < names.size() && wishes_.solution_column; ++i) {
      if (lower(names[i]) == lower(trimmed(*wishes_.solution_column))) solutions.push_back(i);
    }
    if (wishes_.solution_column && (solutions.size() != 1 || solutions[0] == chosen[0])) {
      return "error in line " + std::to_string(lines + 1);
    }
    const std::size_t data = behind_line_end(text, header.end);
    for (std::size_t i = at; i < data; i = behind_line_end(text, i)) {
      i = std::min(text.find_first_of("\r\n", i), data);
      if (i < data) ++lines;
    }
    std::string answer = place("csv", data, lines) + " column " + std::to_string(chosen[0]) +
                         " of " + std::to_string(names.size()) + " [" +
                         text.substr(at, header.end - at) + "]";
    for (const std::string& name : names) answer += " <" + name + ">";
    if (!solutions.empty()) answer += " solution " + std::to_string(solutions[0]);
    return answer;
  }

  records::DetectWishes wishes_;
};

}  // namespace dokumill::testing
