// sentences(): writes a step as sentences, in English or Chinese.
//
// A chain has a numbered sentence for each candidate that becomes true. The sentence begins with
// the candidates that had to be false first. The number after such a candidate, "r1c5 is not 6
// (2)", is that of the sentence that excludes it. If this is the previous sentence, "Then" replaces
// the number. Inside of sentence 4, the numbers are complete, too: "r1c5 is not 6 (4.2)".
#include <algorithm>
#include <utility>

#include "engine/explainer/steps/words.hpp"

namespace dokumill {
namespace explainer {
namespace {

constexpr Text kStop{"{}.", "{}。"};

// What the proof shows, and how it ends, around the conclusion.
struct ProofTexts {
  Text head;  // with {0}: the name, {1}: the start of the chains, {2}: the conclusion
  Text end;
};
constexpr Text kInEachCase{"In each case, {}.", "无论哪种情况，{}。"};
// By Proof. A step with chains has no kPattern.
constexpr ProofTexts kProofTexts[] = {
    {},
    {{"{0}: {2}.", "{0}：{2}。"}, {"So {}.", "因此{}。"}},
    {{"{0}: whether {1} or not, {2}.", "{0}：无论{1}是否成立，都能{2}。"}, kInEachCase},
    {{"{0}: whatever {1} is, {2}.", "{0}：无论{1}填什么，都能{2}。"}, kInEachCase},
    {{"{0}: wherever {1}, {2}.", "{0}：无论{1}在哪里，都能{2}。"}, kInEachCase},
    {{"{0}: whether {1} or not, {2}.", "{0}：无论{1}是否成立，都能{2}。"},
     {"Both cases exclude the same candidates: {}.", "两种情况排除相同的候选数：{}。"}},
};
const ProofTexts& texts_of(Proof proof) {
  return kProofTexts[static_cast<std::size_t>(proof)];
}

// The numbered sentences of one step: "1. ", "2. ", or "4.1. ", "4.2. " for the step inside of the
// fourth sentence.
class Lines {
 public:
  Lines(std::vector<std::string>& lines, std::string prefix)
      : lines_(lines), prefix_(std::move(prefix)) {}

  // Returns the number of the sentence.
  int add(std::string_view sentence) {
    lines_.push_back(format_text("{}{}. {}", prefix_, ++last_, sentence));
    return last_;
  }
  int last() const { return last_; }
  // "(2)", or "(4.2)" inside of the fourth sentence.
  std::string reference(int number, const Words& words) const {
    return words.format({" ({}{})", "（{}{}）"}, prefix_, number);
  }
  // The sentences of a step inside of the last sentence.
  Lines inner() const { return {lines_, format_text("{}{}.", prefix_, last_)}; }

 private:
  std::vector<std::string>& lines_;
  std::string prefix_;
  int last_ = 0;
};

void tell_chains(const Step& step, const Words& words, Lines lines);

std::string head_of(const Step& step, const Words& words) {
  if (step.chains.empty()) return pattern_sentence(step, words);
  const Candidate start = step.chains.front().implications.front().candidate;
  std::string subject = words.claim(start, true);
  if (step.proof == Proof::kCell) subject = words.cell(start.cell);
  if (step.proof == Proof::kHouse)
    subject =
        words.format({"{} is in {}", "{1}的{0}"}, start.digit.value(), words.houses(step.houses));
  return words.format(texts_of(step.proof).head, words.name(step), subject, words.conclusion(step));
}

// Writes one chain.
class ChainTeller {
 public:
  ChainTeller(const Chain& chain, const Words& words, Lines& lines)
      : chain_(chain),
        words_(words),
        lines_(lines),
        told_(chain.implications.size()),
        inner_told_(chain.inner_steps.size()) {}

  // `is_contradiction`: whether the last implication contradicts an earlier one.
  void tell(bool is_contradiction) {
    const std::size_t last = chain_.implications.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      if (at(i).because == Because::kStep) tell_inner_step(at(i));
      if (i < last || !is_contradiction) tell(i, i == last);
    }
    if (is_contradiction) tell_contradiction();
  }

 private:
  const Implication& at(std::size_t index) const { return chain_.implications[index]; }

  // Candidates that become false have a sentence of their own only at the end of the chain.
  void tell(std::size_t index, bool is_last) {
    const Implication& one = at(index);
    if (one.because == Because::kAssumed) {
      told_[index] = lines_.add(
          words_.format({"Suppose {}.", "假设{}。"}, words_.claim(one.candidate, one.is_true)));
    } else if (one.is_true) {
      told_[index] = lines_.add(words_.format(kStop, true_text(one)));
    } else if (is_last) {
      lines_.add(words_.format(kStop, false_text({index})));
    }
  }

  // "r1c5 is not 6 (2), so r1c1 is 6, because row 1 has no other place for 6"
  std::string true_text(const Implication& one) const {
    const std::string claim = words_.claim(one.candidate, true);
    const std::string because =
        one.because == Because::kLastInCell
            ? std::string(words_({"it has no other candidate", "该格没有其他候选数"}))
            : words_.format({"{} has no other place for {}", "{}没有{}的其他位置"},
                            words_.house(one.house), one.candidate.digit.value());
    const bool is_from_assumption =
        one.from.size() == 1 && at(one.from.front()).because == Because::kAssumed;
    if (is_from_assumption && told_[one.from.front()] == lines_.last())
      return words_.format({"Then {}, because {}", "则{}，因为{}"}, claim, because);
    return words_.format({"{}, so {}, because {}", "{}，所以{}，因为{}"}, false_text(one.from),
                         claim, because);
  }

  // "Then r1c5 is not 6 or 7", "r1c5 is not 6 or 7 (2) and r1c7 is not 6 (5)"
  std::string false_text(std::vector<std::uint16_t> indices) const {
    std::ranges::stable_sort(indices, {}, [&](auto index) { return at(index).candidate; });
    const bool is_next =
        std::ranges::all_of(indices, [&](auto index) { return number_of(index) == lines_.last(); });
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const auto is_same_cell = [&](std::size_t other) {
        return other < indices.size() &&
               at(indices[other]).candidate.cell == at(indices[i]).candidate.cell;
      };
      const Candidate candidate = at(indices[i]).candidate;
      if (is_same_cell(i - 1))
        parts.back() += words_.format({" or {}", "或{}"}, candidate.digit.value());
      else
        parts.push_back(words_.claim(candidate, false));
      // Digits of a cell that the same sentence excludes have its number once.
      const int number = number_of(indices[i]);
      if (!is_next && !(is_same_cell(i + 1) && number_of(indices[i + 1]) == number))
        parts.back() += lines_.reference(number, words_);
    }
    return words_.format(is_next ? Text{"Then {}", "则{}"} : Text{"{}", "{}"}, words_.list(parts));
  }
  std::string false_text(std::initializer_list<std::size_t> indices) const {
    return false_text(std::vector<std::uint16_t>(indices.begin(), indices.end()));
  }

  // The number of the sentence that makes a candidate false.
  int number_of(std::size_t index) const {
    const Implication& one = at(index);
    if (one.because == Because::kStep) return inner_told_[one.inner_step];
    return told_[one.because == Because::kAssumed ? index : one.from.front()];
  }

  // Writes the inner step that makes the candidate false, if it has no sentence yet.
  void tell_inner_step(const Implication& one) {
    int& number = inner_told_[one.inner_step];
    if (number != 0) return;
    const Step& step = chain_.inner_steps[one.inner_step];
    const std::string head = head_of(step, words_);
    number = lines_.add(
        one.from.empty() ? head : words_.format({"{}. {}", "{}。{}"}, false_text(one.from), head));
    tell_chains(step, words_, lines_.inner());
  }

  void tell_contradiction() {
    const std::size_t last = chain_.implications.size() - 1;
    std::size_t first = 0;
    while (at(first).candidate != at(last).candidate || at(first).is_true == at(last).is_true)
      ++first;
    const Implication& on = at(at(last).is_true ? last : first);
    const std::size_t off = at(last).is_true ? first : last;
    if (at(first).because == Because::kAssumed) {
      const std::string text = at(last).is_true ? true_text(on) : false_text({off});
      lines_.add(
          words_.format({"{}, which contradicts the assumption.", "{}，与假设矛盾。"}, text));
      return;
    }
    std::vector<std::uint16_t> falses{static_cast<std::uint16_t>(off)};
    if (at(last).is_true) falses.insert(falses.end(), on.from.begin(), on.from.end());
    const std::string text = false_text(falses);
    const int digit = on.candidate.digit.value();
    const std::string cell = words_.cell(on.candidate.cell);
    // If the true candidate has a sentence, the contradiction refers to it.
    const int number = at(last).is_true ? 0 : told_[first];
    const std::string seen = number == 0 ? "" : lines_.reference(number, words_);
    if (on.because == Because::kLastInCell) {
      lines_.add(words_.format({"{}, so {} has no candidate left{}.", "{}，所以{}没有候选数了{}。"},
                               text, cell, seen));
    } else if (on.because == Because::kLastInHouse) {
      lines_.add(words_.format({"{}, so {} has no place for {}{}.", "{}，所以{}没有{}的位置了{}。"},
                               text, words_.house(on.house), digit, seen));
    } else {
      lines_.add(words_.format(
          {"{}, so {} would be both {} and not {}{}.", "{}，所以{}既是{}又不是{}{}，矛盾。"}, text,
          cell, digit, digit, seen));
    }
  }

  const Chain& chain_;
  const Words& words_;
  Lines& lines_;
  std::vector<int> told_;        // implication -> the number of its sentence, or 0
  std::vector<int> inner_told_;  // inner step -> the number of its sentence, or 0
};

void tell_chains(const Step& step, const Words& words, Lines lines) {
  if (step.chains.empty()) return;
  for (const Chain& chain : step.chains)
    ChainTeller(chain, words, lines).tell(step.proof == Proof::kContradiction);
  lines.add(words.format(texts_of(step.proof).end, words.conclusion(step)));
}

}  // namespace
}  // namespace explainer

std::vector<std::string> sentences(const Step& step, Language language) {
  const explainer::Words words(language);
  std::vector<std::string> lines{explainer::head_of(step, words)};
  explainer::tell_chains(step, words, {lines, ""});
  return lines;
}

}  // namespace dokumill
