#include "formats/import/links/game_ids.hpp"

#include <algorithm>
#include <string>

#include "base/work_count.hpp"
#include "formats/import/links/packed_puzzles.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kCellsOfId = 81;
// "S9B" and two characters for each cell.
constexpr std::size_t kWikiBytes = 3 + 2 * kCellsOfId;

bool is_id_digit(char c) {
  return c >= '0' && c <= '9';
}

LinkPuzzle puzzle_of_id(const std::string& cells, bool is_whole) {
  LinkPuzzle puzzle;
  if (!is_whole || cells.size() != kCellsOfId) return {{}, LinkProblem::kDamaged};
  std::ranges::copy(cells, puzzle.cells.begin());
  return puzzle;
}

// The clues of Solo: a letter is a run of empty cells, 'a' is one. '_' stands between two clues.
LinkPuzzle read_clues_of_solo(std::string_view clues) {
  std::string cells;
  bool is_whole = true;
  for (const char c : clues.substr(0, clues.find_first_of(",.;)\"'"))) {
    if (c >= 'a' && c <= 'z') {
      cells.append(static_cast<std::size_t>(c - 'a' + 1), '.');
    } else if (c >= '1' && c <= '9') {
      cells += c;
    } else {
      is_whole = is_whole && c == '_';
    }
    if (cells.size() > kCellsOfId) break;
  }
  return puzzle_of_id(cells, is_whole);
}

}  // namespace

std::optional<LinkPuzzle> read_game_id(std::string_view word) {
  count_work(word.size());
  if (word.starts_with("S9B") && word.size() >= kWikiBytes) {
    return read_sudoku_wiki(word.substr(3, 2 * kCellsOfId));
  }
  // The parameters: the size of a box, and letters for rules and for how the puzzle was made.
  std::size_t at = 0;
  while (at < word.size() && is_id_digit(word[at])) ++at;
  if (at == 0 || at > 2 || at + 1 >= word.size() || word[at] != 'x') return std::nullopt;
  if (!is_id_digit(word[at + 1])) return std::nullopt;
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon + 1 == word.size()) return std::nullopt;
  const std::string_view parameters = word.substr(0, colon);
  const std::string_view rules = parameters.substr(at + 2, 1);
  if (parameters.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") !=
      std::string_view::npos) {
    return std::nullopt;
  }
  if (!parameters.starts_with("3x3")) return LinkPuzzle{{}, LinkProblem::kSize};
  if (!rules.empty() && std::string_view("jxk").find(rules) != std::string_view::npos) {
    return LinkPuzzle{{}, LinkProblem::kRules};
  }
  return read_clues_of_solo(word.substr(colon + 1));
}

LinkPuzzle read_puzz_link(std::string_view body) {
  constexpr std::string_view kSize = "9/9/";
  if (!body.starts_with(kSize)) return {{}, LinkProblem::kSize};
  std::string cells;
  bool is_whole = true;
  for (const char c : body.substr(kSize.size())) {
    if (c >= 'g' && c <= 'z') {
      cells.append(static_cast<std::size_t>(c - 'g' + 1), '.');
    } else if (c >= '1' && c <= '9') {
      cells += c;
    } else {
      is_whole = cells.size() == kCellsOfId;
      break;
    }
    if (cells.size() > kCellsOfId) break;
  }
  return puzzle_of_id(cells, is_whole);
}

}  // namespace dokumill::records
