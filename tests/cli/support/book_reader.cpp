#include "cli/support/book_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <regex>

namespace dokumill::testing {
namespace {

// The values in ascending order, without those that are at most `width` above the last kept value.
std::vector<double> steps_of(std::vector<double> values, double width) {
  std::ranges::sort(values);
  std::vector<double> steps;
  for (const double value : values) {
    if (steps.empty() || value - steps.back() > width) steps.push_back(value);
  }
  return steps;
}

std::size_t index_of_step(const std::vector<double>& steps, double value) {
  const auto nearest =
      std::ranges::min_element(steps, {}, [value](double step) { return std::abs(step - value); });
  return static_cast<std::size_t>(nearest - steps.begin());
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// True if the word is in a line with a word that only texts have: a label or a note.
bool is_in_text(const Page& page, const Word& word) {
  return std::ranges::any_of(page, [&](const Word& other) {
    return (other.text == "No." || other.text == "Answer") &&
           std::abs(other.bottom - word.bottom) < 1.5;
  });
}

// The words of a page that follow `text` in the same line, from the top down and from the left.
std::vector<int> numbers_after(const Page& page, std::string_view text) {
  std::vector<const Word*> found;
  for (const Word& word : page) {
    if (word.text == text) found.push_back(&word);
  }
  std::ranges::sort(found, [](const Word* a, const Word* b) {
    if (std::abs(a->bottom - b->bottom) > 2) return a->bottom < b->bottom;
    return a->left < b->left;
  });
  std::vector<int> numbers;
  for (const Word* word : found) {
    const Word* next = nullptr;
    for (const Word& other : page) {
      const bool follows = std::abs(other.bottom - word->bottom) < 1.5 && other.left > word->left;
      if (follows && (next == nullptr || other.left < next->left)) next = &other;
    }
    if (next != nullptr && is_number(next->text)) numbers.push_back(std::stoi(next->text));
  }
  return numbers;
}

}  // namespace

bool BookTest::call(const std::string& words) const {
  const std::string line = "cd '" + dir.path() + "' && " + words;
  return std::system(line.c_str()) == 0;
}

bool BookTest::has_books() const {
  const Outcome outcome = run_on(kPuzzle, {"book", "in", "-q", "-o", "probe.pdf"});
  return outcome.err.find("no books") == std::string::npos;
}

std::string BookTest::printed_by(const std::string& program, const std::string& file) const {
  EXPECT_TRUE(call(program + " " + file + " > printed 2>&1")) << program;
  return dir.read("printed");
}

std::string BookTest::puzzles(int count, const Args& more) const {
  return run(with({"generate", "puzzles", "-q", "-n", std::to_string(count)}, more)).out;
}

std::vector<Page> BookTest::pages_of(const std::string& file) const {
  EXPECT_TRUE(call("pdftotext -bbox " + file + " words.html"));
  const std::string html = dir.read("words.html");
  static const std::regex kItem(
      R"re(<page |<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<)re");
  std::vector<Page> pages;
  for (auto item = std::sregex_iterator(html.begin(), html.end(), kItem);
       item != std::sregex_iterator(); ++item) {
    if (!(*item)[1].matched) {
      pages.emplace_back();
    } else {
      pages.back().push_back({(*item)[5], std::stod((*item)[1]), std::stod((*item)[2]),
                              std::stod((*item)[3]), std::stod((*item)[4])});
    }
  }
  return pages;
}

std::vector<std::string> grids_of(const Page& page) {
  Page digits;
  const double foot = std::ranges::max(page, {}, &Word::bottom).bottom;
  for (const Word& word : page) {
    if (word.bottom == foot) continue;  // the page number
    const bool is_digits = word.text.find_first_not_of("123456789") == std::string::npos;
    if (!is_digits || is_in_text(page, word)) continue;
    // Digits next to each other in a row can form one word.
    const double width = (word.right - word.left) / static_cast<double>(word.text.size());
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      Word digit = word;
      digit.text = word.text[i];
      digit.left = word.left + width * static_cast<double>(i);
      digit.right = digit.left + width;
      digits.push_back(digit);
    }
  }
  if (digits.empty()) return {};
  std::vector<double> all_x, all_y;
  for (const Word& digit : digits) {
    all_x.push_back(digit.x());
    all_y.push_back(digit.y());
  }
  const double near = (digits[0].right - digits[0].left) * 0.4;
  const std::vector<double> x = steps_of(all_x, near);
  const std::vector<double> y = steps_of(all_y, near);
  EXPECT_EQ(x.size() % 9, 0U);
  EXPECT_EQ(y.size() % 9, 0U);
  const std::size_t columns = x.size() / 9;
  std::vector<std::string> grids(columns * (y.size() / 9), std::string(81, '0'));
  for (const Word& digit : digits) {
    const std::size_t column = index_of_step(x, digit.x());
    const std::size_t row = index_of_step(y, digit.y());
    char& cell = grids.at(row / 9 * columns + column / 9)[row % 9 * 9 + column % 9];
    EXPECT_EQ(cell, '0');
    cell = digit.text[0];
  }
  std::erase(grids, std::string(81, '0'));  // places without a puzzle
  return grids;
}

bool has_clues_everywhere(std::string_view line) {
  std::array<bool, 9> rows{}, columns{};
  for (std::size_t i = 0; i < 81; ++i) {
    if (line[i] != '0') rows[i / 9] = columns[i % 9] = true;
  }
  const auto is_true = [](bool value) { return value; };
  return std::ranges::all_of(rows, is_true) && std::ranges::all_of(columns, is_true);
}

std::string with_clues_everywhere(const std::string& lines, std::size_t count) {
  std::string found;
  for (std::size_t at = 0; at + 82 <= lines.size() && found.size() < count * 82; at += 82) {
    const std::string line = lines.substr(at, 82);
    if (has_clues_everywhere(line)) found += line;
  }
  EXPECT_EQ(found.size(), count * 82);
  return found;
}

std::string joined(const std::vector<std::string>& grids) {
  std::string text;
  for (const std::string& grid : grids) text += grid + "\n";
  return text;
}

bool has_word(const Page& page, std::string_view text) {
  return std::ranges::any_of(page, [&](const Word& word) { return word.text == text; });
}

std::vector<int> labels_of(const Page& page) {
  return numbers_after(page, "No.");
}

std::vector<int> notes_of(const Page& page) {
  return numbers_after(page, "page");
}

}  // namespace dokumill::testing
