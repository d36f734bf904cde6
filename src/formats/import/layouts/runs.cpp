#include "formats/import/layouts/runs.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "formats/detect/header.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/layouts/row_reader.hpp"
#include "formats/import/numbers.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

struct CellRun {
  std::string_view text;
  BoardCells cells;
};

// Finds the runs of exactly 81 cells. `only_points`: only '0' and '.' are empty cells. HoDoKu
// writes a '+' before a digit that the player has placed. A line can be all of the text.
void find_runs(std::string_view line, bool only_points, ImportWatch* watch,
               std::vector<CellRun>& runs) {
  runs.clear();
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at != end;) {
    const char* const begin = at;
    CellRun run;
    std::size_t count = 0;
    bool has_other_than_questions = false;
    char empty = 0;         // the first byte of the first empty cell that is no zero
    bool is_mixed = false;  // empty cells have different marks
    std::size_t zeros = 0;
    while (at != end) {
      const Character c = character_at(at, end);
      const bool is_digit = c.kind == CharacterKind::kDigit;
      const bool is_empty =
          c.kind == CharacterKind::kEmpty && (!only_points || *at == '0' || *at == '.');
      const bool is_placed = *at == '+' && end - at > 1 && at[1] >= '1' && at[1] <= '9';
      if (!is_digit && !is_empty && !is_placed) break;
      if (!is_placed && count++ < run.cells.size()) run.cells[count - 1] = c.cell;
      has_other_than_questions = has_other_than_questions || *at != '?';
      zeros += is_empty && c.cell == '0' ? 1 : 0;
      if (is_empty && c.cell == '.') {
        if (empty == 0) empty = *at;
        is_mixed = is_mixed || *at != empty;
      }
      at += c.bytes;
    }
    // More than nine zeros are no digits that count from 0.
    constexpr std::size_t kMostOfOneDigit = 9;
    is_mixed = is_mixed || (zeros > kMostOfOneDigit && empty != 0 && empty != '.');
    run.text = {begin, static_cast<std::size_t>(at - begin)};
    // A letter beside the cells is a part of the word, so one of them is damaged.
    const auto is_letter = [&](const char* c) {
      return c >= line.data() && c < end && std::isalpha(static_cast<unsigned char>(*c)) != 0;
    };
    const bool is_part_of_word = is_letter(begin - 1) || is_letter(at);
    // Equal marks that are no points are a ruler.
    const bool is_ruler = run.text.find_first_not_of("-_*=~") == std::string_view::npos;
    // 81 question marks stand for a malformed record in our own outputs.
    if (count == run.cells.size() && has_other_than_questions && !is_mixed && !is_ruler &&
        !is_part_of_word) {
      runs.push_back(run);
    }
    if (at == begin) at += character_at(at, end).bytes;
    if (is_stopped_after(watch, static_cast<std::size_t>(at - begin))) return;
  }
}

// True if a text ends with the name of a solution in quotes, as in {"solution": "
bool is_solution_member(std::string_view before) {
  const std::size_t end = before.find_last_not_of(" \t'\":");
  if (end == std::string_view::npos || before.substr(end + 1).find(':') == std::string_view::npos) {
    return false;
  }
  const std::string_view member = before.substr(0, end + 1);
  const std::size_t quote = member.find_last_of("'\"");
  return quote != std::string_view::npos && is_solution_name(member.substr(quote + 1));
}

void read_runs(std::string_view text, BoardSink& sink) {
  std::vector<CellRun> runs;
  TextLines lines(text, sink.watch());
  for (std::string_view line; lines.next(line);) {
    // A text has no zero bytes.
    if (line.size() < 81 || line.find('\0') != std::string_view::npos) continue;
    find_runs(line, true, sink.watch(), runs);
    if (runs.empty()) find_runs(line, false, sink.watch(), runs);
    const auto begin = static_cast<std::size_t>(line.data() - text.data());
    // Boards after a puzzle that are its solution are no records.
    const bool has_answers =
        runs.size() > 1 && std::all_of(runs.begin() + 1, runs.end(), [&](const CellRun& run) {
          return is_answer_of(run.cells, runs.front().cells);
        });
    const std::size_t boards = has_answers ? 1 : runs.size();
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::size_t first = static_cast<std::size_t>(runs[i].text.data() - line.data());
      // Words beside the only board of a line are kept.
      const TextPart part = boards == 1
                                ? TextPart{begin, begin + line.size()}
                                : TextPart{begin + first, begin + first + runs[i].text.size()};
      if (i >= boards) {
        sink.add_answer(part);
      } else {
        if (is_solution_member(line.substr(0, first))) sink.lose({begin, begin + line.size()});
        const CellRun& last = has_answers ? runs.back() : runs[i];
        const auto next =
            static_cast<std::size_t>(last.text.data() + last.text.size() - line.data());
        if (boards == 1) {
          sink.check_beside({begin, begin + first});
          sink.check_beside({begin + next, begin + line.size()});
        }
        const std::string words =
            boards == 1
                ? words_beside(line.substr(0, first), line.substr(first + runs[i].text.size()))
                : std::string();
        sink.add(runs[i].cells, part, words);
      }
    }
  }
}

bool is_long_number(std::string_view text) {
  return text.size() >= 41 && text.size() <= 81 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

void read_short_numbers(std::string_view text, BoardSink& sink) {
  TextLines lines(text, sink.watch());
  for (std::string_view line; lines.next(line);) {
    const std::string_view number = without_blanks(line);
    if (!is_long_number(number)) continue;
    BoardCells cells;
    cells.fill('.');
    std::replace_copy(number.begin(), number.end(),
                      cells.end() - static_cast<std::ptrdiff_t>(number.size()), '0', '.');
    const auto begin = static_cast<std::size_t>(line.data() - text.data());
    sink.add(cells, {begin, begin + line.size()});
  }
}

}  // namespace

void propose_runs(std::vector<Proposal>& proposals) {
  Proposal proposal;
  proposal.name = "runs";
  proposal.words = "81 cells in a run";
  proposal.read = read_runs;
  proposals.push_back(std::move(proposal));
}

void propose_short_numbers(std::string_view text, ImportWatch* watch,
                           std::vector<Proposal>& proposals) {
  ShortNumbers numbers;
  TextLines lines(text, watch);
  for (std::string_view line; lines.next(line);) {
    if (is_long_number(without_blanks(line))) numbers.add(without_blanks(line));
  }
  if (!numbers.are_puzzles()) return;
  Proposal proposal;
  proposal.name = "numbers";
  proposal.words = "numbers with the zeros at their front restored";
  proposal.must_obey_rules = true;
  proposal.read = read_short_numbers;
  proposals.push_back(std::move(proposal));
}

}  // namespace dokumill::records
