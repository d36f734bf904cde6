// Basics: takes all steps up to the XYZ-Wing (4.4), many at a time, for ratings without a list of
// steps.
//
// Each rule up to the XYZ-Wing has one score. Whatever a rule concludes on a board, this rule and
// the easier rules can also conclude on each later board. So the order of these steps does not
// matter:
//
//   - Once a step with some score was needed, all steps up to this score may be taken at once.
//   - A step of a higher score is needed exactly if no rule up to this score finds anything.
//   - Every order of the steps leads to the same board on which no rule finds anything.
//
// Because of the first point, some easy rules may be left out later. Suppose that a step with some
// score was needed, and that other rules up to this score do the same as an easy rule. From then
// on, the easy rule may be left out. For example, after a pointing (2.6) was needed, the rule for
// direct pointing (1.7) may be left out: a pointing and a hidden single do the same. None of the
// three points holds for unique rectangles and the techniques after them. For example, a rectangle
// no longer exists when another step has removed one of its candidates.
//
// A rule visits only the houses or digits that have lost a candidate since the rule last visited
// them.
#pragma once

#include <array>

#include "dokumill/explainer.hpp"
#include "engine/explainer/patterns/patterns.hpp"

namespace dokumill::explainer {

// Adds a step, or several steps with the same score, to the rating. REQUIRES: the calls are in the
// order of the path.
void note_step(Rating& rating, int score, Technique technique, bool is_placement);

inline constexpr std::uint32_t kAllHouses = (1U << 27) - 1;
inline constexpr std::uint32_t kAllBoxes = 0x1ffU << kFirstBox;

class Basics {
 public:
  // Starts with a new board, which must exist as long as this object uses it. Rules with a score
  // above `highest`, in tenths, are not used.
  void begin(Board& board, int highest);
  // Also uses rules up to this score from now on.
  void raise(int highest) { highest_ = highest; }
  // Continues on `copy`, a copy of the board.
  void move_to(Board& copy) { board_ = &copy; }
  // Takes steps until the board is solved or no rule finds anything.
  void run(Rating& rating);
  // The score of the easiest rule that finds a step, or kNoStep. Does not take the step. As in
  // run(), a rule visits only what has changed since it last found nothing. With this, the exact
  // path of minimal puzzles takes 0.62 times the instructions: its finders run only if they find
  // something. REQUIRES: the board has no hidden single.
  static constexpr int kNoStep = 1000;
  int easiest();
  // The houses in which some digit has exactly one place, as bits. Visits only the digits that have
  // changed since the last call.
  std::uint32_t houses_with_single();
  // Takes a step of a technique that is not one of the rules. REQUIRES: after begin(), only this
  // object changes the board.
  void apply(const Hint& hint);

  // The rules. Each takes all steps of a technique (technique_table.hpp).
  void full_houses();
  template <std::uint32_t kOf>
  void hidden_singles();
  template <const LockingKind (&kKinds)[2]>
  void direct_locking();
  template <int kSize>
  void direct_hidden_sets();
  void naked_singles();
  template <const LockingKind (&kKinds)[2]>
  void locking();
  template <int kSize>
  void naked_sets();
  template <int kSize>
  void fish();
  template <int kSize>
  void hidden_sets();
  template <bool kIsXyz>
  void wings();

 private:
  static constexpr std::size_t kMaxRules = 20;
  static constexpr std::size_t kSingles = kMaxRules - 1;  // houses_with_single(), as a rule

  void collect();
  bool may_change();
  template <class Use>
  void each_dirty_house(std::uint32_t of, Use use);
  template <class Use>
  void each_dirty_digit(Use use);
  void place(int cell, int digit);
  void remove(int cell, unsigned digits);
  template <class Found>
  bool take(const Found& found);

  Board* board_ = nullptr;
  int highest_ = 0;
  std::size_t rule_ = 0;  // the rule that runs now
  bool has_changed_ = false;
  bool is_looking_ = false;  // whether changes are only found, not made
  // The houses and digits that have changed since collect() was last called.
  std::uint32_t changed_houses_ = 0;
  std::uint16_t changed_digits_ = 0;
  // [rule]: the houses and digits that have changed since the rule last visited them.
  std::array<std::uint32_t, kMaxRules> dirty_houses_{};
  std::array<std::uint16_t, kMaxRules> dirty_digits_{};
  // [digit]: the houses in which it has exactly one place, as bits, unless the digit is dirty.
  std::array<std::uint32_t, kDigits> single_houses_{};
};

}  // namespace dokumill::explainer
