// The reference for detection: a second implementation of the rules of docs/formats.md, written for
// clarity and not for speed. It first cuts the whole input into lines, and every rule checks these
// lines.
//
// Shares only the option types and the limits with src/formats.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "formats/detect/detect.hpp"
#include "support/texts/json_judge.hpp"
#include "support/texts/slow_grid.hpp"
#include "support/texts/slow_text.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::testing {

// detect() returns its answer as text: "line from byte B line L", "grid ...", "csv ..." with the
// puzzle's column, the header and its names, "jsonl", or "error". "word N" follows if the cells are
// not the first word, "solution N" if a solution column was requested, and "separator X" if the
// separator is not a comma.
class SlowDetect {
 public:
  explicit SlowDetect(records::DetectOptions options) : options_(std::move(options)) {}

  std::string detect(const std::string& text) const {
    if (is_another_kind_of_file(text)) return "error";
    const Input input(text.substr(0, records::kDetectBytes), options_);
    if (!options_.format) return by_rules(input, text.size() > records::kDetectBytes);
    switch (*options_.format) {
      case TextFormat::kLine:
        return line(input, 1);
      case TextFormat::kGrid:
        return grid(input);
      case TextFormat::kCsv:
        break;
      case TextFormat::kJsonl:  // detected by its first object only; see jsonl_test.cpp
      case TextFormat::kNpy:    // no text
      default:
        return "error";
    }
    if (!input.content.empty()) return csv(input, separator_of(input));
    if (text.size() >= records::kDetectBytes) return "error";
    return place("csv", text.size(), 0) + " column 0 of 1 []";
  }

 private:
  static constexpr const char* kSeparators = ",\t;";

  static bool is_another_kind_of_file(const std::string& text) {
    using namespace std::string_literals;
    for (const std::string& begin :
         testing::texts("\xFF\xFE"s, "\xFE\xFF"s, "\0\0\xFE\xFF"s, "\x1F\x8B"s, "\x28\xB5\x2F\xFD"s,
                        "\xFD"
                        "7zXZ\0"s,
                        "BZh"s, "\x04\x22\x4D\x18"s, "PK\x03\x04"s, "7z\xBC\xAF\x27\x1C"s,
                        "Rar!\x1A\x07"s, "\x89PNG"s, "\xFF\xD8\xFF"s, "GIF8"s, "%PDF"s, "PAR1"s,
                        "ARROW1"s, "Obj\x01"s, "\x89HDF"s, "SQLite format 3\0"s,
                        "\x7F"
                        "ELF"s)) {
      if (text.rfind(begin, 0) == 0) return true;
    }
    return text.size() >= 262 && text.compare(257, 5, "ustar") == 0;
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
  static bool is_same_name(const std::string& a, const std::string& b) {
    return lower(trimmed(a)) == lower(trimmed(b));
  }
  static bool is_known(const std::string& name) {
    for (const char* known :
         {"puzzle", "puzzles", "quiz", "quizzes", "question", "题目", "題目", "谜题", "謎題"}) {
      if (is_same_name(name, known)) return true;
    }
    return false;
  }
  static bool is_looked_for(const std::string& name, const records::DetectOptions& options) {
    return is_known(name) || (!options.column.empty() && is_same_name(name, options.column));
  }
  // The value of a text that is a whole number from 1 on; 0 for any other text.
  static std::size_t number_of(const std::string& text) {
    const std::string digits = trimmed(text);
    const bool is_number = !digits.empty() && digits.size() <= 9 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
    return is_number ? static_cast<std::size_t>(std::atoi(digits.c_str())) : 0;
  }

  // A csv row, cut into fields.
  struct Fields {
    bool is_good = true;
    std::vector<std::string> names;  // of the fields before a bad quote
    std::size_t end = 0;             // the line end or the end of the text
  };
  static Fields read_fields(const std::string& text, std::size_t at, char separator) {
    const auto is_end = [&] {
      return at == text.size() || text[at] == '\r' || text[at] == '\n' || text[at] == separator;
    };
    const auto skip_blanks = [&](std::size_t from) {
      while (from < text.size() && (text[from] == ' ' || (text[from] == '\t' && separator != '\t')))
        ++from;
      return from;
    };
    Fields fields;
    for (;; ++at) {
      std::string name;
      const std::size_t quote = skip_blanks(at);
      if (quote < text.size() && text[quote] == '"') {
        bool is_closed = false;
        for (at = quote + 1; at < text.size() && !is_closed; ++at) {
          if (text[at] == '"' && text.compare(at, 2, "\"\"") == 0)
            ++at;
          else if (text[at] == '"')
            is_closed = true;
          if (!is_closed) name += text[at];
        }
        at = skip_blanks(at);
        if (!is_closed || !is_end()) {
          fields.is_good = false;
          return fields;
        }
      } else {
        while (!is_end()) name += text[at++];
      }
      fields.names.push_back(trimmed(name));
      if (at == text.size() || text[at] != separator) break;
    }
    fields.end = at;
    return fields;
  }

  // The input as lines, without the byte-order marks at the beginning of lines. Content lines are
  // lines that are neither blank nor comments.
  struct Line {
    std::string text;
    std::size_t begin = 0;   // its first byte
    std::size_t number = 0;  // from 0, counting all lines
    SlowGridLine as_row;
  };
  struct Input {
    Input(const std::string& whole, const records::DetectOptions& options) : text(whole) {
      mark = text.rfind(kByteOrderMark, 0) == 0 ? 3 : 0;
      std::size_t at = mark, number = 0;
      for (const std::string& line : lines_of(text.substr(mark))) {
        const std::string words = without_mark(line);
        lines.push_back(
            {words, at + line.size() - words.size(), number++, SlowGridLine::of(words)});
        at = after_line_end(text, at + line.size());
        const std::size_t begin = words.find_first_not_of(" \t");
        if (begin == std::string::npos) continue;
        const bool is_header = content.empty() && is_header_of_numbers(words, options);
        if (words[begin] != '#' || is_header) content.push_back(lines.size() - 1);
      }
    }
    const Line& content_line(std::size_t i) const { return lines[content[i]]; }

    std::string text;
    std::size_t mark = 0;
    std::vector<Line> lines;
    std::vector<std::size_t> content;
  };
  // In the header `#,puzzle`, the column of row numbers has the name `#`; the line is not a
  // comment.
  static bool is_header_of_numbers(const std::string& line, const records::DetectOptions& options) {
    for (const char* separator = kSeparators; *separator != '\0'; ++separator) {
      const Fields fields = read_fields(line, 0, *separator);
      if (fields.names.empty() || fields.names[0] != "#") continue;
      for (const std::string& name : fields.names) {
        if (is_looked_for(name, options)) return true;
      }
    }
    return false;
  }
  static std::size_t after_line_end(const std::string& text, std::size_t at) {
    if (at == text.size()) return at;
    return at + (text.compare(at, 2, "\r\n") == 0 ? 2 : 1);
  }

  static bool is_board(const std::string& word) {
    return word.size() == 81 &&
           std::all_of(word.begin(), word.end(), [](char c) { return cell_of(c) >= 0; });
  }
  static bool has_board_field(const Fields& fields) {
    return std::any_of(fields.names.begin(), fields.names.end(), is_board);
  }
  // A line that the line format accepts: 81 cells, then the end or a remark.
  static bool is_record_line(const Line& line) {
    const std::string text = line.text.substr(0, 4096);
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos || !is_board(text.substr(begin, 81))) return false;
    const std::size_t end = begin + 81;
    if (end == text.size()) return line.text.size() <= 4096;
    return text[end] != '\0' && std::strchr(" \t,;:#|", text[end]) != nullptr;
  }
  static std::string without_mark(const std::string& text) {
    return text.rfind(kByteOrderMark, 0) == 0 ? text.substr(3) : text;
  }
  static bool is_near_line(const Line& line) {
    const std::string text = line.text.substr(0, 4096);
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return false;
    const std::size_t end = std::min(text.find_first_of(" \t,;:#|", begin), text.size());
    std::size_t cells = 0, rule_marks = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (cell_of(text[i]) < 0) continue;
      ++cells;
      if (std::strchr("-_*", text[i]) != nullptr) ++rule_marks;
    }
    return cells >= 41 && cells - rule_marks >= 9 && (end - begin - cells) * 8 <= end - begin;
  }
  static std::vector<std::string> words_of(const Line& line) {
    const std::string text = line.text.substr(0, 4096);
    const auto skip_blanks = [&](std::size_t at) {
      return std::min(text.find_first_not_of(" \t", at), text.size());
    };
    std::vector<std::string> words;
    for (std::size_t at = skip_blanks(0); at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" \t,;:|", at), text.size());
      words.push_back(text.substr(at, end - at));
      at = skip_blanks(end);
      if (at < text.size() && std::strchr(",;:|", text[at]) != nullptr && text[at] != '\0')
        at = skip_blanks(at + 1);
    }
    return words;
  }
  // Returns which words of the line are 81 cells, as numbers from 1.
  static std::vector<std::size_t> board_words(const Line& line) {
    const std::vector<std::string> words = words_of(line);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (is_board(words[i])) found.push_back(i + 1);
    }
    return found;
  }

  static std::string place(const std::string& format, std::size_t byte, std::size_t line) {
    return format + " from byte " + std::to_string(byte) + " line " + std::to_string(line);
  }
  std::string line(const Input& input, std::size_t word) const {
    if (!options_.column.empty()) word = number_of(options_.column);
    if (word == 0) return "error";
    return place("line", input.mark, 0) + (word == 1 ? "" : " word " + std::to_string(word));
  }
  std::string grid(const Input& input) const {
    return options_.column.empty() ? place("grid", input.mark, 0) : "error";
  }

  // Rule 6. `words`: which words of content line i are 81 cells (see board_words()). Content line 0
  // may be a header.
  std::string words_line(const Input& input, std::size_t i,
                         const std::vector<std::size_t>& words) const {
    const std::vector<std::string> header = i == 1 ? words_of(input.content_line(0)) : words_of({});
    const bool has_header = header.size() == words_of(input.content_line(i)).size();
    const auto is_named = [&](std::size_t word) {
      if (!has_header || word > header.size()) return false;
      return options_.column.empty() || number_of(options_.column) != 0
                 ? is_looked_for(header[word - 1], options_)
                 : is_same_name(header[word - 1], options_.column);
    };
    std::size_t word = words[0];
    if (options_.column.empty()) {
      if (words.size() > 1) return "error";
    } else if (const std::size_t number = number_of(options_.column); number != 0) {
      word = number;
    } else {
      const auto named = std::find_if(words.begin(), words.end(), is_named);
      if (named == words.end()) return "error";
      word = *named;
    }
    if (!is_named(word)) return line(input, word);
    const Line& first = input.content_line(0);
    return place("line", after_line_end(input.text, first.begin + first.text.size()),
                 first.number + 1) +
           (word == 1 ? "" : " word " + std::to_string(word));
  }

  std::string by_rules(const Input& input, bool is_beyond) const {
    bool has_row = false;
    std::size_t rows = 0;          // consecutive rows so far
    std::size_t rows_end = 0;      // the number of the line after the last row
    bool is_frame_passed = false;  // a frame line came after the last row
    for (std::size_t i = 0; i < input.content.size(); ++i) {
      if (i == 1000) return "error";
      const Line& line = input.content_line(i);
      if (i == 0) {
        if (const std::string found = objects(line.text); !found.empty()) return found;
        if (const std::optional<char> separator = known_header(input))
          return csv(input, *separator);
        if (is_markup(line.text)) return "error";
      }
      if (i == 1) {
        if (const std::optional<char> separator = unknown_header(input))
          return csv(input, *separator);
      }
      if (is_record_line(line) || is_near_line(line)) return this->line(input, 1);
      if (const std::vector<std::size_t> words = board_words(line); !words.empty()) {
        if (i + 1 < input.content.size()) {
          const Line& next = input.content_line(i + 1);
          if (is_record_line(next) || is_near_line(next)) return this->line(input, 1);
        }
        return words_line(input, i, words);
      }
      // A blank line or a comment between two rows ends the run of rows.
      if (line.number != rows_end) rows = 0;
      rows_end = line.number + 1;
      if (line.as_row.is_row()) {
        has_row = true;
        is_frame_passed = false;
        if (++rows == 9) return grid(input);
      } else if (line.as_row.kind == SlowGridLine::Kind::kFrame && (rows == 3 || rows == 6) &&
                 !is_frame_passed) {
        is_frame_passed = true;
      } else {
        rows = 0;
        is_frame_passed = false;
      }
    }
    if (is_beyond) return "error";
    if (input.content.empty()) return place("line", input.mark, 0);
    return has_row ? grid(input) : "error";
  }

  // Rule 1: an object. Returns "" if the line is not an object.
  std::string objects(const std::string& line) const {
    std::string text = trimmed(line);
    if (text.empty() || text[0] != '{') return "";
    // Unlike the detector, the judge limits the length of a line.
    const JudgedLine judged = judge_json_line(text);
    if (judged.kind != JudgedLine::Kind::kObject) return "";
    std::vector<std::string> names = judged.names;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto known = std::count_if(names.begin(), names.end(), is_known);
    const bool is_right = !options_.column.empty() || known == 1 || names.empty();
    if (!is_right) return "error";
    for (const std::string& name : judged.names) {
      const bool is_puzzle = options_.column.empty() ? is_known(name) : name == options_.column;
      const auto value = judged.object.find(name);
      if (is_puzzle && value != judged.object.end() && value->is_structured()) return "error";
    }
    return "jsonl";
  }
  // Rule 2: the first separator that gives a field with a known or requested name.
  std::optional<char> known_header(const Input& input) const {
    const Line& first = input.content_line(0);
    for (const char* separator = kSeparators; *separator != '\0'; ++separator) {
      const Fields fields = read_fields(input.text, first.begin, *separator);
      if (has_board_field(fields)) continue;
      for (const std::string& name : fields.names) {
        if (!is_looked_for(name, options_)) continue;
        if (fields.names.size() == 1 && input.content.size() > 1) {
          const Line& line = input.content_line(1);
          const SlowGridLine& next = line.as_row;
          const bool is_grid = next.is_row() || next.kind == SlowGridLine::Kind::kFrame;
          if (is_grid && !is_record_line(line)) return {};
        }
        return *separator;
      }
    }
    return {};
  }
  // Rule 3: true if the first line looks like HTML, XML or JSON.
  static bool is_markup(const std::string& line) {
    const std::string text = trimmed(line);
    if (text[0] == '<' || text[0] == '{') return true;
    if (text[0] != '[') return false;
    const std::string rest = trimmed(text.substr(1));
    return rest.empty() || std::string("\"{[]-0123456789").find(rest[0]) != std::string::npos;
  }
  // Rule 4: the first separator with which both lines have the same number of fields, at least two,
  // and only the second line has a board.
  std::optional<char> unknown_header(const Input& input) const {
    for (const char* separator = kSeparators; *separator != '\0'; ++separator) {
      const Fields first = read_fields(input.content_line(0).text, 0, *separator);
      const std::size_t begin = input.content_line(1).begin;
      const Fields second = read_fields(input.text, begin, *separator);
      if (second.end > begin + records::kCsvRowLimit) continue;
      if (first.is_good && second.is_good && !has_board_field(first) && has_board_field(second) &&
          first.names.size() == second.names.size() && first.names.size() >= 2)
        return *separator;
    }
    return {};
  }

  // For --from csv: the first separator that gives a column with a known or requested name,
  // otherwise the separator that gives the most fields.
  char separator_of(const Input& input) const {
    char best = ',';
    std::size_t most = 0;
    for (const char* separator = kSeparators; *separator != '\0'; ++separator) {
      const Fields fields = read_fields(input.text, input.content_line(0).begin, *separator);
      for (const std::string& name : fields.names) {
        if (is_looked_for(name, options_)) return *separator;
      }
      if (fields.names.size() > most) {
        most = fields.names.size();
        best = *separator;
      }
    }
    return best;
  }

  // The only column with this name. If no column has this name, the column with this number.
  static std::optional<std::size_t> column_of(const std::vector<std::string>& names,
                                              const std::string& wanted) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (is_same_name(names[i], wanted)) found.push_back(i);
    }
    const std::size_t number = number_of(wanted);
    if (found.empty() && number >= 1 && number <= names.size()) return number - 1;
    if (found.size() != 1) return {};
    return found[0];
  }
  std::optional<std::size_t> puzzle_column(const std::vector<std::string>& names) const {
    if (!options_.column.empty()) return column_of(names, options_.column);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!is_known(names[i])) continue;
      if (found) return {};
      found = i;
    }
    return found;
  }

  // The header is the first content line.
  std::string csv(const Input& input, char separator) const {
    const Line& first = input.content_line(0);
    const Fields header = read_fields(input.text, first.begin, separator);
    const std::optional<std::size_t> puzzle = puzzle_column(header.names);
    if (!header.is_good || header.end - first.begin > records::kCsvRowLimit || !puzzle)
      return "error";
    std::optional<std::size_t> solution;
    if (options_.solution_column) {
      solution = column_of(header.names, *options_.solution_column);
      if (!solution || *solution == *puzzle) return "error";
    }
    const std::size_t data = after_line_end(input.text, header.end);
    const std::size_t lines =
        first.number + lines_of(input.text.substr(first.begin, data - first.begin)).size() - 1;
    std::string answer = place("csv", data, lines) + " column " + std::to_string(*puzzle) + " of " +
                         std::to_string(header.names.size()) + " [" +
                         input.text.substr(first.begin, header.end - first.begin) + "]";
    for (const std::string& name : header.names) answer += " <" + name + ">";
    if (solution) answer += " solution " + std::to_string(*solution);
    if (separator != ',') answer += std::string(" separator ") + separator;
    return answer;
  }

  records::DetectOptions options_;
};

}  // namespace dokumill::testing
