// Se121Judge: checks steps of the scale se121 against the solution and the definition of their
// technique. It uses nothing of src/logic. It is slow and simple on purpose: it tries all places
// where a pattern could be.
//
// Patterns are checked for all techniques up to the aligned exclusions. For chains, only the truth
// of the conclusions is checked.
//
// Thread safety: an object belongs to one thread.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "dokumill/explainer.hpp"

namespace dokumill::testing {

class Se121Judge {
 public:
  Se121Judge(const Grid& puzzle, const Grid& solution);

  // Judges the step on the current board. If the step is right, applies it and returns "".
  // Otherwise, returns what is wrong.
  std::string judge(const Se121Step& step);
  bool is_solved() const { return board_.cells == solution_.cells; }

 private:
  using Cells = std::vector<int>;
  // The digits that a step removes, by cell; bit 1..9.
  using Removals = std::array<unsigned, 81>;

  bool has_pattern(const Se121Step& step) const;
  // True if the step removes exactly the candidates `digits` from `cells`.
  bool removes(const Cells& cells, unsigned digits) const;
  Cells open_cells() const;
  Cells cells_with(unsigned digits) const;
  Cells places(int house, int digit) const;
  Cells seen_by_all(const Cells& cells) const;
  unsigned digits_of(const Cells& cells) const;
  bool is_only_place(int house, int cell, int digit, const Cells& without) const;

  bool is_locked(bool from_box) const;
  bool is_direct_locked(bool from_box, int cell, int digit) const;
  bool is_direct_hidden_set(int size, int cell, int digit) const;
  bool is_naked_set(int size) const;
  bool is_hidden_set(int size) const;
  bool is_fish(int size) const;
  bool is_wing(int pivot_candidates) const;
  bool is_exclusion(std::size_t size) const;
  bool is_excluded(const Cells& base, int cell, int digit) const;

  // se121_judge_unique.cpp
  bool is_unique_loop(bool is_rectangle) const;
  bool extend_loop(Cells& loop, unsigned pair, bool is_rectangle) const;
  bool is_loop_step(const Cells& loop, unsigned pair) const;
  bool is_loop_type3(int first, int second, unsigned pair, unsigned extra) const;
  bool is_grave(Se121Technique technique) const;
  bool is_grave_step(const Removals& extra, Se121Technique technique) const;
  bool try_graves(std::size_t next, Cells& cells, Removals& extra, Se121Technique technique) const;

  Grid board_;
  Grid solution_;
  std::array<unsigned, 81> candidates_{};  // bit 1..9; 0 for a cell with a digit
  Removals gone_{};                        // what the judged step removes
};

}  // namespace dokumill::testing
