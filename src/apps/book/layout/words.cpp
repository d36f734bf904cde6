#include "apps/book/layout/words.hpp"

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"

namespace dokumill::book {

std::string Words::number(std::uint64_t puzzle) const {
  return is_chinese_ ? format_text("第{}题", puzzle) : format_text("No. {}", puzzle);
}

std::string Words::answer_on_page(std::uint64_t page) const {
  return is_chinese_ ? format_text("答案见第{}页", page) : format_text("Answer on page {}", page);
}

std::string Words::puzzle_count(std::uint64_t puzzles) const {
  if (is_chinese_) return format_text("{}道数独题", puzzles);
  return puzzles == 1 ? std::string("1 Sudoku puzzle")
                      : format_text("{} Sudoku puzzles", grouped(puzzles));
}

std::string Words::one_solution(std::uint64_t puzzles) const {
  if (is_chinese_) return format_text("本书共{}题，每题只有一个答案。", puzzles);
  return puzzles == 1
             ? std::string("The puzzle has exactly one solution.")
             : format_text("Each of the {} puzzles has exactly one solution.", grouped(puzzles));
}

std::string Words::range(std::uint64_t first, std::uint64_t last) const {
  if (first == last) return number(first);
  return is_chinese_ ? format_text("第{}–{}题", first, last)
                     : format_text("No. {}–{}", first, last);
}

std::string Words::level(Level level) const {
  const LevelInfo& info = info_of(level);
  if (is_chinese_) return std::string(info.chinese_name);
  std::string name(info.name);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

std::string Words::level_text(Level level) const {
  const LevelInfo& info = info_of(level);
  return pick(info.text, info.chinese_text);
}

std::vector<std::string> Words::rules() const {
  return {
      pick("Fill in the empty cells of the grid with digits from 1 to 9.",
           "在空格中填入1到9的数字。"),
      pick("Each row, each column and each of the nine boxes must have every digit exactly once.",
           "每一行、每一列和每一个宫（粗线围成的九格）都要填满1到9，每个数字恰好出现一次。")};
}

std::string Words::first_steps() const {
  return pick(
      "The printed digits never change. Look for a cell in which only one digit is possible, or "
      "for a digit that has only one place left in a row, a column or a box.",
      "题目给出的数字不能改动。先找只能填一个数字的格，或在某行、某列、某宫中只剩一个位置的"
      "数字。");
}

std::string Words::cell_names() const {
  return pick(
      "In the hints, r3c7 is the cell in row 3 and column 7. Rows count from the top, columns from "
      "the left, and boxes from the top left, row by row.",
      "提示中的r3c7指第3行第7列的格。行从上往下数，列从左往右数，宫从左上角起逐行数。");
}

std::string Words::characters() const {
  std::string all = number(1) + answer_on_page(1) + puzzle_count(2) + one_solution(2) +
                    range(1, 2) + sudoku() + answers() + hints() + contents() + how_to_play() +
                    puzzles() + other() + puzzle() + answer() + levels() + barcode() +
                    "0123456789,.";
  for (const LevelInfo& info : dokumill::levels())
    all += level(info.level) + level_text(info.level);
  for (const std::string& rule : rules()) all += rule;
  return all + first_steps() + cell_names();
}

}  // namespace dokumill::book
