// SubsetTree: one try at an unbiased minimal puzzle. It follows random ways down from a board to
// its minimal puzzles, and knows how likely it was to follow them.
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
// A state of the tree is a set of clues with one solution, and it has a weight. The weights are such
// that every such set of every board has the expected weight 1, whatever the tree does with its
// branches. So the expected total weight of each minimal puzzle is 1: no minimal puzzle is
// preferred. Of the minimal puzzles found, a tree returns one, chosen in proportion to their
// weights, with the weight of all of them. docs/puzzles.md has the proof.
//
// Minimal puzzles with more than 41 clues are left out. None with more than 40 is known.
//
// Idea: D. Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009, follows one
// way, and nearly always in vain. Branching with weights ("go with the winners") is from P.
// Grassberger, "Pruned-enriched Rosenbluth method", 1997.
//
// Thread safety: one thread owns a SubsetTree. Memory: about 20 KiB when it branches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "puzzles/attempt.hpp"
#include "puzzles/cell_bits.hpp"
#include "puzzles/unavoidable_sets.hpp"

namespace dokumill::puzzles {

class SubsetTree final : public Attempt {
 public:
  bool candidate(Grid& out) override;
  void settle(bool has_one_solution) override;
  bool take_result(MadePuzzle& made) const override;

  // After start(): replaces the random board and the random first states by this state, which has
  // `count` clues and one solution. For tests, which compare with all minimal puzzles below it.
  void restart_at(const Grid& board, CellBits clues, int count, double weight);

 private:
  struct State {
    CellBits clues;
    CellBits needed;  // clues without which there are several solutions, as far as known
    int count = 0;    // of the clues
    double weight = 0;
    UnavoidableSets::Counts counts{};  // of the clues in sets_
  };
  enum class Phase : std::uint8_t { kNext, kFirst, kOneWay, kAllWays };

  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;

  // Draws the clues of the next first state. Returns false if four were drawn.
  bool draw_first();
  void enter(const State& state);
  // Goes on with the clues of the current state. Returns true if the answer for a clue is missing.
  bool ask_next_clue();
  void settle_clue(bool is_removable);
  // Ends the current state: after all clues, or when the rest does not matter.
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
  std::vector<State> waiting_;  // depth-first

  Phase phase_ = Phase::kNext;
  State state_;                               // the current one
  Grid puzzle_;                               // its clues
  std::array<std::uint8_t, kCells> clues_{};  // its clues that may be removable, in random order
  int clue_count_ = 0;
  int tested_ = 0;
  std::array<std::uint8_t, kCells> removable_{};
  int removable_count_ = 0;
  double survival_ = 0;  // 0 <= survival_ < 1, uniform: a state below its target survives above it

  CellBits result_;
  std::uint64_t total_weight_ = 0;
};

}  // namespace dokumill::puzzles
