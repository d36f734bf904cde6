// pattern_sentence(): writes a step without chains as one or two sentences.

#include <algorithm>
#include <cassert>
#include <span>

#include "engine/explainer/steps/words.hpp"

namespace dokumill::explainer {
namespace {

// The templates name parts of the step:
//   {house}, {crossing}, {third}  the first three houses
//   {base}, {cover}               the houses of a fish: the first half and the second half
//   {cells}, {cell}, {wings}      all cells, the first cell, and all other cells
//   {others}                      the other cells
//   {digits}, {last}              all digits, and the last digit
//   {pair}, {set}                 the first two digits, and the digits after them
//   {extras}, {corners}           the extra candidates, and their cells
//   {at}, {value}                 the cell and the digit of the placement or the first elimination
//   {kept}                        the digit of the pair that is not {value}
//   {conclusion}                  what follows
constexpr Text kHiddenSingle{"in {house}, {value} fits only in {at}.",
                             "{house}中，{value}只能填在{at}。"};
constexpr Text kLocked{"in {house}, all places of {value} lie in {crossing}, so {conclusion}.",
                       "{house}中，{value}的位置都在{crossing}内，因此{conclusion}。"};
constexpr Text kDirectLocked{
    "in {house}, all places of {value} lie in {crossing}, so in {third}, {value} fits only in "
    "{at}.",
    "{house}中，{value}的位置都在{crossing}内，因此{third}中{value}只能填在{at}。"};
constexpr Text kNakedSet{"in {house}, {cells} hold {digits} and nothing else, so {conclusion}.",
                         "{house}中，{cells}只含{digits}，因此{conclusion}。"};
constexpr Text kHiddenSet{"in {house}, {digits} fit only in {cells}, so {conclusion}.",
                          "{house}中，{digits}只能填在{cells}，因此{conclusion}。"};
constexpr Text kDirectHiddenSet{
    "in {house}, {digits} fit only in {cells}, so {value} fits only in {at}.",
    "{house}中，{digits}只能填在{cells}，因此{value}只能填在{at}。"};
constexpr Text kFish{"in {base}, {value} fits only in {cover}, so {conclusion}.",
                     "{base}中，{value}只能在{cover}，因此{conclusion}。"};
constexpr Text kExclusion{
    "{conclusion}, because each combination of digits in {cells} with such a candidate has a digit "
    "twice in a house or leaves one of {others} without a candidate.",
    "{conclusion}，因为{cells}中含有这种候选数的每个组合，都会使某行、某列或某宫的数字重复，"
    "或使{others}之一没有候选数。"};
// What a unique rectangle or loop, and a BUG, begin with.
constexpr Text kUniqueStart{
    "{cells} must not hold {pair} alone, or the puzzle would have two solutions. ",
    "{cells}不能只含{pair}，否则题目不止一解。"};
constexpr Text kBugStart{
    "without {extras}, each open cell would have two candidates, and the puzzle two solutions. ",
    "若没有{extras}，每个空格都只剩两个候选数，题目不止一解。"};
// By type.
constexpr Text kUnique[] = {
    {"Only {corners} has another candidate, so {conclusion}.",
     "只有{corners}还有其他候选数，因此{conclusion}。"},
    {"One of {corners} must be {last_extra}, so {conclusion}.",
     "所以{corners}之一是{last_extra}，因此{conclusion}。"},
    {"The other candidates of {corners}, together with {others}, form a set of {set} in {house}, "
     "so {conclusion}.",
     "所以{corners}的其他候选数与{others}在{house}中组成{set}的数组，因此{conclusion}。"},
    {"In {house}, {kept} fits only in {corners}, so {conclusion}.",
     "{house}中{kept}只能在{corners}，因此{conclusion}。"},
};
// Type 3 with a hidden set.
constexpr Text kUniqueHidden{
    "In {house}, {digits} fit only in {corners}, {others}. One of {corners} has another digit, so "
    "{others} can only hold {digits}: {conclusion}.",
    "{house}中{digits}只能在{corners}、{others}。{corners}之一是其他数字，所以{others}只能填"
    "{digits}，因此{conclusion}。"};
constexpr Text kBug[] = {
    {"{corners} must be one of these, so {conclusion}.",
     "所以{corners}只能是其中之一，因此{conclusion}。"},
    {"One of these is true, so {conclusion}.", "所以其中之一成立，因此{conclusion}。"},
    {"So one of these is true. Together with {others}, they form a set of {digits} in {house}, so "
     "{conclusion}.",
     "所以其中之一成立。它们与{others}在{house}中组成{digits}的数组，因此{conclusion}。"},
    {"So one of these is true. One of {corners} is {last}, so the other one is such a candidate, "
     "and {conclusion}.",
     "所以其中之一成立。{corners}之一是{last}，另一格就是这样的候选数，因此{conclusion}。"},
};

// True if the set of a step of type 3 is a hidden set: it does not have all extra digits.
bool has_hidden_set(const Step& step) {
  return step.type == 3 && !std::ranges::all_of(step.extras, [&](Candidate extra) {
           return std::ranges::find(step.digits, extra.digit) != step.digits.end();
         });
}

Text text_of(const Step& step) {
  using enum Technique;
  switch (step.technique) {
    case kFullHouse:
      return {"{at} is the last empty cell of {house}, so {conclusion}.",
              "{at}是{house}的最后一个空格，因此{conclusion}。"};
    case kHiddenSingleInBox:
    case kHiddenSingleInLine:
      return kHiddenSingle;
    case kNakedSingle:
      return {"{at} can only be {value}.", "{at}只能是{value}。"};
    case kDirectPointing:
    case kDirectClaiming:
      return kDirectLocked;
    case kPointing:
    case kClaiming:
      return kLocked;
    case kDirectHiddenPair:
    case kDirectHiddenTriplet:
      return kDirectHiddenSet;
    case kHiddenPair:
    case kHiddenTriplet:
    case kHiddenQuad:
      return kHiddenSet;
    case kNakedPair:
    case kNakedTriplet:
    case kNakedQuad:
      return kNakedSet;
    case kXyWing:
      return {"whatever {cell} is, one of {wings} is {last}, so {conclusion}.",
              "无论{cell}填什么，{wings}之一必为{last}，因此{conclusion}。"};
    case kXyzWing:
      return {"one of {cells} is {last}, so {conclusion}.",
              "{cells}之一必为{last}，因此{conclusion}。"};
    case kUniqueRectangle:
    case kUniqueLoop:
      return has_hidden_set(step) ? kUniqueHidden : kUnique[std::clamp(step.type, 1, 4) - 1];
    case kBugType1:
    case kBugType2:
    case kBugType3:
    case kBugType4:
      return kBug[static_cast<int>(step.technique) - static_cast<int>(kBugType1)];
    case kAlignedPairExclusion:
    case kAlignedTripletExclusion:
      return kExclusion;
    default:
      return kFish;
  }
}

Text start_of(const Step& step) {
  using enum Technique;
  if (step.technique == kUniqueRectangle || step.technique == kUniqueLoop) return kUniqueStart;
  const bool is_bug = kBugType1 <= step.technique && step.technique <= kBugType4;
  return is_bug ? kBugStart : Text{};
}

// The items from `from` on, `count` at most.
template <class Item>
std::span<const Item> part(const std::vector<Item>& all, std::size_t from,
                           std::size_t count = std::dynamic_extent) {
  const std::span<const Item> rest = std::span(all).subspan(std::min(from, all.size()));
  return rest.first(std::min(count, rest.size()));
}

// The sentence with part_of(name) in place of each name in braces. Only the parts that the sentence
// names are composed.
template <class PartOf>
std::string filled(std::string_view sentence, const PartOf& part_of) {
  std::string text;
  for (;;) {
    const std::size_t brace = std::min(sentence.find('{'), sentence.size());
    text += sentence.substr(0, brace);
    if (brace == sentence.size()) return text;
    const std::size_t end = sentence.find('}', brace);
    text += part_of(sentence.substr(brace + 1, end - brace - 1));
    sentence.remove_prefix(end + 1);
  }
}

std::string head(const Step& step, const Words& words) {
  const std::string name = words.name(step);
  return step.type == 0 ? words.format({"{}: ", "{}："}, name)
                        : words.format({"{} type {}: ", "{}{}型："}, name, step.type);
}

}  // namespace

std::string pattern_sentence(const Step& step, const Words& words) {
  const Candidate result = step.placement ? *step.placement : step.eliminations.front();
  const auto house = [&](std::size_t at) { return words.houses(part(step.houses, at, 1)); };
  const auto is_kept = [&](Digit digit) { return digit != result.digit; };
  const std::span<const Digit> pair = part(step.digits, 0, 2);
  const auto kept = std::ranges::find_if(pair, is_kept);
  std::vector<Cell> corners;
  for (const Candidate& extra : step.extras) {
    if (std::ranges::find(corners, extra.cell) == corners.end()) corners.push_back(extra.cell);
  }
  const std::size_t bases = step.houses.size() / 2;

  const auto part_of = [&](std::string_view name) -> std::string {
    if (name == "house") return house(0);
    if (name == "crossing") return house(1);
    if (name == "third") return house(2);
    if (name == "base") return words.houses(part(step.houses, 0, bases));
    if (name == "cover") return words.houses(part(step.houses, bases));
    if (name == "cells") return words.cells(step.cells);
    if (name == "cell") return words.cells(part(step.cells, 0, 1));
    if (name == "wings") return words.cells(part(step.cells, 1));
    if (name == "others") return words.cells(step.others);
    if (name == "digits") return words.digits(step.digits);
    if (name == "last")
      return words.digits(part(step.digits, std::max<std::size_t>(step.digits.size(), 1) - 1));
    if (name == "pair") return words.digits(pair);
    if (name == "set") return words.digits(part(step.digits, 2));
    if (name == "extras")
      return words.list_of(step.extras, [&](Candidate extra) {
        return words.format({"{1} in {0}", "{0}的{1}"}, words.cell(extra.cell),
                            extra.digit.value());
      });
    if (name == "corners") return words.cells(corners);
    if (name == "last_extra")
      return step.extras.empty() ? "" : std::to_string(step.extras.back().digit.value());
    if (name == "at") return words.cell(result.cell);
    if (name == "value") return std::to_string(result.digit.value());
    if (name == "kept") return kept == pair.end() ? "" : std::to_string(kept->value());
    assert(name == "conclusion");
    return words.conclusion(step);
  };
  return head(step, words) + filled(words(start_of(step)), part_of) +
         filled(words(text_of(step)), part_of);
}

}  // namespace dokumill::explainer
