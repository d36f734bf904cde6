// Solving as people do: one named step after the other, each with its reason, and the rating of a
// puzzle by the hardest step that it needs.
//
// A LogicState is a puzzle with pencil marks. next_step() returns the first step in the order of
// the scale that leads on; apply() takes it. A step either places a digit or removes candidates.
// Techniques bear the names of the field. The scale is that of Sudoku Explainer (N. Juillerat,
// 2006), as far as it has the technique; techniques() says where ours differs.
//
// Thread safety: values and pure functions. Memory: a LogicState is 400 bytes; a Step that is used
// again allocates nothing after a while. Errors: none; REQUIRES of every call: the puzzle has
// exactly one solution (unique rectangles and BUG+1 argue with it).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill {

enum class Level : std::uint8_t { kEasy, kMedium, kHard, kExpert };
inline constexpr int kLevels = 4;
std::string_view name_of(Level level);  // "easy"

// In the order in which steps are looked for.
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
  kForcing,  // a candidate that singles and locked candidates refute
  kGuess,    // nothing above leads on: the digit of the solution, by search
};
inline constexpr int kTechniques = 26;

// A row of the one table of techniques.
struct TechniqueInfo {
  Technique technique;
  std::string_view name;          // "hidden single"; unique in the table
  std::string_view chinese_name;  // UTF-8
  int score;                      // tenths on the scale of Sudoku Explainer
  Level level;
  std::string_view deviation;  // how score or rule differ from Sudoku Explainer; empty: not at all
};
// All techniques, in the order of the enumeration; scores never fall.
std::span<const TechniqueInfo> techniques();
const TechniqueInfo& info_of(Technique technique);

struct Candidate {
  Cell cell;
  Digit digit;
  friend constexpr auto operator<=>(Candidate, Candidate) = default;
};

// One step: what was seen and what follows.
struct Step {
  Technique technique = Technique::kGuess;
  std::optional<Candidate> placement;   // else:
  std::vector<Candidate> eliminations;  // candidates that go, all of them still there; by digit
  // The pattern. Houses are 0..26 as in geometry.hpp (a fish: first the base houses, then those it
  // covers); the cells of a chain are in its order, of a wing the pivot comes first, of a unique
  // rectangle the corners whose extra candidates matter come last; simple colouring and remote
  // pairs have first the cells of one colour, then those of the other.
  std::vector<std::uint8_t> houses;
  std::vector<Cell> cells;
  std::vector<Digit> digits;
  int first_colour = 0;  // how many of the cells have the first colour, where there are colours
};

// The digits placed so far and the candidates of the other cells.
class LogicState {
 public:
  // Candidates: what no peer holds.
  explicit LogicState(const Grid& puzzle);

  const Grid& grid() const { return grid_; }
  bool is_solved() const { return open_ == 0; }
  int open_cells() const { return open_; }
  // Bit digit - 1 for each candidate of an open cell; 0 for the others.
  unsigned candidates(Cell cell) const {
    return candidates_[static_cast<std::size_t>(cell.index())];
  }
  bool has(Candidate candidate) const {
    return (candidates(candidate.cell) >> (candidate.digit.value() - 1) & 1U) != 0;
  }

  // REQUIRES: has(candidate).
  void place(Candidate candidate);
  void remove(Candidate candidate);
  void apply(const Step& step);

  // The cells in which a digit is a candidate: bit cell % 27 of word cell / 27; the last word is 0.
  using CellBits = std::array<std::uint32_t, 4>;
  const CellBits& places(Digit digit) const {
    return places_[static_cast<std::size_t>(digit.value() - 1)];
  }

 private:
  alignas(16) std::array<CellBits, kDigits> places_{};
  std::array<std::uint16_t, kCells> candidates_{};
  Grid grid_;
  int open_ = 0;
};

// The next step into `step`; false when the puzzle is solved (or has no solution).
bool next_step(const LogicState& state, Step& step);
std::optional<Step> next_step(const LogicState& state);

enum class Language : std::uint8_t { kEnglish, kChinese };
// A sentence: "Hidden single: in box 3, 7 fits only in r2c8."
std::string describe(const Step& step, Language language = Language::kEnglish);

// What solving takes when every step is the first in the order of the scale.
struct Rating {
  int score = 0;  // tenths: the score of the hardest technique; 0 for a full board
  // The highest of any technique used. Not an interval of scores: 3.2 to 4.0 are of kMedium or
  // kHard, by the technique.
  Level level = Level::kEasy;
  Technique hardest = Technique::kHiddenSingleInBox;  // the last in the order of the scale
  std::array<std::uint16_t, kTechniques> steps{};     // of each technique
  int clues = 0;
};
Rating rate(const Grid& puzzle);

}  // namespace dokumill
