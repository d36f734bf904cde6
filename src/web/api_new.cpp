// The calls /api/v1/new, which returns a puzzle, and /api/v1/about, which describes the server.
#include <charconv>
#include <optional>

#include "core/fmt.hpp"
#include "dokumill/version.hpp"
#include "web/api.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

std::optional<Level> level_with(std::string_view name) {
  for (const LevelInfo& info : levels()) {
    if (name == info.name) return info.level;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> seed_of(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
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

// Some techniques are rarely the hardest one. A call ends as busy after this many tries (less than
// a second), and the caller tries another seed.
constexpr std::uint32_t kTriesForATechnique = 200;

PuzzleConstraints constraints_for(Technique technique) {
  PuzzleConstraints constraints;
  constraints.rating = RatingGoal{.hardest = technique};
  constraints.with_rating = true;
  constraints.max_tries = kTriesForATechnique;
  return constraints;
}

Result<LevelPuzzle> make_puzzle(const PuzzleConstraints& constraints, std::uint64_t seed,
                                const std::function<bool()>& should_stop) {
  Result<PuzzleMaker> maker = PuzzleMaker::create(seed, constraints);
  if (!maker.ok()) return maker.status();
  maker->set_stop(should_stop);
  LevelPuzzle puzzle;
  puzzle.seed = seed;
  const PuzzleMaker::Outcome outcome = maker->make(0, {&puzzle.made, 1});
  if (!outcome.status.ok()) return outcome.status;
  return puzzle;
}

}  // namespace

Result<LevelPuzzle> make_level_puzzle(Level level, std::uint64_t seed,
                                      const std::function<bool()>& should_stop) {
  return make_puzzle(constraints_for(level), seed, should_stop);
}

Answer answer_new(std::string_view body, const AnyPuzzle& any_puzzle,
                  const std::function<bool()>& should_stop) {
  RequestFields fields(body, {"level", "seed"});
  const std::string level_name = fields.text("level");
  const std::optional<std::string> seed_text = fields.text_if_any("seed");
  if (!fields.status().ok()) return bad_request(fields.status());
  const std::optional<Level> level = level_with(level_name);
  const std::optional<Technique> technique = level ? std::nullopt : technique_named(level_name);
  if (!level && !technique)
    return error_answer(400, "bad_request", "'level': expected a level or the name of a technique");
  std::optional<std::uint64_t> seed;
  if (seed_text) {
    seed = seed_of(*seed_text);
    if (!seed)
      return error_answer(400, "bad_request", "'seed': expected a number from 0 to 2^64 - 1");
  }
  if (technique && !seed)
    return error_answer(400, "bad_request", "'seed': needed if 'level' is a technique");

  const Result<LevelPuzzle> puzzle =
      technique ? make_puzzle(constraints_for(*technique), *seed, should_stop)
      : seed    ? make_level_puzzle(*level, *seed, should_stop)
                : any_puzzle(*level);
  if (!puzzle.ok()) return busy_answer();
  const MadePuzzle& made = puzzle->made;
  JsonText answer("{}");
  answer.add("puzzle", to_line(made.puzzle));
  answer.add("level", name_of(level_of(made.rating.score)));
  answer.add("score", made.rating.score / 10.0);
  answer.add("clues", count_clues(made.puzzle));
  answer.add("seed", fmt::to_string(puzzle->seed));
  return json_answer(answer);
}

Answer answer_about(std::string_view engine, int threads) {
  JsonText answer("{}");
  answer.add("version", std::string_view(build_info().version));
  answer.add("engine", engine);
  answer.add("threads", threads);
  return json_answer(answer);
}

Answer busy_answer() {
  return error_answer(503, "busy", "this takes too long just now; try again");
}

}  // namespace dokumill::web
