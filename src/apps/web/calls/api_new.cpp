// The call new: makes a puzzle.
#include <optional>

#include "apps/web/calls/calls.hpp"
#include "apps/web/calls/request_fields.hpp"
#include "dokumill/puzzles.hpp"

namespace dokumill::web {
namespace {

std::optional<Level> level_with(std::string_view name) {
  for (const LevelInfo& info : levels()) {
    if (name == info.name) return info.level;
  }
  return std::nullopt;
}

// What players expect of a level: fewer givens at harder levels, and a pattern of givens that stays
// the same after half a turn. Without a range of givens, an easy puzzle would have only 24 or so.
// Such a puzzle needs only easy techniques, but the player would have to search a long time for
// each step. And one hard step does not make a hard game. So from medium on, a game has several
// obstacles (Rating::obstacles). Making a puzzle takes 1 to 40 milliseconds.
PuzzleConstraints constraints_for(Level level) {
  using Range = PuzzleConstraints::Range;
  constexpr Range kClues[kLevels] = {{32, 38}, {27, 33}, {24, 30}, {22, 28}, {22, 28}};
  constexpr int kFewestObstacles[kLevels] = {0, 2, 3, 3, 3};
  const auto index = static_cast<std::size_t>(level);
  PuzzleConstraints constraints;
  constraints.difficulty = level;
  constraints.symmetry = Symmetry::kRotational;
  constraints.with_rating = true;
  constraints.clues = kClues[index];
  if (level != Level::kEasy) constraints.obstacles = Range{kFewestObstacles[index], kMostObstacles};
  return constraints;
}

// Some techniques are rarely the hardest one. A call ends after this many tries (about a second),
// and the page tries another seed.
constexpr std::uint32_t kTriesForATechnique = 200;

PuzzleConstraints constraints_for(Technique technique) {
  PuzzleConstraints constraints;
  constraints.rating = RatingGoal{.hardest = technique};
  constraints.with_rating = true;
  constraints.max_tries = kTriesForATechnique;
  return constraints;
}

}  // namespace

Answer answer_new(std::string_view body, Solver&) {
  RequestFields fields(body, {"level", "seed"});
  const std::string level_name = fields.text("level");
  const std::string seed_text = fields.text("seed");
  if (!fields.status().ok()) return bad_request(fields.status());
  const std::optional<Level> level = level_with(level_name);
  const std::optional<Shape> small = small_shape_named(level_name);
  const std::optional<Technique> technique = level ? std::nullopt : technique_named(level_name);
  if (!level && !small && !technique) {
    return error_answer("bad_request",
                        "'level': expected a level, 4x4, 6x6, or the name of a technique");
  }
  const std::optional<std::uint64_t> seed = number_of(seed_text);
  if (!seed) return error_answer("bad_request", "'seed': expected a number from 0 to 2^64 - 1");

  if (small) {
    const std::optional<Grid> puzzle = make_small_puzzle(*small, *seed);
    if (!puzzle) return error_answer("unmet", "no such puzzle was found");
    JsonText answer("{}");
    answer.add("puzzle", text_of(*puzzle, *small));
    answer.add("level", level_name);
    answer.add("clues", count_clues(*puzzle));
    return answer.text();
  }
  MadePuzzle made;
  Result<PuzzleMaker> maker =
      PuzzleMaker::create(*seed, technique ? constraints_for(*technique) : constraints_for(*level));
  if (!maker.ok()) return error_answer("internal", maker.status().message());
  const PuzzleMaker::Outcome outcome = maker->make(0, {&made, 1});
  if (outcome.status.code() == ErrorCode::kUnmet)
    return error_answer("unmet", outcome.status.message());
  if (!outcome.status.ok()) return error_answer("internal", outcome.status.message());
  JsonText answer("{}");
  answer.add("puzzle", to_line(made.puzzle));
  answer.add("level", name_of(level_of(made.rating.score)));
  answer.add("score", made.rating.score / 10.0);
  answer.add("clues", count_clues(made.puzzle));
  return answer.text();
}

}  // namespace dokumill::web
