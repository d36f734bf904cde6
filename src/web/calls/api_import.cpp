// The call import: reads a puzzle from a text and judges it.
#include "dokumill/rating.hpp"
#include "dokumill/text_format.hpp"
#include "web/calls/board_judge.hpp"
#include "web/calls/calls.hpp"
#include "web/calls/request_fields.hpp"

namespace dokumill::web {

Answer answer_import(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"text"});
  const std::string text = fields.text("text");
  if (!fields.status().ok()) return bad_request(fields.status());

  const Result<Grid> record = read_first_record(text);
  if (!record.ok()) return error_answer("malformed", record.status().message());
  const Grid& puzzle = *record;
  const std::vector<int> conflicts = conflicts_of(puzzle);
  JsonText answer("{}");
  answer.add("puzzle", to_line(puzzle));
  answer.add("clues", count_clues(puzzle));
  answer.add_text("conflicts", list_text(conflicts));
  const auto judge = [&answer](std::string_view verdict) { answer.add("verdict", verdict); };
  if (!conflicts.empty()) {
    judge("contradiction");
    return answer.text();
  }
  switch (solve_grid(solver, puzzle).solutions) {
    case Solutions::kUnsolvable:
      judge("none");
      break;
    case Solutions::kMultiple:
      judge("several");
      break;
    case Solutions::kUnique: {
      judge("unique");
      Rater rater;
      const Rating rating = rater.rate(puzzle);
      answer.add("level", name_of(level_of(rating.score)));
      answer.add("score", rating.score / 10.0);
      break;
    }
  }
  return answer.text();
}

}  // namespace dokumill::web
