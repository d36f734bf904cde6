#include "batch/layouts/chat_template.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "base/text/json_escape.hpp"
#include "base/text/json_value.hpp"
#include "base/text/printable.hpp"

namespace dokumill::batch {

std::vector<FilledCell> filled_cells(const ExportItem& item) {
  std::vector<FilledCell> filled;
  filled.reserve(kCells);
  Grid board = item.puzzle;
  TraceStep hardest;
  for (const TraceStep& step : item.trace->steps) {
    if (step.score > hardest.score) hardest = step;
    if (step.cell == kNoCell) continue;
    filled.push_back({step.cell, hardest.technique});
    board.cells[step.cell] = step.digit;
    hardest = {};
  }
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (board.cells[cell] == 0) filled.push_back({cell, std::nullopt});
  }
  return filled;
}

TraceStep hardest_step(const ExportItem& item) {
  TraceStep hardest;
  int filled = count_clues(item.puzzle);
  for (const TraceStep& step : item.trace->steps) {
    if (step.score > hardest.score) hardest = step;
    if (step.cell != kNoCell) ++filled;
  }
  const TechniqueInfo& nested = info_of(Technique::kNestedForcingChains);
  if (filled < kCells && hardest.score < nested.lowest) {
    hardest.score = static_cast<std::uint16_t>(nested.lowest);
    hardest.technique = nested.technique;
  }
  return hardest;
}
namespace {

constexpr std::string_view kUsualTemplate = R"({
  "prompt": "Solve this Sudoku. Put a digit from 1 to 9 into each empty cell, which is written as 0, so that every row, every column and every box of 3 by 3 cells has each digit once. Answer with the nine rows of the solution.\n\n{rows}",
  "answer": "{solution_rows}",
  "metadata": {
    "id": {id}, "image": {image}, "puzzle": {puzzle}, "solution": {solution},
    "clues": {clues}, "er": {er}, "difficulty": {difficulty}, "hardest": {hardest}
  }
})";

enum class Needs : std::uint8_t { kNothing, kSteps, kEnglish, kChinese };

void add_tenths(int tenths, std::string& to) {
  append_text(to, "{}.{}", tenths / 10, tenths % 10);
}
void add_rows(const Grid& grid, std::string& to) {
  to += to_rows(grid);
  to.pop_back();  // the last line end
}
void add_lines(const std::vector<std::string>& texts, std::string& to) {
  for (const std::string& text : texts) {
    if (!to.empty()) to += '\n';
    to += text;
  }
}

void add_lists(const Grid& grid, std::string& to) {
  char text[kRowListBytes];
  to.append(text, write_list(grid, true, text));
}

struct Placeholder {
  std::string_view name;
  bool is_bare;  // outside of strings without quotes: a number, or lists
  Needs needs;
  void (*add)(const ExportItem& item, std::string& to);
};
constexpr Placeholder kPlaceholders[] = {
    {"puzzle", false, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { to += to_line(item.puzzle); }},
    {"solution", false, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { to += to_line(item.solution); }},
    {"rows", false, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { add_rows(item.puzzle, to); }},
    {"solution_rows", false, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { add_rows(item.solution, to); }},
    {"lists", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { add_lists(item.puzzle, to); }},
    {"solution_lists", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { add_lists(item.solution, to); }},
    {"id", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { append_text(to, "{}", item.record); }},
    {"image", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) { append_text(to, "{}", item.image); }},
    {"clues", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) {
       append_text(to, "{}", count_clues(item.puzzle));
     }},
    {"empty", true, Needs::kNothing,
     [](const ExportItem& item, std::string& to) {
       append_text(to, "{}", kCells - count_clues(item.puzzle));
     }},
    {"er", true, Needs::kSteps,
     [](const ExportItem& item, std::string& to) { add_tenths(hardest_step(item).score, to); }},
    {"difficulty", false, Needs::kSteps,
     [](const ExportItem& item, std::string& to) {
       to += name_of(level_of(hardest_step(item).score));
     }},
    {"hardest", false, Needs::kSteps,
     [](const ExportItem& item, std::string& to) {
       to += info_of(hardest_step(item).technique).name;
     }},
    {"moves", false, Needs::kSteps,
     [](const ExportItem& item, std::string& to) {
       for (const FilledCell& filled : filled_cells(item)) {
         if (!to.empty()) to += '\n';
         append_text(to, "r{}c{}={}", filled.cell / 9 + 1, filled.cell % 9 + 1,
                     item.solution[Cell(filled.cell)]);
       }
     }},
    {"explanation", false, Needs::kEnglish,
     [](const ExportItem& item, std::string& to) { add_lines(item.trace->sentences, to); }},
    {"explanation_zh", false, Needs::kChinese,
     [](const ExportItem& item, std::string& to) { add_lines(item.trace->sentences, to); }},
};

Status wrong(std::string message) {
  return {ErrorCode::kUsage, "the template: " + std::move(message), "chat_template"};
}

// The name of the placeholder that begins at this brace; empty if there is none.
std::string_view placeholder_at(std::string_view text, std::size_t brace) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const std::string_view after = text.substr(brace + 1);
  const auto end = std::find_if_not(after.begin(), after.end(), is_letter);
  if (end == after.end() || *end != '}') return {};
  return after.substr(0, static_cast<std::size_t>(end - after.begin()));
}

Status unknown_placeholder(std::string_view name) {
  std::string known;
  for (const Placeholder& field : kPlaceholders) append_text(known, " {{{}}}", field.name);
  return wrong(
      format_text("no placeholder is called {{{}}}; expected one of{}; to write a brace, "
                  "use \\u007b",
                  name, known));
}

}  // namespace

Result<ChatTemplate> ChatTemplate::parse(std::string_view text) {
  if (text.empty()) text = kUsualTemplate;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  ChatTemplate made;
  Part part;
  const auto add_part = [&](std::size_t field) {
    part.field = field;
    made.parts_.push_back(part);
    part.text.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{') {
      const std::string_view name = placeholder_at(text, at);
      if (!name.empty()) {
        const auto* const field = std::ranges::find(kPlaceholders, name, &Placeholder::name);
        if (field == std::end(kPlaceholders)) return unknown_placeholder(name);
        add_part(static_cast<std::size_t>(field - kPlaceholders));
        made.needs_steps_ |= field->needs != Needs::kNothing;
        if (field->needs >= Needs::kEnglish) {
          const auto language =
              field->needs == Needs::kEnglish ? Language::kEnglish : Language::kChinese;
          if (made.sentences_.value_or(language) != language) {
            return wrong("explanations in two languages; use one of them");
          }
          made.sentences_ = language;
        }
        at += name.size() + 1;
        continue;
      }
    }
    if (part.is_in_string) {
      if (c == '\\' && at + 1 < text.size()) part.text += text[at++];
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      continue;
    }
    if (text[at] == '"' && c == '"') part.is_in_string = !part.is_in_string;
    part.text += text[at];
  }
  add_part(std::size(kPlaceholders));
  // Whether a line is JSON does not depend on the puzzle.
  const Grid empty;
  Trace trace{.steps = {{10, Technique::kFullHouse, 0, 1}}, .sentences = {"\""}};
  std::string line;
  made.print({empty, empty, &trace}, line);
  const Result<JsonValue> value = parse_json_value(line);
  if (!value.ok()) return wrong("a line would not be JSON: " + value.status().message());
  if (value->kind != JsonValue::Kind::kObject) return wrong("a line would not be a JSON object");
  return made;
}

void ChatTemplate::print(const ExportItem& item, std::string& line) const {
  std::string value;
  for (const Part& part : parts_) {
    line += part.text;
    if (part.field == std::size(kPlaceholders)) continue;
    const Placeholder& field = kPlaceholders[part.field];
    value.clear();
    field.add(item, value);
    const bool has_quotes = !field.is_bare && !part.is_in_string;
    if (has_quotes) line += '"';
    append_json_escaped(value, line);
    if (has_quotes) line += '"';
  }
  line += '\n';
}

}  // namespace dokumill::batch
