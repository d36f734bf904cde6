#include "engine/puzzles/constraints.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dokumill/geometry.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/rating.hpp"
#include "engine/puzzles/orbits.hpp"

namespace dokumill::puzzles {
namespace {

// No puzzle with fewer than 17 clues has exactly one solution: G. McGuire, B. Tugemann, G. Civario,
// "There is no 16-clue Sudoku", 2012, by exhaustive search.
constexpr int kFewestClues = 17;

// A puzzle with one solution and at least this many clues has at most six empty cells. Full houses
// and hidden singles alone solve it, so its level is easy.
//
// Proof: first suppose that no single is left, but some cells are still empty. Each of these empty
// cells has at least two candidates, and each line (row or column) and each box has either none of
// these cells or at least two. So there are only these cases:
// - One to three cells, or five, are not possible, because some line would have exactly one of
//   them.
// - Four cells lie in two rows and two columns.
// - Six cells lie in two rows and three columns, in three rows and two columns, or in a ring of
//   three rows and three columns with two cells in each line.
// If a line has exactly two of the cells, the candidates of both are the two missing digits of the
// line. So each case leads to a second solution, which the puzzle does not have:
// - Rings (four cells, or six in three rows and three columns): two cells of one line have the same
//   pair of candidates, so all cells have the same pair. A box with such cells has two of them.
//   Exchanging the two digits in all cells gives a second solution.
// - Two rows and three columns (or three rows and two columns, likewise): the candidates of a cell
//   are the two missing digits of its column. All these digits are missing in both rows, so both
//   rows miss the same three digits. The two digits of a column differ, so the two rows have the
//   three digits in orders that differ in every column. So the pairs of the columns are {a,b},
//   {b,c} and {a,c}. Suppose that a box has empty cells in only one of the two rows. Then it has at
//   least two empty cells, which lie in different columns. The box misses both digits of each of
//   these columns, so it misses all three digits. So the box has all three empty cells of the row.
//   Exchanging the two rows in the three columns gives a second solution.
//
// So some single is left. Now suppose that the only ones are naked singles, and that one is in the
// cell c. A house with two empty cells, one of them c, would have a hidden single: the digit that c
// cannot have. So each house of c has at least three empty cells. The two other empty cells of its
// row each need another empty cell in their columns, and these two are neither in the row nor in
// the column of c. With c and two other cells in the column of c, these are seven empty cells.
constexpr int kAlwaysEasyClues = 75;

// A set of boxes that a symmetry maps to each other, and the numbers of clues that these boxes can
// have together.
struct BoxSet {
  std::array<bool, 9> boxes{};
  ClueCounts counts{1};
  int size() const { return static_cast<int>(std::count(boxes.begin(), boxes.end(), true)); }
};

ClueCounts counts_between(int fewest, int most) {
  ClueCounts counts;
  for (int clues = fewest; clues <= most; ++clues) counts.set(static_cast<std::size_t>(clues));
  return counts;
}

std::string range_text(PuzzleConstraints::Range range) {
  const std::string fewest = std::to_string(range.fewest);
  return range.fewest == range.most ? fewest : fewest + " to " + std::to_string(range.most);
}

std::string_view words_for(Symmetry symmetry) {
  constexpr std::array<std::string_view, 6> kWords{"",
                                                   " with rotational symmetry",
                                                   " with horizontal symmetry",
                                                   " with vertical symmetry",
                                                   " with diagonal symmetry",
                                                   " with full symmetry"};
  return kWords[static_cast<std::size_t>(symmetry)];
}

// For example "; the nearest numbers of clues are 29 and 32". Names one number if all possible
// numbers are on the same side of the range. Returns "" if no number outside the range is possible.
std::string nearest_text(const ClueCounts& possible, PuzzleConstraints::Range range) {
  int below = range.fewest - 1;
  while (below >= 0 && !possible[static_cast<std::size_t>(below)]) --below;
  int above = range.most + 1;
  while (above <= kCells && !possible[static_cast<std::size_t>(above)]) ++above;
  if (below < 0 && above > kCells) return "";
  if (below < 0) return "; the nearest number of clues is " + std::to_string(above);
  if (above > kCells) return "; the nearest number of clues is " + std::to_string(below);
  return "; the nearest numbers of clues are " + std::to_string(below) + " and " +
         std::to_string(above);
}

// Scores in tenths. Steps up to the hidden single in a line are no obstacles, and all steps above
// the naked single are obstacles.
constexpr int kHiddenSingleScore = 15;
constexpr int kNakedSingleScore = 23;

std::string in_points(int tenths) {
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string range_in_points(int lowest, int highest) {
  return lowest == highest ? in_points(lowest) : in_points(lowest) + " to " + in_points(highest);
}

bool is_score(int tenths) {
  return std::ranges::any_of(techniques(), [tenths](const TechniqueInfo& info) {
    return info.lowest <= tenths && tenths <= info.highest;
  });
}

// The goal wants a range of scores and may want a technique. Returns the reason why no step has
// such a score and this technique. Returns nullopt if such a step may exist.
std::optional<std::string> why_no_step(const RatingGoal& goal) {
  if (goal.hardest) {
    const TechniqueInfo& info = info_of(*goal.hardest);
    if (info.lowest <= goal.highest && goal.lowest <= info.highest) return std::nullopt;
    const bool has_one = info.lowest == info.highest;
    return "a step of the technique " + std::string(info.name) + " scores " +
           (info.highest == kMostScore ? in_points(info.lowest) + " or more"
                                       : range_in_points(info.lowest, info.highest)) +
           (has_one ? ", never " : ", not ") + range_in_points(goal.lowest, goal.highest);
  }
  for (int score = goal.lowest; score <= goal.highest; ++score) {
    if (is_score(score)) return std::nullopt;
  }
  int below = goal.lowest;
  while (below > 0 && !is_score(below)) --below;
  int above = goal.highest;
  while (!is_score(above)) ++above;
  return "no step scores " + range_in_points(goal.lowest, goal.highest) +
         (below == 0 ? "; the lowest score is " + in_points(above)
                     : "; the nearest scores are " + in_points(below) + " and " + in_points(above));
}

// The scores that a puzzle with the constraints can have, in tenths.
struct Scores {
  int lowest = 0;
  int highest = kMostScore;
};

Scores scores_of(const PuzzleConstraints& constraints) {
  if (constraints.difficulty) {
    const LevelInfo& level = info_of(*constraints.difficulty);
    return {level.lowest, level.highest};
  }
  if (!constraints.rating) return {};
  const auto [lowest, highest, hardest] = *constraints.rating;
  if (!hardest) return {lowest, highest};
  const TechniqueInfo& info = info_of(*hardest);
  return {std::max(lowest, info.lowest), std::min(highest, info.highest)};
}

// The reason why no puzzle with these scores has these numbers of obstacles.
std::optional<std::string> why_no_obstacles(Scores scores, PuzzleConstraints::Range obstacles) {
  if (obstacles.fewest > 0 && scores.highest <= kHiddenSingleScore) {
    return "steps up to " + in_points(kHiddenSingleScore) + " are no obstacles";
  }
  if (obstacles.most == 0 && scores.lowest > kNakedSingleScore) {
    return "every step above " + in_points(kNakedSingleScore) + " is an obstacle";
  }
  return std::nullopt;
}

// Each function returns a message if one kind of mistake is in the constraints. check_constraints()
// calls them in this order.
std::optional<std::string> wrong_clues(const PuzzleConstraints& constraints) {
  if (!constraints.clues) return std::nullopt;
  const auto [fewest, most] = *constraints.clues;
  const int lowest = constraints.unique ? kFewestClues : 0;
  if (fewest >= lowest && most <= kCells && fewest <= most) return std::nullopt;
  return "a range of clues lies in " + std::to_string(lowest) + ".." + std::to_string(kCells) +
         ", got " + std::to_string(fewest) + ".." + std::to_string(most);
}

std::optional<std::string> wrong_empty_cells(const PuzzleConstraints& constraints) {
  if (0 <= constraints.empty_in_each_box && constraints.empty_in_each_box <= 9) return std::nullopt;
  return "0 to 9 cells of a box can be empty";
}

std::optional<std::string> wrong_combination(const PuzzleConstraints& constraints) {
  const bool has_shape =
      constraints.symmetry != Symmetry::kNone || constraints.empty_in_each_box != 0;
  if (!constraints.unique && (!constraints.clues || constraints.minimal || constraints.has_goal() ||
                              constraints.with_rating)) {
    return "puzzles with any number of solutions have a range of clues and no other constraint";
  }
  if (constraints.unbiased &&
      (constraints.clues || has_shape || constraints.has_goal() || !constraints.unique)) {
    return "unbiased puzzles are minimal and have no other constraint: they are drawn from all "
           "minimal puzzles";
  }
  if (constraints.pattern && (constraints.clues || has_shape || constraints.unbiased ||
                              !constraints.unique || constraints.solutions != 1)) {
    return "a pattern can be combined with minimal, ratings and numbers of obstacles only: it "
           "states which cells have clues";
  }
  return std::nullopt;
}

std::optional<std::string> wrong_solutions(const PuzzleConstraints& constraints) {
  if (constraints.solutions < 1 || constraints.solutions > kMostSolutions) {
    return "a puzzle can be asked to have 1 to " + std::to_string(kMostSolutions) +
           " solutions, got " + std::to_string(constraints.solutions);
  }
  if (constraints.fewest_solutions > constraints.solutions) {
    return "fewer solutions than " + std::to_string(constraints.fewest_solutions) +
           " were asked for: " + std::to_string(constraints.solutions);
  }
  if (constraints.solutions != 1 &&
      (constraints.minimal || constraints.unbiased || constraints.has_goal() ||
       constraints.with_rating || !constraints.unique)) {
    return "puzzles with several solutions have no rating and are not minimal; they can be "
           "combined with numbers of clues and a symmetry only";
  }
  return std::nullopt;
}

std::optional<std::string> wrong_combination_of_rating(const PuzzleConstraints& constraints) {
  if (!constraints.rating || (!constraints.difficulty && constraints.empty_in_each_box == 0)) {
    return std::nullopt;
  }
  return "a rating can be combined with numbers of clues and of obstacles, minimal and a symmetry "
         "only";
}

std::optional<std::string> wrong_obstacles(const PuzzleConstraints& constraints) {
  if (!constraints.obstacles) return std::nullopt;
  const auto [fewest, most] = *constraints.obstacles;
  if (fewest >= 0 && most <= kMostObstacles && fewest <= most) return std::nullopt;
  return "a range of obstacles lies in 0.." + std::to_string(kMostObstacles) + ", got " +
         std::to_string(fewest) + ".." + std::to_string(most);
}

std::optional<std::string> wrong_rating(const PuzzleConstraints& constraints) {
  if (!constraints.rating) return std::nullopt;
  const auto [lowest, highest, hardest] = *constraints.rating;
  if (lowest < 0 || highest > kMostScore || lowest > highest) {
    return "a range of scores lies in 0.." + std::to_string(kMostScore) + " tenths, got " +
           std::to_string(lowest) + ".." + std::to_string(highest);
  }
  if (hardest && static_cast<int>(*hardest) >= kTechniques) {
    return "a technique has a number below " + std::to_string(kTechniques);
  }
  return std::nullopt;
}

std::optional<std::string> wrong_split(const PuzzleConstraints& constraints) {
  if (!constraints.split) return std::nullopt;
  const std::uint64_t parts = constraints.split->share.parts;
  if (parts > Share::kWhole) return "the share of a split is greater than the whole";
  if (constraints.split->is_test && parts == 0) {
    return "a split with a share of 0 has no test puzzles";
  }
  if (!constraints.split->is_test && parts == Share::kWhole) {
    return "a split with the whole as the share has no train puzzles";
  }
  return std::nullopt;
}

std::optional<std::string> wrong_tries(const PuzzleConstraints& constraints) {
  // Try t uses the random stream with the purpose kFirstPuzzleTry + t. A purpose has 32 bits, so
  // the number of tries has a limit.
  constexpr std::uint32_t kMaxTries = std::uint32_t{1} << 31;
  if (constraints.max_tries != 0 && constraints.max_tries <= kMaxTries) return std::nullopt;
  return "a puzzle takes 1 to " + std::to_string(kMaxTries) + " tries";
}

}  // namespace

ClueCounts pattern_clues(Symmetry symmetry, int empty_in_each_box) {
  // A symmetry maps boxes to boxes. It maps the boxes that contain cells of an orbit to each other,
  // so each of these boxes has the same number of cells of the orbit. Two orbits either lie in the
  // same boxes or have no box in common.
  std::array<BoxSet, 9> sets;
  const Orbits& all = orbits_of(symmetry);
  for (int i = 0; i < all.count; ++i) {
    const Orbit& orbit = all.orbits[i];
    int first_box = 8;
    for (int k = 0; k < orbit.size; ++k) {
      first_box = std::min(first_box, static_cast<int>(Cell(orbit.cells[k]).box()));
    }
    BoxSet& set = sets[static_cast<std::size_t>(first_box)];
    for (int k = 0; k < orbit.size; ++k) set.boxes[Cell(orbit.cells[k]).box()] = true;
    set.counts |= set.counts << orbit.size;
  }
  ClueCounts sums{1};
  for (BoxSet& set : sets) {
    set.counts &= counts_between(0, set.size() * (9 - empty_in_each_box));
    ClueCounts more;
    for (std::size_t clues = 0; clues < set.counts.size(); ++clues) {
      if (set.counts[clues]) more |= sums << clues;
    }
    sums = more;
  }
  return sums;
}

std::optional<std::string> why_impossible(const PuzzleConstraints& constraints) {
  if (constraints.pattern) {
    if (auto reason = why_no_puzzle(*constraints.pattern, constraints.minimal)) return reason;
  }
  if (constraints.rating) {
    if (auto reason = why_no_step(*constraints.rating)) return reason;
  }
  const Scores scores = scores_of(constraints);
  if (constraints.obstacles) {
    if (auto reason = why_no_obstacles(scores, *constraints.obstacles)) return reason;
  }
  const PuzzleConstraints::Range range = constraints.clues.value_or(
      PuzzleConstraints::Range{constraints.unique ? kFewestClues : 0, kCells});
  ClueCounts wanted = counts_between(range.fewest, range.most);
  if (constraints.unique) wanted &= counts_between(kFewestClues, kCells);
  if (constraints.difficulty && range.fewest == kCells) {
    return "a full board has no level, so it is never " +
           std::string(name_of(*constraints.difficulty));
  }
  if (constraints.rating && scores.lowest > 0 && range.fewest == kCells) {
    return "a full board needs no step, so its score is 0";
  }

  // The ninth digit of a box follows from the other eight, so every box of a minimal puzzle has an
  // empty cell.
  const int empty = std::max(constraints.minimal ? 1 : 0, constraints.empty_in_each_box);
  const ClueCounts possible = pattern_clues(constraints.symmetry, empty);
  if ((wanted & possible).none()) {
    std::string reason;
    if (constraints.minimal) reason = "a minimal puzzle has an empty cell in every box, and ";
    reason.append("no pattern").append(words_for(constraints.symmetry));
    if (empty > 0) {
      reason += constraints.symmetry == Symmetry::kNone ? " with" : " and";
      reason +=
          empty == 1 ? " an empty cell" : " at least " + std::to_string(empty) + " empty cells";
      reason += " in every box";
    }
    return reason + " has " + range_text(range) + " clues" + nearest_text(possible, range);
  }
  const bool is_easy = (wanted & possible & counts_between(0, kAlwaysEasyClues - 1)).none();
  if (is_easy && constraints.obstacles && constraints.obstacles->fewest > 0) {
    return "a puzzle with " + std::to_string(kAlwaysEasyClues) + " clues or more has no obstacles";
  }
  if (!is_easy || scores.lowest <= kHiddenSingleScore) return std::nullopt;
  return "a puzzle with " + std::to_string(kAlwaysEasyClues) + " clues or more is always easy, " +
         (constraints.difficulty ? "never " + std::string(name_of(*constraints.difficulty))
                                 : "and scores at most " + in_points(kHiddenSingleScore));
}

Status check_constraints(const PuzzleConstraints& constraints) {
  for (const auto what_is_wrong :
       {wrong_clues, wrong_empty_cells, wrong_combination, wrong_solutions,
        wrong_combination_of_rating, wrong_obstacles, wrong_rating, wrong_split, wrong_tries}) {
    if (auto message = what_is_wrong(constraints)) {
      return {ErrorCode::kUsage, std::move(*message)};
    }
  }
  if (auto reason = why_impossible(constraints)) {
    return {ErrorCode::kUsage, "no puzzle meets these constraints: " + *reason};
  }
  return {};
}

}  // namespace dokumill::puzzles

namespace dokumill {

std::optional<std::string> why_no_puzzle(const std::bitset<kCells>& pattern, bool is_minimal) {
  const std::size_t clues = pattern.count();
  if (clues < puzzles::kFewestClues) {
    return "the pattern has " + std::to_string(clues) + (clues == 1 ? " cell" : " cells") +
           ", and no puzzle with fewer than " + std::to_string(puzzles::kFewestClues) +
           " clues has exactly one solution";
  }
  // [line]: the cells of a row 0..8, a column 9..17 or a box 18..26 that have clues.
  std::array<int, kHouses> filled{};
  for (std::size_t house = 0; house < kHouses; ++house) {
    for (const std::uint8_t cell : kHouseCells[house]) filled[house] += pattern[cell] ? 1 : 0;
  }
  for (std::size_t first = 0; first < 18; ++first) {
    for (std::size_t second = first + 1; second < first / 3 * 3 + 3; ++second) {
      if (filled[first] + filled[second] != 0) continue;
      const bool is_row = first < 9;
      return (is_row ? "rows " : "columns ") + std::to_string(first % 9 + 1) + " and " +
             std::to_string(second % 9 + 1) + " of one " + (is_row ? "band" : "stack") +
             " are empty, so exchanging them gives a second solution";
    }
  }
  if (!is_minimal) return std::nullopt;
  for (std::size_t house = 0; house < kHouses; ++house) {
    if (filled[house] != 9) continue;
    const char* const name = house < 9 ? "row " : house < 18 ? "column " : "box ";
    return name + std::to_string(house % 9 + 1) +
           " has nine clues, and the ninth follows from the other eight";
  }
  return std::nullopt;
}

std::string_view why_rare(const PuzzleConstraints& constraints) {
  // docs/puzzles.md has the numbers.
  if (constraints.unique && constraints.clues && constraints.clues->most < 20) {
    return "random removal of clues hardly ever leaves fewer than 20 clues (no puzzle of a million "
           "had fewer)";
  }
  if (constraints.minimal && constraints.clues && constraints.clues->fewest > 31) {
    return "minimal puzzles with more than 31 clues are very rare: no puzzle of a million "
           "had more, and no minimal puzzle with more than 40 clues is known";
  }
  return {};
}

}  // namespace dokumill
