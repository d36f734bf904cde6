// StepJudge: chains, implication by implication. Each implication must follow from exactly the
// earlier ones that it names, and each must be needed for the end of its chain.
#include <map>
#include <utility>

#include "unit/engine/step_judge.hpp"

namespace dokumill::testing {
namespace {

using enum Technique;

using Statement = std::pair<Candidate, bool>;
Statement statement(const Implication& one) {
  return {one.candidate, one.is_true};
}
Statement opposite(const Implication& one) {
  return {one.candidate, !one.is_true};
}

bool is_cycle(Technique technique) {
  return technique == kXCycle || technique == kYCycle || technique == kXyCycle;
}
bool is_chain(const Step& step) {
  return step.proof != Proof::kPattern;
}
// In the chains of these techniques, each implication follows from one other.
bool is_static(Technique technique) {
  return technique < kNishio || technique == kMultipleForcingChains;
}
bool may_use(Technique technique, Because because) {
  const bool is_of_one_digit =
      technique == kXCycle || technique == kForcingXChain || technique == kNishio;
  if (because == Because::kSameCell || because == Because::kLastInCell) return !is_of_one_digit;
  if (because == Because::kLastInHouse) return technique != kYCycle;
  return because != Because::kStep || technique >= kDynamicForcingChainsPlus;
}
bool may_prove(Technique technique, Proof proof) {
  if (is_cycle(technique)) return proof == Proof::kCycle;
  if (technique <= kForcingChain || technique == kNishio) return proof == Proof::kContradiction;
  if (technique == kMultipleForcingChains) return proof == Proof::kCell || proof == Proof::kHouse;
  return proof != Proof::kCycle;
}
bool may_be_inside(Technique technique, Technique inner) {
  const bool is_pattern = inner == kPointing || inner == kClaiming || inner == kNakedPair ||
                          inner == kHiddenPair || inner == kXWing;
  return is_pattern || (technique == kNestedForcingChains && inner >= kXCycle && inner != kNishio &&
                        inner != kDynamicForcingChainsPlus);
}

// The index of the earlier implication that the last one contradicts.
std::size_t contradicted(const Chain& chain) {
  const auto& all = chain.implications;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (statement(all[i]) == opposite(all.back())) return i;
  }
  throw Wrong{"the end of the chain is no contradiction"};
}

class ChainJudge {
 public:
  ChainJudge(const Marks& board, const Step& step, const Chain& chain)
      : board_(board), step_(step), all_(chain.implications), inner_(chain.inner_steps) {
    require(!all_.empty(), "a chain is empty");
    for (std::size_t i = 0; i < all_.size(); ++i) judge_implication(i);
    require_all_needed(chain);
    for (std::size_t i = 0; i < inner_.size(); ++i) judge_inner_step(i);
  }

 private:
  void judge_implication(std::size_t index) {
    const Implication& one = all_[index];
    require((index == 0) == (one.because == Because::kAssumed), "only the first is assumed");
    require(has(board_, one.candidate), "an implication names what is not there");
    require(said_.insert(statement(one)).second, "an implication is there twice");
    require(std::set<int>(one.from.begin(), one.from.end()).size() == one.from.size(),
            "a reason is there twice");
    for (const int from : one.from) {
      require(from < static_cast<int>(index), "a reason comes later");
      // What is true excludes others; what is false leaves others or makes a step possible.
      const bool excludes = one.because == Because::kSameCell || one.because == Because::kSameHouse;
      require(all_[from].is_true == excludes, "a reason has wrong truth");
    }
    require(may_use(step_.technique, one.because), "the technique has no such implication");
    require(!is_static(step_.technique) || one.from.size() <= 1, "a static chain with two reasons");
    judge_reason(one);
  }

  void judge_reason(const Implication& one) const {
    const bool is_last =
        one.because == Because::kLastInCell || one.because == Because::kLastInHouse;
    if (one.because != Because::kAssumed) {
      require(one.is_true == is_last, "the implication has wrong truth");
      require(!one.from.empty(), "an implication without reason");
    }
    const int cell = one.candidate.cell.index();
    const int digit = one.candidate.digit.value();
    switch (one.because) {
      case Because::kAssumed:
        return require(one.from.empty(), "an assumption with a reason");
      case Because::kSameCell:
      case Because::kSameHouse: {
        require(one.from.size() == 1, "more than one candidate excludes");
        const Candidate by = all_[one.from[0]].candidate;
        if (one.because == Because::kSameCell) {
          return require(by.cell == one.candidate.cell && by.digit != one.candidate.digit,
                         "not another digit of the cell");
        }
        return require(by.digit == one.candidate.digit && by.cell != one.candidate.cell &&
                           is_in(cell, one.house) && is_in(by.cell.index(), one.house),
                       "not another place in the house");
      }
      case Because::kLastInCell: {
        Marks others{};
        others[cell] = board_[cell];
        others[cell] &= ~bit(digit);
        return require(false_ones(one) == others, "not the other candidates of the cell");
      }
      case Because::kLastInHouse: {
        require(is_in(cell, one.house), "the cell is not in the house");
        Marks others{};
        for (const int place : places(board_, one.house, digit)) {
          if (place != cell) others[place] = bit(digit);
        }
        return require(false_ones(one) == others, "not the other places in the house");
      }
      default:
        require(one.inner_step < inner_.size() &&
                    has(marks_of(inner_[one.inner_step].eliminations), one.candidate),
                "not removed by the inner step");
    }
  }

  // The candidates that the implication follows from.
  Marks false_ones(const Implication& one) const {
    Marks marks{};
    for (const std::size_t from : one.from) {
      const Candidate candidate = all_[from].candidate;
      marks[candidate.cell.index()] |= bit(candidate.digit.value());
    }
    return marks;
  }

  void require_all_needed(const Chain& chain) const {
    std::set<std::size_t> needed{all_.size() - 1};
    if (step_.proof == Proof::kContradiction) needed.insert(contradicted(chain));
    for (const Implication& one : all_) needed.insert(one.from.begin(), one.from.end());
    require(needed.size() == all_.size(), "an implication is not needed");
  }

  // An inner step is right on the board without the candidates that had to be false, and wrong if
  // one of these is still there.
  void judge_inner_step(std::size_t index) const {
    const Step& inner = inner_[index];
    require(may_be_inside(step_.technique, inner.technique), "no inner step of the technique");
    std::optional<Marks> gone;
    for (const Implication& one : all_) {
      if (one.because != Because::kStep || one.inner_step != index) continue;
      require(!gone || gone == false_ones(one), "an inner step has different reasons");
      gone = false_ones(one);
    }
    require(gone.has_value(), "an inner step is not needed");
    judge_step(without(board_, *gone), inner, Place::kInsideChain);
    for (int cell = 0; cell < 81; ++cell) {
      for (int digit = 1; digit <= 9; ++digit) {
        if (!has(*gone, cell, digit)) continue;
        Marks fewer = *gone;
        fewer[cell] &= ~bit(digit);
        require(!is_right(without(board_, fewer), inner), "an inner step needs less");
      }
    }
  }
  static bool is_right(const Marks& board, const Step& inner) {
    try {
      judge_step(board, inner, Place::kInsideChain);
    } catch (const Wrong&) {
      return false;
    }
    return true;
  }

  const Marks& board_;
  const Step& step_;
  const std::vector<Implication>& all_;
  const std::vector<Step>& inner_;
  std::set<Statement> said_;
};

// The number of implications that lead to this one, itself included.
int ancestors(const Chain& chain, std::size_t index) {
  std::set<std::size_t> found{index};
  for (std::size_t i = index + 1; i-- > 0;) {
    const auto& from = chain.implications[i].from;
    if (found.contains(i)) found.insert(from.begin(), from.end());
  }
  return static_cast<int>(found.size());
}

// The length of a step: the implications of its chains, and the lengths of the different chains
// inside. A contradiction counts what leads to each of its two sides, also if it leads to both. A
// cycle counts its candidates.
int length_of(const Step& step) {
  int length = 0;
  std::map<std::vector<std::vector<Statement>>, int> inside;
  for (const Chain& chain : step.chains) {
    length += ancestors(chain, chain.implications.size() - 1);
    if (step.proof == Proof::kContradiction && !is_static(step.technique)) {
      length += ancestors(chain, contradicted(chain));
    }
    for (const Step& inner : chain.inner_steps) {
      if (!is_chain(inner)) continue;
      std::vector<std::vector<Statement>> identity;
      for (const Chain& one : inner.chains) {
        identity.emplace_back();
        for (const Implication& of : one.implications) identity.back().push_back(statement(of));
      }
      inside[identity] = length_of(inner);
    }
  }
  if (step.proof == Proof::kCycle) length = static_cast<int>(step.chains[1].implications.size());
  for (const auto& [identity, more] : inside) length += more;
  return length;
}

// The score of the shortest chain of the step's technique, in tenths.
int lowest_score(const Step& step) {
  if (step.technique != kNestedForcingChains) return info_of(step.technique).lowest;
  std::set<int> levels;
  for (const Chain& chain : step.chains) {
    for (const Step& inner : chain.inner_steps) {
      if (!is_chain(inner)) continue;
      levels.insert(inner.technique <= kForcingChain            ? 2
                    : inner.technique == kMultipleForcingChains ? 3
                    : inner.technique == kDynamicForcingChains  ? 4
                                                                : 5);
    }
  }
  if (levels.empty()) return 95;
  require(*levels.begin() >= 4 || *levels.rbegin() <= 3, "inner chains of different levels");
  return 85 + 5 * *levels.rbegin();
}

// Sudoku Explainer adds a tenth above 6 candidates, and above 8, 10, 14, 18, 26, 34, ...
int added_for_length(int length) {
  int tenths = 0;
  for (int limit = 4; length - 2 > limit; limit *= 2) tenths += length - 2 > limit / 2 * 3 ? 2 : 1;
  return tenths;
}

// Sudoku Explainer counts other reasons of an inner step than the step needs if this step is a
// cycle or has inner steps itself. The length of such a chain is not known here.
bool has_known_length(const Step& step) {
  for (const Chain& chain : step.chains) {
    for (const Step& inner : chain.inner_steps) {
      const bool is_simple = std::all_of(inner.chains.begin(), inner.chains.end(),
                                         [](const Chain& one) { return one.inner_steps.empty(); });
      if (!is_simple || inner.proof == Proof::kCycle) return false;
    }
  }
  return true;
}

void require_score(const Step& step) {
  const int lowest = lowest_score(step);
  const int score = lowest + added_for_length(length_of(step));
  require(has_known_length(step) ? step.score == score : step.score >= lowest, "another score");
}

void require_assumptions(const Marks& board, const Step& step) {
  std::vector<Candidate> assumed;
  int false_ones = 0;
  for (const Chain& chain : step.chains) {
    assumed.push_back(chain.implications[0].candidate);
    false_ones += chain.implications[0].is_true ? 0 : 1;
  }
  const bool is_of_cell = step.proof == Proof::kCell;
  const bool is_of_house = step.proof == Proof::kHouse;
  require(step.cells.size() == (is_of_cell ? 1 : 0) && step.others.empty() &&
              step.houses.size() == (is_of_house ? 1 : 0) &&
              step.digits.size() == step.houses.size() && step.extras.empty() && step.type == 0,
          "a list has a wrong size");
  if (step.proof == Proof::kContradiction)
    return require(assumed.size() == 1, "more than one chain");
  if (!is_of_cell && !is_of_house) {
    return require(assumed.size() == 2 && assumed[0] == assumed[1] &&
                       step.chains[0].implications[0].is_true &&
                       !step.chains[1].implications[0].is_true,
                   "not a candidate that is true and the same if false");
  }
  Marks cases{};
  if (is_of_cell) {
    const auto cell = static_cast<std::size_t>(step.cells[0].index());
    cases[cell] = board[cell];
  } else {
    require(step.houses[0] < 27, "a house has a number above 26");
    const int digit = step.digits[0].value();
    for (const int cell : places(board, step.houses[0], digit)) {
      cases[cell] = bit(digit);
    }
  }
  require(false_ones == 0 && marks_of(assumed) == cases, "not all cases");
}

Conclusion conclusion_of(const Marks& board, Statement statement) {
  const auto [candidate, is_true] = statement;
  const unsigned digit = bit(candidate.digit.value());
  Conclusion result;
  if (is_true) result.placement = candidate;
  result.remove(board, {candidate.cell.index()}, is_true ? ~digit : digit);
  return result;
}

// The two chains have the same candidates with opposite truth, except that the first one leaves out
// the last candidate before the source. The candidates go that are outside the cells of the cycle
// and see, in each chain, their digit in a true cell.
Conclusion conclusion_of_cycle(const Marks& board, const Step& step) {
  const auto& way = step.chains[0].implications;
  const auto& back = step.chains[1].implications;
  std::set<Statement> said;
  for (const Implication& one : back) said.insert(opposite(one));
  require(way.size() + 1 == back.size() && way.back().is_true && back.back().is_true &&
              std::all_of(way.begin(), way.end(),
                          [&](const Implication& one) { return said.contains(statement(one)); }),
          "the two chains are not the two ways around a cycle");
  Numbers cells;
  Conclusion result{.placement = {}, .gone = board};
  for (const Chain& chain : step.chains) {
    Marks seen{};
    for (const Implication& one : chain.implications) {
      cells.push_back(one.candidate.cell.index());
      if (!one.is_true) continue;
      for (int cell = 0; cell < 81; ++cell) {
        if (!sees(cell, one.candidate.cell.index())) continue;
        seen[cell] |= bit(one.candidate.digit.value());
      }
    }
    for (std::size_t cell = 0; cell < 81; ++cell) result.gone[cell] &= seen[cell];
  }
  for (const int cell : cells) result.gone[cell] = 0;
  return result;
}

}  // namespace

Conclusion judge_chains(const Marks& board, const Step& step) {
  require(may_prove(step.technique, step.proof), "the proof is not one of the technique");
  require(!step.chains.empty(), "without a chain");
  for (const Chain& chain : step.chains) ChainJudge(board, step, chain);
  require_assumptions(board, step);
  require_score(step);
  if (step.proof == Proof::kCycle) return conclusion_of_cycle(board, step);
  const Chain& first = step.chains[0];
  if (step.proof == Proof::kContradiction) {
    return conclusion_of(board, opposite(first.implications[0]));
  }
  const Statement end = statement(first.implications.back());
  for (const Chain& chain : step.chains) {
    require(statement(chain.implications.back()) == end,
            "the chains end with different conclusions");
  }
  return conclusion_of(board, end);
}

}  // namespace dokumill::testing
