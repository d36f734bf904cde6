// Solves puzzles as people do: one step after another, each with all that a person needs to follow
// it.
//
// The steps are those of the rating (rating.hpp): always the first step of the easiest technique
// that makes progress. A step of a pattern names its cells, houses and digits. A step of a chain
// has the chain, implication by implication. Each implication has its reason, down to the inner
// chains of nested forcing chains. sentences() writes a step as numbered sentences.
//
// REQUIRES for every call: the puzzle has exactly one solution.
//
// Errors: none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/rating.hpp"

namespace dokumill {

struct Candidate {
  Cell cell;
  Digit digit;
  friend constexpr auto operator<=>(Candidate, Candidate) = default;
};

struct Step;

// Why an implication of a chain holds.
enum class Because : std::uint8_t {
  kAssumed,      // the first implication: what the chain starts from
  kSameCell,     // false, because another digit of the cell is true
  kSameHouse,    // false, because the digit is true in another cell of `house`
  kLastInCell,   // true, because all other candidates of the cell are false
  kLastInHouse,  // true, because all other places of the digit in `house` are false
  kStep,         // false, because the step inner_steps[inner_step] removes it
};

// One statement of a chain: a candidate is true, or it is false. It follows from earlier
// implications of the same chain and from the candidates of the board.
struct Implication {
  Candidate candidate;
  bool is_true = false;
  Because because = Because::kAssumed;
  std::uint8_t house = 0;        // 0..26, as in geometry.hpp; only for kSameHouse and kLastInHouse
  std::uint16_t inner_step = 0;  // only for kStep
  // The indices of the implications that it follows from, all of them earlier. With kSameCell and
  // kSameHouse, this is the true candidate. With kLastInCell and kLastInHouse, these are the false
  // candidates that the board still has. With kStep, these are the candidates that had to be false
  // before the inner step was possible: the inner step is a step on the board without them.
  std::vector<std::uint16_t> from = {};
};

// What follows from one assumption. If the assumption is wrong, a chain may say that a candidate is
// true and that it is false, even before its end.
struct Chain {
  std::vector<Implication> implications;
  // The steps inside the chain: locked candidates, pairs and X-Wings of dynamic forcing chains (+),
  // and the inner chains of nested forcing chains.
  std::vector<Step> inner_steps;
};

// How the chains of a step prove its conclusion. The conclusion is the placement. If there is none,
// it is the elimination. If the conclusion is a placement, the eliminations are the other
// candidates of its cell.
enum class Proof : std::uint8_t {
  kPattern,  // there are no chains
  // One chain. It leads from the opposite of the conclusion to a contradiction: its last
  // implication and an earlier one say that the same candidate is true and false.
  kContradiction,
  // In each of the following, one of the chains starts from a true assumption, and each chain ends
  // with the conclusion.
  kBothWays,  // two chains, from a candidate that is true and from the same candidate if false
  kCell,      // a chain from each candidate of a cell
  kHouse,     // a chain from each place of a digit in a house
  // Two chains around a cycle, from a candidate that is true and from the same candidate if false.
  // In each of them, a true candidate excludes each elimination. The first chain leaves out the
  // last candidate before it would return to its start. The second one has all candidates.
  kCycle,
};

// One step. It places a digit, removes candidates, or both.
struct Step {
  Technique technique = Technique::kFullHouse;
  int score = 0;  // in tenths
  std::optional<Candidate> placement;
  std::vector<Candidate> eliminations;  // ordered by cell, then by digit

  // The pattern. Houses are 0..26, as in geometry.hpp. The lists have, by technique:
  //   full house, hidden single   houses: the house
  //   naked single                cells: the cell
  //   (direct) pointing, claiming houses: the house that has the digit only in the second house,
  //                               then this second house; cells: the digit's places; digits: the
  //                               digit; if direct, a third house: the one in which the digit has
  //                               one place left
  //   (direct) naked, hidden sets houses: the house; cells and digits of the set
  //   fish                        houses: the base houses, then the cover houses; cells: the
  //                               digit's places in the base houses; digits: the digit
  //   XY-Wing, XYZ-Wing           cells: the pivot, then the wings; digits: the removed digit last
  //   unique rectangle, loop      cells: the loop in its order; digits: the two digits of the loop;
  //                               `type`; extras; type 3: others: the other cells of the set, and
  //                               its digits follow the two (a naked set if they contain the extra
  //                               digits, otherwise a hidden set); types 3 and 4: houses: the
  //                               house; type 4: the digit that the house needs comes first
  //   BUG                         cells: those with extra candidates; extras; type 3: as above;
  //                               type 4: digits: the common digit
  //   aligned exclusion           cells: the two or three cells; others: the cells that exclude
  //                               combinations
  //   chains                      kCell: cells: the cell. kHouse: houses: the house; digits: the
  //                               digit
  // Lists that are not named are empty.
  std::vector<Cell> cells;
  std::vector<Cell> others;
  std::vector<std::uint8_t> houses;
  std::vector<Digit> digits;
  std::vector<Candidate> extras;  // candidates without which the puzzle had two solutions
  int type = 0;                   // 1 to 4 for unique rectangles and loops, otherwise 0

  Proof proof = Proof::kPattern;
  std::vector<Chain> chains;  // empty for kPattern
};

// The name that people use for the step. For a single chain and a cycle, it comes from the shape:
// skyscraper, two-string kite, turbot fish, X-chain, XY-chain, W-wing, remote pair, AIC; X-cycle,
// XY-cycle, AIC ring. For other steps, it is the name of the technique.
enum class Language : std::uint8_t { kEnglish, kChinese };
std::string_view name_of(const Step& step, Language language = Language::kEnglish);

// The step as sentences, in the order in which a person reads them. The first names the technique,
// and the last says what follows: "remove 8 from r3c8". Inner steps come before the implications
// that need them.
std::vector<std::string> sentences(const Step& step, Language language = Language::kEnglish);

// The step as a JSON object in one line, as `dokumill steps` writes it. docs/datasets.md has the
// members. `text`: also write the member `text`, the sentences in this language.
std::string to_json(const Step& step, std::optional<Language> text = std::nullopt);

// Explains puzzles one after another and reuses its memory, which is that of a Rater.
class Explainer {
 public:
  explicit Explainer(const RaterOptions& options = {});
  ~Explainer();
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  // As for a Rater.
  void set_stop(std::function<bool()> should_stop);

  // Calls take(step) for each step of the path in order, until the puzzle is solved or take()
  // returns false. Returns the rating of these steps, with their obstacles; if take() returned
  // false, is_exact is false. `take` may throw; the exception leaves explain().
  Rating explain(const Grid& puzzle, const std::function<bool(const Step&)>& take);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Finds the steps that the last step depends on, for example to leave all others out of a hint:
// removes the steps that it does not depend on, and returns the other steps in the same
// order. `steps`: consecutive steps, for example those of an Explainer up to the first one that
// places a digit. REQUIRES: no step before the last one places a digit. A step is removed only if
// no later step that is kept can depend on the candidates that the removed step eliminates. So the
// result may contain a few steps that are not needed. Time: quadratic in the number of steps.
std::vector<Step> needed_steps(std::vector<Step> steps);

}  // namespace dokumill
