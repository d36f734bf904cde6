// describe(): writes a step as a sentence, in English or Chinese.
#include <fmt/args.h>

#include "core/fmt.hpp"
#include "logic/technique_table.hpp"

namespace dokumill {
namespace {

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
    words.reserve(things.size());
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

// The number of base houses of a fish. They are the first half of its houses.
std::size_t base_size(const Step& step) {
  return step.houses.size() / 2;
}

}  // namespace

std::string describe(const Step& step, Language language) {
  const Words words(language);
  const logic::TechniqueRow& row = logic::row_of(step.technique);
  const bool is_chinese = language == Language::kChinese;
  std::string name(is_chinese ? row.chinese_name : row.name);
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
  const std::string_view sentence = is_chinese ? row.sentence.chinese : row.sentence.english;
  return fmt::vformat(sentence, parts);
}

}  // namespace dokumill
