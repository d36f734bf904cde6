// SubsetTree: one try at an unbiased minimal puzzle. It removes random clues of a board, along
// several ways (sequences of removed clues), until minimal puzzles remain. It knows the probability
// of each way.
//
//   81 clues   ################################   the board
//                |        |        |        |
//   41         ######   ######   ######   ######  four random sets of 41 clues; most of them
//                x        |        x        x     have several solutions
//   40                  #####
//    :                    :                       one clue after another; a way ends at a puzzle
//   33                   ###                      with several solutions
//                     /   |   \                   now the tree branches where it pays
//   32               ##   ##   ##
//    :               x    :    :
//   26                    o    o                  minimal puzzles
//
// A state of the tree is a set of clues with one solution, and it has a weight. The expected weight
// is 1 for every set of clues with one solution, of every board. This does not depend on how the
// tree branches. So the expected total weight of each minimal puzzle is 1, and no minimal puzzle is
// preferred. The tree returns one of the minimal puzzles that it found, chosen in proportion to
// their weights, and the sum of these weights. docs/puzzles.md has the proof.
//
// A SubsetTree finds no minimal puzzles with more than 41 clues. No minimal puzzle with more than
// 40 clues is known.
//
// Idea: D. Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009. That
// generator follows one way, and nearly always finds no puzzle. Branching with weights ("go with
// the winners") is from P. Grassberger, "Pruned-enriched Rosenbluth method", 1997.
//
// With 33 clues or fewer, a state often ends before all its clues are tested, because enough of
// them are removable. So the tests that need no question to the solver come first. The sets of
// clues that the try has asked about answer a third of the other tests: sets of clues of one board
// that differ by a few clues have many subsets in common.
//
// Memory: about 30 KiB when it branches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "engine/puzzles/attempt.hpp"
#include "engine/puzzles/cell_bits.hpp"
#include "engine/puzzles/known_sets.hpp"
#include "engine/puzzles/unavoidable/unavoidable_sets.hpp"

namespace dokumill::puzzles {

class SubsetTree final : public Attempt {
 public:
  bool candidate(Grid& out) override;
  solver::KnownDigit known_digit() const override;
  void settle(bool has_one_solution) override;
  bool take_result(MadePuzzle& made) const override;

  // REQUIRES: start() was called; `clues` has `count` clues and one solution. Replaces the random
  // board and the random first states by this state. For tests, which compare the results with all
  // minimal puzzles whose clues are a subset of `clues`.
  void restart_at(const Grid& board, CellBits clues, int count, double weight);

 private:
  struct State {
    CellBits clues;
    CellBits needed;  // clues that are known to be needed for a single solution
    int count = 0;    // the number of clues
    double weight = 0;
    UnavoidableSets::Counts counts{};  // the counts of sets_ for these clues
  };
  enum class Phase : std::uint8_t { kNext, kFirst, kOneWay, kAllWays };

  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;

  // The first states are the random sets of 41 clues with which the tree begins. Draws the clues of
  // the next first state. Returns false if all first states were drawn.
  bool draw_first();
  // Begins with the current state.
  void enter();
  // In the phase kOneWay: takes the next clue of the current state. Returns true if the caller must
  // find out whether this clue can be removed. Returns false if no question is needed for this
  // clue, or if the state ends.
  bool ask_next_clue();
  void settle_clue(bool is_removable);
  // In the phase kAllWays: chooses the clue of the next question. Returns false if the state ends.
  bool ask_any_clue();
  void settle_any_clue(bool is_removable);
  // Ends the current state. REQUIRES: all its clues were tested. If no clue is removable, the state
  // is a minimal puzzle. Otherwise the tree branches.
  void leave();
  void branch();
  void add_child(int clue, double weight);
  void add_minimal();
  bool is_forced(int cell) const;
  UnavoidableSets::Counts counts_of(CellBits clues) const;

  RandomStream random_{0, 0, RandomPurpose::kBoard};
  Grid board_;
  UnavoidableSets sets_;
  int first_left_ = 0;
  std::vector<State> waiting_;  // the states to visit, depth-first

  Phase phase_ = Phase::kNext;
  State state_;                                // the current state
  Grid puzzle_;                                // the clues of the current state
  std::array<std::uint16_t, kHouses> used_{};  // [house]: the digits of these clues, as bits
  std::array<std::uint8_t, kCells> clues_{};   // kOneWay: the clues to test, in random order
  int clue_count_ = 0;
  int tested_ = 0;
  CellBits untested_;   // kAllWays: the clues to test
  CellBits removable_;  // kAllWays: the clues that are known to be removable
  int removable_count_ = 0;
  double survival_ = 0;  // uniform in [0, 1); a state survives if its weight / target is greater

  KnownSets known_;
  CellBits result_;
  std::uint64_t total_weight_ = 0;
};

}  // namespace dokumill::puzzles
