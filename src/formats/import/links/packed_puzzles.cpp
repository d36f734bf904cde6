#include "formats/import/links/packed_puzzles.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "formats/import/links/loose_json.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kBoardCells = 81;

// A digit and the number of empty cells after it (0 to 5), in base 60.
constexpr auto kDigitAndBlanks = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"sv;
// An older form: digits, and these marks for 0, 1, 2 and more empty cells.
constexpr auto kBlankRuns =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"sv;

// Members of f-puzzles that are no rules.
constexpr std::array kNoRules{"size"sv,
                              "title"sv,
                              "author"sv,
                              "ruleset"sv,
                              "grid"sv,
                              "solution"sv,
                              "highlightConflicts"sv,
                              "metadata"sv,
                              "info"sv,
                              "successMessage"sv,
                              "disabledlogic"sv,
                              "truecandidatesoptions"sv};

LinkPuzzle problem_of(LinkProblem problem) {
  return {{}, problem};
}

// `cells`: digits, and '.' or '0' for empty cells.
LinkPuzzle puzzle_of(std::string_view cells) {
  LinkPuzzle puzzle;
  if (cells.size() != kBoardCells) return problem_of(LinkProblem::kSize);
  std::ranges::copy(cells, puzzle.cells.begin());
  std::replace(puzzle.cells.begin(), puzzle.cells.end(), '0', '.');
  return puzzle;
}

char digit_of(std::string_view value) {
  const std::string_view text = loose_text(value);
  return text.size() == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] : '.';
}

bool is_filled_list(std::string_view value) {
  LooseItems items(value);
  std::string_view name;
  std::string_view item;
  if (!value.starts_with('[') || !items.next(name, item)) return false;
  return !item.empty() || items.next(name, item);
}

// Calls `use` with each of the 81 cells. Returns false if these are not nine lists of nine.
template <class Use>
bool each_cell(std::string_view rows, Use use) {
  LooseItems row_items(rows);
  std::string_view name;
  std::size_t row_count = 0;
  for (std::string_view row; row_items.next(name, row); ++row_count) {
    LooseItems cell_items(row);
    std::size_t cell_count = 0;
    for (std::string_view cell; cell_items.next(name, cell); ++cell_count) {
      if (row_count < 9 && cell_count < 9) use(cell);
    }
    if (cell_count != 9) return false;
  }
  return row_count == 9;
}

// True if the cells of each region are in one box.
bool are_boxes(std::string_view regions) {
  LooseItems items(regions);
  std::string_view name;
  for (std::string_view region; items.next(name, region);) {
    LooseItems cells(region);
    int box = -1;
    for (std::string_view cell; cells.next(name, cell);) {
      if (cell.empty()) continue;
      LooseItems place(cell);
      std::array<int, 2> at = {};
      for (int& part : at) {
        std::string_view number;
        if (!place.next(name, number) || number.size() != 1) return false;
        part = number[0] - '0';
      }
      const int box_here = at[0] / 3 * 3 + at[1] / 3;
      if (box >= 0 && box_here != box) return false;
      box = box_here;
    }
  }
  return true;
}

// True if the list has a cage of cells. Cages without cells have the title and the author.
bool has_cages(std::string_view cages) {
  LooseItems items(cages);
  std::string_view name;
  for (std::string_view cage; items.next(name, cage);) {
    const auto cells = loose_member(cage, "cells", "ce");
    if (cells && is_filled_list(*cells) && !loose_member(cage, "type", "type")) return true;
  }
  return false;
}

}  // namespace

LinkPuzzle read_sudoku_wiki(std::string_view pairs) {
  const auto value_of = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string cells;
  for (std::size_t at = 0; at + 1 < pairs.size(); at += 2) {
    // 1 to 9 is a given digit, 10 to 18 a digit of the player, and more is a set of candidates.
    const int value = value_of(pairs[at]) * 36 + value_of(pairs[at + 1]);
    cells += value >= 1 && value <= 9 ? static_cast<char>('0' + value) : '.';
  }
  return puzzle_of(cells);
}

LinkPuzzle read_classic(std::string_view packed) {
  std::string cells;
  for (const char c : packed.substr(0, kBoardCells + 1)) {
    const std::size_t code = kDigitAndBlanks.find(c);
    if (code == std::string_view::npos) {
      cells.clear();
      break;
    }
    cells += static_cast<char>('0' + code % 10);
    cells.append(code / 10, '.');
  }
  if (cells.size() == kBoardCells) return puzzle_of(cells);
  cells.clear();
  for (const char c : packed.substr(0, kBoardCells + 1)) {
    const std::size_t blanks = kBlankRuns.find(c);
    if (c >= '1' && c <= '9') {
      cells += c;
    } else if (blanks != std::string_view::npos) {
      cells.append(blanks, '.');
    }
  }
  return puzzle_of(cells);
}

LinkPuzzle read_f_puzzle(std::string_view text) {
  if (!text.starts_with('{')) return problem_of(LinkProblem::kDamaged);
  LooseItems members(text);
  std::string_view name;
  std::string_view size;
  std::string_view grid;
  bool has_rules = false;
  for (std::string_view value; members.next(name, value);) {
    if (name == "size") size = value;
    if (name == "grid") grid = value;
    const bool is_no_rule = std::ranges::find(kNoRules, name) != kNoRules.end();
    has_rules = has_rules || (!is_no_rule && (value == "true" || is_filled_list(value)));
  }
  if (!members.is_complete()) return problem_of(LinkProblem::kDamaged);
  std::string digits;
  std::string givens;
  bool has_givens = false;
  const bool is_nine = each_cell(grid, [&](std::string_view cell) {
    LooseItems parts(cell);
    char digit = '.';
    bool is_given = false;
    for (std::string_view value; parts.next(name, value);) {
      if (name == "value") digit = digit_of(value);
      if (name == "given") is_given = value == "true";
      has_rules = has_rules || name == "region";
    }
    has_givens = has_givens || is_given;
    digits += digit;
    givens += is_given ? digit : '.';
  });
  if (size != "9" || !is_nine) return problem_of(LinkProblem::kSize);
  return has_rules ? problem_of(LinkProblem::kRules) : puzzle_of(has_givens ? givens : digits);
}

LinkPuzzle read_sudoku_pad(std::string_view text) {
  if (!text.starts_with('{')) return problem_of(LinkProblem::kDamaged);
  LooseItems members(text);
  std::string_view name;
  std::string_view cells;
  bool has_rules = false;
  for (std::string_view value; members.next(name, value);) {
    const auto is = [&](std::string_view full, std::string_view brief) {
      return name == full || name == brief;
    };
    if (is("cells", "ce")) cells = value;
    // Lines, arrows and other pictures stand for rules.
    const bool is_picture =
        is("lines", "l") || is("arrows", "a") || is("overlays", "o") || is("underlays", "u");
    has_rules = has_rules || (is_picture && is_filled_list(value)) ||
                (is("cages", "ca") && has_cages(value)) ||
                (is("regions", "re") && !are_boxes(value));
  }
  if (!members.is_complete()) return problem_of(LinkProblem::kDamaged);
  std::string digits;
  const bool is_nine = each_cell(cells, [&](std::string_view cell) {
    digits += digit_of(loose_member(cell, "value", "v").value_or(""));
  });
  if (!is_nine) return problem_of(LinkProblem::kSize);
  return has_rules ? problem_of(LinkProblem::kRules) : puzzle_of(digits);
}

}  // namespace dokumill::records
