// The call import: reads a puzzle from a text and judges it.
#include <tuple>

#include "apps/web/calls/board_judge.hpp"
#include "apps/web/calls/calls.hpp"
#include "apps/web/calls/request_fields.hpp"
#include "batch/sources/solver_judge.hpp"
#include "batch/stages/explanation.hpp"
#include "dokumill/rating.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/numbers.hpp"
#include "formats/one_record.hpp"

namespace dokumill::web {
namespace {

// The number of digits, zeros and dots. Other marks also occur in words.
std::uint64_t count_cells(std::string_view text) {
  std::uint64_t cells = 0;
  for (const char *at = text.data(), *const end = at + text.size(); at != end;) {
    const records::Character c = records::character_at(at, end);
    const bool is_point = *at == '0' || *at == '.';
    if (c.kind == records::CharacterKind::kDigit || is_point) ++cells;
    at += c.bytes;
  }
  return cells;
}

// Why the text has no puzzle. docs/page.md has the codes.
ProblemReason reason_of(std::string_view text, const records::OneRecord& record) {
  if (record.fault) {
    ProblemReason reason = batch::explain(*record.fault).reason;
    reason.values.emplace_back("line", std::to_string(record.fault->line + 1));
    return reason;
  }
  const std::string_view number = records::rounded_number(text);
  if (!number.empty()) return {"rounded", {{"number", std::string(number)}}};
  if (record.grid.status().option() == "input.column") return {"columns", {}};
  return {"cells", {{"n", std::to_string(count_cells(text))}}};
}

}  // namespace

Answer answer_import(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"text"});
  const std::string text = fields.text("text");
  if (!fields.status().ok()) return bad_request(fields.status());

  Grid puzzle;
  Shape shape = kNine;
  bool has_more = false;
  if (const auto small = parse_small_board(text)) {
    std::tie(puzzle, shape) = *small;
  } else {
    const records::OneRecord record = records::read_one_record(text, batch::solver_judge());
    if (!record.grid.ok()) {
      return error_answer("malformed", record.grid.status().message(),
                          reason_text(reason_of(text, record)));
    }
    puzzle = *record.grid;
    has_more = record.has_more;
  }
  const std::vector<int> conflicts = conflicts_of(puzzle, shape);
  JsonText answer("{}");
  answer.add("puzzle", text_of(puzzle, shape));
  answer.add("clues", count_clues(puzzle));
  answer.add_text("conflicts", list_text(conflicts));
  answer.add_text("has_more", has_more ? "true" : "false");
  const auto judge = [&answer](std::string_view verdict) { answer.add("verdict", verdict); };
  if (!conflicts.empty()) {
    judge("contradiction");
    return answer.text();
  }
  const GridKind kind = solve_grid(solver, puzzle, shape).solutions;
  judge(kind == GridKind::kMultiple ? "several" : name_of(kind));
  if (shape != kNine) {
    answer.add("level", name_of(shape));
  } else if (kind == GridKind::kUnique) {
    Rater rater;
    const Rating rating = rater.rate(puzzle);
    answer.add("level", name_of(level_of(rating.score)));
    answer.add("score", rating.score / 10.0);
  }
  return answer.text();
}

}  // namespace dokumill::web
