// name_of(): names a step. A single chain and a cycle have the name of their shape.
//
// The scale has few names for chains. Players have more, which say how to look for the chain: by
// its digits, and by its strong links. A strong link is a pair of candidates of which at least one
// is true: the only two places of a digit in a house, or the only two candidates of a cell.
#include <algorithm>
#include <vector>

#include "dokumill/explainer.hpp"
#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/steps/words.hpp"

namespace dokumill {
namespace explainer {
namespace {

constexpr Text kSkyscraper{"skyscraper", "摩天楼"};

// If the candidate `off` is false, `on` is true.
struct StrongLink {
  Candidate off;
  Candidate on;
  bool is_in_cell;
  int house;  // if the link is not in a cell

  int kind() const { return house / 9; }  // 0: row, 1: column, 2: box
  bool has_pair_of(const StrongLink& other) const {
    return std::minmax(off.digit, on.digit) == std::minmax(other.off.digit, other.on.digit);
  }
};

std::vector<StrongLink> strong_links(const Chain& chain) {
  std::vector<StrongLink> links;
  for (const Implication& on : chain.implications) {
    if (on.because != Because::kLastInCell && on.because != Because::kLastInHouse) continue;
    const Candidate off = chain.implications[on.from.front()].candidate;
    links.push_back({off, on.candidate, on.because == Because::kLastInCell, on.house});
  }
  return links;
}

bool has_one_digit(const Chain& chain) {
  return std::ranges::all_of(chain.implications, [&](const Implication& one) {
    return one.candidate.digit == chain.implications.front().candidate.digit;
  });
}

// The name of two strong links of one digit that remove a candidate.
Text two_link_shape(const StrongLink& first, const StrongLink& second) {
  const Cell a = first.on.cell, b = second.off.cell;
  if (first.kind() == 0 && second.kind() == 0 && a.column() == b.column()) return kSkyscraper;
  if (first.kind() == 1 && second.kind() == 1 && a.row() == b.row()) return kSkyscraper;
  const bool has_row_and_column = first.kind() + second.kind() == 1;
  return has_row_and_column && a.box() == b.box() ? Text{"two-string kite", "双线风筝"}
                                                  : Text{"turbot fish", "多宝鱼"};
}

Text shape_of(const Step& step) {
  // The second chain of a cycle has all strong links of the cycle.
  const Chain& chain = step.chains.back();
  const bool is_cycle = step.proof == Proof::kCycle;
  const std::vector<StrongLink> links = strong_links(chain);
  const bool is_removal = chain.implications.front().is_true;
  if (has_one_digit(chain)) {
    if (is_cycle) return Text{"X-cycle", "X环"};
    return links.size() == 2 && is_removal ? two_link_shape(links[0], links[1])
                                           : Text{"X-chain", "X链"};
  }
  if (std::ranges::all_of(links, &StrongLink::is_in_cell)) {
    const auto has_same_pair = [&](const auto& link) { return link.has_pair_of(links.front()); };
    if (std::ranges::all_of(links, has_same_pair)) return Text{"remote pair", "远程数对"};
    return is_cycle ? Text{"XY-cycle", "XY环"} : Text{"XY-chain", "XY链"};
  }
  if (is_cycle) return Text{"AIC ring", "交替推理环"};
  const bool is_w_wing = links.size() == 3 && is_removal && links[0].is_in_cell &&
                         !links[1].is_in_cell && links[2].is_in_cell &&
                         links[0].has_pair_of(links[2]);
  return is_w_wing ? Text{"W-wing", "W翼"} : Text{"AIC", "交替推理链"};
}

// Whether the step is one chain or one cycle, without branches.
bool has_shape(const Step& step) {
  return !step.chains.empty() && family_of(step.technique) == Family::kStatic;
}

}  // namespace
}  // namespace explainer

std::string_view name_of(const Step& step, Language language) {
  const TechniqueInfo& info = info_of(step.technique);
  const explainer::Text text = explainer::has_shape(step)
                                   ? explainer::shape_of(step)
                                   : explainer::Text{info.name, info.chinese_name};
  return explainer::Words(language)(text);
}

}  // namespace dokumill
