// Solves puzzles as people do: one named step after another, each with its reason. Rates a puzzle
// by the hardest step that it needs.
//
// A LogicState is a puzzle with pencil marks. next_step() tries the techniques in the order of the
// enumeration Technique, and returns the first step that makes progress. LogicState::apply()
// performs the step. A step either places a digit or removes candidates. Techniques have the names
// that are common among Sudoku players. Techniques that Sudoku Explainer (N. Juillerat, 2006) has,
// too, get the scores of its scale. TechniqueInfo::deviation describes the differences.
//
// REQUIRES for every call: the puzzle has exactly one solution, because the techniques unique
// rectangle and BUG+1 rely on that.
//
// Thread safety: plain values and pure functions. Memory: a LogicState has 400 bytes. If you reuse
// a Step, its lists keep their memory, and next_step() soon stops allocating. Errors: none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {

// In the order in which next_step() tries them.
enum class Technique : std::uint8_t {
  kHiddenSingleInBox,
  kHiddenSingleInLine,
  kNakedSingle,
  kPointing,
  kClaiming,
  kNakedPair,
  kXWing,
  kHiddenPair,
  kNakedTriple,
  kSwordfish,
  kHiddenTriple,
  kXyWing,
  kXyzWing,
  kWWing,
  kUniqueRectangle1,
  kUniqueRectangle2,
  kUniqueRectangle4,
  kNakedQuad,
  kJellyfish,
  kHiddenQuad,
  kBugPlusOne,
  kRemotePairs,
  kSimpleColouring,
  kXyChain,
  kForcing,  // a candidate from which singles and locked candidates reach a contradiction
  kGuess,    // no technique above makes progress: a digit of the solution, found by search
};
inline constexpr int kTechniques = static_cast<int>(Technique::kGuess) + 1;

// One row of the table of techniques.
struct TechniqueInfo {
  Technique technique;
  std::string_view name;          // "hidden single"; unique in the table
  std::string_view chinese_name;  // UTF-8
  int score;                      // in tenths, on the scale of Sudoku Explainer
  Level level;
  std::string_view deviation;  // the difference from Sudoku Explainer, in score or rule; or empty
};
// All techniques in the order of the enumeration. Scores never decrease.
std::span<const TechniqueInfo> techniques();
const TechniqueInfo& info_of(Technique technique);

// One step: the pattern that was found, and what follows from it.
struct Step {
  Technique technique = Technique::kGuess;
  // A step has either a placement or eliminations. The eliminated candidates are all present in the
  // state, and they are ordered by digit.
  std::optional<Candidate> placement;
  std::vector<Candidate> eliminations;
  // The pattern. `houses` are 0..26, as in geometry.hpp. For some techniques, the order of a list
  // has a meaning:
  //   fish                            houses: the base houses, then the cover houses
  //   XY-Wing, XYZ-Wing               cells: the pivot first
  //   W-Wing                          cells: one end, the two places of the link, the other end
  //   XY-chain                        cells: in the order of the chain
  //   unique rectangle                cells: the corners with the decisive extra candidates last
  //   simple colouring, remote pairs  cells: those of the first colour, then the other colour
  std::vector<std::uint8_t> houses;
  std::vector<Cell> cells;
  std::vector<Digit> digits;
  int first_colour = 0;  // the number of cells of the first colour; 0 if there are no colours
};

namespace logic {
struct StateOfNode;
}

// The digits placed so far, and the candidates of the open (empty) cells.
class LogicState {
 public:
  // At first, the candidates of an open cell are the digits that no peer has.
  explicit LogicState(const Grid& puzzle);

  const Grid& grid() const { return grid_; }
  bool is_solved() const { return open_ == 0; }
  int open_cells() const { return open_; }
  // Bit (digit - 1) is set for each candidate of an open cell. 0 for a cell that has a digit.
  unsigned candidates(Cell cell) const {
    return candidates_[static_cast<std::size_t>(cell.index())];
  }
  bool has(Candidate candidate) const {
    return (candidates(candidate.cell) >> (candidate.digit.value() - 1) & 1U) != 0;
  }

  // REQUIRES: has(candidate). For apply(): has() is true for each candidate that the step places or
  // removes.
  void place(Candidate candidate);
  void remove(Candidate candidate);
  void apply(const Step& step);

  // The cells in which a digit is a candidate: bit (cell % 27) of word (cell / 27). The last word
  // is 0.
  using CellBits = std::array<std::uint32_t, 4>;
  const CellBits& places(Digit digit) const {
    return places_[static_cast<std::size_t>(digit.value() - 1)];
  }

 private:
  friend struct logic::StateOfNode;
  LogicState() = default;
  // Sets candidates_ from places_.
  void set_candidates();

  alignas(16) std::array<CellBits, kDigits> places_{};
  std::array<std::uint16_t, kCells> candidates_{};
  Grid grid_;
  int open_ = 0;
};

// Writes the next step to `step`. Returns false, or nullopt, if the puzzle is solved or has no
// solution.
bool next_step(const LogicState& state, Step& step);
std::optional<Step> next_step(const LogicState& state);

// The step as a sentence: "Hidden single in a box: in box 3, 7 fits only in r2c8."
std::string describe(const Step& step, Language language = Language::kEnglish);

// How hard a puzzle is, if it is solved with the steps that next_step() returns.
struct Rating {
  int score = 0;  // in tenths: the score of the hardest technique; 0 for a full board
  // The highest level of all techniques used. Levels are not intervals of scores: techniques with
  // scores from 3.2 to 4.0 have the level kMedium or kHard.
  Level level = Level::kEasy;
  // Of the techniques used, the last one in the order of Technique.
  Technique hardest = Technique::kHiddenSingleInBox;
  std::array<std::uint16_t, kTechniques> steps{};  // the number of steps of each technique
  int clues = 0;
};
Rating rate(const Grid& puzzle);

}  // namespace dokumill
