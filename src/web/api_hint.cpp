// /api/v1/hint
#include <algorithm>
#include <optional>
#include <vector>

#include "dokumill/logic.hpp"
#include "web/api.hpp"
#include "web/board_judge.hpp"
#include "web/judged_board.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

using nlohmann::json;

json candidate_json(Candidate candidate) {
  return {{"cell", candidate.cell.index()}, {"digit", candidate.digit.value()}};
}

json step_json(const Step& step) {
  const TechniqueInfo& info = info_of(step.technique);
  json cells = json::array();
  for (const Cell cell : step.cells) cells.push_back(cell.index());
  json digits = json::array();
  for (const Digit digit : step.digits) digits.push_back(digit.value());
  json eliminations = json::array();
  for (const Candidate candidate : step.eliminations)
    eliminations.push_back(candidate_json(candidate));
  return {
      {"technique", info.name},
      {"name", {{"en", info.name}, {"zh", info.chinese_name}}},
      {"score", info.score / 10.0},
      {"sentence",
       {{"en", describe(step, Language::kEnglish)}, {"zh", describe(step, Language::kChinese)}}},
      {"houses", step.houses},
      {"cells", std::move(cells)},
      {"digits", std::move(digits)},
      {"first_colour", step.first_colour},
      {"eliminations", std::move(eliminations)},
      {"placement", step.placement ? candidate_json(*step.placement) : json(nullptr)}};
}

// Steps up to one that places a digit.
std::vector<Step> steps_to_a_digit(const Grid& board) {
  LogicState state(board);
  std::vector<Step> steps;
  Step step;
  while (next_step(state, step)) {
    steps.push_back(step);
    if (step.placement) return steps;
    state.apply(step);
  }
  return {};  // no such board comes here: it has a solution and an empty cell
}

bool is_peer(int a, int b) {
  const auto& peers = kPeerCells[static_cast<std::size_t>(a)];
  return std::find(peers.begin(), peers.end(), b) != peers.end();
}

// Whether `later` may rest on the candidate being gone. A step argues with the candidates of its
// cells and with where its digits can be in the houses of its cells; some argue with the whole
// grid.
bool may_rest_on(const Step& later, Candidate gone) {
  switch (later.technique) {
    case Technique::kBugPlusOne:
    case Technique::kForcing:
      return true;
    case Technique::kGuess:  // a search: no step before it matters
      return false;
    default:
      break;
  }
  const int cell = gone.cell.index();
  const auto touches = [&](Cell other) { return other.index() == cell; };
  const auto sees = [&](Cell other) { return is_peer(other.index(), cell); };
  if (std::any_of(later.cells.begin(), later.cells.end(), touches)) return true;
  if (later.placement && touches(later.placement->cell)) return true;
  const bool is_its_digit =
      later.digits.empty() ||
      std::find(later.digits.begin(), later.digits.end(), gone.digit) != later.digits.end() ||
      (later.placement && later.placement->digit == gone.digit);
  if (!is_its_digit) return false;
  for (const std::uint8_t house : later.houses) {
    const auto& cells = kHouseCells[house];
    if (std::find(cells.begin(), cells.end(), cell) != cells.end()) return true;
  }
  return std::any_of(later.cells.begin(), later.cells.end(), sees) ||
         (later.placement && sees(later.placement->cell));
}

// Leaves the steps out that the digit does not need.
std::vector<Step> needed_steps(std::vector<Step> steps) {
  std::vector<Step> needed;  // from the last one on
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto is_needed_by = [&](const Step& later) {
      return std::any_of(step->eliminations.begin(), step->eliminations.end(),
                         [&](Candidate gone) { return may_rest_on(later, gone); });
    };
    if (needed.empty() || std::any_of(needed.begin(), needed.end(), is_needed_by))
      needed.push_back(std::move(*step));
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

}  // namespace

Answer answer_hint(std::string_view body, Solver& solver) {
  const auto judged = read_judged_board(body, solver);
  if (const Answer* const refused = std::get_if<Answer>(&judged)) return *refused;
  const auto& [board, verdict] = std::get<JudgedBoard>(judged);
  if (!verdict.mistakes.empty())
    return json_answer({{"kind", "wrong"}, {"cells", {verdict.mistakes.front()}}});
  if (is_complete(board)) return json_answer({{"kind", "complete"}});

  if (verdict.solutions == Solutions::kSeveral) {
    const auto cell = static_cast<int>(std::find(board.cells.begin(), board.cells.end(), 0) -
                                       board.cells.begin());
    const Candidate fill{Cell(cell), Digit(verdict.solution[Cell(cell)])};
    return json_answer({{"kind", "fill"}, {"placement", candidate_json(fill)}});
  }
  const std::vector<Step> steps = needed_steps(steps_to_a_digit(board));
  json list = json::array();
  for (const Step& step : steps) list.push_back(step_json(step));
  json placement = list.back()["placement"];
  return json_answer(
      {{"kind", "steps"}, {"steps", std::move(list)}, {"placement", std::move(placement)}});
}

}  // namespace dokumill::web
