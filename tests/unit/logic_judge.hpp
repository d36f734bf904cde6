// A judge of the steps of the logic solver. It is slow and simple, follows the definitions of the
// techniques and keeps its own pencil marks. It does not use src/logic.
//
// Thread safety: objects are plain values.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dokumill/logic.hpp"

namespace dokumill::testing {

class LogicJudge {
 public:
  explicit LogicJudge(const Grid& puzzle);

  // Returns bit d for each candidate digit d, or 0 if the cell is filled.
  unsigned marks(int cell) const { return marks_[static_cast<std::size_t>(cell)]; }

  // Returns "" if the step's pattern exists and the step does exactly what follows from the
  // pattern. Otherwise, returns what is wrong.
  std::string fault(const Step& step) const;

  // Returns the first technique of the scale before `end` that makes progress. Does not search for
  // colouring, remote pairs and XY-chains.
  std::optional<Technique> earliest(Technique end) const;

  void apply(const Step& step);

 private:
  using Cells = std::vector<int>;
  using Gone = std::set<Candidate>;

  // Each function returns what the technique removes with this pattern, or no value if the pattern
  // does not exist.
  using Removal = std::optional<Gone>;
  Removal locked(int house, int crossing, int digit) const;
  Removal naked(int house, const Cells& cells, unsigned digits) const;
  Removal hidden(int house, const Cells& cells, unsigned digits) const;
  Removal fish(const Cells& base, const Cells& cover, int digit) const;
  Removal xy_wing(int pivot, int a, int b, int shared) const;
  Removal xyz_wing(int pivot, int a, int b, int shared) const;
  Removal w_wing(int house, int a, int one, int other, int b, int link, int gone) const;
  Removal rectangle_1(const Cells& corners, unsigned pair) const;
  Removal rectangle_2(const Cells& corners, unsigned pair, int extra) const;
  Removal rectangle_4(const Cells& corners, int house, int kept, int gone) const;
  Removal colouring(const Cells& first, const Cells& second, int digit) const;
  Removal remote_pairs(const Cells& first, const Cells& second, unsigned pair) const;
  Removal xy_chain(const Cells& chain, int digit) const;
  Removal forcing(int cell, int digit) const;
  Removal removal(const Step& step) const;
  bool is_bug_plus_one(int cell, int digit) const;
  std::string fault_of_placement(const Step& step) const;

  bool finds_single(Technique technique) const;
  bool finds_locked(bool from_box) const;
  bool finds_subset(bool is_naked, int size) const;
  bool finds_fish(int size) const;
  bool finds_wing(Technique technique) const;
  bool finds_rectangle(Technique technique) const;
  bool finds(Technique technique) const;

  bool has(int cell, int digit) const { return (marks(cell) >> digit & 1U) != 0; }
  Cells places(int house, int digit) const;
  // Returns the candidates with this digit in all cells that see each cell of `seers`.
  Gone seen_by_all(const Cells& seers, int digit) const;
  bool leads_to_contradiction() const;
  void fill(int cell, int digit);

  std::array<unsigned, kCells> marks_{};
};

}  // namespace dokumill::testing
