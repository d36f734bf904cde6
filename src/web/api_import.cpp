// /api/v1/import
#include "batch/one_record.hpp"
#include "web/api.hpp"
#include "web/board_judge.hpp"
#include "web/frame_text.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {

Answer answer_import(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"text"});
  const std::string text = fields.text("text");
  if (!fields.status().ok()) return bad_request(fields.status());

  Result<Grid> record = batch::read_first_record(text);
  if (!record.ok()) {
    const std::optional<Grid> framed = read_frame(text);
    if (!framed) return error_answer(422, "malformed", record.status().message());
    record = *framed;
  }
  const Grid& puzzle = *record;
  const std::vector<int> conflicts = conflicts_of(puzzle);
  nlohmann::json answer = {
      {"puzzle", to_line(puzzle)}, {"clues", count_clues(puzzle)}, {"conflicts", conflicts}};
  if (!conflicts.empty()) {
    answer["verdict"] = "contradiction";
    return json_answer(answer);
  }
  const Result<SolveResult> result = solve_grid(solver, puzzle);
  if (!result.ok()) return busy_answer();
  switch (result->solutions) {
    case Solutions::kNone:
      answer["verdict"] = "none";
      break;
    case Solutions::kSeveral:
      answer["verdict"] = "several";
      break;
    case Solutions::kOne: {
      answer["verdict"] = "unique";
      const Rating rating = rate(puzzle);
      answer["level"] = name_of(rating.level);
      answer["score"] = rating.score / 10.0;
      break;
    }
  }
  return json_answer(answer);
}

}  // namespace dokumill::web
