// describe(): steps as sentences, in English and Chinese, from one table.
#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

#include "dokumill/logic.hpp"

namespace dokumill {
namespace {

// The sentence for a technique. These names stand for parts of the step:
//   {name}                the technique
//   {house}, {crossing}   the first and the second house
//   {base}, {cover}       the houses of a fish: the first half and the second half
//   {cell}, {end}         the first and the last cell
//   {cells}, {others}     all cells, and all cells but the first
//   {colour}, {rest}      the cells of the first colour, and the cells after them
//   {digit}, {last}       the first and the last digit
//   {digits}              all digits
//   {gone}                the eliminations: "7 goes from r1c2 and r1c3, 8 from r4c4"
struct Text {
  std::string_view english;
  std::string_view chinese;
};
struct Sentence {
  Technique first;  // this technique and the following ones, up to that of the next row
  Text text;
};

constexpr Text kNakedSubset{
    "{name}: in {house}, {cells} hold {digits} and nothing else, so {gone}.",
    "{name}：{house}中，{cells}只含{digits}，因此{gone}。"};
constexpr Text kHiddenSubset{"{name}: in {house}, {digits} fit only in {cells}, so {gone}.",
                             "{name}：{house}中，{digits}只能填在{cells}，因此{gone}。"};
constexpr Text kFish{"{name}: in {base}, {digit} fits only in {cover}, so {gone}.",
                     "{name}：{base}中，{digit}只能在{cover}，因此{gone}。"};

using enum Technique;

constexpr Sentence kSentences[] = {
    {kHiddenSingleInBox,
     {"{name}: in {house}, {digit} fits only in {cell}.",
      "{name}：{house}中，{digit}只能填在{cell}。"}},
    {kNakedSingle, {"{name}: {cell} can only be {digit}.", "{name}：{cell}只能是{digit}。"}},
    {kPointing,
     {"{name}: in {house}, all places of {digit} lie in {crossing}, so {gone}.",
      "{name}：{house}中，{digit}的位置都在{crossing}内，因此{gone}。"}},
    {kNakedPair, kNakedSubset},
    {kXWing, kFish},
    {kHiddenPair, kHiddenSubset},
    {kNakedTriple, kNakedSubset},
    {kSwordfish, kFish},
    {kHiddenTriple, kHiddenSubset},
    {kXyWing,
     {"{name}: whatever {cell} is, one of {others} is {last}, so {gone}.",
      "{name}：无论{cell}填什么，{others}之一必为{last}，因此{gone}。"}},
    {kXyzWing,
     {"{name}: one of {cells} is {last}, so {gone}.",
      "{name}：{cells}之一必为{last}，因此{gone}。"}},
    {kWWing,
     {"{name}: in {house}, {digit} has two places, seen by {cell} and by {end}: one of these is "
      "{last}, so {gone}.",
      "{name}：{house}中{digit}只有两处，分别被{cell}和{end}看到，后两格之一必为{last}，因此{gone}"
      "。"}},
    {kUniqueRectangle1,
     {"{name}: {end} is the only corner of {cells} with more than {digits}, so {gone}.",
      "{name}：{cells}中只有{end}不止{digits}，因此{gone}。"}},
    {kUniqueRectangle2,
     {"{name}: two corners of {cells} must not be left with the same two digits, so one of them is "
      "{last} and {gone}.",
      "{name}：{cells}不能只剩相同的两个数字，后两格之一必为{last}，因此{gone}。"}},
    {kUniqueRectangle4,
     {"{name}: two corners of {cells} are the only places of {digit} in {house}, so {gone}.",
      "{name}：{house}中{digit}只能在{cells}的后两格，因此{gone}。"}},
    {kNakedQuad, kNakedSubset},
    {kJellyfish, kFish},
    {kHiddenQuad, kHiddenSubset},
    {kBugPlusOne,
     {"{name}: without {digit} in {cell} every cell would have two candidates and the puzzle two "
      "solutions, so {cell} is {digit}.",
      "{name}：若{cell}没有{digit}，所有空格都只剩两个候选数，题目不止一解，因此{cell}是{digit}"
      "。"}},
    {kRemotePairs,
     {"{name}: one of {digits} is in {colour}, the other in {rest}, so {gone}.",
      "{name}：{digits}之一在{colour}，另一个在{rest}，因此{gone}。"}},
    {kSimpleColouring,
     {"{name}: {digit} is right in {colour}, or else in {rest}, so {gone}.",
      "{name}：{digit}要么在{colour}，要么在{rest}，因此{gone}。"}},
    {kXyChain,
     {"{name}: along {cells}, the first or the last is {digit}, so {gone}.",
      "{name}：沿{cells}，首尾之一必为{digit}，因此{gone}。"}},
    {kForcing,
     {"{name}: {digit} in {cell} leads to a contradiction, so {gone}.",
      "{name}：若{cell}填{digit}则产生矛盾，因此{gone}。"}},
    {kGuess,
     {"{name}: no simple step is left; trying {cell} in full shows that it is {digit}.",
      "{name}：没有更简单的步骤；试填得出{cell}是{digit}。"}},
};

class Words {
 public:
  explicit Words(Language language) : is_chinese_(language == Language::kChinese) {}

  std::string cell(Cell cell) const {
    return fmt::format("r{}c{}", cell.row() + 1, cell.column() + 1);
  }
  std::string house(int house) const {
    constexpr std::string_view kEnglish[] = {"row", "column", "box"};
    constexpr std::string_view kChinese[] = {"行", "列", "宫"};
    const int kind = house / 9, number = house % 9 + 1;
    return is_chinese_ ? fmt::format("第{}{}", number, kChinese[kind])
                       : fmt::format("{} {}", kEnglish[kind], number);
  }
  // "a, b and c"
  std::string list(const std::vector<std::string>& words) const {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_last = i + 1 == words.size();
      if (i > 0) text += is_chinese_ ? "、" : is_last ? " and " : ", ";
      text += words[i];
    }
    return text;
  }
  template <class Range, class Name>
  std::string list_of(const Range& things, Name name) const {
    std::vector<std::string> words;
    for (const auto& thing : things) words.push_back(name(thing));
    return list(words);
  }
  std::string cells(const std::vector<Cell>& cells) const {
    return list_of(cells, [this](Cell one) { return cell(one); });
  }
  std::string digits(const std::vector<Digit>& digits) const {
    return list_of(digits, [](Digit digit) { return std::to_string(digit.value()); });
  }
  std::string houses(std::span<const std::uint8_t> houses) const {
    return list_of(houses, [this](int one) { return house(one); });
  }
  // "7 goes from r1c2 and r1c3, 8 from r4c4"
  std::string gone(const std::vector<Candidate>& eliminations) const {
    std::vector<std::string> words;
    for (int value = 1; value <= kDigits; ++value) {
      std::vector<Cell> cells_of_digit;
      for (const Candidate& candidate : eliminations) {
        if (candidate.digit.value() == value) cells_of_digit.push_back(candidate.cell);
      }
      if (cells_of_digit.empty()) continue;
      const std::string where = cells(cells_of_digit);
      words.push_back(is_chinese_     ? fmt::format("从{}删去{}", where, value)
                      : words.empty() ? fmt::format("{} goes from {}", value, where)
                                      : fmt::format("{} from {}", value, where));
    }
    return fmt::format("{}", fmt::join(words, is_chinese_ ? "，" : ", "));
  }

 private:
  bool is_chinese_;
};

const Sentence& sentence_of(Technique technique) {
  const auto* const after =
      std::upper_bound(std::begin(kSentences), std::end(kSentences), technique,
                       [](Technique one, const Sentence& other) { return one < other.first; });
  return *(after - 1);
}

// The first half of the houses of a fish are the base.
std::size_t base_size(const Step& step) {
  return step.houses.size() / 2;
}

}  // namespace

std::string describe(const Step& step, Language language) {
  const Words words(language);
  const TechniqueInfo& info = info_of(step.technique);
  const bool is_chinese = language == Language::kChinese;
  std::string name(is_chinese ? info.chinese_name : info.name);
  if (name.front() >= 'a' && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 32);
  const std::span<const std::uint8_t> houses(step.houses);
  const auto second_colour = step.cells.begin() + step.first_colour;

  fmt::dynamic_format_arg_store<fmt::format_context> parts;
  const auto add = [&parts](const char* key, const std::string& text) {
    parts.push_back(fmt::arg(key, text));
  };
  add("name", name);
  add("house", houses.empty() ? "" : words.house(houses.front()));
  add("crossing", houses.size() < 2 ? "" : words.house(houses[1]));
  add("base", words.houses(houses.first(base_size(step))));
  add("cover", words.houses(houses.subspan(base_size(step))));
  add("cell", words.cell(step.cells.front()));
  add("end", words.cell(step.cells.back()));
  add("cells", words.cells(step.cells));
  add("others", words.cells({step.cells.begin() + 1, step.cells.end()}));
  add("colour", words.cells({step.cells.begin(), second_colour}));
  add("rest", words.cells({second_colour, step.cells.end()}));
  add("digit", std::to_string(step.digits.front().value()));
  add("last", std::to_string(step.digits.back().value()));
  add("digits", words.digits(step.digits));
  add("gone", words.gone(step.eliminations));
  const Text& text = sentence_of(step.technique).text;
  return fmt::vformat(is_chinese ? text.chinese : text.english, parts);
}

}  // namespace dokumill
