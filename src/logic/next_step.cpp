// next_step(): calls the finders in the order of the scale.
#include "logic/finder.hpp"

namespace dokumill {
namespace {

using logic::View;

bool find_on_view(const View& view, Technique technique, Step& step) {
  switch (technique) {
    case Technique::kHiddenSingleInBox:
    case Technique::kHiddenSingleInLine:
    case Technique::kNakedSingle:
      return false;
    case Technique::kPointing:
      return find_pointing(view, step);
    case Technique::kClaiming:
      return find_claiming(view, step);
    case Technique::kNakedPair:
      return find_naked_subset(view, 2, step);
    case Technique::kXWing:
      return find_fish(view, 2, step);
    case Technique::kHiddenPair:
      return find_hidden_subset(view, 2, step);
    case Technique::kNakedTriple:
      return find_naked_subset(view, 3, step);
    case Technique::kSwordfish:
      return find_fish(view, 3, step);
    case Technique::kHiddenTriple:
      return find_hidden_subset(view, 3, step);
    case Technique::kXyWing:
      return find_xy_wing(view, step);
    case Technique::kXyzWing:
      return find_xyz_wing(view, step);
    case Technique::kWWing:
      return find_w_wing(view, step);
    case Technique::kUniqueRectangle1:
      return find_unique_rectangle(view, 1, step);
    case Technique::kUniqueRectangle2:
      return find_unique_rectangle(view, 2, step);
    case Technique::kUniqueRectangle4:
      return find_unique_rectangle(view, 4, step);
    case Technique::kNakedQuad:
      return find_naked_subset(view, 4, step);
    case Technique::kJellyfish:
      return find_fish(view, 4, step);
    case Technique::kHiddenQuad:
      return find_hidden_subset(view, 4, step);
    case Technique::kBugPlusOne:
      return find_bug_plus_one(view, step);
    case Technique::kRemotePairs:
      return find_remote_pairs(view, step);
    case Technique::kSimpleColouring:
      return find_simple_colouring(view, step);
    case Technique::kXyChain:
      return find_xy_chain(view, step);
    case Technique::kForcing:
      return find_forcing(view, step);
    case Technique::kGuess:
      break;
  }
  return find_guess(view, step);
}

bool find_single(const LogicState& state, Step& step) {
  step.technique = Technique::kHiddenSingleInBox;
  if (logic::find_hidden_single_in_box(state, step)) return true;
  step.technique = Technique::kHiddenSingleInLine;
  if (logic::find_hidden_single_in_line(state, step)) return true;
  step.technique = Technique::kNakedSingle;
  return logic::find_naked_single(state, step);
}

void clear(Step& step) {
  step.placement.reset();
  step.eliminations.clear();
  step.houses.clear();
  step.cells.clear();
  step.digits.clear();
  step.first_colour = 0;
}

}  // namespace

bool next_step(const LogicState& state, Step& step) {
  clear(step);
  if (state.is_solved()) return false;
  if (find_single(state, step)) return true;
  const View view(state);
  for (const TechniqueInfo& info : techniques()) {
    if (info.technique <= Technique::kNakedSingle) continue;
    step.technique = info.technique;
    if (find_on_view(view, info.technique, step)) return true;
    clear(step);
  }
  return false;
}

std::optional<Step> next_step(const LogicState& state) {
  Step step;
  if (!next_step(state, step)) return std::nullopt;
  return step;
}

}  // namespace dokumill
