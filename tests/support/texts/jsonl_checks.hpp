// Checks of the properties that every text of JSON Lines must have. The judge is json_judge.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/json/json_row.hpp"
#include "support/texts/json_judge.hpp"
#include "support/texts/read_text.hpp"

namespace dokumill::testing {

// Returns what is wrong with the records that the reader finds in `text`, or "" if they are right.
// Reads the text whole, and in chunks of about `window` bytes.
inline std::string check_jsonl(const std::string& text, std::size_t window) {
  records::ReadOptions options;
  options.format = TextFormat::kJsonl;
  options.puzzle_name = "puzzle";
  options.keep_rows = true;
  TextReader reader(options, 7);
  const ReadText whole = reader.read_whole(text);

  std::size_t record = 0;
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const JudgedLine judged = judge_json_line(lines[number]);
    if (judged.kind == JudgedLine::Kind::kBlank) continue;
    const std::string place = "line " + std::to_string(number + 1) + ": ";
    if (record == whole.grids.size()) return place + "not read";
    if (whole.record_lines[record] != number) return place + "another line was read";
    const Grid& grid = whole.grids[record];
    const std::string& row = whole.rows[record++];
    if (judged.kind == JudgedLine::Kind::kUndecided) continue;
    const bool is_object = judged.kind == JudgedLine::Kind::kObject;
    if (is_object == row.empty()) return place + (is_object ? "is an object" : "is no object");
    const std::optional<Grid> puzzle = puzzle_of(judged, "puzzle");
    const bool is_good = grid.cells[0] != records::kMalformedCell;
    if (is_good != puzzle.has_value()) return place + (is_good ? "has no puzzle" : "has a puzzle");
    if (puzzle && *puzzle != grid) return place + "another puzzle was read";
    if (!is_object) continue;
    // If the row is printed with a new solution, the output must be the same object with this
    // solution.
    records::JsonRow printed({"puzzle", "solution"});
    printed.start(row);
    const std::string_view values[] = {std::string_view(), "\"x\""};
    std::string out(printed.max_bytes(values, records::Missing::kAppend), '#');
    out.resize(static_cast<std::size_t>(
        printed.print(values, records::Missing::kAppend, out.data()) - out.data()));
    nlohmann::json expected = judged.object;
    expected["solution"] = "x";
    if (nlohmann::json::parse(out) != expected) return place + "was written as " + out;
  }
  if (record != whole.grids.size()) return "too many records";

  if (!(reader.read_cut(text, window, TextReader::Growth::kDouble) == whole)) {
    return "chunks read other records";
  }
  return "";
}

}  // namespace dokumill::testing
