#include "formats/import/tried_readings.hpp"

#include <algorithm>
#include <utility>

namespace dokumill::records {

Grade TriedReading::grade() const {
  if (counts.boards == 0 || has_odd_zeros) return Grade::kNothing;
  if (counts.is_loose && counts.proven() != counts.boards) return Grade::kNothing;
  if (proposal->must_obey_rules && counts.wrong() != 0) return Grade::kNothing;
  if (bad() != 0) return Grade::kMixed;
  return counts.proven() == counts.boards ? Grade::kProven : Grade::kPossible;
}

bool TriedReading::fits() const {
  if (grade() == Grade::kNothing || counts.lost != 0) return false;
  if (proposal->names_program()) return true;
  if (counts.damaged > counts.boards) return false;
  // A board without digits besides 1, among others, is a mask or something that is drawn.
  const bool may_be_empty = is_table(proposal->format) || proposal->are_puzzles;
  if (!may_be_empty && counts.masks != 0 && counts.boards > 1) return false;
  // Many damaged boards of rows are a sign of another layout, if no puzzle is proven.
  const bool is_proven =
      counts.of(BoardWorth::kUnique) != 0 || counts.of(BoardWorth::kComplete) == counts.boards;
  const bool is_grid = proposal->format == TextFormat::kGrid && !proposal->has_structure;
  const bool is_damaged = counts.damaged != 0 && counts.damaged * 2 >= counts.boards;
  if (is_grid && is_damaged && !is_proven) return false;
  // A column without a mark, among cells that are 0, is no part of the board.
  if (counts.mixed != 0 && proposal->most_wrong_in_a_row == 0) return false;
  // Cells that are all empty show nothing.
  const bool has_digits = std::ranges::any_of(boards, [](const BoardCells& cells) {
    return std::ranges::any_of(cells, [](char cell) { return cell > '0'; });
  });
  if (!has_digits && !proposal->are_puzzles) return false;
  const bool is_anchored = proposal->most_wrong_in_a_row == UINT64_MAX;
  const bool is_shifted = counts.is_shifted ||
                          counts.wrong_in_a_row > proposal->most_wrong_in_a_row ||
                          (!is_anchored && counts.wrong() != 0 && counts.damaged != 0);
  const bool may_be_wrong = counts.boards == 1 || proposal->are_puzzles;
  return !is_shifted && (may_be_wrong || counts.wrong() * 2 <= counts.boards);
}

namespace {

// True if the boards of one reading are among those of the other, in the same order.
bool is_part_of(const TriedReading& small, const TriedReading& large) {
  auto at = large.boards.begin();
  for (const BoardCells& board : small.boards) {
    at = std::find(at, large.boards.end(), board);
    if (at == large.boards.end()) return large.boards.size() == BoardSink::kKept;
    ++at;
  }
  return true;
}
bool are_different(const TriedReading& a, const TriedReading& b) {
  return !is_part_of(a, b) && !is_part_of(b, a);
}

// True if each board of `answers` is the answer of a board of `puzzles`, in the same order.
bool are_answers_of(const TriedReading& answers, const TriedReading& puzzles) {
  auto at = puzzles.boards.begin();
  for (const BoardCells& board : answers.boards) {
    at = std::find_if(at, puzzles.boards.end(),
                      [&](const BoardCells& puzzle) { return is_answer_of(board, puzzle); });
    if (at == puzzles.boards.end()) return false;
    ++at;
  }
  return !answers.boards.empty();
}

// True if `small` has no other boards than `large`, and lacks some that are no answers of the
// boards before them.
bool lacks_boards(const TriedReading& small, const TriedReading& large) {
  if (small.boards.size() >= large.boards.size() || !is_part_of(small, large)) return false;
  auto at = small.boards.begin();
  const BoardCells* last = nullptr;
  for (const BoardCells& board : large.boards) {
    if (at != small.boards.end() && *at == board) {
      last = &*at++;
    } else {
      const bool is_of_last = last != nullptr && (board == *last || is_answer_of(board, *last));
      const bool is_of_next = at != small.boards.end() && is_answer_of(board, *at);
      if (!is_of_last && !is_of_next) return true;
    }
  }
  return false;
}

// True if `all` has the boards of the records of `table`, and besides these only their answers.
bool adds_answers(const TriedReading& all, const TriedReading& table) {
  return is_table(table.proposal->format) && !is_table(all.proposal->format) &&
         table.boards.size() < all.boards.size() && is_part_of(table, all) &&
         !lacks_boards(table, all);
}

// True if objects or rows with names have all boards of `other`, and perhaps damaged ones.
bool names_more(const TriedReading& table, const TriedReading& other) {
  return is_table(table.proposal->format) && !is_table(other.proposal->format) &&
         table.counts.wrong() == 0 && table.counts.damaged != 0 && is_part_of(other, table);
}

// True if the readings differ in the order of the cells that brackets show: rows or boxes, or no
// brackets at all. Then proof is no reason to prefer one, if both are possible.
bool have_other_orders(const TriedReading& a, const TriedReading& b) {
  const auto is_boxes = [](const TriedReading& reading) {
    return reading.proposal->name.starts_with("boxes");
  };
  const bool may_differ =
      is_boxes(a) != is_boxes(b) || a.proposal->has_structure != b.proposal->has_structure;
  const bool are_possible = a.fits() && b.fits() && a.counts.wrong() + b.counts.wrong() == 0;
  if (!may_differ || !are_possible || a.boards.size() != b.boards.size()) return false;
  auto [in_a, in_b] = std::ranges::mismatch(a.boards, b.boards);
  return in_a != a.boards.end() && std::is_permutation(in_a->begin(), in_a->end(), in_b->begin());
}

// Negative if `a` is better, positive if `b` is better, 0 if they are as good.
int compare(const TriedReading& a, const TriedReading& b) {
  if (a.fits() != b.fits()) return a.fits() ? -1 : 1;
  if (a.fits() && names_more(a, b)) return -1;
  if (a.fits() && names_more(b, a)) return 1;
  if (a.fits() && a.bad() == 0 && b.bad() == 0) {
    // A puzzle counts more than its answer, and all boards count more than some.
    if (are_answers_of(b, a) || lacks_boards(b, a) || adds_answers(b, a)) return -1;
    if (are_answers_of(a, b) || lacks_boards(a, b) || adds_answers(a, b)) return 1;
  }
  const auto more = [](std::uint64_t one, std::uint64_t other) {
    return one > other ? -1 : one < other ? 1 : 0;
  };
  if (have_other_orders(a, b)) return 0;
  if (a.grade() != b.grade()) return a.grade() > b.grade() ? -1 : 1;
  if (a.grade() == Grade::kProven) return 0;
  if (const int by = more(a.counts.proven(), b.counts.proven()); by != 0) return by;
  if (a.grade() == Grade::kPossible) return 0;
  if (const int by = more(b.bad(), a.bad()); by != 0) return by;
  return more(a.counts.boards, b.counts.boards);
}

// True if a reading that does not fit shows that `best` is wrong: it has other boards, and more of
// them have one solution, or all boards of `best` are wrong.
bool is_doubted(const TriedReading& best, const std::vector<TriedReading>& readings) {
  // Objects with a puzzle member show where a board is damaged.
  const bool is_damaged = std::ranges::any_of(readings, [&](const TriedReading& other) {
    return other.proposal->format == TextFormat::kJsonl && !is_table(best.proposal->format) &&
           other.counts.damaged != 0 &&
           other.counts.boards + other.counts.damaged >= best.counts.boards;
  });
  if (is_damaged) return true;
  if (best.grade() != Grade::kMixed && best.grade() != Grade::kPossible) return false;
  const bool are_all_wrong = best.counts.wrong() == best.counts.boards;
  if (are_all_wrong && best.counts.skipped != 0 && !best.proposal->has_structure) return true;
  const bool has_wrong = best.counts.wrong() != 0;
  return std::ranges::any_of(readings, [&](const TriedReading& other) {
    // In place of boards that are wrong, another reading has puzzles.
    const bool has_puzzles = other.counts.of(BoardWorth::kUnique) != 0 && !other.has_odd_zeros;
    if (has_wrong && has_puzzles && !is_part_of(other, best)) return true;
    if (other.fits() || other.counts.boards == 0 || other.has_odd_zeros) return false;
    const bool is_better =
        other.counts.of(BoardWorth::kUnique) > best.counts.of(BoardWorth::kUnique);
    return (is_better || are_all_wrong) && are_different(other, best);
  });
}

TriedReading read_once(const Proposal& proposal, std::string_view text, bool is_all,
                       const ImportOptions& options, bool is_from_zero) {
  BoardSink sink(text, is_all, options, nullptr, is_from_zero);
  proposal.read(text, sink);
  sink.finish();
  TriedReading reading{&proposal,         sink.counts(),        sink.kept(),
                       sink.kept_lines(), sink.first_damaged(), 0,
                       is_from_zero,      sink.zero_boards(),   false};
  if (reading.counts.lost != 0)
    reading.first_lost_line = sink.line_of(sink.counts().first_lost.begin);
  return reading;
}

}  // namespace

Decision decide(const std::vector<TriedReading>& readings) {
  Decision decision;
  for (std::size_t i = 1; i < readings.size(); ++i) {
    if (compare(readings[i], readings[decision.best]) < 0) decision.best = i;
  }
  const TriedReading& best = readings[decision.best];
  for (std::size_t i = 0; i < readings.size() && best.grade() != Grade::kNothing; ++i) {
    const bool is_rival =
        i != decision.best && compare(readings[i], best) == 0 && are_different(readings[i], best);
    if (is_rival && !decision.rival) decision.rival = i;
  }
  return decision;
}

bool Choice::has_any() const {
  if (readings.empty() || !best().fits()) return false;
  return best().proposal->names_program() || !is_doubted(best(), readings);
}

TriedReading read_with(const Proposal& proposal, std::string_view text, bool is_all,
                       const ImportOptions& options) {
  TriedReading reading = read_once(proposal, text, is_all, options, false);
  if (reading.counts.from_zero == 0 || proposal.names_program()) return reading;
  reading.has_odd_zeros = true;
  if (reading.counts.from_one != 0 || proposal.is_fast) return reading;
  TriedReading from_zero = read_once(proposal, text, is_all, options, true);
  from_zero.zero_boards = std::move(reading.zero_boards);
  from_zero.has_odd_zeros = from_zero.counts.from_one != 0 || from_zero.counts.wrong() != 0;
  return from_zero;
}

void compare_zeros(std::vector<TriedReading>& readings) {
  std::vector<BoardCells> boards;
  for (const TriedReading& reading : readings) {
    boards.insert(boards.end(), reading.zero_boards.begin(), reading.zero_boards.end());
  }
  if (boards.empty()) return;
  std::ranges::sort(boards);
  for (TriedReading& reading : readings) {
    const auto is_odd = [&](const BoardCells& cells) {
      return std::ranges::binary_search(boards, cells);
    };
    const bool may_be_odd = !reading.is_from_zero && !reading.proposal->names_program();
    reading.has_odd_zeros =
        reading.has_odd_zeros || (may_be_odd && std::ranges::any_of(reading.boards, is_odd));
  }
}

std::vector<TriedReading> read_with_all(const std::vector<Proposal>& proposals,
                                        std::string_view text, bool is_all,
                                        const ImportOptions& options) {
  std::vector<TriedReading> readings;
  for (const Proposal& proposal : proposals) {
    if (!proposal.read) continue;
    readings.push_back(read_with(proposal, text, is_all, options));
    if (is_stopped(options)) break;
  }
  compare_zeros(readings);
  return readings;
}

}  // namespace dokumill::records
