// Words: writes cells, houses, lists and conclusions in one language.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "dokumill/explainer.hpp"

namespace dokumill::explainer {

// The same text in all languages. A template for fmt has the same arguments in each of them.
struct Text {
  std::string_view english;
  std::string_view chinese;
};

class Words {
 public:
  explicit Words(Language language) : is_chinese_(language == Language::kChinese) {}

  std::string_view operator()(const Text& text) const {
    return is_chinese_ ? text.chinese : text.english;
  }
  template <class... Parts>
  std::string format(const Text& text, const Parts&... parts) const {
    const FormatValue values[] = {FormatValue::of(parts)...};
    std::string result;
    append_formatted(result, (*this)(text), values);
    return result;
  }

  std::string cell(Cell cell) const {
    return format_text("r{}c{}", cell.row() + 1, cell.column() + 1);
  }
  std::string house(int house) const {
    constexpr Text kKinds[] = {{"row {}", "第{}行"}, {"column {}", "第{}列"}, {"box {}", "第{}宫"}};
    return format(kKinds[house / 9], house % 9 + 1);
  }
  // "r1c1 is 5", "r1c1 is not 5"
  std::string claim(Candidate candidate, bool is_true) const {
    constexpr Text kClaims[] = {{"{} is not {}", "{}不是{}"}, {"{} is {}", "{}是{}"}};
    return format(kClaims[is_true ? 1 : 0], cell(candidate.cell), candidate.digit.value());
  }
  // "a, b and c"
  std::string list(const std::vector<std::string>& items) const {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool is_last = i + 1 == items.size();
      if (i > 0) text += is_chinese_ ? "、" : is_last ? " and " : ", ";
      text += items[i];
    }
    return text;
  }
  template <class Range, class Name>
  std::string list_of(const Range& things, Name name) const {
    std::vector<std::string> items;
    for (const auto& thing : things) items.push_back(name(thing));
    return list(items);
  }
  template <class Range>
  std::string cells(const Range& cells) const {
    return list_of(cells, [this](Cell one) { return cell(one); });
  }
  template <class Range>
  std::string digits(const Range& digits) const {
    return list_of(digits, [](Digit digit) { return std::to_string(digit.value()); });
  }
  template <class Range>
  std::string houses(const Range& houses) const {
    return list_of(houses, [this](int one) { return house(one); });
  }
  // What follows from the step: "r1c1 is 5", or "remove 7 from r1c2 and r1c3, and 8 from r4c4".
  std::string conclusion(const Step& step) const {
    if (step.placement) return claim(*step.placement, true);
    // Digits that the same cells lose are named together.
    std::vector<std::pair<std::vector<Cell>, std::vector<Digit>>> groups;
    for (int value = 1; value <= kDigits; ++value) {
      std::vector<Cell> from;
      for (const Candidate& gone : step.eliminations) {
        if (gone.digit.value() == value) from.push_back(gone.cell);
      }
      if (from.empty()) continue;
      const auto same =
          std::ranges::find(groups, from, [](const auto& group) { return group.first; });
      if (same != groups.end())
        same->second.emplace_back(value);
      else
        groups.push_back({from, {Digit(value)}});
    }
    std::vector<std::string> parts;
    for (const auto& [from, gone] : groups) {
      constexpr Text kFirst{"remove {0} from {1}", "从{1}删去{0}"};
      constexpr Text kNext{"{0} from {1}", "从{1}删去{0}"};
      parts.push_back(format(parts.empty() ? kFirst : kNext, digits(gone), cells(from)));
    }
    return joined(parts, (*this)({", and ", "，"}));
  }
  // The name of the step, as the beginning of a sentence.
  std::string name(const Step& step) const {
    std::string name(name_of(step, is_chinese_ ? Language::kChinese : Language::kEnglish));
    if (name.front() >= 'a' && name.front() <= 'z')
      name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
  }

 private:
  bool is_chinese_;
};

// A step without chains, as one or two sentences.
std::string pattern_sentence(const Step& step, const Words& words);

}  // namespace dokumill::explainer
