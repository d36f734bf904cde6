// needed_steps(): finds the steps of a path that its last step depends on.
#include <algorithm>
#include <bitset>

#include "dokumill/explainer.hpp"
#include "dokumill/geometry.hpp"

namespace dokumill {
namespace {

// The candidates whose absence a step may depend on: all candidates of its cells, and all places of
// its digits in its houses. A chain depends on the cells and houses of its implications.
class Ground {
 public:
  void add(const Step& step) {
    using enum Technique;
    if (step.technique >= kBugType1 && step.technique <= kBugType4) all_.set();
    for (const Cell cell : step.cells) add_cell(cell);
    for (const Cell cell : step.others) add_cell(cell);
    std::vector<Digit> digits = step.digits;
    if (step.placement) digits.push_back(step.placement->digit);
    for (const Candidate& gone : step.eliminations) digits.push_back(gone.digit);
    for (const std::uint8_t house : step.houses) {
      for (const Digit digit : digits) add_places(digit, house);
    }
    for (const Chain& chain : step.chains) add(chain);
  }
  bool has(Candidate candidate) const { return all_[index(candidate)]; }

 private:
  static std::size_t index(Candidate candidate) {
    return static_cast<std::size_t>(candidate.cell.index() * kDigits + candidate.digit.value() - 1);
  }

  void add(const Chain& chain) {
    for (const Implication& one : chain.implications) {
      if (one.because == Because::kLastInCell) add_cell(one.candidate.cell);
      if (one.because == Because::kLastInHouse) add_places(one.candidate.digit, one.house);
    }
    for (const Step& step : chain.inner_steps) add(step);
  }
  void add_cell(Cell cell) {
    for (int value = 1; value <= kDigits; ++value) all_.set(index({cell, Digit(value)}));
  }
  void add_places(Digit digit, int house) {
    for (const std::uint8_t cell : kHouseCells[house]) all_.set(index({Cell(cell), digit}));
  }

  std::bitset<kCells * kDigits> all_;
};

}  // namespace

std::vector<Step> needed_steps(std::vector<Step> steps) {
  std::vector<Step> needed;  // in reverse order
  Ground ground;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const bool is_needed =
        std::ranges::any_of(step->eliminations, [&](Candidate gone) { return ground.has(gone); });
    if (!needed.empty() && !is_needed) continue;
    ground.add(*step);
    needed.push_back(std::move(*step));
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

}  // namespace dokumill
