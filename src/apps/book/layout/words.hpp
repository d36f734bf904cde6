// Words: the texts that a book prints, in its language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::book {

class Words {
 public:
  explicit Words(Language language) : is_chinese_(language == Language::kChinese) {}

  std::string number(std::uint64_t puzzle) const;                    // the label of a puzzle
  std::string answer_on_page(std::uint64_t page) const;              // under a puzzle
  std::string puzzle_count(std::uint64_t puzzles) const;             // on the title page
  std::string one_solution(std::uint64_t puzzles) const;             // on the imprint page
  std::string range(std::uint64_t first, std::uint64_t last) const;  // in the contents
  std::string level(Level level) const;                              // as a title: "Easy"
  std::string level_text(Level level) const;

  std::string sudoku() const { return pick("Sudoku", "数独"); }  // the title of a book without one
  std::string answers() const { return pick("Answers", "答案"); }
  std::string hints() const { return pick("Hints", "提示"); }
  std::string contents() const { return pick("Contents", "目录"); }
  std::string how_to_play() const { return pick("How to play", "玩法"); }
  std::string puzzles() const { return pick("Puzzles", "题目"); }
  // The section of the puzzles that name none.
  std::string other() const { return pick("Other", "其他"); }
  std::string puzzle() const { return pick("Puzzle", "题目"); }
  std::string answer() const { return pick("Answer", "答案"); }
  std::string levels() const { return pick("Levels", "难度"); }
  std::string barcode() const { return pick("Barcode", "条形码"); }

  // The paragraphs of the page that explains the rules: the rules, how to begin, and the names of
  // the cells, for a book with hints.
  std::vector<std::string> rules() const;
  std::string first_steps() const;
  std::string cell_names() const;

  // All characters of the texts above, each at least once.
  std::string characters() const;

 private:
  std::string pick(std::string_view english, std::string_view chinese) const {
    return std::string(is_chinese_ ? chinese : english);
  }

  bool is_chinese_;
};

}  // namespace dokumill::book
